"""Who has what: the materials of which tables are made, their names and the order in which they can be solved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

MOST_PIECES = 5  # what flat.py can index


class Material(NamedTuple):
    """The pieces of one side; written `kkm` for two kings and a man."""

    men: int
    kings: int

    @property
    def pieces(self) -> int:
        return self.men + self.kings

    def __str__(self) -> str:
        return "k" * self.kings + "m" * self.men


class Pair(NamedTuple):
    """The pieces of both sides, the stronger first; written `kkm-k`. A file holds a pair, both sides to move."""

    first: Material
    second: Material

    @property
    def pieces(self) -> int:
        return self.first.pieces + self.second.pieces

    @property
    def slots(self) -> tuple[int, ...]:
        """The slots of flat.py: the first material to move, then the second, unless they are the same."""
        both = (self.first + self.second, self.second + self.first)
        return tuple(((a * 5 + b) * 5 + c) * 5 + d for a, b, c, d in dict.fromkeys(both))

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"


def materials(pieces: int) -> Iterator[Material]:
    """Every material of so many pieces, most kings first."""
    return (Material(men, pieces - men) for men in range(pieces + 1))


def pairs(pieces: int) -> list[Pair]:
    """Every pair of so many pieces in all, fewest men first: crowning leads from later pairs to earlier ones."""
    found = [
        Pair(first, second)
        for strong in range(pieces - 1, (pieces - 1) // 2, -1)
        for first in materials(strong)
        for second in materials(pieces - strong)
        if strong * 2 > pieces or first.men <= second.men
    ]
    return sorted(found, key=lambda pair: pair.first.men + pair.second.men)


def leads_to(pair: Pair, other: Pair) -> bool:
    """Whether a pair is another one, or becomes it when men are crowned."""
    return any(
        all(a.pieces == b.pieces and a.men >= b.men for a, b in zip(pair, seen, strict=True))
        for seen in (other, (other.second, other.first))
    )


def parse_pair(name: str) -> Pair:
    """The pair of this name; ValueError if there is none."""
    for pieces in range(2, MOST_PIECES + 1):
        for pair in pairs(pieces):
            if str(pair) == name:
                return pair
    raise ValueError(f"{name!r} is no material of a table")
