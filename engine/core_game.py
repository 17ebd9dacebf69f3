# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""A game as the strong search keeps it: the position, what came before it, its moves, and how it stands.

Cython in pure Python mode like core.py; core_game.pxd declares for C what other modules see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from engine.core import Generator, MoveStack

if not cython.compiled:  # compiled, these names come from core_game.pxd
    from engine.core import FULL, ROOM, alloc_u64, release
    from engine.core_search import PLIES

    GAME = 2048  # at least the plies of a game


@cython.cclass
class CoreGame:
    """`set_rules`, `set_position`, then `status` judges the position and `play` makes one of its moves.

    The moves of the position lie first on the stack. `keys` has those of earlier positions, that of the present one at
    `here`, then those on the way to the node being searched; `reversible` counts the plies that could be taken back,
    `idle` those without progress.
    """

    if not cython.compiled:
        stack: MoveStack
        mode: cython.int
        king_v_king: cython.int
        king_v_man: cython.int
        man_v_man: cython.int
        repetition: cython.int
        progress: cython.int
        no_progress_plies: cython.int
        mm: cython.ulonglong
        mk: cython.ulonglong
        om: cython.ulonglong
        ok: cython.ulonglong
        white: cython.bint
        reversible: cython.int
        idle: cython.int
        keys: cython.p_ulonglong
        here: cython.int
        count: cython.int

    def __cinit__(self, *_: Any, **__: Any) -> None:  # whatever searches that build on this one are given
        self.stack = Generator()
        self.keys = alloc_u64(GAME + PLIES)
        self.count = 0

    if not cython.compiled:
        __init__ = __cinit__

    def __dealloc__(self) -> None:
        release(self.keys)

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
        """The rule set as numbers: see engine.ai.searchers."""
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
        captures: Sequence[tuple[int, int, int]] = (),
    ) -> int:
        """The position, the keys of those before it that can come back (oldest first), and the no-progress count.

        `captures`: the legal ones as (start, end, taken), if they are known: to find them can take 10 ms. Returns the
        number of legal moves.
        """
        i: cython.int
        recent = list(history)[-(GAME - 1) :]
        self.mm, self.mk, self.om, self.ok = (wm, wk, bm, bk) if white else (bm, bk, wm, wk)
        self.white = white
        self.here = len(recent)
        for i in range(self.here):
            self.keys[i] = recent[i]
        self.reversible = self.here
        self.idle = idle
        return self.begin(captures)

    def begin(self, captures: Sequence[tuple[int, int, int]] = ()) -> int:
        """Look up the moves of the position; a search forgets here what it found out about the one before."""
        self.keys[self.here] = self.stack.key(self.mm, self.mk, self.om, self.ok, self.white)
        self.stack.deadline = FULL  # there is always a move to answer with
        self.stack.cut = False
        self.stack.interrupt(False)
        if 0 < len(captures) <= ROOM:
            self.count = self.take_over(captures)
        else:
            self.count = self.generate(0, self.mm, self.mk, self.om, self.ok, self.white)
        if self.stack.failed:
            raise MemoryError
        return self.count

    def take_over(self, captures: Sequence[tuple[int, int, int]]) -> cython.int:
        """Put captures found elsewhere on the stack; their number."""
        one: cython.ulonglong = 1
        start: cython.int
        end: cython.int
        i: cython.int = 0
        for start, end, taken in captures:
            self.stack.origin[i] = one << start
            self.stack.target[i] = one << end
            self.stack.taken[i] = taken
            i += 1
        return i

    def status(self) -> int:
        """How the position is judged for the side to move: 0 play goes on, 1 draw, 2 loss, 3 win."""
        pieces: cython.ulonglong = self.mm | self.mk
        foes: cython.ulonglong = self.om | self.ok
        ending: cython.int = 0
        quiet: cython.bint = not self.count or not self.stack.taken[0]
        if not pieces:
            return 2
        if not pieces & (pieces - 1) and not foes & (foes - 1):
            ending = self.one_each(self.mk, self.ok)
        if ending == 1 or (ending == 2 and quiet):
            return 1
        if ending == 3:
            return 3 if self.mk else 2
        if not self.count:
            return 2
        if self.idle >= self.no_progress_plies or self.here >= GAME - 2:
            return 1
        return 1 if self.occurred() else 0

    def board(self) -> tuple[int, int, int, int, bool]:
        """White's men and kings, Black's men and kings, whether White is on move."""
        if self.white:
            return self.mm, self.mk, self.om, self.ok, True
        return self.om, self.ok, self.mm, self.mk, False

    def quiet(self) -> bool:
        """Whether the side to move has no capture."""
        return self.count == 0 or self.stack.taken[0] == 0

    def play(self, m: cython.int) -> int:
        """Make generated move `m`; the number of legal moves of the other side."""
        f: cython.ulonglong = self.stack.origin[m]
        t: cython.ulonglong = self.stack.target[m]
        c: cython.ulonglong = self.stack.taken[m]
        promoted: cython.bint = False
        mm: cython.ulonglong = self.mm
        mk: cython.ulonglong = self.mk
        self.here += 1
        self.reversible += 1
        self.idle += 1
        if c:
            self.reversible = self.idle = 0
        if f & mm:
            mm ^= f
            promoted = self.stack.crowns(f, t, c, self.white)
            if promoted:
                mk |= t
            else:
                mm |= t
            if f << 8 == t or f >> 8 == t:
                self.reversible = 0
                if self.progress == 0:
                    self.idle = 0
            if self.progress == 1 or (self.progress == 2 and promoted):
                self.idle = 0
        else:
            mk = (mk ^ f) | t
        self.mm, self.om = self.om & (FULL ^ c), mm
        self.mk, self.ok = self.ok & (FULL ^ c), mk
        self.white = not self.white
        return self.begin()

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
    def occurred(self) -> cython.bint:
        """Whether the present position has been on the board often enough to be a draw by repetition."""
        i: cython.int = self.here - 4
        times: cython.int = 1
        while self.repetition and i >= self.here - self.reversible and i >= 0:
            if self.keys[i] == self.keys[self.here]:
                times += 1
                if times >= self.repetition:
                    return True
            i -= 2
        return False

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
    def one_each(self, mk: cython.ulonglong, ok: cython.ulonglong) -> cython.int:
        """How the rule set judges one piece against one."""
        if mk and ok:
            return self.king_v_king
        if mk or ok:
            return self.king_v_man
        return self.man_v_man
