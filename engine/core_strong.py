# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""The strong search: deepening, aspiration windows and the moves of the root, over the tree of core_tree.py.

Cython in pure Python mode like core.py: compiled and uncompiled it gives the same answers and node counts. Values and
features come as numbers from engine.ai.configuration; nothing here knows one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from engine.core_game import CoreGame
from engine.core_memory import Memory
from engine.core_tree import TreeSearch
from engine.core_values import Values

if not cython.compiled:  # compiled, these names come from core_strong.pxd
    from engine.core import alloc_int, alloc_u64, ctz, release
    from engine.core_search import INFINITE, PLIES, WIN
    from engine.core_values import KNOWN

    KEPT = 48  # plies of each root move's line that are kept


@cython.final
@cython.cclass
class StrongSearcher(TreeSearch):
    """One thread's search: `set_features`, `set_rules`, `set_position`, `set_limits`, then `deepen` by and by.

    It can also keep a game going: `status` judges the position, `play` makes a move of its ranking.
    """

    order: cython.p_int
    values: cython.p_int
    exact: cython.p_int
    root_length: cython.p_int
    root_squares: cython.p_int
    root_taken: cython.p_ulonglong

    def __cinit__(self, memory: Memory, values: Values) -> None:
        self.order = alloc_int(1)
        self.values = alloc_int(1)
        self.exact = alloc_int(1)
        self.root_length = alloc_int(1)
        self.root_squares = alloc_int(1)
        self.root_taken = alloc_u64(1)

    if not cython.compiled:

        def __init__(self, memory: Memory, values: Values) -> None:
            TreeSearch.__init__(self, memory, values)
            StrongSearcher.__cinit__(self, memory, values)

    def __dealloc__(self) -> None:
        self.release_root()

    def begin(self, captures: Sequence[tuple[int, int, int]] = ()) -> int:
        """Look up the moves of the position and forget what the searches before found out about it."""
        i: cython.int
        CoreGame.begin(self, captures)
        self.release_root()
        self.order = alloc_int(self.count + 1)
        self.values = alloc_int(self.count + 1)
        self.exact = alloc_int(self.count + 1)
        self.root_length = alloc_int(self.count + 1)
        self.root_squares = alloc_int((self.count + 1) * KEPT)
        self.root_taken = alloc_u64((self.count + 1) * KEPT)
        for i in range(self.count):
            self.order[i] = i
        self.trail.begin()
        self.nodes = self.spent = 0
        self.depth = self.work = 0
        self.line_length[0] = 0
        self.stopped = False
        return self.count

    @cython.cfunc
    def release_root(self) -> cython.void:
        """Give the memory of the root's moves back."""
        release(self.order)
        release(self.values)
        release(self.exact)
        release(self.root_length)
        release(self.root_squares)
        release(self.root_taken)

    def deepen(self, depth: cython.int, margin: cython.int, lines: cython.int = 1) -> bool:
        """Search to `depth` plies, having done the depths before; True if it was finished within the limits.

        The best `lines` moves, and those worth at most `margin` less than the best, get their exact values and lines.
        Lets go of the GIL.
        """
        with cython.nogil:
            self.aspire(depth, margin, lines)
        if self.stack.failed:
            raise MemoryError
        return not self.stopped

    def go(self, most: cython.int) -> int:
        """Deepen up to `most` plies or the limits; the depth that was finished."""
        depth: cython.int = 0
        v: cython.int
        with cython.nogil:
            while depth < most:
                self.aspire(depth + 1, 0, 1)
                if self.stopped:
                    break
                depth += 1
                v = self.values[self.order[0]]
                if v >= WIN - depth or v <= depth - WIN:
                    break
        if self.stack.failed:
            raise MemoryError
        return depth

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

    def best(self) -> tuple[int, int]:
        """The best move's place among the generated ones, for `play`, and its score."""
        return self.order[0], self.values[self.order[0]]

    def place_of(self, which: cython.int) -> int:
        """The place among the generated moves of a move of the ranking, for `play`."""
        return self.order[which]

    def line(self, which: cython.int = 0) -> list[tuple[int, int, int]]:
        """The line of a move of the ranking as (start, end, taken), beginning with that move; exact scores have one."""
        m: cython.int = self.order[which]
        row: cython.int = m * KEPT
        return [
            (self.root_squares[row + i] >> 6, self.root_squares[row + i] & 63, self.root_taken[row + i])
            for i in range(self.root_length[m])
        ]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def aspire(self, depth: cython.int, margin: cython.int, lines: cython.int) -> cython.void:
        """One iteration: first within a window around the last score, which is widened until the score lies in it."""
        low: cython.int = -INFINITE
        high: cython.int = INFINITE
        size: cython.int = self.window
        v: cython.int
        self.depth = depth
        if size and depth >= 4 and margin == 0 and lines == 1 and self.count:
            v = self.values[self.order[0]]
            if -KNOWN < v < KNOWN:
                low = v - size
                high = v + size
        while True:
            self.search_root(depth, margin, lines, low, high)
            if self.stopped or not self.count:
                return
            v = self.values[self.order[0]]
            size *= 3
            if v <= low:
                low = v - size if size < 1000 else -INFINITE
            elif v >= high:
                high = v + size if size < 1000 else INFINITE
            else:
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search_root(
        self, depth: cython.int, margin: cython.int, lines: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.void:
        """All moves of the root. What was found before a limit ended it stays if it is better than the former best."""
        i: cython.int
        j: cython.int
        m: cython.int
        v: cython.int
        low: cython.int
        best: cython.int = -INFINITE
        for i in range(self.count):
            m = self.order[i]
            low = best - margin if best > -INFINITE else -INFINITE
            if lines > 1:
                v = self.values[self.order[lines - 1]] if i >= lines else -INFINITE
                low = v if v < low else low
            if low < alpha:
                low = alpha
            if i and low > -INFINITE:
                v = self.try_root(m, depth, low, low + 1)
                if v > low and not self.stopped:
                    v = self.try_root(m, depth, low, beta)
            else:
                v = self.try_root(m, depth, low, beta)
            if self.stopped:
                return
            self.values[m] = v
            self.exact[m] = v > low
            if self.exact[m]:
                self.note_root(m)
            if v > best:
                best = v
            j = i  # keep `order` sorted: exact scores first, high ones first, bounds behind in their former order
            while j > 0 and self.exact[m] and (
                not self.exact[self.order[j - 1]] or self.values[self.order[j - 1]] < v
            ):
                self.order[j] = self.order[j - 1]
                j -= 1
            self.order[j] = m
            if v >= beta:
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_root(self, m: cython.int) -> cython.void:
        """Keep the line that gave root move m its score."""
        i: cython.int
        n: cython.int = self.line_length[1]
        row: cython.int = m * KEPT
        if n > KEPT - 1:
            n = KEPT - 1
        self.root_squares[row] = (ctz(self.stack.origin[m]) << 6) | ctz(self.stack.target[m])
        self.root_taken[row] = self.stack.taken[m]
        for i in range(n):
            self.root_squares[row + 1 + i] = self.line_squares[PLIES + i]
            self.root_taken[row + 1 + i] = self.line_taken[PLIES + i]
        self.root_length[m] = n + 1

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
