# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""What a position is worth without a search: what its pieces decide, what endgame tables know, and how it looks.

Cython in pure Python mode like core.py; core_sight.pxd declares for C what other modules see.
"""

from __future__ import annotations

import cython

from engine.core_game import CoreGame
from engine.core_memory import Memory
from engine.core_values import Judge, Values
from engine.tables.flat import Flat

if not cython.compiled:  # compiled, these names come from core_sight.pxd
    from engine.core import FULL, NOT_A, NOT_H, popcount
    from engine.core_search import INFINITE, WIN
    from engine.core_values import KNOWN


NO_TABLES: Flat = Flat()


@cython.cclass
class SightedGame(CoreGame):
    """A game whose positions can be judged at sight."""

    if not cython.compiled:
        judge: Judge
        tables: Flat
        table_pieces: cython.int
        contempt: cython.int

    def __cinit__(self, memory: Memory, values: Values) -> None:
        self.judge = Judge(values)
        self.tables = NO_TABLES
        self.table_pieces = 0
        self.contempt = 0

    if not cython.compiled:

        def __init__(self, memory: Memory, values: Values) -> None:
            CoreGame.__init__(self)
            SightedGame.__cinit__(self, memory, values)

    def set_tables(self, tables: Flat | None, pieces: cython.int) -> None:
        """Endgame tables for positions of at most so many pieces; they must be those of the rule set."""
        self.tables = NO_TABLES if tables is None else tables
        self.table_pieces = 0 if tables is None else pieces

    def static(self) -> int:
        """What the position is worth at sight, for the side to move."""
        return self.judge.evaluate(self.mm, self.mk, self.om, self.ok, self.white)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def draw(self, ply: cython.int) -> cython.int:
        """What a draw is worth to the side to move at this ply: the side that searches would rather play on."""
        return self.contempt if ply & 1 else -self.contempt

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def ask_tables(
        self,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
        ply: cython.int,
        idle: cython.int,
    ) -> cython.int:
        """A position's score by the endgame tables, INFINITE if they cannot tell before the no-progress rule does."""
        code: cython.int = self.tables.probe(mm, mk, om, ok, white)
        if code < 0:
            return INFINITE
        if code == 0:
            return self.draw(ply)
        if code >= 253:  # a result without a distance
            if 2 * idle > self.no_progress_plies:
                return INFINITE
            return KNOWN + 1000 - ply if code == 254 else ply - KNOWN - 1000
        if idle + code > self.no_progress_plies:
            return INFINITE
        ply += code - 1
        return ply - WIN if code & 1 else WIN - ply

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def decided(
        self,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
        captures: cython.int,
        ply: cython.int,
        idle: cython.int,
    ) -> cython.int:
        """The score of a position that its pieces or the endgame tables decide, else INFINITE."""
        pieces: cython.ulonglong = mm | mk
        foes: cython.ulonglong = om | ok
        ending: cython.int
        if not pieces:
            return ply - WIN
        if not pieces & (pieces - 1) and not foes & (foes - 1) and foes:
            ending = self.one_each(mk, ok)
            if ending == 1 or (ending == 2 and not captures):
                return self.draw(ply)
            if ending == 3:
                return WIN - ply if mk else ply - WIN
        if self.table_pieces and popcount(pieces | foes) <= self.table_pieces:
            return self.ask_tables(mm, mk, om, ok, white, ply, idle)
        return INFINITE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def at_leaf(
        self,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
        ply: cython.int,
        idle: cython.int,
    ) -> cython.int:
        """The score at sight of a position without captures; its moves are not generated."""
        emp: cython.ulonglong
        if idle >= self.no_progress_plies:
            return self.draw(ply)
        if not mk:
            emp = FULL ^ (mm | om | ok)
            emp = ((emp << 1) & NOT_A) | ((emp >> 1) & NOT_H) | ((emp >> 8) if white else (emp << 8) & FULL)
            if not mm & emp:
                return ply - WIN
        return self.judge.evaluate(mm, mk, om, ok, white)
