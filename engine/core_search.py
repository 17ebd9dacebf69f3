# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""The compiled search: iterative deepening alpha-beta with quiescence over captures and a transposition table.

Like core.py it is Cython in pure Python mode and runs uncompiled with the same answers and node counts. A score is in
hundredths of a man, from the side to move; WIN - n is a win in n plies. What a position is worth and which features the
search uses is told by weights, a mapping that engine.ai.configuration holds by name: nothing here knows a number of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cython

from engine.core import Generator

if not cython.compiled:  # compiled, these names come from core_search.pxd
    from engine.core import (
        EVEN_RANKS,
        FULL,
        NOT_A,
        NOT_H,
        MoveStack,
        alloc_int,
        alloc_u64,
        ctz,
        nanoseconds,
        popcount,
        release,
    )

    RANKS_3478 = 0xFFFF0000FFFF0000
    RANKS_5678 = 0xFFFFFFFF00000000
    PLIES = 192  # from the root; what lies deeper is judged at sight, but only searches of 50 plies and more get there
    INFINITE = 30000
    WIN = 20000
    SURE = 19000  # scores beyond are wins or losses in a known number of plies
    EXACT, AT_LEAST, AT_MOST = range(3)  # what a score in the table says
    GLANCE = 100  # so much work lies between two looks at the clock
    NODE_WORK = 8  # the work of a node, to which come the states its captures pass through


@cython.final
@cython.cclass
class Searcher:
    """One search of one position: `set_weights`, `set_rules`, `set_position`, `set_limits`, then `deepen` by and by."""

    stack: MoveStack
    # weights of the evaluation, in hundredths of a man
    man: cython.int
    king: cython.int
    advance: cython.p_int
    runner: cython.int
    ready: cython.int
    trade: cython.int
    tempo: cython.int
    contempt: cython.int
    # features of the search
    one_reply: cython.int
    # the rule set
    mode: cython.int
    king_v_king: cython.int
    king_v_man: cython.int
    man_v_man: cython.int
    repetition: cython.int
    progress: cython.int
    no_progress_plies: cython.int
    # the position
    mm: cython.ulonglong
    mk: cython.ulonglong
    om: cython.ulonglong
    ok: cython.ulonglong
    white: cython.bint
    reversible: cython.int
    idle: cython.int
    # keys of earlier positions, the present one at `here`, then those on the way to the node being searched
    keys: cython.p_ulonglong
    here: cython.int
    # limits
    max_nodes: cython.ulonglong
    spent: cython.ulonglong
    work: cython.int
    deadline: cython.ulonglong
    stopped: cython.bint
    cancelled: cython.bint
    # the transposition table
    table_key: cython.p_ulonglong
    table_data: cython.p_ulonglong
    table_mask: cython.ulonglong
    # ordering
    killers: cython.p_ulonglong
    tried: cython.p_int
    # the principal variation of each ply
    line_length: cython.p_int
    line_squares: cython.p_int
    line_taken: cython.p_ulonglong
    # the root: its moves lie first on the stack
    count: cython.int
    order: cython.p_int
    values: cython.p_int
    exact: cython.p_int
    depth: cython.int
    nodes: cython.ulonglong

    def __cinit__(self, table_bits: cython.int = 16) -> None:
        one: cython.ulonglong = 1
        size: cython.ulonglong = one << table_bits
        self.stack = Generator()
        self.advance = alloc_int(8)
        self.keys = alloc_u64(PLIES)
        self.table_key = alloc_u64(size)
        self.table_data = alloc_u64(size)
        self.table_mask = size - 1
        self.killers = alloc_u64(2 * PLIES)
        self.tried = alloc_int(8192)
        self.line_length = alloc_int(PLIES + 1)
        self.line_squares = alloc_int(PLIES * PLIES)
        self.line_taken = alloc_u64(PLIES * PLIES)
        self.order = alloc_int(1)
        self.values = alloc_int(1)
        self.exact = alloc_int(1)
        self.max_nodes = FULL
        self.deadline = FULL
        self.stopped = self.cancelled = False
        self.count = self.depth = self.work = 0
        self.nodes = self.spent = 0

    if not cython.compiled:
        __init__ = __cinit__

    def __dealloc__(self) -> None:
        release(self.advance)
        release(self.keys)
        release(self.table_key)
        release(self.table_data)
        release(self.killers)
        release(self.tried)
        release(self.line_length)
        release(self.line_squares)
        release(self.line_taken)
        release(self.order)
        release(self.values)
        release(self.exact)

    # ------------------------------------------------------------ what to search, from Python

    def set_weights(self, weights: Mapping[str, int], advance: Sequence[int]) -> None:
        """The weights by name, and the worth of a man's advance by rank, its own first (8 values)."""
        i: cython.int
        self.man = weights["man"]
        self.king = weights["king"]
        self.runner = weights["runner"]
        self.ready = weights["ready"]
        self.trade = weights["trade"]
        self.tempo = weights["tempo"]
        self.contempt = weights["contempt"]
        self.one_reply = weights["one_reply"]
        for i in range(8):
            self.advance[i] = advance[i]

    def set_rules(
        self,
        mode: cython.int,
        king_v_king: cython.int,
        king_v_man: cython.int,
        man_v_man: cython.int,
        repetition: cython.int,
        progress: cython.int,
        no_progress_plies: cython.int,
    ) -> None:
        """The rule set as numbers: see engine.ai.search."""
        self.mode = mode
        self.stack.mode = mode
        self.king_v_king = king_v_king
        self.king_v_man = king_v_man
        self.man_v_man = man_v_man
        self.repetition = repetition
        self.progress = progress
        self.no_progress_plies = no_progress_plies

    def set_position(
        self,
        wm: cython.ulonglong,
        wk: cython.ulonglong,
        bm: cython.ulonglong,
        bk: cython.ulonglong,
        white: cython.bint,
        history: Sequence[int],
        idle: cython.int,
    ) -> int:
        """The position, the keys of those before it that can come back (oldest first), and the no-progress count.

        Returns the number of legal moves.
        """
        i: cython.int
        self.mm, self.mk, self.om, self.ok = (wm, wk, bm, bk) if white else (bm, bk, wm, wk)
        self.white = white
        self.here = len(history)
        release(self.keys)
        self.keys = alloc_u64(self.here + PLIES)
        for i in range(self.here):
            self.keys[i] = history[i]
        self.keys[self.here] = self.stack.key(self.mm, self.mk, self.om, self.ok, white)
        self.reversible = self.here
        self.idle = idle
        self.count = self.generate(0, self.mm, self.mk, self.om, self.ok, white)
        if self.stack.failed:
            raise MemoryError
        release(self.order)
        release(self.values)
        release(self.exact)
        self.order = alloc_int(self.count + 1)
        self.values = alloc_int(self.count + 1)
        self.exact = alloc_int(self.count + 1)
        for i in range(self.count):
            self.order[i] = i
        return self.count

    def set_limits(self, max_nodes: cython.ulonglong, nanoseconds_left: cython.ulonglong) -> None:
        """At most so many nodes, and so much time from now on; 0 for no such limit.

        A node whose captures pass through hundreds of states counts for several, so that every limit ends a search.
        """
        self.max_nodes = max_nodes if max_nodes else FULL
        self.deadline = nanoseconds() + nanoseconds_left if nanoseconds_left else FULL

    def cancel(self) -> None:
        """End the search as soon as possible; may be called from any thread."""
        self.cancelled = True

    def deepen(self, depth: cython.int, margin: cython.int) -> bool:
        """Search to `depth` plies, having done the depths before; True if it was finished within the limits.

        Moves worth at most `margin` less than the best get their exact values, too. Lets go of the GIL.
        """
        with cython.nogil:
            self.search_root(depth, margin)
        if self.stack.failed:
            raise MemoryError
        return not self.stopped

    def count_nodes(self) -> int:
        """The positions looked at so far."""
        return self.nodes

    def ranking(self) -> list[tuple[int, int, int, int, bool]]:
        """The legal moves as (start, end, taken, score, whether the score is exact), the best first."""
        i: cython.int
        m: cython.int
        found = []
        for i in range(self.count):
            m = self.order[i]
            squares = (ctz(self.stack.origin[m]), ctz(self.stack.target[m]))
            found.append((*squares, self.stack.taken[m], self.values[m], self.exact[m] != 0))
        return found

    def line(self) -> list[tuple[int, int, int]]:
        """The principal variation as (start, end, taken), beginning with the best move."""
        return [
            (self.line_squares[i] >> 6, self.line_squares[i] & 63, self.line_taken[i])
            for i in range(self.line_length[0])
        ]

    def static(self) -> int:
        """What the position is worth at sight, for the side to move."""
        return self.evaluate(self.mm, self.mk, self.om, self.ok, self.white)

    # ------------------------------------------------------------ evaluation

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def evaluate_men(self, w: cython.ulonglong, b: cython.ulonglong) -> cython.int:
        """What the advance of White's men (w) is worth more than that of Black's (b)."""
        r: cython.int
        v: cython.int = 0
        for r in range(1, 7):
            v += self.advance[r] * (popcount((w >> (8 * r)) & 0xFF) - popcount((b >> (56 - 8 * r)) & 0xFF))
        return v

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def evaluate_runners(
        self, w: cython.ulonglong, b: cython.ulonglong, wk: cython.bint, bk: cython.bint
    ) -> cython.int:
        """By rank, men with no enemy man before them on their own and the next files. A king could stop them."""
        v: cython.int = 0
        s: cython.ulonglong
        if not bk:
            s = (b | ((b >> 1) & NOT_H) | ((b << 1) & NOT_A)) >> 8
            s |= s >> 8
            s |= s >> 16
            s |= s >> 32
            s = w & (FULL ^ s)
            if s:
                v += self.runner * rank_sum(s)
        if not wk:
            s = ((w | ((w >> 1) & NOT_H) | ((w << 1) & NOT_A)) << 8) & FULL
            s |= (s << 8) & FULL
            s |= (s << 16) & FULL
            s |= (s << 32) & FULL
            s = b & (FULL ^ s)
            if s:
                v -= self.runner * (7 * popcount(s) - rank_sum(s))
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
        w: cython.ulonglong = mm if white else om
        b: cython.ulonglong = om if white else mm
        wk: cython.ulonglong = mk if white else ok
        bk: cython.ulonglong = ok if white else mk
        emp: cython.ulonglong = FULL ^ (mm | mk | om | ok)
        material: cython.int = self.man * (popcount(mm) - popcount(om)) + self.king * (popcount(mk) - popcount(ok))
        v: cython.int = self.evaluate_men(w, b) + self.evaluate_runners(w, b, wk != 0, bk != 0)
        v += self.ready * (popcount((w >> 48) & (emp >> 56)) - popcount((b >> 8) & emp & 0xFF))
        if not white:
            v = -v
        # Who is ahead gains by every exchange, so the lead weighs more the fewer pieces there are.
        return v + self.tempo + material + ((material * self.trade * popcount(emp)) >> 12)

    # ------------------------------------------------------------ the search

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def generate(
        self,
        base: cython.int,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
    ) -> cython.int:
        n: cython.int = self.stack.captures(base, mm, mk, om, ok, white)
        if n:
            return n
        return self.stack.steps(base, mm, mk, om, ok, white)

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
    def draw(self, ply: cython.int) -> cython.int:
        """What a draw is worth to the side to move at this ply: the side that searches would rather play on."""
        return self.contempt if ply & 1 else -self.contempt

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def repeats(self, key: cython.ulonglong, ply: cython.int, reversible: cython.int) -> cython.bint:
        """Whether this position is a draw by repetition, or was on the board since the root: that leads nowhere."""
        now: cython.int = self.here + ply
        last: cython.int = now - reversible
        i: cython.int = now - 4
        times: cython.int = 1
        while i >= last and i >= 0:
            if self.keys[i] == key:
                times += 1
                if i >= self.here or (self.repetition and times >= self.repetition):
                    return True
            i -= 2
        return False

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
    @cython.inline
    def note_cut(
        self, ply: cython.int, f: cython.ulonglong, t: cython.ulonglong, white: cython.bint, depth: cython.int
    ) -> cython.void:
        """A quiet move was too good for the opponent to allow: try it early elsewhere."""
        quiet: cython.ulonglong = f | t
        i: cython.int = (4096 if white else 0) + ctz(f) * 64 + ctz(t)
        if self.killers[2 * ply] != quiet:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = quiet
        self.tried[i] += depth * depth
        if self.tried[i] > 1 << 27:
            self.tried[i] >>= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
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
        side: cython.int = 4096 if white else 0
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
                else:
                    s = self.tried[side + ctz(self.stack.origin[base + i]) * 64 + ctz(self.stack.target[base + i])]
            self.stack.weight[base + i] = (s << 12) | (4095 - i)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def bring_best(self, i: cython.int, end: cython.int) -> cython.void:
        """Swap the best of the moves from `i` to `end` to `i`."""
        weight: cython.p_ulonglong = self.stack.weight
        k: cython.int = i
        j: cython.int
        for j in range(i + 1, end):
            if weight[j] > weight[k]:
                k = j
        if k != i:
            swap(weight, i, k)
            swap(self.stack.origin, i, k)
            swap(self.stack.target, i, k)
            swap(self.stack.taken, i, k)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def one_each(self, mk: cython.ulonglong, ok: cython.ulonglong) -> cython.int:
        """How the rule set judges one piece against one."""
        if mk and ok:
            return self.king_v_king
        if mk or ok:
            return self.king_v_man
        return self.man_v_man

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
        self.nodes += 1
        key: cython.ulonglong = 0
        n: cython.int
        v: cython.int
        ending: cython.int
        pieces: cython.ulonglong = mm | mk
        foes: cython.ulonglong = om | ok
        n = self.stack.captures(base, mm, mk, om, ok, white)
        self.work += NODE_WORK + self.stack.visits
        self.spent += 1 + (self.stack.visits >> 6)
        quiet: cython.bint = n == 0
        if not pieces & (pieces - 1) and not foes & (foes - 1) and pieces and foes:
            ending = self.one_each(mk, ok)
            if ending == 1 or (ending == 2 and quiet):
                return self.draw(ply)
            if ending == 3:
                return WIN - ply if mk else ply - WIN
        if quiet and depth <= 0:
            if not pieces:
                return ply - WIN
            if idle >= self.no_progress_plies:
                return self.draw(ply)
            return self.evaluate(mm, mk, om, ok, white)
        if quiet:
            n = self.stack.steps(base, mm, mk, om, ok, white)
            if not n:
                return ply - WIN
        if idle >= self.no_progress_plies:
            return self.draw(ply)
        if ply >= PLIES - 1 or self.stack.failed:
            return self.evaluate(mm, mk, om, ok, white)
        slot: cython.ulonglong = 0
        data: cython.ulonglong
        first: cython.int = -1
        bound: cython.int
        wide: cython.bint = beta - alpha > 1
        if depth > 0:
            key = self.stack.key(mm, mk, om, ok, white)
            self.keys[self.here + ply] = key
            if reversible >= 4 and self.repeats(key, ply, reversible):
                return self.draw(ply)
            slot = key & self.table_mask
            if self.table_key[slot] == key:
                data = self.table_data[slot]
                first = (data >> 32) & 0xFFF
                v = cython.cast(cython.int, data & 0xFFFF) - 32768
                if v > SURE:
                    v -= ply
                elif v < -SURE:
                    v += ply
                bound = (data >> 24) & 3
                if not wide and cython.cast(cython.int, (data >> 16) & 0xFF) >= depth:
                    if bound == EXACT or (bound == AT_LEAST and v >= beta) or (bound == AT_MOST and v <= alpha):
                        return v
            self.put_in_order(base, n, first, quiet, ply, white)
        next_depth: cython.int = depth - 1
        if n == 1 and 4 * ply < self.one_reply * self.depth:
            next_depth = depth
        floor: cython.int = alpha
        best: cython.int = -INFINITE
        best_place: cython.int = 0
        end: cython.int = base + n
        i: cython.int
        for i in range(base, end):
            if depth > 0:
                self.bring_best(i, end)
            if i == base or not wide:
                v = self.enter(i, end, mm, mk, om, ok, white, next_depth, alpha, beta, ply, reversible, idle)
            else:
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
                        self.note_cut(ply, self.stack.origin[i], self.stack.target[i], white, depth)
                    break
        if depth > 0:
            bound = AT_LEAST if best >= beta else AT_MOST if best <= floor else EXACT
            self.keep(slot, key, best, ply, depth, bound, best_place)
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def keep(
        self,
        slot: cython.ulonglong,
        key: cython.ulonglong,
        v: cython.int,
        ply: cython.int,
        depth: cython.int,
        bound: cython.int,
        place: cython.int,
    ) -> cython.void:
        """Remember a result: score (16 bits, wins counted from here), depth (8), bound (8), best move's place (12)."""
        if v > SURE:
            v += ply
        elif v < -SURE:
            v -= ply
        self.table_key[slot] = key
        self.table_data[slot] = (
            cython.cast(cython.ulonglong, v + 32768)
            | (cython.cast(cython.ulonglong, depth) << 16)
            | (cython.cast(cython.ulonglong, bound) << 24)
            | (cython.cast(cython.ulonglong, place) << 32)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search_root(self, depth: cython.int, margin: cython.int) -> cython.void:
        """One iteration. What was found before a limit ended it stays if it is better than the former best move."""
        i: cython.int
        j: cython.int
        m: cython.int
        v: cython.int
        low: cython.int
        best: cython.int = -INFINITE
        self.depth = depth
        for i in range(self.count):
            m = self.order[i]
            low = best - margin if best > -INFINITE else -INFINITE
            if i:
                v = self.try_root(m, depth, low, low + 1)
                if v > low and not self.stopped:
                    v = self.try_root(m, depth, low, INFINITE)
            else:
                v = self.try_root(m, depth, low, INFINITE)
            if self.stopped:
                return
            self.values[m] = v
            self.exact[m] = v > low
            if v > best:
                best = v
                self.note_line(0, self.stack.origin[m], self.stack.target[m], self.stack.taken[m])
            j = i  # keep `order` sorted: exact scores first, high ones first, bounds behind in their former order
            while j > 0 and self.exact[m] and (
                not self.exact[self.order[j - 1]] or self.values[self.order[j - 1]] < v
            ):
                self.order[j] = self.order[j - 1]
                j -= 1
            self.order[j] = m

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_root(self, m: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        return self.enter(
            m,
            self.count,
            self.mm,
            self.mk,
            self.om,
            self.ok,
            self.white,
            depth - 1,
            alpha,
            beta,
            0,
            self.reversible,
            self.idle,
        )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def rank_sum(b: cython.ulonglong) -> cython.int:
    """The sum of the ranks of these squares, the first counted as 0."""
    return (
        popcount(b & EVEN_RANKS) + 2 * popcount(b & RANKS_3478) + 4 * popcount(b & RANKS_5678)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def swap(p: cython.p_ulonglong, i: cython.int, k: cython.int) -> cython.void:
    x: cython.ulonglong = p[i]
    p[i] = p[k]
    p[k] = x
