"""Between the engine's values and the compiled searchers: puts questions to them and reads what they find as moves."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.ai.searchers import give_tables, new_searcher
from engine.ai.thought import Thought, Variation
from engine.board import Move, Position
from engine.core_memory import Memory
from engine.core_search import Searcher
from engine.core_strong import StrongSearcher
from engine.rules import apply, legal_moves
from engine.rulesets import RuleSet

AnySearcher = Searcher | StrongSearcher


@dataclass(frozen=True, slots=True)
class Question:
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


class Moves:
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


class Thoughts:
    """Reads what a searcher has found as the engine's moves."""

    def __init__(
        self, searcher: AnySearcher, question: Question, moves: Moves, margin: int, lines: int
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
