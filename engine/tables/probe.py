"""Asking the endgame tables: the value of a position, and of every move in it.

Values are those of play without the repetition and no-progress rules: whoever asks has those counters and lets them
overrule. Distances are plies to the end of the game when the winner hurries and the loser delays.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from engine.board import Move, Position, Side
from engine.rules import any_capture, apply, legal_moves
from engine.rulesets import RuleSet
from engine.tables.codes import DISTANCES, DRAW, FAR_LOSS, FAR_WIN, LARGEST, LOST, RESULTS
from engine.tables.files import QUIET, Data, TableFile
from engine.tables.flat import Flat
from engine.tables.material import MOST_PIECES, Material, Pair, pairs
from engine.tables.store import SHIPPED, open_table, table_rules

CACHED_BLOCKS = 128  # of 64 KB


class Value(IntEnum):
    """What a position is worth to the side to move."""

    LOSS = -1
    DRAW = 0
    WIN = 1


class Verdict(NamedTuple):
    """A value, and for a win or loss the plies to the end if the table knows them."""

    value: Value
    distance: int | None

    @property
    def rank(self) -> int:
        """Larger is better for the side to move: quick wins, slow wins, draws, slow losses, quick losses."""
        return int(self.value) * (1000 - (LARGEST if self.distance is None else self.distance))

    def before(self) -> Verdict:
        """The verdict on a move that leads to this position, for the side that makes it."""
        return Verdict(Value(-self.value), None if self.distance is None else self.distance + 1)


def verdict(code: int) -> Verdict:
    """What a code says."""
    if code == DRAW:
        return Verdict(Value.DRAW, None)
    return Verdict(Value.LOSS if code & 1 else Value.WIN, None if code in (FAR_LOSS, FAR_WIN) else code - 1)


class Tables:
    """The tables that came with the package and, before them, those built into a folder.

    Files are opened when they are first asked for; a damaged one raises TableError, which names it.
    """

    def __init__(self, folder: Path | None = None, shipped: Path | None = SHIPPED) -> None:
        self._folders = [place for place in (folder, shipped) if place is not None]
        self._open = cache(self._open_first)
        self._block = lru_cache(CACHED_BLOCKS)(_read_block)
        self._flats: dict[str, Flat] = {}

    def probe(self, position: Position, rules: RuleSet) -> Verdict | None:
        """The value for the side to move; None if no table holds for these pieces or this rule set."""
        built = table_rules(rules)
        if built is None or not _is_askable(position):
            return None
        code = self._code(position, built)
        return None if code is None else verdict(code)

    def moves(self, position: Position, rules: RuleSet) -> list[tuple[Move, Verdict]] | None:
        """Every legal move with its verdict for the side to move, best first; None if the tables cannot tell of all."""
        built = table_rules(rules)
        if built is None or not _is_askable(position):
            return None
        found = []
        for move in legal_moves(position, built):
            code = self._code(apply(position, move, built), built)
            if code is None:
                return None
            found.append((move, verdict(code).before()))
        return sorted(found, key=lambda pair: -pair[1].rank)

    def flat(self, rules: RuleSet) -> Flat | None:
        """All tables for a rule set as arrays for the search, None if there are none for it.

        Built ones are mapped, shipped ones unpacked: 1 MB with distances for three pieces, 15 MB of results for four.
        Every block is checked.
        """
        built = table_rules(rules)
        if built is None:
            return None
        if built.name not in self._flats:
            self._flats[built.name] = self._load(built)
        return self._flats[built.name]

    def _load(self, rules: RuleSet) -> Flat:
        flat: Flat = Flat()
        for pair in (pair for pieces in range(2, MOST_PIECES + 1) for pair in pairs(pieces)):
            files = self._open(rules, pair, DISTANCES), self._open(rules, pair, RESULTS)
            file = next((file for file in files if file is not None and not file.header.flags & QUIET), None)
            if file is not None:
                for section, slot in enumerate(pair.slots):
                    flat.put(slot, file.header.kind, file.section(section))
        return flat

    def _open_first(self, rules: RuleSet, pair: Pair, kind: int) -> TableFile | None:
        files = (open_table(folder, rules, pair, kind, shapes()) for folder in self._folders)
        return next((file for file in files if file is not None), None)

    def _code(self, position: Position, rules: RuleSet) -> int | None:
        """The code of a position; captures are followed where the table leaves them out."""
        if not position.pieces(position.turn):
            return LOST
        seen = position if position.turn is Side.WHITE else position.swapped()
        boards = seen.white_men, seen.white_kings, seen.black_men, seen.black_kings
        mine, theirs = (Material(men.bit_count(), kings.bit_count()) for men, kings in (boards[:2], boards[2:]))
        pair, section = _pair(mine, theirs)
        file = self._open(rules, pair, DISTANCES) or self._open(rules, pair, RESULTS)
        if file is None:
            return None
        if file.header.flags & QUIET and any_capture(position):
            return self._follow(position, rules)
        _, at = shapes().place(*boards)
        number, offset = file.locate(section, at)
        byte = self._block(file, number)[offset]
        if file.header.kind == DISTANCES:
            return byte
        return (DRAW, FAR_LOSS, FAR_WIN)[byte >> 2 * (at & 3) & 3]

    def _follow(self, position: Position, rules: RuleSet) -> int | None:
        """The code of a position from those its moves lead to."""
        codes = [self._code(apply(position, move, rules), rules) for move in legal_moves(position, rules)]
        best: int | None = None
        for code in codes:
            if code is None:
                return None
            mine = {DRAW: DRAW, FAR_LOSS: FAR_WIN, FAR_WIN: FAR_LOSS}.get(code, code + 1)
            if best is None or verdict(mine).rank > verdict(best).rank:
                best = mine
        return best


@cache
def shapes() -> Flat:
    """The shapes of all tables, none put in."""
    empty: Flat = Flat()
    return empty


@cache
def default_tables() -> Tables:
    """What came with the package."""
    return Tables()


def probe(position: Position, rules: RuleSet) -> Verdict | None:
    """What the tables that came with the package say of a position; None if nothing."""
    return default_tables().probe(position, rules)


def _read_block(file: TableFile, number: int) -> Data:
    return file.block(number)


@cache
def _pair(mine: Material, theirs: Material) -> tuple[Pair, int]:
    """The pair of two materials, and its section with the first of them to move."""
    both = Pair(mine, theirs), Pair(theirs, mine)
    known = set(pairs(mine.pieces + theirs.pieces))
    return (both[0], 0) if both[0] in known else (both[1], 1)


def _is_askable(position: Position) -> bool:
    """Whether tables can know a position: both sides have pieces, few in all, no man stands on its own far rank."""
    white, black = position.pieces(Side.WHITE), position.pieces(Side.BLACK)
    return (
        bool(white and black)
        and (white | black).bit_count() <= MOST_PIECES
        and not position.white_men >> 56
        and not position.black_men & 0xFF
    )
