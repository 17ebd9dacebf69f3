# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""The tree below the root: principal variation search with what prunes, shortens and extends it.

Cython in pure Python mode like core.py; core_tree.pxd declares for C what other modules see. A score is in hundredths
of a man for the side to move; WIN - n is a win in n plies, KNOWN and more a win that a table promises.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cython

from engine.core_memory import Memory
from engine.core_order import MoveOrder
from engine.core_sight import SightedGame
from engine.core_values import Values

if not cython.compiled:  # compiled, these names come from core_tree.pxd
    from engine.core import FULL, alloc_int, alloc_u64, ctz, nanoseconds, release
    from engine.core_search import AT_LEAST, AT_MOST, EXACT, GLANCE, INFINITE, NODE_WORK, PLIES, WIN
    from engine.core_values import KNOWN

    FEW = 32  # depths and places of moves that `shorter` tells apart


@cython.cclass
class TreeSearch(SightedGame):
    """Searches positions of a game: `set_features`, `set_tables`, `set_limits`, and what a game needs."""

    if not cython.compiled:
        memory: Memory
        trail: MoveOrder
        one_reply: cython.int
        window: cython.int
        shorter: cython.p_int
        futility: cython.int
        prob_cut: cython.int
        shallow: cython.int
        max_nodes: cython.ulonglong
        spent: cython.ulonglong
        work: cython.int
        deadline: cython.ulonglong
        stopped: cython.bint
        cancelled: cython.bint
        line_length: cython.p_int
        line_squares: cython.p_int
        line_taken: cython.p_ulonglong
        depth: cython.int
        nodes: cython.ulonglong

    def __cinit__(self, memory: Memory, values: Values) -> None:
        self.memory = memory
        self.trail = MoveOrder(self.stack)
        self.shorter = alloc_int(FEW * FEW)
        self.line_length = alloc_int(PLIES + 1)
        self.line_squares = alloc_int(PLIES * PLIES)
        self.line_taken = alloc_u64(PLIES * PLIES)
        self.max_nodes = FULL
        self.deadline = FULL
        self.stopped = self.cancelled = False
        self.depth = self.work = 0
        self.nodes = self.spent = 0

    if not cython.compiled:

        def __init__(self, memory: Memory, values: Values) -> None:
            SightedGame.__init__(self, memory, values)
            TreeSearch.__cinit__(self, memory, values)

    def __dealloc__(self) -> None:
        release(self.shorter)
        release(self.line_length)
        release(self.line_squares)
        release(self.line_taken)

    def set_features(self, features: Mapping[str, int], shorter: Sequence[int]) -> None:
        """The features of the search by name, as engine.ai.configuration describes them.

        `shorter`: by how many plies the search of a quiet move is shorter, in rows of FEW by depth, places by place.
        """
        i: cython.int
        for i in range(FEW * FEW):
            self.shorter[i] = shorter[i]
        self.contempt = features["contempt"]
        self.one_reply = features["one_reply"]
        self.window = features["window"]
        self.futility = features["futility"]
        self.prob_cut = features["prob_cut"]
        self.shallow = features["shallow"]

    def set_limits(self, max_nodes: cython.ulonglong, nanoseconds_left: cython.ulonglong) -> None:
        """At most so many nodes, and so much time from now on; 0 for no such limit.

        A node whose captures pass through hundreds of states counts for several, so that every limit ends a search.
        """
        self.max_nodes = max_nodes if max_nodes else FULL
        self.deadline = nanoseconds() + nanoseconds_left if nanoseconds_left else FULL
        self.stack.deadline = self.deadline

    def cancel(self) -> None:
        """End the search as soon as possible; may be called from any thread."""
        self.cancelled = True
        self.stack.interrupt(True)

    def count_nodes(self) -> int:
        """The positions looked at so far, those not counted that the memory knew."""
        return self.nodes

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def out_of_limits(self) -> cython.bint:
        """Whether the search has to end here."""
        if self.stopped:
            return True
        if self.spent >= self.max_nodes or self.cancelled:
            self.stopped = True
        elif self.work >= GLANCE:
            self.work = 0
            self.stopped = nanoseconds() >= self.deadline
        return self.stopped

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def note_line(self, ply: cython.int, f: cython.ulonglong, t: cython.ulonglong, c: cython.ulonglong) -> cython.void:
        """A better move was found: it and what follows it are the principal variation from here."""
        i: cython.int
        n: cython.int = self.line_length[ply + 1]
        row: cython.int = ply * PLIES
        self.line_squares[row] = (ctz(f) << 6) | ctz(t)
        self.line_taken[row] = c
        for i in range(n):
            self.line_squares[row + 1 + i] = self.line_squares[row + PLIES + i]
            self.line_taken[row + 1 + i] = self.line_taken[row + PLIES + i]
        self.line_length[ply] = n + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(
        self,
        i: cython.int,
        above: cython.int,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        reversible: cython.int,
        idle: cython.int,
    ) -> cython.int:
        """Play move `i` of the stack and search what follows, with `above` as the next free place of the stack."""
        f: cython.ulonglong = self.stack.origin[i]
        t: cython.ulonglong = self.stack.target[i]
        c: cython.ulonglong = self.stack.taken[i]
        promoted: cython.bint = False
        self.trail.enter(ply, i, white)
        reversible += 1
        idle += 1
        if c:
            reversible = idle = 0
        if f & mm:
            mm ^= f
            promoted = self.stack.crowns(f, t, c, white)
            if promoted:
                mk |= t
            else:
                mm |= t
            if f << 8 == t or f >> 8 == t:
                reversible = 0
                if self.progress == 0:
                    idle = 0
            if self.progress == 1 or (self.progress == 2 and promoted):
                idle = 0
        else:
            mk = (mk ^ f) | t  # in this order: a capture may end where it started
        c ^= FULL
        return -self.search(
            om & c, ok & c, mm, mk, not white, depth, -beta, -alpha, ply + 1, above, reversible, idle
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search(
        self,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        base: cython.int,
        reversible: cython.int,
        idle: cython.int,
    ) -> cython.int:
        """The score of a position for its side to move, exact if between alpha and beta, else a bound."""
        self.line_length[ply] = 0
        if self.out_of_limits():
            return 0
        key: cython.ulonglong = 0
        data: cython.ulonglong
        first: cython.int = -1
        n: cython.int
        v: cython.int
        if depth > 0:
            key = self.stack.key(mm, mk, om, ok, white)
            self.keys[self.here + ply] = key
            if reversible >= 4 and self.repeats(key, ply, reversible):
                return self.draw(ply)
            data = self.memory.find(key)
            if data:
                first = (data >> 32) & 0xFFF
                v = self.recall(data, depth, alpha, beta, ply, idle)
                if v != INFINITE:
                    return v
        n = self.stack.captures(base, mm, mk, om, ok, white)
        if self.stack.cut:
            self.stopped = True
            return 0
        self.nodes += 1
        self.work += NODE_WORK + self.stack.visits
        self.spent += 1 + (self.stack.visits >> 6)
        v = self.decided(mm, mk, om, ok, white, n, ply, idle)
        if v != INFINITE:
            return v
        if n:
            if idle >= self.no_progress_plies:
                return self.draw(ply)
        elif depth <= 0:
            return self.at_leaf(mm, mk, om, ok, white, ply, idle)
        elif idle >= self.no_progress_plies:
            return self.draw(ply) if self.stack.steps(base, mm, mk, om, ok, white) else ply - WIN
        if ply >= PLIES - 2 or self.stack.failed:
            return self.judge.evaluate(mm, mk, om, ok, white)
        if not n:
            if beta - alpha == 1 and beta < KNOWN and beta > -KNOWN:
                v = self.far_above(mm, mk, om, ok, white, depth, beta, ply, base, reversible, idle)
                if v != INFINITE:
                    return v
            n = -self.stack.steps(base, mm, mk, om, ok, white)
            if not n:
                return ply - WIN
        return self.try_moves(mm, mk, om, ok, white, depth, alpha, beta, ply, base, reversible, idle, n, first, key)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_moves(
        self,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        base: cython.int,
        reversible: cython.int,
        idle: cython.int,
        n: cython.int,
        first: cython.int,
        key: cython.ulonglong,
    ) -> cython.int:
        """Search the moves that lie on the stack, captures or -n quiet ones, the table's move first, and remember."""
        quiet: cython.bint = n < 0
        wide: cython.bint = beta - alpha > 1
        floor: cython.int = alpha
        best: cython.int = -INFINITE
        best_place: cython.int = 0
        next_depth: cython.int = depth - 1
        row: cython.int = FEW * (depth if depth < FEW else FEW - 1)
        less: cython.int
        bound: cython.int
        v: cython.int
        i: cython.int
        if quiet:
            n = -n
        end: cython.int = base + n
        if depth > 0:
            self.trail.put_in_order(base, n, first, quiet, ply, white)
        if n == 1 and 4 * ply < self.one_reply * self.depth:
            next_depth = depth
        for i in range(base, end):
            if depth > 0:
                self.trail.bring_best(i, end)
            if i == base:
                v = self.enter(i, end, mm, mk, om, ok, white, next_depth, alpha, beta, ply, reversible, idle)
            else:
                less = 0
                if quiet:
                    less = self.shorter[row + (i - base if i - base < FEW else FEW - 1)]
                    if wide and less:
                        less -= 1
                v = self.enter(
                    i, end, mm, mk, om, ok, white, next_depth - less, alpha, alpha + 1, ply, reversible, idle
                )
                if v > alpha and less:
                    v = self.enter(i, end, mm, mk, om, ok, white, next_depth, alpha, alpha + 1, ply, reversible, idle)
                if alpha < v < beta:
                    v = self.enter(i, end, mm, mk, om, ok, white, next_depth, alpha, beta, ply, reversible, idle)
            if self.stopped:
                return 0
            if v > best:
                best = v
                best_place = 4095 - cython.cast(cython.int, self.stack.weight[i] & 0xFFF)
                if v > alpha:
                    alpha = v
                    if wide:
                        self.note_line(ply, self.stack.origin[i], self.stack.target[i], self.stack.taken[i])
                if v >= beta:
                    if quiet:
                        self.trail.note_cut(ply, base, i, white, depth)
                    break
        if depth > 0:
            bound = AT_LEAST if best >= beta else AT_MOST if best <= floor else EXACT
            self.remember(key, best, ply, depth, bound, best_place)
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def far_above(
        self,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
        depth: cython.int,
        beta: cython.int,
        ply: cython.int,
        base: cython.int,
        reversible: cython.int,
        idle: cython.int,
    ) -> cython.int:
        """A score above beta if the position, or a shallower search of it, is far enough above, else INFINITE."""
        v: cython.int
        if self.futility and depth <= self.shallow:
            v = self.judge.evaluate(mm, mk, om, ok, white) - self.futility * depth
            if v >= beta:
                return v
        if self.prob_cut and depth >= 5:
            beta += self.prob_cut
            v = self.search(mm, mk, om, ok, white, depth - 4, beta - 1, beta, ply, base, reversible, idle)
            if self.stopped:
                return 0
            if v >= beta:
                return v - self.prob_cut
        return INFINITE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def recall(
        self,
        data: cython.ulonglong,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        idle: cython.int,
    ) -> cython.int:
        """The score that was remembered, if it is deep and certain enough for this window, else INFINITE."""
        v: cython.int = cython.cast(cython.int, data & 0xFFFF) - 32768
        bound: cython.int = (data >> 24) & 3
        if beta - alpha > 1 or cython.cast(cython.int, (data >> 16) & 0xFF) < depth:
            return INFINITE
        if idle + depth >= self.no_progress_plies:
            return INFINITE
        if v > KNOWN:
            v -= ply
        elif v < -KNOWN:
            v += ply
        if bound == EXACT or (bound == AT_LEAST and v >= beta) or (bound == AT_MOST and v <= alpha):
            return v
        return INFINITE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def remember(
        self,
        key: cython.ulonglong,
        v: cython.int,
        ply: cython.int,
        depth: cython.int,
        bound: cython.int,
        place: cython.int,
    ) -> cython.void:
        """Remember: score (16 bits, wins counted from here), depth (8), bound (2), age (6), best move's place (12)."""
        if v > KNOWN:
            v += ply
        elif v < -KNOWN:
            v -= ply
        self.memory.keep(
            key,
            cython.cast(cython.ulonglong, v + 32768)
            | (cython.cast(cython.ulonglong, depth) << 16)
            | (cython.cast(cython.ulonglong, bound) << 24)
            | (cython.cast(cython.ulonglong, place) << 32)
            | (cython.cast(cython.ulonglong, 1) << 44),
        )
