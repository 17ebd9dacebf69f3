"""What is written on buttons' backs: callback data, at most 64 bytes, which anybody can forge.

It carries no rights: it says what was pressed and which version of the table was seen. The hall judges.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from engine.board import Side, Square, parse_square, square_name
from hall.model import TableId, is_table_id

LONGEST = 64  # bytes (Bot API, InlineKeyboardButton.callback_data)
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


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


class Page(StrEnum):
    """The pages of the menu that opens tables; OPEN_… open one."""

    HOME = "h"
    COMPUTER = "c"
    FRIEND = "f"
    OPEN_COMPUTER = "C"
    OPEN_FRIEND = "F"
    OPEN_DEVICE = "D"


class Wish(StrEnum):
    """The side somebody wants to play."""

    WHITE = "w"
    BLACK = "b"
    RANDOM = "r"

    @property
    def side(self) -> Side | None:
        """The side; None for the lot."""
        return {Wish.WHITE: Side.WHITE, Wish.BLACK: Side.BLACK}.get(self)


RULES = {"c": "classic", "f": "federation", "l": "levant", "k": "crowned", "b": "club"}
LETTER_OF_RULES = {name: letter for letter, name in RULES.items()}


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


Pressed = Choose | Do | Menu

_CHOOSE = re.compile(r"m:([\w-]{22}):([0-9a-z]{1,8}):((?:[a-h][1-8]){0,17})", re.ASCII)
_DO = re.compile(rf"a:([\w-]{{22}}):([0-9a-z]{{1,8}}):([{''.join(Deed)}])", re.ASCII)
_MENU = re.compile(
    rf"n:([0-9a-z]{{1,12}}):([{''.join(Page)}])([{''.join(Wish)}])([{''.join(RULES)}])([0-8])", re.ASCII
)


def base36(number: int) -> str:
    """A number in few characters."""
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits


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
    return None
