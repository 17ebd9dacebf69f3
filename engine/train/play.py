"""Games of a configuration against itself, kept as quiet positions with the score the search gave and the result.

A search also has to judge positions that good play avoids. So beside each position of a game one is kept that a random
move leads to, with its own search's score; it has no result.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.ai.searchers import give_tables, new_memory, new_searcher
from engine.board import Position, Side
from engine.core_search import Searcher
from engine.core_strong import StrongSearcher
from engine.rulesets import CLASSIC, RuleSet

# White's men and kings, Black's men and kings, White to move, result for White (-1, 0, 1, or UNKNOWN), score for the
# side to move, ply of the game, games so far
RECORD = struct.Struct("<QQQQbbhHI")
UNKNOWN = 2
MEMORY_BITS = 16
DEEPEST = 40
DECIDED = 1_500  # hundredths of a man; a lead that lasts for DECIDED_PLIES ends a game
DECIDED_PLIES = 6
FAIR = 150  # no game begins with a larger lead
FEW_PIECES = Position(1, 0, 1 << 63, 0, Side.WHITE)  # from here a search gets to the endgame tables


Board = tuple[int, int, int, int, bool]
Example = tuple[int, int, int, int, bool, int, int, int]


class Author:
    """Plays the games. The same configuration, nodes a move and seed give the same games."""

    def __init__(self, configuration: str, nodes: int, seed: int, rules: RuleSet = CLASSIC) -> None:
        self._nodes = nodes
        self._rng = random.Random(seed)
        self._memory = new_memory(MEMORY_BITS)
        self._searcher = self._new(configuration, rules)
        self._aside = self._new(configuration, rules)

    def _new(self, configuration: str, rules: RuleSet) -> StrongSearcher:
        searcher: Searcher | StrongSearcher = new_searcher(configuration, rules, MEMORY_BITS, self._memory)
        if not isinstance(searcher, StrongSearcher):
            raise ValueError(f"the configuration {configuration} cannot play training games")
        give_tables(searcher, configuration, FEW_PIECES, rules)
        strong: StrongSearcher = searcher
        return strong

    def game(self) -> Iterator[Example]:
        """The quiet positions of one game that begins with some random moves."""
        self._memory.clear()
        searcher = self._searcher
        self._open()
        seen: list[tuple[Board, int, int]] = []
        decided = ply = 0
        result = searcher.status()
        while not result and decided < DECIDED_PLIES:
            move, score = self._search(searcher)
            if searcher.quiet() and abs(score) < DECIDED:
                seen.append((searcher.board(), score, ply))
                yield from self._look_aside(ply)
            decided = decided + 1 if abs(score) >= DECIDED else 0
            result = (3 if score > 0 else 2) if decided == DECIDED_PLIES else 0
            if not result:
                searcher.play(move)
                ply += 1
                result = searcher.status()
        good_for_white = {1: 0, 2: -1, 3: 1}[result] * (1 if searcher.board()[4] else -1)
        for board, score, at in seen:
            yield (*board, good_for_white, score, at)

    def _search(self, searcher: StrongSearcher) -> tuple[int, int]:
        self._memory.grow_older()
        searcher.set_limits(self._nodes, 0)
        searcher.go(DEEPEST)
        found: tuple[int, int] = searcher.best()
        return found

    def _look_aside(self, ply: int) -> Iterator[Example]:
        """A position beside the game, if it is quiet and nobody has won it."""
        aside = self._aside
        count = aside.set_position(*self._searcher.board(), (), 0)
        for _ in range(self._rng.randint(1, 2)):
            if not count:
                return
            count = aside.play(self._rng.randrange(count))
        if aside.status() or not aside.quiet():
            return
        _, score = self._search(aside)
        if abs(score) < DECIDED:
            yield (*aside.board(), UNKNOWN, score, ply)

    def _open(self) -> None:
        """A random opening that leaves nobody far behind."""
        searcher = self._searcher
        while True:
            count = searcher.set_position(*Position.start().boards, (), 0)
            for _ in range(self._rng.randint(2, 12)):
                if not count:
                    break
                count = searcher.play(self._rng.randrange(count))
            if not searcher.status() and abs(self._search(searcher)[1]) <= FAIR:
                return


def play_games(
    path: Path, configuration: str, games: int, nodes: int, seed: int, report: Callable[[int, int], None]
) -> int:
    """Write the positions of so many games to a file; their number."""
    author = Author(configuration, nodes, seed)
    written = 0
    with path.open("wb") as file:
        for number in range(games):
            records = [RECORD.pack(*example, number) for example in author.game()]
            file.writelines(records)
            written += len(records)
            report(number + 1, written)
    return written
