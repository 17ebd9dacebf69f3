# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""Retrograde analysis of one pair of materials, both sides to move, once everything it leads to is known.

First every position is judged forwards: captures are forced and lead to smaller tables, so a position with a capture is
settled at once, by the referee's own moves; quiet moves within the pair are only counted. Then, code after code, each
position that has become certain tells those from which a quiet move leads to it: a loss makes them wins one ply longer,
a win takes one from their count, and where nothing is left to count they are lost. What is never reached is a draw.

Quiet moves are the only rules written a second time, here, backwards; `check` compares every result with the referee.
"""

from __future__ import annotations

import cython

from engine.core import can_capture
from engine.tables.survey import Survey

if not cython.compiled:  # compiled, these names come from retro.pxd
    from engine.tables.codes import LARGEST, LOST
    from engine.tables.flat import (
        FULL,
        Flat,
        alloc_pointers,
        bytes_of,
        popcount,
        release,
        swap_files,
        swap_ranks,
    )
    from engine.tables.survey import GOING_ON

    RANK_8 = 0xFF00000000000000
    NOT_A = 0xFEFEFEFEFEFEFEFE
    NOT_H = 0x7F7F7F7F7F7F7F7F

    CLOSED = 255  # instead of a count of quiet moves: settled by captures, or no position at all

COMPILED: bool = cython.compiled


class TooLongError(ValueError):
    """A win takes more plies than a code can say."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def step(b: cython.ulonglong, direction: cython.int) -> cython.ulonglong:
    """Every square of `b` moved one square: up, down, west or east."""
    if direction == 0:
        return (b << 8) & FULL
    if direction == 1:
        return b >> 8
    if direction == 2:
        return (b >> 1) & NOT_H
    return (b << 1) & NOT_A


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_quiet(mm: cython.ulonglong, mk: cython.ulonglong, emp: cython.ulonglong) -> cython.int:
    """The number of quiet moves that crown nobody."""
    n: cython.int = popcount(step(mm, 0) & emp & ~RANK_8) + popcount(step(mm, 2) & emp) + popcount(step(mm, 3) & emp)
    d: cython.int
    t: cython.ulonglong
    for d in range(4):
        t = step(mk, d) & emp
        while t:
            n += popcount(t)
            t = step(t, d) & emp
    return n


@cython.cclass
class Solver(Survey):
    """Fills the tables of a pair: `seed` everything, `spread` code after code, `finish`."""

    def __cinit__(self, flat: Flat, slots: tuple[int, ...], ending: int) -> None:
        self.top = LOST
        self.counter = alloc_pointers(2)
        self.counts: dict[int, bytearray] = {}
        for section in (0, 1):
            slot = slots[section % len(slots)]
            self.counter[section] = bytes_of(self.counts.setdefault(slot, bytearray(flat.count_entries(slot))))

    if not cython.compiled:

        def __init__(self, flat: Flat, slots: tuple[int, ...], ending: int) -> None:
            super().__init__(flat, slots, ending)
            self.__cinit__(flat, slots, ending)

    def __dealloc__(self) -> None:
        release(self.counter)

    def seed(self, section: cython.int, begin: cython.ulonglong, end: cython.ulonglong) -> None:
        """Judge the positions from begin up to end; NotBuiltError if one leads into a table that is not there."""
        at: cython.ulonglong
        for at in range(begin, end):
            self.judge(section, at)

    @cython.cfunc
    def judge(self, section: cython.int, at: cython.ulonglong) -> cython.int:
        """What can be said of a position without other positions of the pair; 0."""
        mm: cython.ulonglong = self.board(section, 0, at)
        mk: cython.ulonglong = self.board(section, 1, at)
        om: cython.ulonglong = self.board(section, 2, at)
        ok: cython.ulonglong = self.board(section, 3, at)
        if self.kind_of(mm, mk, om, ok) != GOING_ON:
            self.note(section, at, 0, CLOSED)
            return 0
        if can_capture(mm, mk, om, ok, True):
            self.note(section, at, self.follow(mm, mk, om, ok), CLOSED)
            return 0
        return self.judge_quiet(section, at, mm, mk, om, ok)

    @cython.cfunc
    def judge_quiet(
        self,
        section: cython.int,
        at: cython.ulonglong,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
    ) -> cython.int:
        """Count the quiet moves of a position and look where those that crown a man lead; 0."""
        emp: cython.ulonglong = FULL ^ (mm | mk | om | ok)
        n: cython.int = count_quiet(mm, mk, emp)
        ends: cython.ulonglong = step(mm, 0) & emp & RANK_8
        b: cython.ulonglong
        code: cython.int
        win: cython.int = 0
        floor: cython.int = 0
        drawn: cython.bint = False
        while ends:
            b = ends & -ends
            ends ^= b
            code = self.known(om, ok, mm ^ (b >> 8), mk | b)
            if code == 0:
                drawn = True
            elif code & 1:
                win = code if win == 0 or code < win else win
            elif code > floor:
                floor = code
        if win:
            self.note(section, at, win + 1, n)
        elif drawn:
            self.note(section, at, 0, n + 1)  # one way out is never counted down
        elif floor:
            self.note(section, at, floor + 1, n)  # if lost at all, then not sooner
        else:
            self.note(section, at, 0 if n else LOST, n if n else CLOSED)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note(self, section: cython.int, at: cython.ulonglong, code: cython.int, count: cython.int) -> cython.void:
        """Write down a code, certain or not yet, and the count of quiet moves."""
        self.value[section][at] = code
        self.counter[section][at] = count
        if code > self.top:
            self.top = code

    def spread(self, code: cython.int) -> bool:
        """Tell every position from which quiet moves lead to positions with this code; codes must come in order.

        False if there is nothing left to tell; TooLongError if a code would be needed that is no distance.
        """
        at: cython.ulonglong
        section: cython.int
        if code > self.top:
            return False
        if code >= LARGEST:
            raise TooLongError(f"wins of more than {LARGEST - 1} plies do not fit into a byte")
        with cython.nogil:
            for section in range(self.sections):
                for at in range(self.flat.entries[self.slots[section]]):
                    if self.value[section][at] == code and (not code & 1 or self.is_certain(section, at)):
                        self.retreat(section, at, code)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def is_certain(self, section: cython.int, at: cython.ulonglong) -> cython.bint:
        """Whether nothing is left to count in a position."""
        count: cython.int = self.counter[section][at]
        return count == 0 or count == CLOSED

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def retreat(self, section: cython.int, at: cython.ulonglong, code: cython.int) -> cython.void:
        """Take back every quiet move that can have led to a position, seen by the side that made it."""
        mm: cython.ulonglong = swap_ranks(self.board(section, 2, at))
        mk: cython.ulonglong = swap_ranks(self.board(section, 3, at))
        om: cython.ulonglong = swap_ranks(self.board(section, 0, at))
        ok: cython.ulonglong = swap_ranks(self.board(section, 1, at))
        lead: cython.int = self.flat.lead[self.slots[section]]
        b: cython.ulonglong = self.board(section, lead, at)
        twice: cython.bint = b == swap_files(b)
        emp: cython.ulonglong = FULL ^ (mm | mk | om | ok)
        rest: cython.ulonglong = mm
        f: cython.ulonglong
        d: cython.int
        while rest:
            b = rest & -rest
            rest ^= b
            for d in range(1, 4):
                f = step(b, d) & emp
                if f:
                    self.reach(section ^ 1, (mm ^ b) | f, mk, om, ok, code, twice)
        rest = mk
        while rest:
            b = rest & -rest
            rest ^= b
            for d in range(4):
                f = step(b, d) & emp
                while f:
                    self.reach(section ^ 1, mm, (mk ^ b) | f, om, ok, code, twice)
                    f = step(f, d) & emp

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reach(
        self,
        section: cython.int,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        code: cython.int,
        twice: cython.bint,
    ) -> cython.void:
        """Tell one position that a move leads to a code.

        A lead that is its own mirror image makes the table hold both images of a position. `twice` says so of the
        position the move leads to. If only that one is held twice, the image that is not held is passed over; if only
        this one is, both its images are told.
        """
        slot: cython.int = self.slots[section]
        lead: cython.int = self.flat.lead[slot]
        b: cython.ulonglong = mm if lead == 0 else mk if lead == 1 else om if lead == 2 else ok
        m: cython.ulonglong = swap_files(b)
        if twice and m < b:
            return
        self.touch(section, self.flat.index(slot, mm, mk, om, ok), code)
        if m == b and not twice:
            mm = swap_files(mm)
            mk = swap_files(mk)
            om = swap_files(om)
            ok = swap_files(ok)
            self.touch(section, self.flat.index(slot, mm, mk, om, ok), code)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def touch(self, section: cython.int, at: cython.ulonglong, code: cython.int) -> cython.void:
        """A quiet move leads from this position to one with this code."""
        count: cython.int = self.counter[section][at]
        now: cython.int = self.value[section][at]
        if count == CLOSED:
            return
        if code & 1:
            if now == 0 or now & 1 or now > code + 1:
                self.note(section, at, code + 1, count)
            return
        self.counter[section][at] = count - 1
        if count == 1 and (now == 0 or now & 1):
            self.note(section, at, now if now > code + 1 else code + 1, 0)

    def finish(self) -> None:
        """Forget what did not become certain: those are draws."""
        section: cython.int
        at: cython.ulonglong
        for section in range(self.sections):
            for at in range(self.flat.entries[self.slots[section]]):
                if self.value[section][at] & 1 and not self.is_certain(section, at):
                    self.value[section][at] = 0
