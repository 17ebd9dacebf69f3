"""Thinking about a position: the compiled search, asked with the engine's values and within limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.ai.configuration import FIRST, find_configuration
from engine.board import Move, Position
from engine.core_search import Searcher
from engine.rules import apply, legal_moves
from engine.rulesets import Ending, Progress, RuleSet

WIN = 20_000  # a win in n plies scores WIN - n; as in engine.core_search
MAX_DEPTH = 80
TABLE_BITS = 20  # 2 ** 20 entries of 16 bytes
LEAST_TABLE_BITS = 12

_ENDINGS = {Ending.PLAY_ON: 0, Ending.DRAW: 1, Ending.DRAW_UNLESS_CAPTURE: 2, Ending.KING_WINS: 3}
_PROGRESS = {Progress.FORWARD_STEP: 0, Progress.MAN_MOVE: 1, Progress.PROMOTION: 2}


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


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found out.

    `move` is None only where there is no legal move. `score` is in hundredths of a man, good for the side to move if
    positive; WIN - n is a win in n plies, n - WIN a loss. `depth`: plies searched completely. `line`: the best play for
    both, beginning with `move`. `candidates`: the moves whose exact scores lie within the margin asked for, best first.
    """

    move: Move | None
    score: int
    depth: int
    nodes: int
    line: tuple[Move, ...]
    candidates: tuple[tuple[Move, int], ...] = ()


class Cancel:
    """Ends the searches it is given to, from any thread; they answer with the best they have found."""

    def __init__(self) -> None:
        self._searchers: list[Searcher] = []
        self._cancelled = False

    def cancel(self) -> None:
        self._cancelled = True
        for searcher in self._searchers:
            searcher.cancel()

    def attach(self, searcher: Searcher) -> None:
        """Let this end a search that is about to begin."""
        self._searchers.append(searcher)
        if self._cancelled:
            searcher.cancel()


def think(
    position: Position,
    rules: RuleSet,
    limit: Limit,
    *,
    configuration: str = FIRST.name,
    history: Sequence[int] = (),
    no_progress: int = 0,
    margin: int = 0,
    cancel: Cancel | None = None,
    report: Callable[[Thought], None] | None = None,
) -> Thought:
    """Search for the best move; deterministic unless time or a cancel ends it. Lets go of the GIL while it searches.

    `history`: keys of the earlier positions that can still come back, oldest first. `no_progress`: the game's count.
    `report` is called after each depth. A deadline is kept to within 10 ms (compiled), however short: there is always a
    legal move.
    """
    started = time.monotonic_ns()
    searcher = _searcher(position, rules, limit, configuration, history, no_progress)
    if cancel is not None:
        cancel.attach(searcher)
    thoughts = _Thoughts(searcher, position, rules)
    if not thoughts.moves:
        return Thought(None, -WIN, 0, 0, ())
    left = 0
    if limit.movetime_ms is not None:
        left = max(1, limit.movetime_ms * 1_000_000 - (time.monotonic_ns() - started))
    searcher.set_limits(limit.nodes or 0, left)
    thought = thoughts.at_sight()
    for depth in range(1, min(limit.depth or MAX_DEPTH, MAX_DEPTH) + 1):
        finished = searcher.deepen(depth, margin)
        if not finished:
            return thoughts.interrupted(thought)
        thought = thoughts.after(depth, margin)
        if report is not None:
            report(thought)
        if abs(thought.score) >= WIN - depth:
            break
    return thought


def at_sight(position: Position, rules: RuleSet, configuration: str = FIRST.name) -> int:
    """What a position looks worth to the side to move, in hundredths of a man, without looking ahead."""
    return _searcher(position, rules, Limit(depth=1), configuration, (), 0).static()


def _searcher(
    position: Position, rules: RuleSet, limit: Limit, name: str, history: Sequence[int], no_progress: int
) -> Searcher:
    values = find_configuration(name)
    searcher: Searcher = Searcher(_table_bits(limit))
    searcher.set_weights(values.weights, values.advance)
    searcher.set_rules(
        rules.mode,
        _ENDINGS[rules.king_v_king],
        _ENDINGS[rules.king_v_man],
        _ENDINGS[rules.man_v_man],
        rules.repetition or 0,
        _PROGRESS[rules.progress],
        rules.no_progress_plies,
    )
    searcher.set_position(*position.boards, history, no_progress)
    return searcher


def _table_bits(limit: Limit) -> int:
    """A table that fits the work: filling a large one with zeros takes longer than a small search."""
    bits = TABLE_BITS
    if limit.depth is not None:
        bits = min(bits, LEAST_TABLE_BITS + limit.depth)
    if limit.nodes is not None:
        bits = min(bits, max(LEAST_TABLE_BITS, limit.nodes.bit_length()))
    return bits


class _Thoughts:
    """Reads what a searcher has found as the engine's moves."""

    def __init__(self, searcher: Searcher, position: Position, rules: RuleSet) -> None:
        self._searcher = searcher
        self._position = position
        self._rules = rules
        self.moves = {(move.start, move.end, move.taken): move for move in legal_moves(position, rules)}

    def at_sight(self) -> Thought:
        """Before the first depth is finished: any legal move, and what the position looks like."""
        move = self._ranking()[0][0]
        return Thought(move, self._searcher.static(), 0, 0, (move,))

    def after(self, depth: int, margin: int) -> Thought:
        """When a depth has been finished."""
        ranking = self._ranking()
        move, score, _ = ranking[0]
        near = tuple((m, s) for m, s, exact in ranking if exact and s >= score - margin)
        return Thought(move, score, depth, self._searcher.count_nodes(), self._line(), near)

    def interrupted(self, before: Thought) -> Thought:
        """When a depth was broken off: a move found better than the former best counts, the rest as it was."""
        move, score, _ = self._ranking()[0]
        nodes = self._searcher.count_nodes()
        if before.depth == 0 or move == before.move:
            return Thought(before.move, before.score, before.depth, nodes, before.line, before.candidates)
        return Thought(move, score, before.depth, nodes, self._line(), before.candidates)

    def _ranking(self) -> list[tuple[Move, int, bool]]:
        return [(self.moves[start, end, taken], s, exact) for start, end, taken, s, exact in self._searcher.ranking()]

    def _line(self) -> tuple[Move, ...]:
        first, *further = self._searcher.line()
        line = [self.moves[first]]
        position = apply(self._position, line[0], self._rules)
        for start, end, taken in further:
            known = Move(start, (), end, taken)
            line.append(next(move for move in legal_moves(position, self._rules) if move == known))
            position = apply(position, line[-1], self._rules)
        return tuple(line)
