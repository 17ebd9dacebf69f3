# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""Where a position stands in a table, and tables as arrays in memory that a search can read without the GIL.

Everything is seen by the side to move, playing up the board: (mm, mk) its men and kings, (om, ok) the opponent's. A
table is named by its slot, the four numbers of pieces. Each of the four groups of like pieces is a subset of 56 squares
(men, never on their own far rank) or 64, numbered in the order of its bitboard; the position's index is a mixed-radix
number of the four. A board and its mirror image have one value, so the smallest group, the lead, is only counted up to
reflection. Arrangements with two pieces on one square are indices nobody asks for.
"""

from __future__ import annotations

from array import array
from math import comb
from typing import Any

import cython

Buffer = bytes | bytearray | memoryview
ORDER = (3, 1, 0, 2)  # the groups from the fastest running index to the slowest; measured: these files are smallest

if not cython.compiled:  # compiled, these names come from flat.pxd
    from engine.tables.codes import ABSENT, DISTANCES, FAR_LOSS, FAR_WIN, MISSING

    FULL = 0xFFFFFFFFFFFFFFFF
    ONES = 0x5555555555555555
    TWOS = 0x3333333333333333
    FOURS = 0x0F0F0F0F0F0F0F0F

    SLOTS = 625  # four numbers of pieces, 0 to 4 each
    MOST = 5  # pieces on the board that can be indexed: the lead then has at most two
    LEADS = 2016  # pairs of squares

    def ctz(x: int) -> int:
        return (x & -x).bit_length() - 1

    def popcount(x: int) -> int:
        return x.bit_count()

    def swap_ranks(x: int) -> int:
        return int.from_bytes(x.to_bytes(8, "little"), "big")

    def alloc_u64(n: int) -> array[int]:
        return array("Q", bytes(8 * n))

    def alloc_int(n: int) -> array[int]:
        return array("i", bytes(4 * n))

    def alloc_pointers(n: int) -> list[Any]:
        return [None] * n

    def release(p: array[int] | list[Any]) -> None:
        pass

    def bytes_of(owner: Buffer) -> Any:
        return owner


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def swap_files(b: cython.ulonglong) -> cython.ulonglong:
    """The mirror image of a bitboard: a-file and h-file change places."""
    b = ((b >> 1) & ONES) | ((b & ONES) << 1)
    b = ((b >> 2) & TWOS) | ((b & TWOS) << 2)
    return ((b >> 4) & FOURS) | ((b & FOURS) << 4)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def slot_of(mm: cython.int, mk: cython.int, om: cython.int, ok: cython.int) -> cython.int:
    """The number of a table: pieces of the side to move, then of the other, at most four of a kind."""
    return ((mm * 5 + mk) * 5 + om) * 5 + ok


@cython.cclass
class Flat:
    """The shapes of all tables of at most five pieces, and the tables that were put in."""

    def __cinit__(self) -> None:
        self.choose = alloc_int(6 * 65)
        self.lead = alloc_int(SLOTS)
        self.lead_size = alloc_int(SLOTS)
        self.lead_id = alloc_int(2 * LEADS)
        self.symmetry = alloc_int(2 * LEADS)  # 0: the lead is counted as it stands, 1: its image is, 2: it is its own
        self.kind = alloc_int(SLOTS)
        self.size = alloc_u64(4 * SLOTS)
        self.stride = alloc_u64(4 * SLOTS)
        self.entries = alloc_u64(SLOTS)
        self.data = alloc_pointers(SLOTS)
        self.owners: dict[int, Buffer] = {}
        self.number_leads()
        self.shape_slots()

    if not cython.compiled:
        __init__ = __cinit__

    def __dealloc__(self) -> None:
        release(self.choose)
        release(self.lead)
        release(self.lead_size)
        release(self.lead_id)
        release(self.symmetry)
        release(self.kind)
        release(self.size)
        release(self.stride)
        release(self.entries)
        release(self.data)

    def number_leads(self) -> None:
        """Count single squares and pairs of squares up to reflection."""
        one: cython.ulonglong = 1
        b: cython.ulonglong
        m: cython.ulonglong
        for k in range(6):
            for n in range(65):
                self.choose[65 * k + n] = comb(n, k)
        for n in (1, 2):
            met = 0
            for high in range(64):
                for low in range(high) if n == 2 else (high,):
                    b = (one << high) | (one << low)
                    m = swap_files(b)
                    at = LEADS * (n - 1) + self.rank(b)
                    self.symmetry[at] = 1 if m < b else 2 if m == b else 0
                    self.lead_id[at] = met
                    if m < b:
                        self.lead_id[at] = self.lead_id[LEADS * (n - 1) + self.rank(m)]
                    else:
                        met += 1

    def shape_slots(self) -> None:
        """Sizes and strides of every table's four groups."""
        for slot in range(SLOTS):
            counts = [slot // 125, slot // 25 % 5, slot // 5 % 5, slot % 5]
            if not counts[0] + counts[1] or not counts[2] + counts[3] or sum(counts) > MOST:
                continue
            least = min(n for n in counts if n)
            self.lead[slot] = counts.index(least)
            self.lead_size[slot] = least
            entries = 1
            for group in ORDER:
                squares = 56 if group in (0, 2) else 64
                size = comb(squares, counts[group])
                if group == self.lead[slot]:
                    size = (size + (squares // 2 if least == 2 else 0)) // 2  # half, but a pair can be its own image
                self.size[4 * slot + group] = size
                self.stride[4 * slot + group] = entries
                entries *= size
            self.entries[slot] = entries

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rank(self, b: cython.ulonglong) -> cython.int:
        """The number of a subset of the squares among those of its size."""
        r: cython.int = 0
        k: cython.int = 65
        while b:
            r += self.choose[k + ctz(b)]
            b &= b - 1
            k += 65
        return r

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def index(
        self, slot: cython.int, mm: cython.ulonglong, mk: cython.ulonglong, om: cython.ulonglong, ok: cython.ulonglong
    ) -> cython.ulonglong:
        """Where a position stands in its table; the pieces must be those of the slot, men off their far rank."""
        lead: cython.int = self.lead[slot]
        b: cython.ulonglong = mm if lead == 0 else mk if lead == 1 else om >> 8 if lead == 2 else ok
        at: cython.int = LEADS * (self.lead_size[slot] - 1) + self.rank(b)
        total: cython.ulonglong = self.stride[4 * slot + lead] * self.lead_id[at]
        if self.symmetry[at] == 1:
            mm = swap_files(mm)
            mk = swap_files(mk)
            om = swap_files(om)
            ok = swap_files(ok)
        if lead != 0:
            total += self.rank(mm) * self.stride[4 * slot]
        if lead != 1:
            total += self.rank(mk) * self.stride[4 * slot + 1]
        if lead != 2:
            total += self.rank(om >> 8) * self.stride[4 * slot + 2]
        if lead != 3:
            total += self.rank(ok) * self.stride[4 * slot + 3]
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def probe(
        self,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
    ) -> cython.int:
        """The code of a position for the side to move, MISSING if no table knows it. Boards as in core.py."""
        if popcount(mm | mk | om | ok) > MOST or not (mm | mk and om | ok):
            return MISSING
        slot: cython.int = slot_of(popcount(mm), popcount(mk), popcount(om), popcount(ok))
        if self.kind[slot] == ABSENT:
            return MISSING
        if not white:
            mm = swap_ranks(mm)
            mk = swap_ranks(mk)
            om = swap_ranks(om)
            ok = swap_ranks(ok)
        if mm >> 56 or om & 0xFF:  # a man on its own far rank would be counted beyond the table's end
            return MISSING
        at: cython.ulonglong = self.index(slot, mm, mk, om, ok)
        code: cython.int
        if self.kind[slot] == DISTANCES:
            code = self.data[slot][at]
            return code
        code = (self.data[slot][at >> 2] >> (2 * (at & 3))) & 3
        return 0 if code == 0 else FAR_LOSS if code == 1 else FAR_WIN

    def put(self, slot: cython.int, kind: cython.int, data: Buffer) -> None:
        """Add a table, all of it in memory (or mapped); ValueError if it has not its slot's size."""
        entries = self.entries[slot]
        expected = entries if kind == DISTANCES else (entries + 3) // 4
        if not entries or len(data) != expected:
            raise ValueError(f"table {slot} has {expected} bytes, not {len(data)}")
        self.owners[slot] = data
        self.data[slot] = bytes_of(data)
        self.kind[slot] = kind

    def count_entries(self, slot: cython.int) -> int:
        """How many indices a table has."""
        return self.entries[slot]

    def place(self, mm: int, mk: int, om: int, ok: int) -> tuple[int, int]:
        """Slot and index of a position of at most five pieces, seen by the side to move."""
        slot = slot_of(mm.bit_count(), mk.bit_count(), om.bit_count(), ok.bit_count())
        return slot, self.index(slot, mm, mk, om, ok)

    def ask(self, mm: int, mk: int, om: int, ok: int, white: bool) -> int:
        """`probe` for Python."""
        return self.probe(mm, mk, om, ok, white)
