# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""The compiled heart: legal moves, counting them, and the graph of captures, on bitboards (a1 = bit 0 … h8 = bit 63).

Cython in pure Python mode: compiled where a C compiler exists, importable as it is where none does, about a hundred
times slower and with the same answers. Public functions take White's men and kings, Black's men and kings and whether
White moves; everything below them is relative to the side to move: (mm, mk) its men and kings, (om, ok) the opponent's.
"""

from __future__ import annotations

import time
from array import array

import cython

if not cython.compiled:  # compiled, these names come from core.pxd
    FULL = 0xFFFFFFFFFFFFFFFF
    RANK_1 = 0x00000000000000FF
    RANK_2 = 0x000000000000FF00
    RANK_7 = 0x00FF000000000000
    RANK_8 = 0xFF00000000000000
    EVEN_RANKS = 0xFF00FF00FF00FF00
    NOT_A = 0xFEFEFEFEFEFEFEFE
    NOT_H = 0x7F7F7F7F7F7F7F7F
    KEY_WHITE = 0x9E3779B97F4A7C15
    KEY_1 = 0xBF58476D1CE4E5B9
    KEY_2 = 0x94D049BB133111EB
    KEY_3 = 0xD6E8FEB86659FD93
    KEY_4 = 0xA0761D6478BD642F

    UP, DOWN, WEST, EAST, NOWHERE = range(5)  # of two opposite directions one is the other ^ 1
    CARRY_ON, STOP, CROWNED = range(3)  # what reaching the far rank in mid-capture does to a man
    BUDGET = 1024  # chain states walked before the generator turns to the graph, which walks none twice
    ROOM = 1024  # at least the quiet moves of any position: 64 pieces of at most 14 each
    HOPS = 16  # at least the landings of one jump: at most 12, from a corner two lines of six
    PACE = 512  # states of the graph between two looks at the clock, some 0.1 ms
    CAPS, META, COMMON, UNION, GAIN, SEEN, NODE = range(7)  # the words of a node of the graph, and how many they are
    ENDED = 0x7000  # in META: no jump in no direction, but the move that ends here

    def ctz(x: int) -> int:
        return (x & -x).bit_length() - 1

    def popcount(x: int) -> int:
        return x.bit_count()

    def alloc_u64(n: int) -> array[int]:
        return array("Q", bytes(8 * n))

    def alloc_int(n: int) -> array[int]:
        return array("i", bytes(4 * n))

    def grow_u64(p: array[int], old: int, new: int) -> array[int]:
        p.frombytes(bytes(8 * (new - old)))
        return p

    def grow_int(p: array[int], old: int, new: int) -> array[int]:
        p.frombytes(bytes(4 * (new - old)))
        return p

    def zero_u64(p: array[int], n: int) -> None:
        p[:n] = array("Q", bytes(8 * n))

    def zero_int(p: array[int], n: int) -> None:
        p[:n] = array("i", bytes(4 * n))

    def release(p: array[int]) -> None:
        pass

    nanoseconds = time.monotonic_ns


COMPILED: bool = cython.compiled


# ---------------------------------------------------------------- the rules of one step and one jump


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def step(b: cython.ulonglong, direction: cython.int) -> cython.ulonglong:
    """Every square of `b` moved one square; what leaves the board is gone."""
    if direction == UP:
        return (b << 8) & FULL
    if direction == DOWN:
        return b >> 8
    if direction == WEST:
        return (b >> 1) & NOT_H
    return (b << 1) & NOT_A


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def man_victim(
    p: cython.ulonglong, direction: cython.int, opp: cython.ulonglong, emp: cython.ulonglong
) -> cython.ulonglong:
    """The piece that a man on `p` can jump in this direction, or 0 (A5)."""
    t: cython.ulonglong = step(p, direction) & opp
    if t and step(t, direction) & emp:
        return t
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def king_victim(
    p: cython.ulonglong, direction: cython.int, opp: cython.ulonglong, emp: cython.ulonglong
) -> cython.ulonglong:
    """The first piece in this direction if a king on `p` can jump it, or 0 (A6)."""
    t: cython.ulonglong = step(p, direction)
    while t & emp:
        t = step(t, direction)
    if t & opp and step(t, direction) & emp:
        return t
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def capturing_men(
    mm: cython.ulonglong, opp: cython.ulonglong, emp: cython.ulonglong, white: cython.bint
) -> cython.ulonglong:
    """The men that can capture (A5)."""
    ahead: cython.ulonglong = step(step(emp, DOWN) & opp, DOWN) if white else step(step(emp, UP) & opp, UP)
    return mm & (ahead | step(step(emp, WEST) & opp, WEST) | step(step(emp, EAST) & opp, EAST))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def is_crowned(
    start: cython.ulonglong, end: cython.ulonglong, taken: cython.ulonglong, white: cython.bint, mode: cython.int
) -> cython.bint:
    """Whether the man that made this move is a king afterwards (A11).

    Where men are crowned in mid-capture they may end anywhere, but start and taken pieces tell: a man jumps over rank 7
    exactly when it lands on rank 8, and only from an even rank; on its way it takes sideways on even ranks only.
    """
    if white:
        return bool(end & RANK_8) or (mode == CROWNED and bool(taken & RANK_7) and bool(start & EVEN_RANKS))
    return bool(end & RANK_1) or (mode == CROWNED and bool(taken & RANK_2) and not start & EVEN_RANKS)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def hash_position(
    mm: cython.ulonglong, mk: cython.ulonglong, om: cython.ulonglong, ok: cython.ulonglong, white: cython.bint
) -> cython.ulonglong:
    """64 bits for pieces and side to move; multiply and fold, so that it needs no tables."""
    h: cython.ulonglong = mm ^ KEY_WHITE if white else mm
    h = (h * KEY_1) & FULL
    h = ((h ^ (h >> 31) ^ om) * KEY_2) & FULL
    h = ((h ^ (h >> 29) ^ mk) * KEY_3) & FULL
    h = ((h ^ (h >> 32) ^ ok) * KEY_4) & FULL
    return h ^ (h >> 32)


# ---------------------------------------------------------------- the graph of captures


@cython.final
@cython.cclass
class CaptureGraph:
    """Every state that a capture can pass through in one position, each once, however many routes lead there.

    A node is (start square, square, captured pieces, direction of the last jump, king or man). It knows its gain, the
    most pieces that can still be taken from it, and what all and some of the best continuations take. The captured
    pieces grow with each jump, so the graph has no cycles and its depth is at most the number of enemy pieces.
    """

    opp: cython.ulonglong
    emp: cython.ulonglong
    white: cython.bint
    mode: cython.int
    # nodes of NODE words, in the order of discovery; `where` finds them by hash (index + 1, 0 = free)
    size: cython.int
    room: cython.int
    fresh: cython.bint
    failed: cython.bint
    nodes: cython.p_ulonglong
    where: cython.p_int
    # the jumps of the node being looked at, one row of HOPS a level
    hop_to: cython.p_ulonglong
    hop_over: cython.p_ulonglong
    hop_way: cython.p_int
    roots: cython.p_int
    path: cython.p_int
    explored: cython.int
    required: cython.ulonglong
    walked: cython.bint
    # the work is broken off (`cut`) at the deadline, or when another thread has set `cancelled`
    deadline: cython.ulonglong
    cancelled: cython.bint
    cut: cython.bint
    pace: cython.int
    # the moves by A13, each with its alphabetically first route (`required` squares a route)
    found: cython.int
    found_room: cython.int
    found_start: cython.p_int
    found_taken: cython.p_ulonglong
    routes: cython.p_int

    def __cinit__(self) -> None:
        self.room = 64
        self.nodes = alloc_u64(NODE * self.room)
        self.where = alloc_int(2 * self.room)
        self.hop_to = alloc_u64(65 * HOPS)
        self.hop_over = alloc_u64(65 * HOPS)
        self.hop_way = alloc_int(65 * HOPS)
        self.roots = alloc_int(64)
        self.path = alloc_int(64)
        self.found_room = 16
        self.found_start = alloc_int(self.found_room)
        self.found_taken = alloc_u64(self.found_room)
        self.routes = alloc_int(64 * self.found_room)
        self.size = self.explored = self.required = self.found = self.pace = 0
        self.failed = self.walked = self.cancelled = self.cut = False
        self.deadline = FULL

    if not cython.compiled:
        __init__ = __cinit__

    def __dealloc__(self) -> None:
        release(self.nodes)
        release(self.where)
        release(self.hop_to)
        release(self.hop_over)
        release(self.hop_way)
        release(self.roots)
        release(self.path)
        release(self.found_start)
        release(self.found_taken)
        release(self.routes)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enlarge(self) -> cython.bint:
        """Four times the room for nodes; False, with `failed` set, if memory is exhausted."""
        new: cython.int = 4 * self.room
        i: cython.int
        nodes = grow_u64(self.nodes, NODE * self.room, NODE * new)
        if nodes:
            self.nodes = nodes
        where = grow_int(self.where, 2 * self.room, 2 * new)
        if where:
            self.where = where
        if not (nodes and where):
            self.failed = True
            return False
        self.room = new
        zero_int(self.where, 2 * new)
        for i in range(self.size):
            self.where[self.slot(self.nodes[NODE * i + CAPS], self.nodes[NODE * i + META])] = i + 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def slot(self, caps: cython.ulonglong, meta: cython.ulonglong) -> cython.ulonglong:
        """Where the hash table holds this node, or the free place where it belongs."""
        mask: cython.ulonglong = 2 * self.room - 1
        h: cython.ulonglong = ((caps ^ (meta << 48) ^ meta) * KEY_1) & FULL
        i: cython.int
        h = (h ^ (h >> 32)) & mask
        while True:
            i = NODE * (self.where[h] - 1)
            if i < 0 or (self.nodes[i + CAPS] == caps and self.nodes[i + META] == meta):
                return h
            h = (h + 1) & mask

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def word(self, i: cython.int, which: cython.int) -> cython.ulonglong:
        """One of the words of node `i`."""
        return self.nodes[NODE * i + which]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def node(self, caps: cython.ulonglong, meta: cython.ulonglong) -> cython.int:
        """The index of this node, made if it is new (then `fresh` is True); -1 if memory is exhausted."""
        h: cython.ulonglong = self.slot(caps, meta)
        i: cython.int = self.where[h]
        self.fresh = i == 0
        if i:
            return i - 1
        if self.size == self.room:
            if not self.enlarge():
                return -1
            h = self.slot(caps, meta)
        i = self.size
        self.size = i + 1
        self.where[h] = i + 1
        i *= NODE
        self.nodes[i + CAPS] = caps
        self.nodes[i + META] = meta
        self.nodes[i + COMMON] = self.nodes[i + UNION] = self.nodes[i + GAIN] = self.nodes[i + SEEN] = 0
        return self.size - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def line(
        self,
        end: cython.int,
        p: cython.ulonglong,
        king: cython.bint,
        direction: cython.int,
        opp: cython.ulonglong,
        emp: cython.ulonglong,
    ) -> cython.int:
        """Append the jumps in one direction, alphabetically, to the row that ends before `end`; the new end."""
        t: cython.ulonglong = king_victim(p, direction, opp, emp) if king else man_victim(p, direction, opp, emp)
        if not t:
            return end
        i: cython.int = end
        n: cython.int = 1
        u: cython.ulonglong = step(t, direction)
        last: cython.ulonglong = u
        if king:
            while step(last, direction) & emp:
                last = step(last, direction)
                n += 1
        backward: cython.bint = direction == WEST or direction == DOWN  # then the farthest square is named first
        for i in range(end, end + n):
            self.hop_to[end + end + n - 1 - i if backward else i] = u
            self.hop_over[i] = t
            self.hop_way[i] = direction
            u = step(u, direction)
        return end + n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spread(self, level: cython.int, i: cython.int) -> cython.int:
        """Write the jumps of node `i` into the row of this level, alphabetically; its end (A5-A7, A9, A10)."""
        one: cython.ulonglong = 1
        caps: cython.ulonglong = self.word(i, CAPS)
        meta: cython.ulonglong = self.word(i, META)
        p: cython.ulonglong = one << ((meta >> 6) & 63)
        way: cython.int = (meta >> 12) & 7
        king: cython.bint = ((meta >> 15) & 1) != 0
        end: cython.int = level * HOPS
        if not king and way != NOWHERE and self.mode == STOP and p & (RANK_8 if self.white else RANK_1):
            return end
        opp: cython.ulonglong = self.opp & (FULL ^ caps)
        emp: cython.ulonglong = self.emp | caps | (one << (meta & 63))
        if way != EAST:
            end = self.line(end, p, king, WEST, opp, emp)
        if way != UP and (king or not self.white):
            end = self.line(end, p, king, DOWN, opp, emp)
        if way != DOWN and (king or self.white):
            end = self.line(end, p, king, UP, opp, emp)
        if way != WEST:
            end = self.line(end, p, king, EAST, opp, emp)
        return end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def child(self, i: cython.int, hop: cython.int) -> cython.int:
        """The node that a jump in a row leads to."""
        to: cython.ulonglong = self.hop_to[hop]
        way: cython.ulonglong = self.hop_way[hop]
        square: cython.ulonglong = ctz(to)
        king: cython.ulonglong = (self.word(i, META) >> 15) & 1
        if self.mode == CROWNED and to & (RANK_8 if self.white else RANK_1):
            king = 1
        return self.node(
            self.word(i, CAPS) | self.hop_over[hop],
            (self.word(i, META) & 63) | (square << 6) | (way << 12) | (king << 15),
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def late(self) -> cython.bint:
        """Whether the work is to be broken off; looks at the clock now and then."""
        self.pace += 1
        if self.pace >= PACE and not self.cut:
            self.pace = 0
            self.cut = self.cancelled or (self.deadline != FULL and nanoseconds() >= self.deadline)
        return self.cut

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def explore(self, i: cython.int, level: cython.int) -> cython.void:
        """Find what can still be taken from node `i`."""
        hop: cython.int
        c: cython.int
        gain: cython.ulonglong
        best: cython.ulonglong = 0
        common: cython.ulonglong = 0
        union: cython.ulonglong = 0
        if self.late():
            return
        for hop in range(level * HOPS, self.spread(level, i)):
            c = self.child(i, hop)
            if c < 0:
                return
            if self.fresh:
                self.explore(c, level + 1)
            gain = self.word(c, GAIN) + 1
            if gain > best:
                best = gain
                common = FULL
                union = 0
            if gain == best:
                common &= self.word(c, COMMON) | self.hop_over[hop]
                union |= self.word(c, UNION) | self.hop_over[hop]
        self.nodes[NODE * i + GAIN] = best
        self.nodes[NODE * i + COMMON] = common
        self.nodes[NODE * i + UNION] = union

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def analyse(
        self,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
        mode: cython.int,
    ) -> cython.void:
        """Fill the graph: afterwards `required` pieces must be taken, 0 = there is no capture (A8)."""
        one: cython.ulonglong = 1
        k: cython.ulonglong
        square: cython.ulonglong
        b: cython.ulonglong
        way: cython.ulonglong = NOWHERE
        king: cython.ulonglong
        i: cython.int
        self.opp = om | ok
        self.emp = FULL ^ (mm | mk | om | ok)
        self.white = white
        self.mode = mode
        self.size = self.found = self.required = 0
        self.failed = self.walked = self.cut = False
        zero_int(self.where, 2 * self.room)
        for k in range(64):
            self.roots[k] = -1
            square = ((k & 7) << 3) | (k >> 3)  # alphabetically: a1, a2 … h8
            b = one << square
            if b & (mm | mk):
                king = 1 if b & mk else 0
                i = self.node(0, square | (square << 6) | (way << 12) | (king << 15))
                if i < 0:
                    return
                self.explore(i, 0)
                self.roots[k] = i
                if self.word(i, GAIN) > self.required:
                    self.required = self.word(i, GAIN)
        self.explored = self.size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def record(self, i: cython.int) -> cython.void:
        """Note the move that ends at node `i` with the route in `path`, unless it is known (A13)."""
        k: cython.ulonglong
        self.node(self.word(i, CAPS), (self.word(i, META) & 0xFFF) | ENDED)  # is the move: start, end, pieces taken
        if not self.fresh or self.failed:
            return
        if self.found == self.found_room:
            start = grow_int(self.found_start, self.found_room, 2 * self.found_room)
            if start:
                self.found_start = start
            taken = grow_u64(self.found_taken, self.found_room, 2 * self.found_room)
            if taken:
                self.found_taken = taken
            routes = grow_int(self.routes, 64 * self.found_room, 128 * self.found_room)
            if routes:
                self.routes = routes
            if not (start and taken and routes):
                self.failed = True
                return
            self.found_room *= 2
        for k in range(self.required):
            self.routes[self.found * self.required + k] = self.path[k]
        self.found_start[self.found] = self.word(i, META) & 63
        self.found_taken[self.found] = self.word(i, CAPS)
        self.found += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def walk(self, i: cython.int, level: cython.int) -> cython.void:
        """Visit the best continuations alphabetically, no node twice: its first route is the first by name."""
        hop: cython.int
        c: cython.int
        if self.word(i, SEEN) or self.late():
            return
        self.nodes[NODE * i + SEEN] = 1
        if not self.word(i, GAIN):
            self.record(i)
            return
        for hop in range(level * HOPS, self.spread(level, i)):
            c = self.child(i, hop)
            if self.word(c, GAIN) + 1 == self.word(i, GAIN):
                self.path[level] = ctz(self.hop_to[hop])
                self.walk(c, level + 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_moves(self) -> cython.void:
        """Collect the legal captures, each once, in alphabetical order of their first routes."""
        k: cython.int
        if self.required and not self.walked and not self.failed and not self.cut:
            for k in range(64):
                if self.roots[k] >= 0 and self.word(self.roots[k], GAIN) == self.required:
                    self.walk(self.roots[k], 0)
        self.walked = True

    def count_required(self) -> int:
        """How many pieces a move must take; 0 if there is no capture."""
        return self.required

    def count_states(self) -> int:
        """How many states were visited."""
        return self.explored

    def moves(self) -> list[tuple[int, tuple[int, ...], int]]:
        """The legal captures as (start, landings of the first route, taken), alphabetically."""
        self.find_moves()
        if self.failed:
            raise MemoryError
        return [(self.found_start[i], self.route(i), self.found_taken[i]) for i in range(self.found)]

    @cython.cfunc
    def route(self, i: cython.int) -> tuple[int, ...]:
        first: cython.int = i * self.required
        return tuple([self.routes[k] for k in range(first, first + self.required)])

    def starts(self) -> list[tuple[int, int]]:
        """Every piece of the side to move as (square, its node), alphabetically."""
        return [(self.word(self.roots[k], META) & 63, self.roots[k]) for k in range(64) if self.roots[k] >= 0]

    def jumps(self, node: cython.int) -> list[tuple[int, int, int]]:
        """All jumps from a node as (landing, square of the piece taken, node reached), alphabetically."""
        return [
            (ctz(self.hop_to[hop]), ctz(self.hop_over[hop]), self.child(node, hop))
            for hop in range(64 * HOPS, self.spread(64, node))
        ]

    def facts(self, node: cython.int) -> tuple[int, int, int, int]:
        """Of a node: pieces that can still be taken, which of them in all and in any of the best ways, taken so far."""
        return self.word(node, GAIN), self.word(node, COMMON), self.word(node, UNION), self.word(node, CAPS)


# ---------------------------------------------------------------- the generator


@cython.cclass
class MoveStack:
    """What a search in another module sees of the generator; core.pxd declares it for C.

    Moves are (origin, target, taken) bitboards at base, base + 1 …; `weight` is free for the search once they are
    written. `visits` is the work of the last call of `captures`. `failed` tells that memory was exhausted. `deadline`
    (of the monotonic clock, in nanoseconds) and `interrupt` end even a long generation; `cut` tells that one was.
    """

    if not cython.compiled:
        origin: cython.p_ulonglong
        target: cython.p_ulonglong
        taken: cython.p_ulonglong
        weight: cython.p_ulonglong
        mode: cython.int
        visits: cython.int
        failed: cython.bint
        deadline: cython.ulonglong
        cut: cython.bint

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def interrupt(self, now: cython.bint) -> cython.void:
        """Break off the present generation and those to come, or (False) let them run again."""

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def captures(
        self,
        base: cython.int,  # noqa: ARG002 - whoever generates overrides this
        mm: cython.ulonglong,  # noqa: ARG002
        mk: cython.ulonglong,  # noqa: ARG002
        om: cython.ulonglong,  # noqa: ARG002
        ok: cython.ulonglong,  # noqa: ARG002
        white: cython.bint,  # noqa: ARG002
    ) -> cython.int:
        """Write the legal captures from `base` on; their number, 0 if nothing can be taken."""
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def steps(
        self,
        base: cython.int,  # noqa: ARG002
        mm: cython.ulonglong,  # noqa: ARG002
        mk: cython.ulonglong,  # noqa: ARG002
        om: cython.ulonglong,  # noqa: ARG002
        ok: cython.ulonglong,  # noqa: ARG002
        white: cython.bint,  # noqa: ARG002
    ) -> cython.int:
        """Write the quiet moves from `base` on (A3, A4); their number."""
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def key(
        self,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
    ) -> cython.ulonglong:
        """The hash of a position."""
        return hash_position(mm, mk, om, ok, white)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def crowns(
        self, start: cython.ulonglong, end: cython.ulonglong, taken: cython.ulonglong, white: cython.bint
    ) -> cython.bint:
        """Whether the man that made this move is a king afterwards (A11)."""
        return is_crowned(start, end, taken, white, self.mode)


@cython.final
@cython.cclass
class Generator(MoveStack):
    """Legal moves for programs: no routes, moves as (origin, target, taken) bitboards on a stack that grows.

    `generate(base, …)` writes the moves at base, base + 1 … and returns their number; what a caller above `base` has
    written stays. The stack may move in memory when it grows: reach it through `self` only. `failed` tells that memory
    was exhausted and the numbers are void; whoever called from Python raises MemoryError then.

    Captures are walked without memory, which is fastest for all but a few positions; when `budget` states have been
    visited the graph takes over, whose work is bounded by the number of different states. `visits` tells how many
    states the last generation cost: a few as a rule, some 100,000 (10 ms) at worst; a deadline breaks that off.
    """

    capacity: cython.int
    budget: cython.int
    floor: cython.int  # `count_games` counts the last moves without playing them (1), or plays them, too (0)
    visited: cython.ulonglong
    graph: CaptureGraph
    # the captures being collected
    white: cython.bint
    far: cython.ulonglong
    piece: cython.ulonglong
    base: cython.int
    count: cython.int
    best: cython.int

    def __cinit__(self) -> None:
        self.capacity = ROOM
        self.origin = alloc_u64(self.capacity)
        self.target = alloc_u64(self.capacity)
        self.taken = alloc_u64(self.capacity)
        self.weight = alloc_u64(self.capacity)
        self.graph = CaptureGraph()
        self.mode = CARRY_ON
        self.budget = BUDGET
        self.floor = 1
        self.failed = self.cut = False
        self.deadline = FULL
        self.visited = 0

    if not cython.compiled:
        __init__ = __cinit__

    def __dealloc__(self) -> None:
        release(self.origin)
        release(self.target)
        release(self.taken)
        release(self.weight)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def interrupt(self, now: cython.bint) -> cython.void:
        """Break off the present generation and those to come, or (False) let them run again."""
        self.graph.cancelled = now

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reserve(self, needed: cython.int) -> cython.bint:
        """Make room for `needed` moves; False, with `failed` set, if memory is exhausted."""
        old: cython.int = self.capacity
        new: cython.int = 2 * old
        if needed <= old:
            return True
        while new < needed:
            new *= 2
        origin = grow_u64(self.origin, old, new)
        if origin:
            self.origin = origin
        target = grow_u64(self.target, old, new)
        if target:
            self.target = target
        taken = grow_u64(self.taken, old, new)
        if taken:
            self.taken = taken
        weight = grow_u64(self.weight, old, new)
        if weight:
            self.weight = weight
        if not (origin and target and taken and weight):
            self.failed = True
            return False
        self.capacity = new
        return True

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, end: cython.ulonglong, caps: cython.ulonglong, n: cython.int) -> cython.void:
        """Note a finished capture of n pieces, unless more can be taken (A8) or it is known (A13)."""
        i: cython.int
        if n < self.best:
            return
        if n > self.best:
            self.best = n
            self.count = 0
        for i in range(self.base, self.base + self.count):
            if self.taken[i] == caps and self.target[i] == end and self.origin[i] == self.piece:
                self.weight[i] += 1
                return
        i = self.base + self.count
        if i >= self.capacity and not self.reserve(i + 1):
            return
        self.count += 1
        self.origin[i] = self.piece
        self.target[i] = end
        self.taken[i] = caps
        self.weight[i] = 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def man_line(
        self,
        p: cython.ulonglong,
        opp: cython.ulonglong,
        emp: cython.ulonglong,
        caps: cython.ulonglong,
        n: cython.int,
        direction: cython.int,
    ) -> cython.bint:
        """Follow a man's jump in one direction; whether there is one."""
        t: cython.ulonglong = man_victim(p, direction, opp, emp)
        if not t:
            return False
        u: cython.ulonglong = step(t, direction)
        if self.mode == CARRY_ON or not u & self.far:
            self.man_chain(u, opp ^ t, emp | t, caps | t, n + 1, direction)
        elif self.mode == STOP:
            self.add(u, caps | t, n + 1)
        else:
            self.king_chain(u, opp ^ t, emp | t, caps | t, n + 1, direction)
        return True

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def man_chain(
        self,
        p: cython.ulonglong,
        opp: cython.ulonglong,
        emp: cython.ulonglong,
        caps: cython.ulonglong,
        n: cython.int,
        way: cython.int,
    ) -> cython.void:
        """Follow a man that stands on `p` after n jumps, the last in direction `way` (A5, A7, A9, A10)."""
        more: cython.bint = False
        self.visits += 1
        if self.visits > self.budget:
            return
        if self.white:
            more = self.man_line(p, opp, emp, caps, n, UP)
        else:
            more = self.man_line(p, opp, emp, caps, n, DOWN)
        if way != EAST and self.man_line(p, opp, emp, caps, n, WEST):
            more = True
        if way != WEST and self.man_line(p, opp, emp, caps, n, EAST):
            more = True
        if not more and n:
            self.add(p, caps, n)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def king_line(
        self,
        p: cython.ulonglong,
        opp: cython.ulonglong,
        emp: cython.ulonglong,
        caps: cython.ulonglong,
        n: cython.int,
        direction: cython.int,
    ) -> cython.bint:
        """Follow a king's jump in one direction to every landing; whether there is one."""
        t: cython.ulonglong = king_victim(p, direction, opp, emp)
        if not t:
            return False
        u: cython.ulonglong = step(t, direction)
        while u & emp:
            self.king_chain(u, opp ^ t, emp | t, caps | t, n + 1, direction)
            u = step(u, direction)
        return True

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def king_chain(
        self,
        p: cython.ulonglong,
        opp: cython.ulonglong,
        emp: cython.ulonglong,
        caps: cython.ulonglong,
        n: cython.int,
        way: cython.int,
    ) -> cython.void:
        """Follow a king that stands on `p` after n jumps, the last in direction `way` (A6, A7, A9, A10)."""
        more: cython.bint = False
        self.visits += 1
        if self.visits > self.budget:
            return
        if way != DOWN and self.king_line(p, opp, emp, caps, n, UP):
            more = True
        if way != UP and self.king_line(p, opp, emp, caps, n, DOWN):
            more = True
        if way != EAST and self.king_line(p, opp, emp, caps, n, WEST):
            more = True
        if way != WEST and self.king_line(p, opp, emp, caps, n, EAST):
            more = True
        if not more and n:
            self.add(p, caps, n)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def captures(
        self,
        base: cython.int,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
    ) -> cython.int:
        """Write the legal captures from `base` on; their number, 0 if nothing can be taken."""
        opp: cython.ulonglong = om | ok
        emp: cython.ulonglong = FULL ^ (mm | mk | opp)
        m: cython.ulonglong = capturing_men(mm, opp, emp, white)
        b: cython.ulonglong
        self.white = white
        self.far = RANK_8 if white else RANK_1
        self.base = base
        self.count = 0
        self.best = 0
        self.visits = 0
        while m:
            b = m & -m
            m ^= b
            self.piece = b
            self.man_chain(b, opp, emp | b, 0, 0, NOWHERE)
        m = mk
        while m:
            b = m & -m
            m ^= b
            self.piece = b
            self.king_chain(b, opp, emp | b, 0, 0, NOWHERE)
        if self.visits > self.budget:
            return self.captures_by_graph(base, mm, mk, om, ok, white)
        return self.count

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def captures_by_graph(
        self,
        base: cython.int,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
    ) -> cython.int:
        """The same as `captures` where chains have too many routes to walk them all."""
        one: cython.ulonglong = 1
        i: cython.int
        n: cython.int = 0
        self.graph.deadline = self.deadline
        self.graph.analyse(mm, mk, om, ok, white, self.mode)
        self.graph.find_moves()
        self.visits += self.graph.explored
        n = self.graph.found
        self.cut = self.graph.cut
        if self.cut:
            return 0
        if self.graph.failed or not self.reserve(base + n):
            self.failed = True
            return 0
        for i in range(n):
            self.origin[base + i] = one << self.graph.found_start[i]
            self.target[base + i] = one << self.graph.routes[(i + 1) * self.graph.required - 1]
            self.taken[base + i] = self.graph.found_taken[i]
        return n

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def put(self, i: cython.int, origin: cython.ulonglong, target: cython.ulonglong) -> cython.int:
        """Write a quiet move at `i`; the next index."""
        self.origin[i] = origin
        self.target[i] = target
        self.taken[i] = 0
        self.weight[i] = 1
        return i + 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def slide(
        self, i: cython.int, b: cython.ulonglong, emp: cython.ulonglong, direction: cython.int
    ) -> cython.int:
        """Write a king's quiet moves in one direction from `i` on (A4); the next index."""
        t: cython.ulonglong = step(b, direction) & emp
        while t:
            i = self.put(i, b, t)
            t = step(t, direction) & emp
        return i

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def steps(
        self,
        base: cython.int,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
    ) -> cython.int:
        """Write the quiet moves from `base` on (A3, A4); their number."""
        emp: cython.ulonglong = FULL ^ (mm | mk | om | ok)
        i: cython.int = base
        b: cython.ulonglong
        m: cython.ulonglong = (step(mm, UP) if white else step(mm, DOWN)) & emp
        if not self.reserve(base + ROOM):
            return 0
        while m:
            b = m & -m
            m ^= b
            i = self.put(i, step(b, DOWN) if white else step(b, UP), b)
        m = step(mm, WEST) & emp
        while m:
            b = m & -m
            m ^= b
            i = self.put(i, step(b, EAST), b)
        m = step(mm, EAST) & emp
        while m:
            b = m & -m
            m ^= b
            i = self.put(i, step(b, WEST), b)
        m = mk
        while m:
            b = m & -m
            m ^= b
            i = self.slide(i, b, emp, UP)
            i = self.slide(i, b, emp, DOWN)
            i = self.slide(i, b, emp, WEST)
            i = self.slide(i, b, emp, EAST)
        return i - base

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def generate(
        self,
        base: cython.int,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
    ) -> cython.int:
        """Write the legal moves from `base` on; their number, 0 if the side to move has none."""
        n: cython.int = self.captures(base, mm, mk, om, ok, white)
        if n:
            return n
        return self.steps(base, mm, mk, om, ok, white)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def leaves(
        self,
        base: cython.int,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
        paths: cython.bint,
    ) -> cython.ulonglong:
        """The number of legal moves, without writing down quiet ones."""
        i: cython.int
        n: cython.int = self.captures(base, mm, mk, om, ok, white)
        total: cython.ulonglong = n
        if n:
            if paths:
                total = 0
                for i in range(base, base + n):
                    total += self.weight[i]
            return total
        return count_steps(mm, mk, FULL ^ (mm | mk | om | ok), white)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_games(
        self,
        base: cython.int,
        mm: cython.ulonglong,
        mk: cython.ulonglong,
        om: cython.ulonglong,
        ok: cython.ulonglong,
        white: cython.bint,
        depth: cython.int,
        paths: cython.bint,
    ) -> cython.ulonglong:
        """The number of move sequences of `depth` plies."""
        if depth == self.floor:
            return self.leaves(base, mm, mk, om, ok, white, paths) if depth else 1
        n: cython.int = self.generate(base, mm, mk, om, ok, white)
        total: cython.ulonglong = 0
        below: cython.ulonglong
        i: cython.int
        f: cython.ulonglong
        t: cython.ulonglong
        keep: cython.ulonglong
        nm: cython.ulonglong
        nk: cython.ulonglong
        for i in range(base, base + n):
            f = self.origin[i]
            t = self.target[i]
            keep = FULL ^ self.taken[i]
            nm = mm
            nk = mk
            if f & mm:
                nm ^= f
                if is_crowned(f, t, self.taken[i], white, self.mode):
                    nk |= t
                else:
                    nm |= t
            else:
                nk = (nk ^ f) | t  # in this order: a capture may end where it started
            below = self.count_games(base + n, om & keep, ok & keep, nm, nk, not white, depth - 1, paths)
            total += below * self.weight[i] if paths else below
        return total

    def moves(
        self,
        wm: cython.ulonglong,
        wk: cython.ulonglong,
        bm: cython.ulonglong,
        bk: cython.ulonglong,
        white: cython.bint,
        mode: cython.int,
    ) -> list[tuple[int, int, int]]:
        """The legal moves as (start, end, taken), in no particular order."""
        n: cython.int
        self.mode = mode
        if white:
            n = self.generate(0, wm, wk, bm, bk, True)
        else:
            n = self.generate(0, bm, bk, wm, wk, False)
        self.visited += self.visits
        if self.failed:
            raise MemoryError
        return [(ctz(self.origin[i]), ctz(self.target[i]), self.taken[i]) for i in range(n)]

    def count_states(self) -> int:
        """How many states of captures `moves` has visited so far."""
        return self.visited


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def count_slides(mk: cython.ulonglong, emp: cython.ulonglong, direction: cython.int) -> cython.int:
    """The quiet moves of all kings in one direction: their rays cannot overlap, a king in the way blocks."""
    n: cython.int = 0
    t: cython.ulonglong = step(mk, direction) & emp
    while t:
        n += popcount(t)
        t = step(t, direction) & emp
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def count_steps(
    mm: cython.ulonglong, mk: cython.ulonglong, emp: cython.ulonglong, white: cython.bint
) -> cython.int:
    """The number of quiet moves (A3, A4)."""
    n: cython.int = popcount((step(mm, UP) if white else step(mm, DOWN)) & emp)
    n += popcount(step(mm, WEST) & emp) + popcount(step(mm, EAST) & emp)
    if mk:
        n += count_slides(mk, emp, UP) + count_slides(mk, emp, DOWN)
        n += count_slides(mk, emp, WEST) + count_slides(mk, emp, EAST)
    return n


# ---------------------------------------------------------------- for Python


@cython.cfunc
@cython.inline
def turned(square: cython.int) -> cython.int:
    """The place of a square in the alphabet, a1, a2 … h8, and the square at a place: rank and file change places."""
    return ((square & 7) << 3) | (square >> 3)


def position_key(
    wm: cython.ulonglong, wk: cython.ulonglong, bm: cython.ulonglong, bk: cython.ulonglong, white: cython.bint
) -> int:
    """The 64-bit hash of a position, the one the search uses too."""
    return hash_position(wm, wk, bm, bk, True) if white else hash_position(bm, bk, wm, wk, False)


def crowned(start: cython.int, end: cython.int, taken: cython.ulonglong, white: cython.bint, mode: cython.int) -> bool:
    """Whether the man that made this move is a king afterwards (A11)."""
    one: cython.ulonglong = 1
    return is_crowned(one << start, one << end, taken, white, mode)


def can_capture(
    wm: cython.ulonglong, wk: cython.ulonglong, bm: cython.ulonglong, bk: cython.ulonglong, white: cython.bint
) -> bool:
    """Whether the side to move has a capture."""
    mk: cython.ulonglong = wk if white else bk
    opp: cython.ulonglong = bm | bk if white else wm | wk
    emp: cython.ulonglong = FULL ^ (wm | wk | bm | bk)
    b: cython.ulonglong
    d: cython.int
    if capturing_men(wm if white else bm, opp, emp, white):
        return True
    while mk:
        b = mk & -mk
        mk ^= b
        for d in range(4):
            if king_victim(b, d, opp, emp):
                return True
    return False


def can_move(
    wm: cython.ulonglong, wk: cython.ulonglong, bm: cython.ulonglong, bk: cython.ulonglong, white: cython.bint
) -> bool:
    """Whether the side to move has a legal move."""
    emp: cython.ulonglong = FULL ^ (wm | wk | bm | bk)
    if count_steps(wm if white else bm, wk if white else bk, emp, white):
        return True
    return can_capture(wm, wk, bm, bk, white)


def quiet_moves(
    wm: cython.ulonglong, wk: cython.ulonglong, bm: cython.ulonglong, bk: cython.ulonglong, white: cython.bint
) -> list[tuple[int, int]]:
    """The quiet moves as (start, end), alphabetically, whether or not a capture is due."""
    generator: Generator = Generator()
    n: cython.int
    if white:
        n = generator.steps(0, wm, wk, bm, bk, True)
    else:
        n = generator.steps(0, bm, bk, wm, wk, False)
    if generator.failed:
        raise MemoryError
    order = sorted([(turned(ctz(generator.origin[i])) << 6) | turned(ctz(generator.target[i])) for i in range(n)])
    return [(turned(key >> 6), turned(key & 63)) for key in order]


def capture_graph(
    wm: cython.ulonglong,
    wk: cython.ulonglong,
    bm: cython.ulonglong,
    bk: cython.ulonglong,
    white: cython.bint,
    mode: cython.int,
) -> CaptureGraph:
    """The graph of all captures of the side to move."""
    graph: CaptureGraph = CaptureGraph()
    if white:
        graph.analyse(wm, wk, bm, bk, True, mode)
    else:
        graph.analyse(bm, bk, wm, wk, False, mode)
    if graph.failed:
        raise MemoryError
    return graph


def perft(
    wm: cython.ulonglong,
    wk: cython.ulonglong,
    bm: cython.ulonglong,
    bk: cython.ulonglong,
    white: cython.bint,
    mode: cython.int,
    depth: cython.int,
    paths: cython.bint,
    bulk: cython.bint = True,
) -> int:
    """The number of sequences of `depth` moves; by `paths` every route counts, else moves by A13. Releases the GIL.

    Without `bulk` the last moves are played and not only counted, as programs are sometimes compared.
    """
    generator: Generator = Generator()
    total: cython.ulonglong = 1
    generator.mode = mode
    generator.floor = 1 if bulk else 0
    if paths:
        generator.budget = 0x7FFFFFFF  # the graph does not count routes
    if depth > 0:
        with cython.nogil:
            if white:
                total = generator.count_games(0, wm, wk, bm, bk, True, depth, paths)
            else:
                total = generator.count_games(0, bm, bk, wm, wk, False, depth, paths)
    if generator.failed:
        raise MemoryError
    return total
