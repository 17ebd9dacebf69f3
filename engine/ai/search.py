"""Thinking about a position: the compiled search, asked with the engine's values and within limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Self

from engine.ai.reading import AnySearcher, Moves, Question, Thoughts
from engine.ai.searchers import TABLE_PIECES, asks_tables, new_memory
from engine.ai.thought import Limit, Thought, Variation
from engine.board import Position
from engine.core_memory import Memory
from engine.core_search import Searcher
from engine.rulesets import RuleSet
from engine.tables.files import TableError
from engine.tables.probe import Value, default_tables

__all__ = ["DEFAULT", "MAX_DEPTH", "WIN", "Cancel", "Limit", "Thought", "Variation", "at_sight", "think"]

DEFAULT = "strong"
WIN = 20_000  # a win in n plies scores WIN - n; as in engine.core_search
MAX_DEPTH = 80
TABLE_BITS = 20  # 2 ** 20 entries of 16 bytes
LEAST_TABLE_BITS = 12
FOREVER_MS = 1 << 40


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
    moves = Moves(rules, until)
    question = Question(position, rules, configuration, history, no_progress, moves.legal(position))
    if memory is not None:
        memory.grow_older()
    elif threads > 1:
        memory = new_memory(TABLE_BITS)
    searcher = question.searcher(_table_bits(limit), memory)
    if isinstance(searcher, Searcher) and (lines > 1 or threads > 1):
        raise ValueError(f"the configuration {configuration} knows one line and one thread")
    if cancel is not None:
        cancel.attach(searcher)
    thoughts = Thoughts(searcher, question, moves, margin, lines)
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


def _deepen(thoughts: Thoughts, most: int, report: Callable[[Thought], None] | None) -> Thought:
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
    return Question(position, rules, configuration, (), 0).searcher(LEAST_TABLE_BITS, None).static()


def _won_by_tables(question: Question, margin: int) -> Thought | None:
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
