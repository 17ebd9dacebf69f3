# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""The strong search: principal variation search with learned values, a table that threads share, and endgame tables.

Cython in pure Python mode like core.py: compiled and uncompiled it gives the same answers and node counts. A score is
in hundredths of a man for the side to move; WIN - n is a win in n plies, KNOWN and more a win that a table promises.
Values and features come as numbers from engine.ai.configuration; nothing here knows one of them.

Values have a part for the full and one for the empty board, packed into one int: full + 65536 * empty. The board is
read as 43 patterns of eight squares, each empty or with a king (0), a man of White (1) or of Black (2):
pairs of neighbouring ranks and of neighbouring files in windows of four squares, whole ranks, and whole files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cython

from engine.core import Generator

if not cython.compiled:  # compiled, these names come from core_strong.pxd
    from engine.core import (
        FULL,
        NOT_A,
        NOT_H,
        ROOM,
        MoveStack,
        alloc_int,
        alloc_u64,
        ctz,
        nanoseconds,
        popcount,
        release,
        zero_u64,
    )
    from engine.core_search import (
        AT_LEAST,
        AT_MOST,
        EXACT,
        GLANCE,
        INFINITE,
        NODE_WORK,
        PLIES,
        WIN,
    )
    from engine.tables.flat import Flat

    EDGES = 0x8181818181818181
    SWAP_1 = 0x00AA00AA00AA00AA
    SWAP_2 = 0x0000CCCC0000CCCC
    SWAP_4 = 0x00000000F0F0F0F0
    GAME = 2048  # at least the plies of a game
    STATES = 6561  # of eight squares with three contents
    PATTERNS = 43
    TERMS = 23  # see `terms`
    KNOWN = 15000  # beyond: won by an endgame table that knows no distance
    PLACES = 8192  # two sides, 64 squares to leave, 64 to enter
    KEPT = 48  # plies of each root move's line that are kept


NO_TABLES: Flat = Flat()


def shape() -> tuple[int, int, int]:
    """How many terms and patterns there are, and states of a pattern."""
    return TERMS, PATTERNS, STATES


@cython.final
@cython.cclass
class Memory:
    """A transposition table that several searchers may use at once: four entries a bucket, older ones give way first.

    An entry is (key ^ data, data), so that one torn by two threads is not recognised instead of believed.
    """

    words: cython.p_ulonglong
    mask: cython.ulonglong
    age: cython.ulonglong

    def __cinit__(self, bits: cython.int = 16) -> None:
        one: cython.ulonglong = 1
        self.words = alloc_u64(one << (bits + 3))
        self.mask = (one << bits) - 1
        self.age = 0

    if not cython.compiled:
        __init__ = __cinit__

    def __dealloc__(self) -> None:
        release(self.words)

    def grow_older(self) -> None:
        """Another search begins; what earlier ones found gives way to it."""
        self.age = (self.age + 1) & 63

    def clear(self) -> None:
        """Forget everything."""
        zero_u64(self.words, 8 * (self.mask + 1))
        self.age = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def find(self, key: cython.ulonglong) -> cython.ulonglong:
        """The data kept for a position, 0 if none is."""
        at: cython.ulonglong = (key & self.mask) << 3
        i: cython.int
        data: cython.ulonglong
        for i in range(4):
            data = self.words[at + 2 * i + 1]
            if self.words[at + 2 * i] ^ data == key and data:
                return data
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def keep(self, key: cython.ulonglong, data: cython.ulonglong) -> cython.void:
        """Keep data: in the position's own place, else in that of the oldest and shallowest."""
        at: cython.ulonglong = (key & self.mask) << 3
        place: cython.ulonglong = at
        i: cython.int
        worth: cython.int
        least: cython.int = 1 << 20
        old: cython.ulonglong
        data |= self.age << 26
        for i in range(4):
            old = self.words[at + 2 * i + 1]
            if self.words[at + 2 * i] ^ old == key:
                place = at + 2 * i
                break
            worth = cython.cast(cython.int, (old >> 16) & 0xFF)
            if old and (old >> 26) & 63 == self.age:
                worth += 256
            if worth < least:
                least = worth
                place = at + 2 * i
        self.words[place] = key ^ data
        self.words[place + 1] = data


@cython.final
@cython.cclass
class Values:
    """What positions are worth: packed values of the terms, and of the patterns (all, or none to do without)."""

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


@cython.final
@cython.cclass
class StrongSearcher:
    """One thread's search: `set_features`, `set_rules`, `set_position`, `set_limits`, then `deepen` by and by.

    It can also keep a game going: `status` judges the position, `play` makes a move of its ranking.
    """

    stack: MoveStack
    memory: Memory
    tables: Flat
    table_pieces: cython.int
    worth: Values
    codes: cython.p_int
    men_code: cython.p_int
    # features
    contempt: cython.int
    one_reply: cython.int
    window: cython.int
    late: cython.int
    very_late: cython.int
    futility: cython.int
    prob_cut: cython.int
    shallow: cython.int
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
    # ordering
    killers: cython.p_ulonglong
    answers: cython.p_ulonglong
    record: cython.p_int
    came_by: cython.p_int
    # the principal variation of each ply, and of each root move
    line_length: cython.p_int
    line_squares: cython.p_int
    line_taken: cython.p_ulonglong
    root_length: cython.p_int
    root_squares: cython.p_int
    root_taken: cython.p_ulonglong
    # the root: its moves lie first on the stack
    count: cython.int
    order: cython.p_int
    values: cython.p_int
    exact: cython.p_int
    depth: cython.int
    nodes: cython.ulonglong

    def __cinit__(self, memory: Memory, worth: Values) -> None:
        i: cython.int
        self.stack = Generator()
        self.memory = memory
        self.worth = worth
        self.tables = NO_TABLES
        self.table_pieces = 0
        self.codes = alloc_int(34)
        self.men_code = alloc_int(16)
        for i in range(16):
            self.men_code[i] = (i & 1) + 3 * ((i >> 1) & 1) + 9 * ((i >> 2) & 1) + 27 * (i >> 3)
        self.keys = alloc_u64(GAME + PLIES)
        self.killers = alloc_u64(2 * PLIES + 2)
        self.answers = alloc_u64(PLACES)
        self.record = alloc_int(PLACES)
        self.came_by = alloc_int(PLIES + 1)
        self.line_length = alloc_int(PLIES + 1)
        self.line_squares = alloc_int(PLIES * PLIES)
        self.line_taken = alloc_u64(PLIES * PLIES)
        self.order = alloc_int(1)
        self.values = alloc_int(1)
        self.exact = alloc_int(1)
        self.root_length = alloc_int(1)
        self.root_squares = alloc_int(1)
        self.root_taken = alloc_u64(1)
        self.max_nodes = FULL
        self.deadline = FULL
        self.stopped = self.cancelled = False
        self.count = self.depth = self.work = 0
        self.nodes = self.spent = 0

    if not cython.compiled:
        __init__ = __cinit__

    def __dealloc__(self) -> None:
        release(self.codes)
        release(self.men_code)
        release(self.keys)
        release(self.killers)
        release(self.answers)
        release(self.record)
        release(self.came_by)
        release(self.line_length)
        release(self.line_squares)
        release(self.line_taken)
        release(self.order)
        release(self.values)
        release(self.exact)
        release(self.root_length)
        release(self.root_squares)
        release(self.root_taken)

    # ------------------------------------------------------------ what to search, from Python

    def set_features(self, features: Mapping[str, int]) -> None:
        """The features of the search by name, as engine.ai.configuration describes them."""
        self.contempt = features["contempt"]
        self.one_reply = features["one_reply"]
        self.window = features["window"]
        self.late = features["late"]
        self.very_late = features["very_late"]
        self.futility = features["futility"]
        self.prob_cut = features["prob_cut"]
        self.shallow = features["shallow"]

    def set_tables(self, tables: Flat | None, pieces: cython.int) -> None:
        """Endgame tables for positions of at most so many pieces; they must be those of the rule set."""
        self.tables = NO_TABLES if tables is None else tables
        self.table_pieces = 0 if tables is None else pieces

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
        """Look up the moves of the position and forget what the searches before found out about it."""
        i: cython.int
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
        release(self.order)
        release(self.values)
        release(self.exact)
        release(self.root_length)
        release(self.root_squares)
        release(self.root_taken)
        self.order = alloc_int(self.count + 1)
        self.values = alloc_int(self.count + 1)
        self.exact = alloc_int(self.count + 1)
        self.root_length = alloc_int(self.count + 1)
        self.root_squares = alloc_int((self.count + 1) * KEPT)
        self.root_taken = alloc_u64((self.count + 1) * KEPT)
        for i in range(self.count):
            self.order[i] = i
        for i in range(2 * PLIES):
            self.killers[i] = 0
        for i in range(PLACES):
            self.record[i] >>= 2
        self.nodes = self.spent = 0
        self.depth = self.work = 0
        self.line_length[0] = 0
        self.stopped = False
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

    def count_nodes(self) -> int:
        """The positions looked at so far, those not counted that the memory knew."""
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

    def static(self) -> int:
        """What the position is worth at sight, for the side to move."""
        return self.evaluate(self.mm, self.mk, self.om, self.ok, self.white)

    # ------------------------------------------------------------ keeping a game going, for play against itself

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

    # ------------------------------------------------------------ evaluation

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
        the edges, 20 kings against men only, 21 runners against kings, 22 being on move (added in `evaluate`).
        """
        value: cython.p_int = self.worth.terms
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
        return v + value[19] * (popcount(w & EDGES) - popcount(b & EDGES))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def patterns(self, w: cython.ulonglong, b: cython.ulonglong) -> cython.int:
        """The packed sum of the patterns' values, good for White."""
        code: cython.p_int = self.codes
        men: cython.p_int = self.men_code
        value: cython.p_int = self.worth.patterns
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
            if self.worth.with_patterns:
                v += self.patterns(mm, om)
        else:
            v = self.terms(om, ok, mm, mk, emp)
            if self.worth.with_patterns:
                v += self.patterns(om, mm)
            v = -v
        v += self.worth.terms[22]
        part = ((v & 0xFFFF) ^ 0x8000) - 0x8000
        v = (v + 0x8000) >> 16
        if full > 32:
            full = 32
        v = (part * full + v * (32 - full)) >> 5
        if v >= KNOWN:
            return KNOWN - 1
        return v if v > -KNOWN else 1 - KNOWN

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
    def note_record(self, place: cython.int, bonus: cython.int) -> cython.void:
        """Move a record towards its highest or lowest value, 2 ** 14 up or down, the less the nearer it is."""
        v: cython.int = self.record[place]
        self.record[place] = v + bonus - ((v * (bonus if bonus > 0 else -bonus)) >> 14)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
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
        self.note_record(self.place(i, white), bonus)
        for k in range(base, i):
            self.note_record(self.place(k, white), -bonus)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def place(self, i: cython.int, white: cython.bint) -> cython.int:
        """A move's place in the records."""
        return (4096 if white else 0) + ctz(self.stack.origin[i]) * 64 + ctz(self.stack.target[i])

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
                    s = 65536 + self.record[self.place(base + i, white)]
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
            exchange(weight, i, k)
            exchange(self.stack.origin, i, k)
            exchange(self.stack.target, i, k)
            exchange(self.stack.taken, i, k)

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
        self.came_by[ply + 1] = self.place(i, white)
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
        n: cython.int
        v: cython.int
        ending: cython.int
        pieces: cython.ulonglong = mm | mk
        foes: cython.ulonglong = om | ok
        emp: cython.ulonglong
        data: cython.ulonglong
        first: cython.int = -1
        bound: cython.int
        wide: cython.bint = beta - alpha > 1
        if depth > 0:
            key = self.stack.key(mm, mk, om, ok, white)
            self.keys[self.here + ply] = key
            if reversible >= 4 and self.repeats(key, ply, reversible):
                return self.draw(ply)
            data = self.memory.find(key)
            if data:
                first = (data >> 32) & 0xFFF
                if not wide and cython.cast(cython.int, (data >> 16) & 0xFF) >= depth and (
                    idle + depth < self.no_progress_plies
                ):
                    v = cython.cast(cython.int, data & 0xFFFF) - 32768
                    if v > KNOWN:
                        v -= ply
                    elif v < -KNOWN:
                        v += ply
                    bound = (data >> 24) & 3
                    if bound == EXACT or (bound == AT_LEAST and v >= beta) or (bound == AT_MOST and v <= alpha):
                        return v
        n = self.stack.captures(base, mm, mk, om, ok, white)
        if self.stack.cut:
            self.stopped = True
            return 0
        self.nodes += 1
        self.work += NODE_WORK + self.stack.visits
        self.spent += 1 + (self.stack.visits >> 6)
        quiet: cython.bint = n == 0
        if not pieces & (pieces - 1) and not foes & (foes - 1) and pieces and foes:
            ending = self.one_each(mk, ok)
            if ending == 1 or (ending == 2 and quiet):
                return self.draw(ply)
            if ending == 3:
                return WIN - ply if mk else ply - WIN
        if not pieces:
            return ply - WIN
        if self.table_pieces and popcount(pieces | foes) <= self.table_pieces:
            v = self.ask_tables(mm, mk, om, ok, white, ply, idle)
            if v != INFINITE:
                return v
        if quiet and depth <= 0:
            if idle >= self.no_progress_plies:
                return self.draw(ply)
            if not mk:
                emp = FULL ^ (pieces | foes)
                emp = ((emp << 1) & NOT_A) | ((emp >> 1) & NOT_H) | ((emp >> 8) if white else (emp << 8) & FULL)
                if not mm & emp:
                    return ply - WIN
            return self.evaluate(mm, mk, om, ok, white)
        if idle >= self.no_progress_plies:
            if quiet and not self.stack.steps(base, mm, mk, om, ok, white):
                return ply - WIN
            return self.draw(ply)
        if ply >= PLIES - 2 or self.stack.failed:
            return self.evaluate(mm, mk, om, ok, white)
        if quiet and not wide and self.futility and depth <= self.shallow and beta < KNOWN and beta > -KNOWN:
            v = self.evaluate(mm, mk, om, ok, white) - self.futility * depth
            if v >= beta:
                return v
        if quiet and not wide and self.prob_cut and depth >= 5 and beta < KNOWN and beta > -KNOWN:
            v = self.search(
                mm, mk, om, ok, white, depth - 4, beta + self.prob_cut - 1, beta + self.prob_cut, ply, base,
                reversible, idle,
            )
            if self.stopped:
                return 0
            if v >= beta + self.prob_cut:
                return v - self.prob_cut
        if quiet:
            n = self.stack.steps(base, mm, mk, om, ok, white)
            if not n:
                return ply - WIN
        if depth > 0:
            self.put_in_order(base, n, first, quiet, ply, white)
        next_depth: cython.int = depth - 1
        if n == 1 and 4 * ply < self.one_reply * self.depth:
            next_depth = depth
        less: cython.int
        floor: cython.int = alpha
        best: cython.int = -INFINITE
        best_place: cython.int = 0
        end: cython.int = base + n
        i: cython.int
        for i in range(base, end):
            if depth > 0:
                self.bring_best(i, end)
            if i == base:
                v = self.enter(i, end, mm, mk, om, ok, white, next_depth, alpha, beta, ply, reversible, idle)
            else:
                less = 0
                if quiet and self.late and depth >= 3 and i - base >= self.late:
                    less = 1
                    if i - base >= self.very_late and depth >= 5:
                        less = 2
                    if wide:
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
                    if quiet and depth > 0:
                        self.note_cut(ply, base, i, white, depth)
                    break
        if depth > 0:
            bound = AT_LEAST if best >= beta else AT_MOST if best <= floor else EXACT
            self.keep(key, best, ply, depth, bound, best_place)
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def keep(
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def exchange(p: cython.p_ulonglong, i: cython.int, k: cython.int) -> cython.void:
    x: cython.ulonglong = p[i]
    p[i] = p[k]
    p[k] = x
