"""The buttons under tables. Only what would not be refused now is shown (hall/allowed.py)."""

from collections.abc import Iterable

from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.callbacks import Choose, Deed, Do, Menu, Page, Pressed
from bot.choosing import Options, rows
from bot.links import Links
from engine.board import Square, square_name
from hall.actions import ActionKind
from hall.allowed import allowed
from hall.locales import Translator
from hall.model import PlayerId, Status, Table

Row = list[InlineKeyboardButton]
KING = "\u2605"
SHORT = 16  # letters of two buttons that still fit beside each other


def button(label: str, data: Pressed) -> InlineKeyboardButton:
    """A button that comes back to us."""
    return InlineKeyboardButton(text=label, callback_data=data.pack())


def keyboard(lines: Iterable[Row]) -> InlineKeyboardMarkup | None:
    """The rows that have buttons; None if there are none."""
    kept = [line for line in lines if line]
    return InlineKeyboardMarkup(inline_keyboard=kept) if kept else None


def _deed(table: Table, label: str, deed: Deed) -> InlineKeyboardButton:
    return button(label, Do(table.id, table.version, deed))


def _board(table: Table, links: Links, t: Translator, *, private: bool) -> Row:
    found = links.board_button(table.id, t.gettext("Open the board"), private=private)
    return [found] if found is not None else []


def open_buttons(table: Table, chat: int, links: Links, t: Translator) -> InlineKeyboardMarkup | None:
    """Under a table that waits for somebody: for its host in private, for a visitor, for a group."""
    sit = [_deed(table, t.gettext("Sit down"), Deed.SIT)]
    if chat < 0:
        return keyboard([sit, [_deed(table, t.gettext("Call off"), Deed.ABORT)]])
    if table.host.id != f"tg:{chat}":
        return keyboard([sit, [_deed(table, t.gettext("Watch"), Deed.WATCH)]])
    text = t.gettext("Let us play Dama!")
    share = InlineKeyboardButton(text=t.gettext("Send to a friend"), url=links.sharing(table.id, text))
    return keyboard([[share], [_deed(table, t.gettext("Call off"), Deed.ABORT)]])


def watch_buttons(
    table: Table, t: Translator, *, links: Links | None = None, chat: int = 1
) -> InlineKeyboardMarkup | None:
    """For those who do not play: with `links` under the game itself, else before it."""
    if links is None:
        return keyboard([[_deed(table, t.gettext("Watch"), Deed.WATCH)]])
    return keyboard([_board(table, links, t, private=chat > 0)])


def play_buttons(
    table: Table,
    player: PlayerId | None,
    links: Links,
    t: Translator,
    *,
    choice: Options | None,
    resigning: bool,
    turned: bool,
) -> InlineKeyboardMarkup | None:
    """For a player: squares to choose when it is their turn, answers to offers, and the rest of a game."""
    if resigning:
        yes = _deed(table, t.gettext("Yes, resign"), Deed.RESIGN)
        return keyboard([[yes], [button(t.gettext("No, play on"), Choose(table.id, table.version))]])
    may = allowed(table, player) if player is not None else frozenset()
    squares = _squares(table, choice, turned=turned) if choice is not None else []
    if choice is not None and choice.path:
        back = button(f"\u00ab {t.gettext('Back')}", Choose(table.id, table.version, choice.path[:-1]))
        return keyboard([*squares, [back]])
    return keyboard([*_answers(table, may, t), *squares, *_rest(table, may, t), _board(table, links, t, private=True)])


def _squares(table: Table, choice: Options, *, turned: bool) -> list[Row]:
    def label(square: Square) -> str:
        name = square_name(square)
        if choice.path:
            return f"\u00d7 {name}" if choice.capture else name
        king = table.game.position.kings(table.game.turn) >> square & 1
        return f"{KING} {name}" if king else name

    return [
        [button(label(square), Choose(table.id, table.version, (*choice.path, square))) for square in row]
        for row in rows(choice.squares, turned=turned)
    ]


def _answers(table: Table, may: frozenset[ActionKind], t: Translator) -> list[Row]:
    """Answers stand apart, above, one in a row: no finger that aims at a square lands on them."""
    labels = {
        ActionKind.ACCEPT_DRAW: (t.gettext("Accept the draw"), Deed.ACCEPT_DRAW),
        ActionKind.DECLINE_DRAW: (t.gettext("Decline, play on"), Deed.DECLINE_DRAW),
        ActionKind.GRANT_TAKEBACK: (t.gettext("Allow to take back"), Deed.GRANT_TAKEBACK),
        ActionKind.DECLINE_TAKEBACK: (t.gettext("Do not allow"), Deed.DECLINE_TAKEBACK),
    }
    return [[_deed(table, *labels[kind])] for kind in labels if kind in may]


def _rest(table: Table, may: frozenset[ActionKind], t: Translator) -> list[Row]:
    labels = {
        ActionKind.CLAIM: (t.gettext("Claim the win"), Deed.CLAIM),
        ActionKind.OFFER_DRAW: (t.gettext("Offer a draw"), Deed.OFFER_DRAW),
        ActionKind.ASK_TAKEBACK: (t.gettext("Take back"), Deed.ASK_TAKEBACK),
        ActionKind.ABORT: (t.gettext("Call off"), Deed.ABORT),
        ActionKind.RESIGN: (t.gettext("Resign"), Deed.ASK_RESIGN),
    }
    if ActionKind.ABORT in may:
        del labels[ActionKind.RESIGN]
    line = [_deed(table, *labels[kind]) for kind in labels if kind in may]
    return [line] if all(len(each.text) <= SHORT for each in line) else [[each] for each in line]


def result_buttons(
    table: Table, player: PlayerId | None, links: Links, t: Translator, *, chat: int
) -> InlineKeyboardMarkup | None:
    """After the end: another game. In a group anybody may press; the hall knows who played."""
    again: Row = []
    if table.status is Status.FINISHED and table.next is None and (chat < 0 or _may_want(table, player)):
        again = [_deed(table, t.gettext("Rematch"), Deed.REMATCH)]
    fresh = [] if chat < 0 else [_new_game_button(t)]
    return keyboard([[*again, *fresh], _board(table, links, t, private=chat > 0)])


def new_game(chat: int, t: Translator) -> InlineKeyboardMarkup | None:
    """Under a game that was called off: another one, in private."""
    return keyboard([[_new_game_button(t)]]) if chat > 0 else None


def _new_game_button(t: Translator) -> InlineKeyboardButton:
    return button(t.gettext("New game"), Menu(0, Page.HOME))


def _may_want(table: Table, player: PlayerId | None) -> bool:
    return player is not None and ActionKind.REMATCH in allowed(table, player)
