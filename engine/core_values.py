# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""What a position is worth at sight: values of terms and of patterns, learned or made by hand.

Cython in pure Python mode like core.py; core_values.pxd declares for C what other modules see. A value has a part for
the full and one for the empty board, packed into one int: full + 65536 * empty. The board is read as 43 patterns of
eight squares, each empty or with a king (0), a man of White (1) or of Black (2): pairs of neighbouring ranks and of
neighbouring files in windows of four squares, whole ranks, and whole files.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

if not cython.compiled:  # compiled, these names come from core_values.pxd
    from engine.core import FULL, NOT_A, NOT_H, alloc_int, popcount, release

    EDGES = 0x8181818181818181
    SWAP_1 = 0x00AA00AA00AA00AA
    SWAP_2 = 0x0000CCCC0000CCCC
    SWAP_4 = 0x00000000F0F0F0F0
    STATES = 6561  # of eight squares with three contents
    PATTERNS = 43
    TERMS = 25  # see `terms`
    KNOWN = 15000  # no position is worth so much at sight; beyond lies what endgame tables promise


def shape() -> tuple[int, int, int]:
    """How many terms and patterns there are, and states of a pattern."""
    return TERMS, PATTERNS, STATES


@cython.cclass
class Values:
    """What positions are worth: packed values of the terms, and of the patterns (all, or none to do without)."""

    if not cython.compiled:
        terms: cython.p_int
        patterns: cython.p_int
        with_patterns: cython.bint

    def __cinit__(self, terms: Sequence[int], patterns: Sequence[int]) -> None:
        i: cython.int
        if len(terms) != TERMS or len(patterns) not in (0, PATTERNS * STATES):
            raise ValueError(f"{TERMS} terms and {PATTERNS * STATES} pattern values are needed")
        self.terms = alloc_int(TERMS)
        self.patterns = alloc_int(len(patterns) + 1)
        self.with_patterns = len(patterns) > 0
        for i in range(TERMS):
            self.terms[i] = terms[i]
        for i in range(len(patterns)):
            self.patterns[i] = patterns[i]

    if not cython.compiled:
        __init__ = __cinit__

    def __dealloc__(self) -> None:
        release(self.terms)
        release(self.patterns)


@cython.cclass
class Judge:
    """Adds up the values of a position; every thread has its own, as it works on codes of its own."""

    if not cython.compiled:
        values: Values
        codes: cython.p_int
        men_code: cython.p_int

    def __cinit__(self, values: Values) -> None:
        i: cython.int
        self.values = values
        self.codes = alloc_int(34)
        self.men_code = alloc_int(16)
        for i in range(16):
            self.men_code[i] = (i & 1) + 3 * ((i >> 1) & 1) + 9 * ((i >> 2) & 1) + 27 * (i >> 3)

    if not cython.compiled:
        __init__ = __cinit__

    def __dealloc__(self) -> None:
        release(self.codes)
        release(self.men_code)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def runners(self, w: cython.ulonglong, b: cython.ulonglong) -> cython.ulonglong:
        """White's men with no black man before them on their own and the next files."""
        s: cython.ulonglong = (b | ((b >> 1) & NOT_H) | ((b << 1) & NOT_A)) >> 8
        s |= s >> 8
        s |= s >> 16
        s |= s >> 32
        return w & (FULL ^ s)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def black_runners(self, w: cython.ulonglong, b: cython.ulonglong) -> cython.ulonglong:
        """Black's men with no white man before them on their own and the next files."""
        s: cython.ulonglong = ((w | ((w >> 1) & NOT_H) | ((w << 1) & NOT_A)) << 8) & FULL
        s |= (s << 8) & FULL
        s |= (s << 16) & FULL
        s |= (s << 32) & FULL
        return b & (FULL ^ s)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def terms(
        self,
        w: cython.ulonglong,
        wk: cython.ulonglong,
        b: cython.ulonglong,
        bk: cython.ulonglong,
        emp: cython.ulonglong,
    ) -> cython.int:
        """The packed sum of the terms: what White has more of than Black, times its value.

        0 men, 1 kings, 2 any king, 3-8 men by their rank, 9-14 runners by their rank against a side without kings,
        15 men before a free promotion square, 16 steps forward, 17 steps sideways, 18 men without a step, 19 men on
        the edges, 20 kings against men only, 21 runners against kings, 22 being on move (added in `evaluate`), 23 any
        man that enemy men could take now, 24 every such man: of the side on move, as captures are played out before.
        """
        value: cython.p_int = self.values.terms
        r: cython.int
        v: cython.int
        s: cython.ulonglong
        beside: cython.ulonglong = ((emp << 1) & NOT_A) | ((emp >> 1) & NOT_H)
        v = value[0] * (popcount(w) - popcount(b))
        if wk | bk:
            v += value[1] * (popcount(wk) - popcount(bk))
            if not bk:
                v += value[2] + value[20] * popcount(b)
            if not wk:
                v -= value[2] + value[20] * popcount(w)
        for r in range(1, 7):
            v += value[2 + r] * (popcount((w >> (8 * r)) & 0xFF) - popcount((b >> (56 - 8 * r)) & 0xFF))
        s = self.runners(w, b)
        if s:
            if bk:
                v += value[21] * popcount(s)
            else:
                for r in range(1, 7):
                    v += value[8 + r] * popcount((s >> (8 * r)) & 0xFF)
        s = self.black_runners(w, b)
        if s:
            if wk:
                v -= value[21] * popcount(s)
            else:
                for r in range(1, 7):
                    v -= value[8 + r] * popcount((s >> (56 - 8 * r)) & 0xFF)
        v += value[15] * (popcount((w >> 48) & (emp >> 56)) - popcount((b >> 8) & emp & 0xFF))
        v += value[16] * (popcount(w & (emp >> 8)) - popcount(b & ((emp << 8) & FULL)))
        s = (emp << 1) & NOT_A
        v += value[17] * (popcount(w & s) - popcount(b & s))
        s = (emp >> 1) & NOT_H
        v += value[17] * (popcount(w & s) - popcount(b & s))
        v += value[18] * (
            popcount(w & (FULL ^ ((emp >> 8) | beside))) - popcount(b & (FULL ^ (((emp << 8) & FULL) | beside)))
        )
        s = w & (((b >> 8) & (emp << 8)) | sideways(b, emp))
        if s:
            v += value[23] + value[24] * popcount(s)
        s = b & (((w << 8) & (emp >> 8)) | sideways(w, emp))
        if s:
            v -= value[23] + value[24] * popcount(s)
        return v + value[19] * (popcount(w & EDGES) - popcount(b & EDGES))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def patterns(self, w: cython.ulonglong, b: cython.ulonglong) -> cython.int:
        """The packed sum of the patterns' values, good for White."""
        code: cython.p_int = self.codes
        men: cython.p_int = self.men_code
        value: cython.p_int = self.values.patterns
        v: cython.int = 0
        i: cython.int
        k: cython.int
        at: cython.int = 0
        for i in range(6):
            for k in range(3):
                code[3 * i + k] = men[(w >> (8 * i + 8 + 2 * k)) & 15] + 2 * men[(b >> (8 * i + 8 + 2 * k)) & 15]
        w = transposed(w)
        b = transposed(b)
        for i in range(8):
            code[18 + 2 * i] = men[(w >> (8 * i + 1)) & 15] + 2 * men[(b >> (8 * i + 1)) & 15]
            code[19 + 2 * i] = men[(w >> (8 * i + 3)) & 15] + 2 * men[(b >> (8 * i + 3)) & 15]
        for i in range(15):  # two ranks, four files
            v += value[at + code[i] + 81 * code[i + 3]]
            at += STATES
        for i in range(14):  # two files, four ranks
            v += value[at + code[18 + i] + 81 * code[20 + i]]
            at += STATES
        for i in range(6):  # whole ranks
            v += value[at + code[3 * i] + 81 * code[3 * i + 2]]
            at += STATES
        for i in range(8):  # whole files
            v += value[at + code[18 + 2 * i] + 81 * code[19 + 2 * i]]
            at += STATES
        return v

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluate(
        self,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
    ) -> cython.int:
        """What a position without captures is worth at sight, for the side to move."""
        emp: cython.ulonglong = FULL ^ (mm | mk | om | ok)
        v: cython.int
        full: cython.int = 64 - popcount(emp)
        part: cython.int
        if white:
            v = self.terms(mm, mk, om, ok, emp)
            if self.values.with_patterns:
                v += self.patterns(mm, om)
        else:
            v = self.terms(om, ok, mm, mk, emp)
            if self.values.with_patterns:
                v += self.patterns(om, mm)
            v = -v
        v += self.values.terms[22]
        part = ((v & 0xFFFF) ^ 0x8000) - 0x8000
        v = (v + 0x8000) >> 16
        if full > 32:
            full = 32
        v = (part * full + v * (32 - full)) >> 5
        if v >= KNOWN:
            return KNOWN - 1
        return v if v > -KNOWN else 1 - KNOWN


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def sideways(men: cython.ulonglong, emp: cython.ulonglong) -> cython.ulonglong:
    """The squares between one of these men and an empty square on the same rank."""
    west: cython.ulonglong = ((men << 1) & NOT_A) & ((emp >> 1) & NOT_H)
    return west | (((men >> 1) & NOT_H) & ((emp << 1) & NOT_A))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def transposed(b: cython.ulonglong) -> cython.ulonglong:
    """The board reflected in its diagonal from a1 to h8: ranks become files."""
    t: cython.ulonglong = (b ^ (b >> 7)) & SWAP_1
    b = b ^ t ^ (t << 7)
    t = (b ^ (b >> 14)) & SWAP_2
    b = b ^ t ^ (t << 14)
    t = (b ^ (b >> 28)) & SWAP_4
    return b ^ t ^ (t << 28)
