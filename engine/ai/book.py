"""The opening book: sound first moves from deep searches, so that the computer opens at once and in many ways.

The file is JSON lines. The first names it and carries the CRC-32 of the rest; each further line is a position and its
good moves with their scores in hundredths of a man, best first. A position and its mirror image are one entry.
"""

from __future__ import annotations

import json
import logging
import os
import zlib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from engine.ai.search import Limit, think
from engine.board import Move, Position
from engine.notation import format_fen
from engine.rules import apply, legal_moves
from engine.rulesets import CLASSIC, RuleSet

log = logging.getLogger(__name__)

SHIPPED = Path(__file__).parent.parent / "data" / "book.jsonl"
NAME = "Dama book 1"
LINES = 4  # moves looked at in each position
NEAR = 12  # hundredths of a man; a move so much worse than the best still opens soundly
MIRROR = 7  # of a file

Entry = tuple[tuple[int, int, int], ...]  # start, end, score
Book = dict[str, Entry]


class BookError(Exception):
    """A book cannot be used; the text names the file and says why."""


def known_moves(position: Position, rules: RuleSet) -> list[tuple[Move, int]]:
    """The book's moves with their scores, best first; none if it does not know the position.

    All rule sets open alike: nothing on which they differ happens in the first few moves.
    """
    entry, mirrored = _entry(_shipped(), position)
    legal = legal_moves(position, rules)
    found = []
    for start, end, score in entry:
        squares = (start ^ MIRROR, end ^ MIRROR) if mirrored else (start, end)
        found += [(move, score) for move in legal if (move.start, move.end) == squares]
    return found


def read_book(path: Path) -> Book:
    """The entries of a book; BookError if it is damaged or something else."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
        told = json.loads(head)
        if told["name"] != NAME or told["crc"] != zlib.crc32(body):
            raise BookError(f"{path}: it is damaged, or no {NAME}")
        return {fen: tuple(map(tuple, moves)) for fen, moves in map(json.loads, body.splitlines())}
    except OSError as error:
        raise BookError(f"{path}: it cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise BookError(f"{path}: it is damaged") from error


def write_book(path: Path, book: Book) -> None:
    """Write a book, whole or not at all."""
    body = "".join(json.dumps([fen, moves], separators=(",", ":")) + "\n" for fen, moves in book.items()).encode()
    new = path.with_name(path.name + ".new")
    new.write_bytes(json.dumps({"name": NAME, "crc": zlib.crc32(body)}).encode() + b"\n" + body)
    os.replace(new, path)  # noqa: PTH105 - whole or not at all


def build_book(plies: int, nodes: int, report: Callable[[int, int], None]) -> Book:
    """Search every position that good moves lead to within so many plies; `report` hears ply and positions."""
    book: Book = {}
    layer: Iterable[Position] = [Position.start()]
    for ply in range(plies):
        following: dict[str, Position] = {}
        for position in layer:
            good = _good_moves(position, nodes)
            book[_name(position)] = tuple((move.start, move.end, score) for move, score in good)
            report(ply, len(book))
            for move, _ in good:
                after = _canonical(apply(position, move))[0]
                if _name(after) not in book:
                    following[_name(after)] = after
        layer = following.values()
    return book


def _good_moves(position: Position, nodes: int) -> list[tuple[Move, int]]:
    """Those of the last depth that was finished: the score of the one broken off has no others beside it."""
    found = think(position, CLASSIC, Limit(nodes=nodes), lines=LINES).variations
    return [(variation.line[0], variation.score) for variation in found if variation.score >= found[0].score - NEAR]


def _canonical(position: Position) -> tuple[Position, bool]:
    """The position or its mirror image, whichever name comes first, and whether it is the image."""
    image = position.mirrored()
    return (image, True) if _name(image) < _name(position) else (position, False)


def _name(position: Position) -> str:
    return format_fen(position)


def _entry(book: Book, position: Position) -> tuple[Entry, bool]:
    canonical, mirrored = _canonical(position)
    return book.get(_name(canonical), ()), mirrored


@cache
def _shipped() -> Book:
    try:
        return read_book(SHIPPED)
    except BookError as error:
        log.error("%s; the computer opens without a book", error)
        return {}
