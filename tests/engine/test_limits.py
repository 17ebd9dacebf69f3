"""Limits where a single position can take longer than the time that is left: captures with 100,000 routes."""

import time
from itertools import count
from typing import Any

import pytest

from engine.ai.search import Cancel, Limit, think
from engine.ai.searchers import new_searcher
from engine.core_strong import StrongSearcher
from engine.notation import parse_fen
from engine.rules import legal_moves
from engine.rulesets import CLASSIC
from tests.engine.test_hard_places import MANY_ROUTES
from tests.engine.test_strong import WHOLE
from tests.engine.uncompiled import Engine

HARD = next(iter(MANY_ROUTES))
# Black is to move, and whatever it plays White has captures of some 50,000 states.
BEFORE = (
    "B:WKh1:BKc1,Kg1,a2,e2,h2,d3,g3,c4,Kf5,Kd6,Kg6,a7,e7,h7,Kb8,Kf8",
    "B:WKa1:BKc1,Kg1,a2,e2,h2,d3,g3,c4,Kf5,Kd6,Kg6,a7,e7,h7,Kb8,Kf8",
)


def generated(engine: Engine, generator: Any) -> int:
    """The captures that a generator finds in the hard position."""
    position = engine.notation.parse_fen(HARD)
    wm, wk, bm, bk, _ = position.boards
    found: int = generator.captures(0, wm, wk, bm, bk, True)
    return found


def test_a_deadline_ends_a_single_generation(uncompiled: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in states, not in time: the clock moves on by one whenever it is looked at."""
    monkeypatch.setattr(uncompiled.core, "nanoseconds", count().__next__)
    generator = uncompiled.core.Generator()
    generator.deadline = 3
    assert generated(uncompiled, generator) == 0
    assert generator.cut
    assert generator.visits < uncompiled.core.BUDGET + 5 * uncompiled.core.PACE


def test_an_interruption_ends_a_single_generation_and_can_be_taken_back(uncompiled: Engine) -> None:
    generator = uncompiled.core.Generator()
    generator.interrupt(True)
    assert generated(uncompiled, generator) == 0
    assert generator.cut
    assert generator.visits < uncompiled.core.BUDGET + 2 * uncompiled.core.PACE
    generator.interrupt(False)
    assert generated(uncompiled, generator) == 62
    assert not generator.cut


@pytest.mark.parametrize("fen", BEFORE)
@pytest.mark.parametrize("ms", [10, 30])
def test_a_deadline_is_kept_where_every_answer_has_endless_captures(fen: str, ms: int) -> None:
    """The best of several tries: other programs use this machine, too."""
    late = [1.0]
    while min(late) >= 0.010 and len(late) < 40:
        began = time.perf_counter()
        thought = think(parse_fen(fen), CLASSIC, Limit(movetime_ms=ms))
        late.append(time.perf_counter() - began - ms / 1000)
        assert thought.move in legal_moves(parse_fen(fen))
    assert min(late) < 0.010


def test_a_cancelled_search_of_endless_captures_answers_legally() -> None:
    cancel = Cancel()
    cancel.cancel()
    for fen in (*BEFORE, *MANY_ROUTES):
        position = parse_fen(fen)
        assert think(position, CLASSIC, Limit(depth=30), cancel=cancel).move in legal_moves(position)


def test_captures_that_are_known_already_are_searched_like_those_found() -> None:
    """`think` looks up the legal moves once and hands the captures to the search."""
    position = parse_fen("W:WKd1,h2,c3:Bd4,h7,a8")
    captures = [(move.start, move.end, move.taken) for move in legal_moves(position)]
    assert len(captures) > 3
    scores = []
    for known in ((), captures):
        searcher = new_searcher(WHOLE, CLASSIC, 16)
        assert isinstance(searcher, StrongSearcher)
        assert searcher.set_position(*position.boards, (), 0, known) == len(captures)
        assert all(searcher.deepen(depth, 30_000) for depth in range(1, 6))
        scores.append({(start, end, taken): score for start, end, taken, score, _ in searcher.ranking()})
    assert scores[0] == scores[1]
    assert set(scores[0]) == set(captures)
