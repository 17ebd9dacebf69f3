"""The board as values: squares, sides, positions and moves. In bitboards bit 0 is a1, bit 7 h1, bit 63 h8 (A1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from engine.core import position_key

Square = int

_FILES = "abcdefgh"
_NAMES = tuple(f"{file}{rank}" for rank in range(1, 9) for file in _FILES)
_BY_NAME = {name: square for square, name in enumerate(_NAMES)}
_LETTERS = {"w": 0, "W": 1, "b": 2, "B": 3}


class Side(StrEnum):
    """One of the two players."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE


class Piece(NamedTuple):
    """What stands on a square."""

    side: Side
    king: bool


def square_name(square: Square) -> str:
    """The name of a square, `a1` … `h8`."""
    return _NAMES[square]


def parse_square(text: str) -> Square:
    """The square with this name; ValueError if there is none."""
    square = _BY_NAME.get(text)
    if square is None:
        raise ValueError(f"{text!r} is not a square")
    return square


def squares(bitboard: int) -> Iterator[Square]:
    """The squares of a bitboard, a1 first, rank by rank."""
    while bitboard:
        lowest = bitboard & -bitboard
        yield lowest.bit_length() - 1
        bitboard ^= lowest


def _swap_ranks(bitboard: int) -> int:
    return int.from_bytes(bitboard.to_bytes(8, "little"), "big")


def _swap_files(bitboard: int) -> int:
    return int(f"{_swap_ranks(bitboard):064b}"[::-1], 2)


@dataclass(frozen=True, slots=True)
class Position:
    """Four bitboards and the side to move. Nothing is checked here: `notation.parse_fen` is the door for strangers."""

    white_men: int
    white_kings: int
    black_men: int
    black_kings: int
    turn: Side

    @classmethod
    def start(cls) -> Position:
        """The position every game starts from (A2)."""
        return cls(0x0000000000FFFF00, 0, 0x00FFFF0000000000, 0, Side.WHITE)

    def men(self, side: Side) -> int:
        """Bitboard of a side's men."""
        return self.white_men if side is Side.WHITE else self.black_men

    def kings(self, side: Side) -> int:
        """Bitboard of a side's kings."""
        return self.white_kings if side is Side.WHITE else self.black_kings

    def pieces(self, side: Side) -> int:
        """Bitboard of all pieces of a side."""
        return self.men(side) | self.kings(side)

    def count(self, side: Side) -> int:
        """How many pieces a side has."""
        return self.pieces(side).bit_count()

    def piece_at(self, square: Square) -> Piece | None:
        """The piece on a square, or None."""
        bit = 1 << square
        for side in Side:
            if self.pieces(side) & bit:
                return Piece(side, bool(self.kings(side) & bit))
        return None

    def mirrored(self) -> Position:
        """The same game seen in a mirror: files reversed, colours kept."""
        return Position(
            _swap_files(self.white_men),
            _swap_files(self.white_kings),
            _swap_files(self.black_men),
            _swap_files(self.black_kings),
            self.turn,
        )

    def swapped(self) -> Position:
        """The same game with the sides changed: colours and ranks reversed, the other side to move."""
        return Position(
            _swap_ranks(self.black_men),
            _swap_ranks(self.black_kings),
            _swap_ranks(self.white_men),
            _swap_ranks(self.white_kings),
            self.turn.other,
        )

    @property
    def boards(self) -> tuple[int, int, int, int, bool]:
        """The position as the functions of `core` take it; the last tells whether White moves."""
        return self.white_men, self.white_kings, self.black_men, self.black_kings, self.turn is Side.WHITE

    @property
    def key(self) -> int:
        """64-bit hash of pieces and side to move, the same compiled and uncompiled, on every machine."""
        return position_key(
            self.white_men, self.white_kings, self.black_men, self.black_kings, self.turn is Side.WHITE
        )

    def diagram(self) -> str:
        """Eight ranks, the eighth first (`w`, `b` men, `W`, `B` kings, `.` empty); then files and side to move."""
        boards = (self.white_men, self.white_kings, self.black_men, self.black_kings)
        letter = {square: sign for sign, index in _LETTERS.items() for square in squares(boards[index])}
        rows = [" ".join(letter.get(8 * rank + file, ".") for file in range(8)) for rank in range(8)]
        ranks = [f"{rank + 1} {rows[rank]}" for rank in reversed(range(8))]
        return "\n".join([*ranks, "  " + " ".join(_FILES), f"{self.turn} to move"])

    @classmethod
    def from_diagram(cls, text: str) -> Position:
        """Read what `diagram` draws; rank numbers and files may be left out, and White moves if nobody is named.

        Raises ValueError when there are not eight ranks of eight known signs.
        """
        lines = [line for line in map(str.strip, text.splitlines()) if line and line.split() != list(_FILES)]
        turn = Side.WHITE
        if lines and lines[-1].endswith(" to move"):
            turn = Side(lines.pop().removesuffix(" to move"))
        rows = [line.replace(" ", "").lstrip("12345678") for line in lines]
        if len(rows) != 8 or any(len(row) != 8 or set(row) - {".", *_LETTERS} for row in rows):
            raise ValueError("a diagram has eight ranks of eight signs, each one of . w W b B")
        boards = [0, 0, 0, 0]
        for rank, row in enumerate(reversed(rows)):
            for file, sign in enumerate(row):
                if sign != ".":
                    boards[_LETTERS[sign]] |= 1 << (8 * rank + file)
        return cls(boards[0], boards[1], boards[2], boards[3], turn)


@dataclass(frozen=True, slots=True)
class Move:
    """One move. Two moves are the same if start, end and captured pieces are (A13), by whatever landings.

    `landings` are the squares touched after `start`, the last of them `end`; `taken` is the bitboard of the captured
    pieces, 0 for a quiet move.
    """

    start: Square
    landings: tuple[Square, ...] = field(compare=False)
    end: Square
    taken: int

    @property
    def is_capture(self) -> bool:
        return self.taken != 0

    def __str__(self) -> str:
        """The move as it is written: `d3-d4`, or start and every landing of a capture, `d4xd6xf6`."""
        sign = "x" if self.taken else "-"
        return sign.join(_NAMES[square] for square in (self.start, *self.landings))
