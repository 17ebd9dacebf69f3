# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""The positions of one pair of materials, index by index, and what the referee's moves say of each.

Boards are seen by the side to move, playing up; codes are those of codes.py, indices those of flat.py.
"""

from __future__ import annotations

from itertools import combinations

import cython

from engine.core import Generator, can_capture, crowned

if not cython.compiled:  # compiled, these names come from survey.pxd
    from engine.tables.codes import DRAWN, DRAWN_IF_QUIET, LOST
    from engine.tables.flat import Flat, alloc_int, alloc_pointers, alloc_u64, bytes_of, release, swap_files

    CARRY_ON = 0  # the core's number of the only crowning rule there are tables for
    NO_POSITION, OVER, GOING_ON = range(3)  # what an index can stand for


class NotBuiltError(LookupError):
    """A position leads into a table that is not there."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def worth(code: cython.int) -> cython.int:
    """A number that is larger the better a code is for the side to move: quick wins, slow wins, draws, slow losses."""
    if code == 0:
        return 0
    return code - 1000 if code & 1 else 1000 - code


@cython.cclass
class Survey:
    """The tables of the slots of a pair (one slot if both sides have the same), and what they lead to, in `flat`.

    A section is one slot's table, 0 or 1. `ending` says what becomes of one piece each, as codes.py has it.
    """

    def __cinit__(self, flat: Flat, slots: tuple[int, ...], ending: int) -> None:
        self.flat = flat
        self.referee = Generator()
        self.ending = ending
        self.sections = len(slots)
        self.slots = alloc_int(2)
        self.first = alloc_int(8)
        self.value = alloc_pointers(2)
        self.owners: dict[int, bytearray] = {}
        for section in (0, 1):
            slot = slots[section % len(slots)]
            self.slots[section] = slot
            self.value[section] = bytes_of(self.owners.setdefault(slot, bytearray(flat.count_entries(slot))))
        self.list_subsets()

    if not cython.compiled:
        __init__ = __cinit__

    def __dealloc__(self) -> None:
        release(self.slots)
        release(self.first)
        release(self.value)
        release(self.subsets)

    def list_subsets(self) -> None:
        """Write down the bitboards behind the numbers of every group."""
        found: list[int] = []
        for section in (0, 1):
            slot: int = self.slots[section]
            for group in range(4):
                self.first[4 * section + group] = len(found)
                found += subsets(slot // 5 ** (3 - group) % 5, group, group == self.flat.lead[slot])
        self.subsets = alloc_u64(len(found))
        for i, b in enumerate(found):
            self.subsets[i] = b

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def board(self, section: cython.int, group: cython.int, at: cython.ulonglong) -> cython.ulonglong:
        """The bitboard of a group in the position with this index."""
        shape: cython.int = 4 * self.slots[section] + group
        return self.subsets[self.first[4 * section + group] + at // self.flat.stride[shape] % self.flat.size[shape]]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def distinct(self, section: cython.int, at: cython.ulonglong) -> cython.bint:
        """Whether an index is a position: no two pieces on one square."""
        mm: cython.ulonglong = self.board(section, 0, at)
        mk: cython.ulonglong = self.board(section, 1, at)
        om: cython.ulonglong = self.board(section, 2, at)
        ok: cython.ulonglong = self.board(section, 3, at)
        return not ((mm | mk) & (om | ok) or mm & mk or om & ok)

    @cython.cfunc
    def kind_of(
        self, mm: cython.ulonglong, mk: cython.ulonglong, om: cython.ulonglong, ok: cython.ulonglong
    ) -> cython.int:
        """Whether boards are a position at all, and one in which the game goes on."""
        if (mm | mk) & (om | ok) or mm & mk or om & ok:
            return NO_POSITION
        if self.ending == DRAWN or (self.ending == DRAWN_IF_QUIET and not can_capture(mm, mk, om, ok, True)):
            return OVER
        return GOING_ON

    @cython.cfunc
    def follow(
        self, mm: cython.ulonglong, mk: cython.ulonglong, om: cython.ulonglong, ok: cython.ulonglong
    ) -> cython.int:
        """The code that the best of the referee's moves leads to; LOST if there is none."""
        start: cython.int
        end: cython.int
        taken: cython.ulonglong
        f: cython.ulonglong
        t: cython.ulonglong
        one: cython.ulonglong = 1
        code: cython.int
        best: cython.int = -1
        for start, end, taken in self.referee.moves(mm, mk, om, ok, True, CARRY_ON):
            f = one << start
            t = one << end
            if f & mk:
                code = self.known(om & ~taken, ok & ~taken, mm, (mk ^ f) | t)
            elif crowned(start, end, taken, True, CARRY_ON):
                code = self.known(om & ~taken, ok & ~taken, mm ^ f, mk | t)
            else:
                code = self.known(om & ~taken, ok & ~taken, (mm ^ f) | t, mk)
            code = code + 1 if code else 0
            if best < 0 or worth(code) > worth(best):
                best = code
        return LOST if best < 0 else best

    @cython.cfunc
    def known(
        self, mm: cython.ulonglong, mk: cython.ulonglong, om: cython.ulonglong, ok: cython.ulonglong
    ) -> cython.int:
        """The code of the position after a move, for the side now to move, which plays down the board."""
        if not mm | mk:
            return LOST
        code: cython.int = self.flat.probe(mm, mk, om, ok, False)
        if code < 0:
            raise NotBuiltError("a position leads into a table that is not there: build those with fewer pieces first")
        return code

    def codes(self, section: int) -> bytearray:
        """The codes of a section; indices that are no position have 0."""
        return self.owners[self.slots[section]]

    def load(self, section: int, codes: bytes | bytearray | memoryview) -> None:
        """Take a section's codes from elsewhere, to be checked or counted."""
        self.codes(section)[:] = codes

    def check(self, section: cython.int, begin: cython.ulonglong, end: cython.ulonglong) -> int:
        """The first index from begin up to end whose code is not the best of what the referee's moves lead to; else -1.

        `flat` must hold this pair's tables too.
        """
        at: cython.ulonglong
        wanted: cython.int
        for at in range(begin, end):
            mm: cython.ulonglong = self.board(section, 0, at)
            mk: cython.ulonglong = self.board(section, 1, at)
            om: cython.ulonglong = self.board(section, 2, at)
            ok: cython.ulonglong = self.board(section, 3, at)
            kind: cython.int = self.kind_of(mm, mk, om, ok)
            if kind != NO_POSITION:
                wanted = self.follow(mm, mk, om, ok) if kind == GOING_ON else 0
                if wanted != self.value[section][at]:
                    return at
        return -1

    def boards(self, section: cython.int, at: cython.ulonglong) -> tuple[int, int, int, int]:
        """The men and kings of the side to move, which plays up the board, and the other's."""
        mm, mk = self.board(section, 0, at), self.board(section, 1, at)
        return mm, mk, self.board(section, 2, at), self.board(section, 3, at)

    def thin(self, section: cython.int, captures: cython.bint) -> None:
        """Repeat the code before where there is no position, and if asked where a capture is due; that packs well."""
        at: cython.ulonglong
        last: cython.int = 0
        for at in range(self.flat.entries[self.slots[section]]):
            mm: cython.ulonglong = self.board(section, 0, at)
            mk: cython.ulonglong = self.board(section, 1, at)
            om: cython.ulonglong = self.board(section, 2, at)
            ok: cython.ulonglong = self.board(section, 3, at)
            if (mm | mk) & (om | ok) or mm & mk or om & ok or (captures and can_capture(mm, mk, om, ok, True)):
                self.value[section][at] = last
            else:
                last = self.value[section][at]

    def tally(self, section: cython.int) -> list[int]:
        """How many positions have each code, images counted too; the list's index is the code."""
        counts = alloc_u64(256)
        at: cython.ulonglong
        b: cython.ulonglong
        lead: cython.int = self.flat.lead[self.slots[section]]
        for at in range(self.flat.entries[self.slots[section]]):
            if not self.distinct(section, at):
                continue
            b = self.board(section, lead, at)
            counts[self.value[section][at]] += 1 if b == swap_files(b) else 2
        found = [counts[code] for code in range(256)]
        release(counts)
        return found


def subsets(pieces: int, group: int, lead: bool) -> list[int]:
    """The bitboards of a group in the order of their numbers; of a lead those that are counted, one of two images."""
    squares = range(64) if group in (1, 3) else range(8, 64) if group == 2 else range(56)
    found = sorted(sum(1 << square for square in chosen) for chosen in combinations(squares, pieces))
    return [b for b in found if b <= swap_files(b)] if lead else found
