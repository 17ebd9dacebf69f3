# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""In which order the strong search tries moves: the table's move, then what was good elsewhere.

Cython in pure Python mode like core.py; core_order.pxd declares for C what other modules see.
"""

from __future__ import annotations

import cython

from engine.core import MoveStack

if not cython.compiled:  # compiled, these names come from core_order.pxd
    from engine.core import alloc_int, alloc_u64, ctz, release
    from engine.core_search import PLIES

    PLACES = 8192  # two sides, 64 squares to leave, 64 to enter


@cython.cclass
class MoveOrder:
    """What a thread's search has found out about quiet moves: killers, answers to moves, and a record of successes."""

    if not cython.compiled:
        stack: MoveStack
        killers: cython.p_ulonglong
        answers: cython.p_ulonglong
        record: cython.p_int
        came_by: cython.p_int

    def __cinit__(self, stack: MoveStack) -> None:
        self.stack = stack
        self.killers = alloc_u64(2 * PLIES + 2)
        self.answers = alloc_u64(PLACES)
        self.record = alloc_int(PLACES)
        self.came_by = alloc_int(PLIES + 1)

    if not cython.compiled:
        __init__ = __cinit__

    def __dealloc__(self) -> None:
        release(self.killers)
        release(self.answers)
        release(self.record)
        release(self.came_by)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin(self) -> cython.void:
        """Another position is to be searched: its killers are others, and older successes count less."""
        i: cython.int
        for i in range(2 * PLIES):
            self.killers[i] = 0
        for i in range(PLACES):
            self.record[i] >>= 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, ply: cython.int, i: cython.int, white: cython.bint) -> cython.void:
        """Move i of the stack leads to the next ply."""
        self.came_by[ply + 1] = self.place_of(i, white)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def note_record(self, place: cython.int, bonus: cython.int) -> cython.void:
        """Move a record towards its highest or lowest value, 2 ** 14 up or down, the less the nearer it is."""
        v: cython.int = self.record[place]
        self.record[place] = v + bonus - ((v * (bonus if bonus > 0 else -bonus)) >> 14)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_cut(
        self, ply: cython.int, base: cython.int, i: cython.int, white: cython.bint, depth: cython.int
    ) -> cython.void:
        """Quiet move i was too good for the opponent to allow: try it early elsewhere, those before it later."""
        quiet: cython.ulonglong = self.stack.origin[i] | self.stack.target[i]
        bonus: cython.int = depth * depth if depth < 20 else 400
        k: cython.int
        if self.killers[2 * ply] != quiet:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = quiet
        self.answers[self.came_by[ply]] = quiet
        self.note_record(self.place_of(i, white), bonus)
        for k in range(base, i):
            self.note_record(self.place_of(k, white), -bonus)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def place_of(self, i: cython.int, white: cython.bint) -> cython.int:
        """A move's place in the records."""
        return (4096 if white else 0) + ctz(self.stack.origin[i]) * 64 + ctz(self.stack.target[i])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put_in_order(
        self,
        base: cython.int,
        n: cython.int,
        first: cython.int,
        quiet: cython.bint,
        ply: cython.int,
        white: cython.bint,
    ) -> cython.void:
        """Write into each move's weight how early it should be tried; the low 12 bits hold its original place."""
        i: cython.int
        s: cython.ulonglong
        move: cython.ulonglong
        for i in range(n):
            s = 0
            if i == first:
                s = 1 << 30
            elif quiet:
                move = self.stack.origin[base + i] | self.stack.target[base + i]
                if move == self.killers[2 * ply]:
                    s = 1 << 29
                elif move == self.killers[2 * ply + 1]:
                    s = 1 << 28
                elif move == self.answers[self.came_by[ply]]:
                    s = 1 << 27
                else:
                    s = 65536 + self.record[self.place_of(base + i, white)]
            self.stack.weight[base + i] = (s << 12) | (4095 - i)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bring_best(self, i: cython.int, end: cython.int) -> cython.void:
        """Swap the best of the moves from `i` to `end` to `i`."""
        weight: cython.p_ulonglong = self.stack.weight
        k: cython.int = i
        j: cython.int
        for j in range(i + 1, end):
            if weight[j] > weight[k]:
                k = j
        if k != i:
            exchange(weight, i, k)
            exchange(self.stack.origin, i, k)
            exchange(self.stack.target, i, k)
            exchange(self.stack.taken, i, k)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def exchange(p: cython.p_ulonglong, i: cython.int, k: cython.int) -> cython.void:
    x: cython.ulonglong = p[i]
    p[i] = p[k]
    p[k] = x
