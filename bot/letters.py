"""Numbers, rule sets, sides and clocks in few letters, for callback data."""

from enum import StrEnum

from engine.board import Side
from engine.clock import TimeControl

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
RULES = {"c": "classic", "f": "federation", "l": "levant", "k": "crowned", "b": "club"}
LETTER_OF_RULES = {name: letter for letter, name in RULES.items()}

MINUTE, DAY = 60_000, 86_400_000
CLOCKS: dict[str, TimeControl | None] = {
    "0": None,
    "1": TimeControl(3 * MINUTE, 2_000),
    "2": TimeControl(5 * MINUTE, 3_000),
    "3": TimeControl(10 * MINUTE, 5_000),
    "4": TimeControl(15 * MINUTE, 10_000),
    "5": TimeControl(45 * MINUTE),
    "6": TimeControl(1 * DAY, per_move=True),
    "7": TimeControl(2 * DAY, per_move=True),
    "8": TimeControl(3 * DAY, per_move=True),
    "9": TimeControl(7 * DAY, per_move=True),
}
"""The clocks that are offered in chats, each under its letter."""
LETTER_OF_CLOCK = {control: letter for letter, control in CLOCKS.items()}


class Wish(StrEnum):
    """The side somebody wants to play."""

    WHITE = "w"
    BLACK = "b"
    RANDOM = "r"

    @property
    def side(self) -> Side | None:
        """The side; None for the lot."""
        return {Wish.WHITE: Side.WHITE, Wish.BLACK: Side.BLACK}.get(self)


def base36(number: int) -> str:
    """A number in few characters. Raises ValueError for a negative one."""
    if number < 0:
        raise ValueError(f"{number} is negative")
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits
