"""What is written on buttons' backs: callback data, at most 64 bytes, which anybody can forge.

It carries no rights: it says what was pressed and which version of the table was seen. The hall judges.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.letters import LETTER_OF_RULES, RULES, Wish, base36
from bot.offer import Offered, parse_offered
from engine.board import Square, parse_square, square_name
from hall.model import TableId, is_table_id

LONGEST = 64  # bytes (Bot API, InlineKeyboardButton.callback_data)


class Deed(StrEnum):
    """What a button under a table does, as one letter; choosing squares is Choose."""

    SIT = "s"
    WATCH = "w"
    SHOW = "v"
    ASK_RESIGN = "r"
    RESIGN = "R"
    OFFER_DRAW = "d"
    ACCEPT_DRAW = "D"
    DECLINE_DRAW = "x"
    ASK_TAKEBACK = "t"
    GRANT_TAKEBACK = "T"
    DECLINE_TAKEBACK = "y"
    ABORT = "a"
    REMATCH = "n"
    CLAIM = "c"


class Page(StrEnum):
    """The pages of the menu that opens tables; OPEN_… open one."""

    HOME = "h"
    COMPUTER = "c"
    FRIEND = "f"
    OPEN_COMPUTER = "C"
    OPEN_FRIEND = "F"
    OPEN_DEVICE = "D"


class Setting(StrEnum):
    """A page of the settings, as one letter."""

    HOME = "h"
    LANGUAGE = "l"
    LOOK = "k"
    TEXT = "t"
    QUIET = "q"
    ZONE = "z"
    FORGET = "f"


@dataclass(frozen=True, slots=True)
class Choose:
    """A square was chosen: the path so far, from the piece's square on; empty: back to all pieces."""

    table: TableId
    version: int
    path: tuple[Square, ...] = ()

    def pack(self) -> str:
        """As callback data: 64 bytes hold a capture of sixteen pieces up to version 1,679,615."""
        return f"m:{self.table}:{base36(self.version)}:{''.join(map(square_name, self.path))}"


@dataclass(frozen=True, slots=True)
class Do:
    """Something other than a move was pressed under a table."""

    table: TableId
    version: int
    deed: Deed

    def pack(self) -> str:
        """As callback data."""
        return f"a:{self.table}:{base36(self.version)}:{self.deed}"


@dataclass(frozen=True, slots=True)
class Menu:
    """The menu was pressed. `nonce` is the update that showed it, so that one menu opens one table only."""

    nonce: int
    page: Page
    wish: Wish = Wish.RANDOM
    rules: str = "classic"
    level: int = 0

    def pack(self) -> str:
        """As callback data."""
        return f"n:{base36(self.nonce)}:{self.page}{self.wish}{LETTER_OF_RULES[self.rules]}{self.level}"


@dataclass(frozen=True, slots=True)
class Set:
    """The settings were pressed: a page, or with a `value` what was chosen there."""

    setting: Setting
    value: str = ""

    def pack(self) -> str:
        """As callback data."""
        return f"p:{self.setting}:{self.value}"


Pressed = Choose | Do | Menu | Set | Offered

_CHOOSE = re.compile(r"m:([\w-]{22}):([0-9a-z]{1,8}):((?:[a-h][1-8]){0,17})", re.ASCII)
_DO = re.compile(rf"a:([\w-]{{22}}):([0-9a-z]{{1,8}}):([{''.join(Deed)}])", re.ASCII)
_MENU = re.compile(
    rf"n:([0-9a-z]{{1,12}}):([{''.join(Page)}])([{''.join(Wish)}])([{''.join(RULES)}])([0-8])", re.ASCII
)

_SET = re.compile(rf"p:([{''.join(Setting)}]):([A-Za-z0-9_/+-]{{0,48}})", re.ASCII)


def parse(data: str) -> Pressed | None:
    """What was pressed; None for anything this bot never writes."""
    if match := _CHOOSE.fullmatch(data):
        table, version, names = match.groups()
        path = tuple(parse_square(names[at : at + 2]) for at in range(0, len(names), 2))
        return Choose(table, int(version, 36), path) if is_table_id(table) else None
    if match := _DO.fullmatch(data):
        table, version, deed = match.groups()
        return Do(table, int(version, 36), Deed(deed)) if is_table_id(table) else None
    if match := _MENU.fullmatch(data):
        nonce, page, wish, rules, level = match.groups()
        return Menu(int(nonce, 36), Page(page), Wish(wish), RULES[rules], int(level))
    if match := _SET.fullmatch(data):
        setting, value = match.groups()
        return Set(Setting(setting), value)
    return parse_offered(data)
