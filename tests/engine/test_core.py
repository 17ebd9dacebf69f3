"""The compiled heart seen from Python: counts agree with lists, threads do not meet, exhausted memory is an error."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation import parse_fen
from engine.rules import RULE_SETS, RuleSet, any_capture, any_move, apply, legal_moves, perft, required, routes
from tests.engine.strategies import CROWNINGS, played_positions, positions
from tests.engine.test_hard_places import MANY_ROUTES
from tests.engine.uncompiled import Engine

rule_sets = st.sampled_from([RULE_SETS[name] for name in CROWNINGS.values()])


@settings(max_examples=200)
@given(positions(10) | played_positions(), rule_sets)
def test_counting_moves_and_routes_agrees_with_listing_them(fen: str, rules: RuleSet) -> None:
    position = parse_fen(fen)
    assert perft(position, 1, rules) == len(legal_moves(position, rules))
    assert perft(position, 1, rules, paths=True) == sum(1 for _ in routes(position, rules))


@settings(max_examples=200)
@given(positions() | played_positions(), rule_sets)
def test_the_core_plays_moves_as_the_referee_does(fen: str, rules: RuleSet) -> None:
    position = parse_fen(fen)
    reached = [apply(position, move, rules) for move in legal_moves(position, rules)]
    assert perft(position, 2, rules) == sum(len(legal_moves(after, rules)) for after in reached)


@settings(max_examples=200)
@given(positions() | played_positions(), rule_sets)
def test_the_quick_questions_agree_with_the_list_of_moves(fen: str, rules: RuleSet) -> None:
    position = parse_fen(fen)
    moves = legal_moves(position, rules)
    assert any_move(position) == bool(moves)
    assert any_capture(position) == any(move.is_capture for move in moves)
    assert required(position, rules) == max((move.taken.bit_count() for move in moves), default=0)


def test_two_threads_count_at_the_same_time(compiled: Engine) -> None:
    start = compiled.board.Position.start()
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda depth: compiled.rules.perft(start, depth), [7, 7])) == [10_782_308] * 2


@pytest.mark.parametrize("name", ["grow_u64", "grow_int"])
def test_exhausted_memory_is_an_error_and_never_a_wrong_answer(
    uncompiled: Engine, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        return None

    position = uncompiled.notation.parse_fen(next(iter(MANY_ROUTES)))
    few = uncompiled.notation.parse_fen("W:WKa1,b2:BKh8")
    monkeypatch.setattr(uncompiled.core, name, refuse)
    with pytest.raises(MemoryError):
        uncompiled.rules.legal_moves(position)
    with pytest.raises(MemoryError):
        uncompiled.core.Generator().moves(*position.boards, 0)
    assert uncompiled.rules.legal_moves(few)
