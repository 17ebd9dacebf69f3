"""The menu that opens tables: whom to play, at which level, on which side, by which rules."""

from collections.abc import Sequence
from dataclasses import replace
from html import unescape

from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup, WebAppInfo

from bot.buttons import button
from bot.callbacks import Deed, Do, Menu, Page
from bot.cards import Card
from bot.letters import Wish
from bot.links import Links
from bot.texts import player_line
from engine.rules import RULE_SETS
from hall.locales import Translator
from hall.model import PlayerId, Table
from hall.phrases import LEVEL_NAMES, level_name, rules_name

OFFERED = tuple(name for name, rules in RULE_SETS.items() if rules.offered)
LABEL = 60  # letters on a button
SIDES = (Wish.RANDOM, Wish.WHITE, Wish.BLACK)


def home(nonce: int, links: Links, t: Translator, going_on: Sequence[Table] = (), me: PlayerId | None = None) -> Card:
    """The first page, with the reader's running games."""
    text = t.gettext(
        "<b>Dama</b>, Turkish draughts. Pieces go straight and sideways, never diagonally; you must take, and take the "
        "most; the dama flies."
    )
    rows = [[button(game_label(table, me, t), Do(table.id, table.version, Deed.SHOW))] for table in going_on]
    rows += [
        [button(t.gettext("Play the computer"), Menu(nonce, Page.COMPUTER))],
        [button(t.gettext("Play a friend"), Menu(nonce, Page.FRIEND))],
        [button(t.gettext("Two on one device"), Menu(nonce, Page.OPEN_DEVICE))],
    ]
    if links.board:
        label = t.gettext("Open the board")
        rows.append([InlineKeyboardButton(text=label, web_app=WebAppInfo(url=f"{links.board}/"))])
    return Card(text, InlineKeyboardMarkup(inline_keyboard=rows))


def page(menu: Menu, t: Translator) -> Card:
    """A further page: levels, or the terms of a table for a friend."""
    rows = [[_side_button(menu, t)], [_rules_button(menu, t)]]
    if menu.page is Page.COMPUTER:
        text = t.gettext("Choose how well the computer plays.")
        levels = (replace(menu, page=Page.OPEN_COMPUTER, level=level) for level in LEVEL_NAMES)
        rows = [*([button(level_name(each.level, t), each)] for each in levels), *rows]
    else:
        text = t.gettext("A table for you and a friend. You get a link to send.")
        rows = [[button(t.gettext("Make the link"), replace(menu, page=Page.OPEN_FRIEND))], *rows]
    rows.append([button(f"\u00ab {t.gettext('Back')}", Menu(menu.nonce, Page.HOME))])
    return Card(text, InlineKeyboardMarkup(inline_keyboard=rows))


def game_label(table: Table, me: PlayerId | None, t: Translator) -> str:
    """A running game as the label of a button."""
    return unescape(player_line(table, me, t))[:LABEL]


def _side_button(menu: Menu, t: Translator) -> InlineKeyboardButton:
    """Pressing it shows the next possibility."""
    labels = {
        Wish.RANDOM: t.gettext("Your side: by lot"),
        Wish.WHITE: t.gettext("Your side: white, begins"),
        Wish.BLACK: t.gettext("Your side: black"),
    }
    following = SIDES[(SIDES.index(menu.wish) + 1) % len(SIDES)]
    return button(f"\u21c4 {labels[menu.wish]}", replace(menu, wish=following))


def _rules_button(menu: Menu, t: Translator) -> InlineKeyboardButton:
    following = OFFERED[(OFFERED.index(menu.rules) + 1) % len(OFFERED)] if menu.rules in OFFERED else OFFERED[0]
    return button(f"\u21c4 {rules_name(menu.rules, t)}", replace(menu, rules=following))
