"""Every table as a message: what a reader sees of it, from the first invitation to the result. Values only."""

import hashlib
from dataclasses import dataclass

from aiogram.types import InlineKeyboardMarkup

from bot.buttons import new_game, open_buttons, play_buttons, result_buttons, watch_buttons
from bot.choosing import NO_DUTY, Options, duty, options
from bot.links import Links
from bot.picture import Picture, look_for
from bot.texts import (
    board_text,
    clock_line,
    duty_line,
    isolated,
    last_move_line,
    notation,
    player_line,
    result_line,
    seat_name,
    terms_line,
)
from engine.board import Side, Square, square_name
from engine.rules import required
from hall.locales import Translator, translator
from hall.model import PlayerId, Status, Table, telegram_id


@dataclass(frozen=True, slots=True)
class Card:
    """A message to be shown: HTML, buttons, and a picture above them or none."""

    text: str
    keyboard: InlineKeyboardMarkup | None
    picture: Picture | None = None

    @property
    def digest(self) -> str:
        """Equal for messages that look the same."""
        buttons = self.keyboard.model_dump_json() if self.keyboard is not None else ""
        parts = (self.text, buttons, self.picture.key if self.picture else "")
        return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks: a private chat (its number is the account's) or a group (negative), and in which language.

    `look`: the chosen one, '' for what fits the language; `text`: boards as text instead of pictures; `topic`: the
    thread of a forum, 0 for none; `inline`: the id of a message sent inline.
    """

    chat: int
    language: str = "en"
    watching: bool = False
    look: str = ""
    text: bool = False
    topic: int = 0
    inline: str = ""

    @property
    def player(self) -> PlayerId | None:
        """The player in a private chat; nobody in a group."""
        return telegram_id(self.chat) if self.chat > 0 else None

    def sides(self, table: Table) -> tuple[Side, ...]:
        """The sides the reader holds."""
        return table.sides_of(self.player) if self.player is not None else ()

    def turned(self, table: Table) -> bool:
        """Whether the reader sees the board from Black's side; a board for two is seen from White's."""
        return self.sides(table) == (Side.BLACK,)


@dataclass(frozen=True, slots=True)
class Mode:
    """What a player is doing with the buttons: a path chosen so far, or being asked whether to resign."""

    path: tuple[Square, ...] = ()
    resigning: bool = False


PLAIN = Mode()


def table_card(table: Table, reader: Reader, links: Links, mode: Mode = PLAIN) -> Card:
    """The table as this reader sees it now."""
    card = _card(table, reader, links, mode)
    if not reader.text or card.picture is None:
        return card
    board = board_text(card.picture.position, turned=card.picture.turned)
    return Card(f"{board}\n{card.text}", card.keyboard)


def _card(table: Table, reader: Reader, links: Links, mode: Mode) -> Card:
    t = translator(reader.language)
    if table.status is Status.OPEN:
        return _open_card(table, reader, links, t)
    if table.status is Status.ABORTED:
        lines = (player_line(table, reader.player, t), result_line(table, None, t))
        return Card("\n\n".join(lines), new_game(reader.chat, t))
    if reader.chat > 0 and not reader.sides(table) and not reader.watching:
        text = t.gettext("Both seats are taken. You are welcome to watch.")
        return Card(f"{player_line(table, None, t)}\n\n{text}", watch_buttons(table, t))
    if table.status is Status.FINISHED:
        return _result_card(table, reader, links, t)
    return _playing_card(table, reader, links, t, mode)


def _open_card(table: Table, reader: Reader, links: Links, t: Translator) -> Card:
    host, terms = isolated(table.host.name), terms_line(table.terms, t)
    keyboard = open_buttons(table, reader.chat, links, t)
    if reader.chat < 0:
        said = t.gettext("%(name)s wants to play Dama. Who sits down?") % {"name": host}
        return Card(f"{said}\n{terms}\n{_free_side(table, t)}", keyboard, _picture(table, reader))
    if table.host.id == reader.player:
        said = t.gettext("Your table is ready. Send this link to a friend; the game begins when they sit down.")
        return Card(f"{said}\n\n{links.invitation(table.id)}\n\n{terms}\n{_free_side(table, t)}", keyboard)
    said = t.gettext("%(name)s invites you to a game of Dama.") % {"name": host}
    return Card(f"{said}\n{terms}\n{_free_side(table, t)}", keyboard)


def _free_side(table: Table, t: Translator) -> str:
    if table.white is None and table.black is None:
        return ""
    if table.white is None:
        return t.gettext("The free seat has the white pieces and begins.")
    return t.gettext("The free seat has the black pieces.")


def _picture(table: Table, reader: Reader, *, marked: bool = False) -> Picture:
    last = table.game.moves[-1] if table.game.moves else None
    marks = duty(table.game) if marked else NO_DUTY
    return Picture(table.game.position, look_for(reader.language, reader.look), reader.turned(table), last, marks)


def _playing_card(table: Table, reader: Reader, links: Links, t: Translator, mode: Mode) -> Card:
    sides = reader.sides(table)
    on_move = table.game.turn in sides
    lines = [player_line(table, reader.player, t), last_move_line(table, reader.player, t), clock_line(table, t)]
    lines += [_offer_line(table, sides, t), _wanted_line(table, sides, t, mode)]
    if not sides:
        keyboard = watch_buttons(table, t, links=links, chat=reader.chat)
    else:
        choice = options(table.game, mode.path) if on_move else None
        keyboard = play_buttons(
            table,
            reader.player,
            links,
            t,
            choice=choice if isinstance(choice, Options) else None,
            resigning=mode.resigning,
            turned=reader.turned(table),
        )
    return Card("\n".join(filter(None, lines)), keyboard, _picture(table, reader, marked=on_move))


def _offer_line(table: Table, sides: tuple[Side, ...], t: Translator) -> str:
    draw = (table.draw_offer, t.gettext("You have offered a draw."), t.gettext("%(name)s offers a draw."))
    takeback = (
        table.takeback_offer,
        t.gettext("You have asked to take a move back."),
        t.gettext("%(name)s asks to take a move back."),
    )
    for offer, mine, theirs in (draw, takeback):
        if offer is not None and sides:
            return mine if offer in sides else f"<b>{theirs % {'name': seat_name(table.seat(offer), t)}}</b>"
    return ""


def _wanted_line(table: Table, sides: tuple[Side, ...], t: Translator, mode: Mode) -> str:
    turn = table.game.turn
    if mode.resigning:
        return f"<b>{t.gettext('Do you want to resign this game?')}</b>"
    if turn not in sides:
        return t.gettext("%(name)s is on move.") % {"name": seat_name(table.seat(turn), t)}
    if mode.path:
        way = notation(" \u2192 ".join(map(square_name, mode.path)))
        return t.gettext("<b>%(way)s</b> \u2013 and where to?") % {"way": way}
    wanted = duty_line(required(table.game.position, table.game.rules), t)
    if table.terms.one_device:
        return f"<b>{t.gettext('White moves.') if turn is Side.WHITE else t.gettext('Black moves.')}</b> {wanted}"
    hurry = f"\n{t.gettext('Your time is running out.')}" if table.reminded_version == table.moved_version else ""
    return f"<b>{t.gettext('Your move.')}</b> {wanted}{hurry}"


def _result_card(table: Table, reader: Reader, links: Links, t: Translator) -> Card:
    lines = [player_line(table, reader.player, t), last_move_line(table, reader.player, t)]
    lines += [result_line(table, reader.player, t), _rematch_line(table, reader, t)]
    keyboard = result_buttons(table, reader.player, links, t, chat=reader.chat)
    return Card("\n".join(filter(None, lines)), keyboard, _picture(table, reader))


def _rematch_line(table: Table, reader: Reader, t: Translator) -> str:
    if table.next is not None:
        return t.gettext("The next game has begun.")
    for side in table.rematch:
        if side in reader.sides(table):
            return t.gettext("You want another game.")
        return t.gettext("%(name)s wants another game.") % {"name": seat_name(table.seat(side), t)}
    return ""
