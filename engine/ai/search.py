"""Thinking about a position: the compiled search, asked with the engine's values and within limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Thread
from typing import NamedTuple, Self

from engine.ai.searchers import TABLE_PIECES, asks_tables, give_tables, new_memory, new_searcher
from engine.board import Move, Position
from engine.core_memory import Memory
from engine.core_search import Searcher
from engine.core_strong import StrongSearcher
from engine.rules import apply, legal_moves
from engine.rulesets import RuleSet
from engine.tables.files import TableError
from engine.tables.probe import Value, default_tables

DEFAULT = "strong"
WIN = 20_000  # a win in n plies scores WIN - n; as in engine.core_search
MAX_DEPTH = 80
TABLE_BITS = 20  # 2 ** 20 entries of 16 bytes
LEAST_TABLE_BITS = 12
FOREVER_MS = 1 << 40

AnySearcher = Searcher | StrongSearcher


@dataclass(frozen=True, slots=True)
class Limit:
    """Where a search ends: after so many plies, nodes or milliseconds, whatever comes first. Give at least one."""

    depth: int | None = None
    nodes: int | None = None
    movetime_ms: int | None = None

    def __post_init__(self) -> None:
        given = [value for value in (self.depth, self.nodes, self.movetime_ms) if value is not None]
        if not given or min(given) < 1:
            raise ValueError(f"a search needs a limit, and limits begin with 1: {self}")


class Variation(NamedTuple):
    """One of several best ways to play, and what it is worth."""

    score: int
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found out.

    `move` is None only where there is no legal move. `score` is in hundredths of a man, good for the side to move if
    positive; WIN - n is a win in n plies, n - WIN a loss. `depth`: plies searched completely, 0 for a win read from the
    endgame tables. `line`: the best play for both, beginning with `move`. `candidates`: the moves whose exact scores
    lie within the margin asked for, best first. `variations`: as many as were asked for, if more than one was.
    """

    move: Move | None
    score: int
    depth: int
    nodes: int
    line: tuple[Move, ...]
    candidates: tuple[tuple[Move, int], ...] = ()
    variations: tuple[Variation, ...] = ()


class Cancel:
    """Ends the searches it is given to, from any thread; they answer with the best they have found."""

    def __init__(self) -> None:
        self._searchers: list[AnySearcher] = []
        self._cancelled = False

    def cancel(self) -> None:
        self._cancelled = True
        for searcher in self._searchers:
            searcher.cancel()

    def attach(self, searcher: AnySearcher) -> None:
        """Let this end a search that is about to begin."""
        self._searchers.append(searcher)
        if self._cancelled:
            searcher.cancel()


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked of every thread's searcher."""

    position: Position
    rules: RuleSet
    configuration: str
    history: Sequence[int]
    no_progress: int
    moves: Sequence[Move] = ()

    def searcher(self, bits: int, memory: Memory | None) -> AnySearcher:
        searcher = new_searcher(self.configuration, self.rules, bits, memory)
        give_tables(searcher, self.configuration, self.position, self.rules)
        known = (*self.position.boards, self.history, self.no_progress)
        if isinstance(searcher, StrongSearcher):
            searcher.set_position(*known, [(move.start, move.end, move.taken) for move in self.moves if move.taken])
        else:
            searcher.set_position(*known)
        return searcher


def think(
    position: Position,
    rules: RuleSet,
    limit: Limit,
    *,
    configuration: str = DEFAULT,
    history: Sequence[int] = (),
    no_progress: int = 0,
    margin: int = 0,
    lines: int = 1,
    threads: int = 1,
    memory: Memory | None = None,
    cancel: Cancel | None = None,
    report: Callable[[Thought], None] | None = None,
) -> Thought:
    """Search for the best move; deterministic for one thread unless time or a cancel ends it. Lets go of the GIL.

    `history`: keys of the earlier positions that can still come back, oldest first. `no_progress`: the game's count.
    `lines`: how many of the best moves get their exact scores and lines. `memory`: a transposition table that is kept
    from move to move. `report` is called after each depth. A deadline is kept to within 10 ms (compiled), and there is
    always a legal move, however short it is; only to look up the legal moves can take longer, and to read the extras at
    the first call (`load_extras` does that before). The configuration `first` knows one line, one thread and no memory.
    """
    started = time.monotonic_ns()
    until = started + (limit.movetime_ms or FOREVER_MS) * 1_000_000
    moves = _Moves(rules, until)
    question = _Question(position, rules, configuration, history, no_progress, moves.legal(position))
    if memory is not None:
        memory.grow_older()
    elif threads > 1:
        memory = new_memory(TABLE_BITS)
    searcher = question.searcher(_table_bits(limit), memory)
    if isinstance(searcher, Searcher) and (lines > 1 or threads > 1):
        raise ValueError(f"the configuration {configuration} knows one line and one thread")
    if cancel is not None:
        cancel.attach(searcher)
    thoughts = _Thoughts(searcher, question, moves, margin, lines)
    if not question.moves:
        return Thought(None, -WIN, 0, 0, ())
    won = _won_by_tables(question, margin) if asks_tables(configuration) and lines == 1 else None
    if won is not None:
        if report is not None:
            report(won)
        return won
    left = 0 if limit.movetime_ms is None else max(1, until - time.monotonic_ns())
    searcher.set_limits(limit.nodes or 0, left)
    with _Helpers([question.searcher(0, memory) for _ in range(threads - 1)]):
        return _deepen(thoughts, min(limit.depth or MAX_DEPTH, MAX_DEPTH), report)


def _deepen(thoughts: _Thoughts, most: int, report: Callable[[Thought], None] | None) -> Thought:
    """Search depth after depth until one of the limits, or until the end of the game is in sight."""
    thought = thoughts.at_sight()
    for depth in range(1, most + 1):
        if not thoughts.deepen(depth):
            return thoughts.interrupted(thought)
        thought = thoughts.after(depth)
        if report is not None:
            report(thought)
        if abs(thought.score) >= WIN - depth:
            break
    return thought


def at_sight(position: Position, rules: RuleSet, configuration: str = DEFAULT) -> int:
    """What a position looks worth to the side to move, in hundredths of a man, without looking ahead."""
    return _Question(position, rules, configuration, (), 0).searcher(LEAST_TABLE_BITS, None).static()


def _won_by_tables(question: _Question, margin: int) -> Thought | None:
    """The quickest win that the endgame tables know, if the no-progress rule leaves the time for it."""
    position, rules = question.position, question.rules
    if sum(board.bit_count() for board in position.boards[:4]) > TABLE_PIECES:
        return None
    try:
        verdicts = default_tables().moves(position, rules) or []
    except TableError:  # it has been told when the searcher asked for its tables
        return None
    won = [
        (move, WIN - verdict.distance)
        for move, verdict in verdicts
        if verdict.value is Value.WIN and verdict.distance is not None
    ]
    if not won or question.no_progress + WIN - won[0][1] > rules.no_progress_plies:
        return None
    move, score = won[0]
    return Thought(move, score, 0, 0, (move,), tuple(one for one in won if one[1] >= score - margin))


def _table_bits(limit: Limit) -> int:
    """A table that fits the work: filling a large one with zeros takes longer than a small search."""
    bits = TABLE_BITS
    if limit.depth is not None:
        bits = min(bits, LEAST_TABLE_BITS + limit.depth)
    if limit.nodes is not None:
        bits = min(bits, max(LEAST_TABLE_BITS, limit.nodes.bit_length()))
    return bits


class _Helpers:
    """Searchers that fill the common memory from threads of their own while the first one searches."""

    def __init__(self, searchers: Sequence[AnySearcher]) -> None:
        self._searchers = searchers
        self._threads = [Thread(target=self._work, args=pair, daemon=True) for pair in enumerate(searchers)]

    @staticmethod
    def _work(number: int, searcher: AnySearcher) -> None:
        for depth in range(1 + number % 2, MAX_DEPTH):
            if not searcher.deepen(depth, 0):
                return

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for searcher in self._searchers:
            searcher.cancel()
        for thread in self._threads:
            thread.join()


class _Moves:
    """Looks up legal moves, which in some positions takes 10 ms, and knows whether there is time for more of that."""

    def __init__(self, rules: RuleSet, until: int) -> None:
        self._rules = rules
        self._until = until
        self._longest = 0

    def legal(self, position: Position) -> tuple[Move, ...]:
        began = time.monotonic_ns()
        moves = legal_moves(position, self._rules)
        self._longest = max(self._longest, time.monotonic_ns() - began)
        return moves

    def have_time(self) -> bool:
        return time.monotonic_ns() + self._longest < self._until


class _Thoughts:
    """Reads what a searcher has found as the engine's moves."""

    def __init__(
        self, searcher: AnySearcher, question: _Question, moves: _Moves, margin: int, lines: int
    ) -> None:
        self._searcher = searcher
        self._question = question
        self._moves = moves
        self._margin = margin
        self._lines = lines
        self._by_squares = {(move.start, move.end, move.taken): move for move in question.moves}

    def deepen(self, depth: int) -> bool:
        """Search to this depth; True if it was finished."""
        lines = (self._lines,) if isinstance(self._searcher, StrongSearcher) else ()
        finished: bool = self._searcher.deepen(depth, self._margin, *lines)
        return finished

    def at_sight(self) -> Thought:
        """Before the first depth is finished: any legal move, and what the position looks like."""
        move = self._ranking()[0][0]
        return Thought(move, self._searcher.static(), 0, 0, (move,))

    def after(self, depth: int) -> Thought:
        """When a depth has been finished."""
        ranking = self._ranking()
        move, score, _ = ranking[0]
        near = tuple((m, s) for m, s, exact in ranking if exact and s >= score - self._margin)
        variations = tuple(Variation(s, self._line(i)) for i, (_, s, _) in enumerate(ranking[: self._lines]))
        line = variations[0].line if self._lines > 1 else self._line(0)
        nodes = self._searcher.count_nodes()
        return Thought(move, score, depth, nodes, line, near, variations if self._lines > 1 else ())

    def interrupted(self, before: Thought) -> Thought:
        """When a depth was broken off: a move found better than the former best counts, the rest as it was."""
        move, score, _ = self._ranking()[0]
        nodes = self._searcher.count_nodes()
        if before.depth == 0 or move == before.move:
            return replace(before, nodes=nodes)
        return replace(before, move=move, score=score, nodes=nodes, line=self._line(0))

    def _ranking(self) -> list[tuple[Move, int, bool]]:
        return [
            (self._by_squares[start, end, taken], score, exact)
            for start, end, taken, score, exact in self._searcher.ranking()
        ]

    def _line(self, which: int) -> tuple[Move, ...]:
        """The line of a move of the ranking; shorter if there is no time to look up the rest."""
        found = self._searcher.line(which) if isinstance(self._searcher, StrongSearcher) else self._searcher.line()
        rules = self._question.rules
        line = [self._by_squares[found[0]]]
        position = apply(self._question.position, line[0], rules)
        for start, end, taken in found[1:]:
            if not self._moves.have_time():
                break
            known = Move(start, (), end, taken)
            line.append(next(move for move in self._moves.legal(position) if move == known))
            position = apply(position, line[-1], rules)
        return tuple(line)
