"""What people write, and which move it means."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Move
from engine.notation import find_move, parse_fen
from engine.refusal import Refusal, RefusalCode
from engine.rules import RULE_SETS, RuleSet, legal_moves, routes
from tests.engine.asking import START, answer
from tests.engine.strategies import CROWNINGS, played_positions, positions
from tests.engine.uncompiled import Engine

rule_sets = st.sampled_from([RULE_SETS[name] for name in CROWNINGS.values()])
TWO_MEANINGS = "W:Wa2,Kb7:Bb3,Kf4,g4,e7"  # b7xf7xf3xa3 and b7xg7xg3xa3
THREE_ROUTES = "W:WKd1,a2:Bd3,d7,h5,a8"  # d1-d4/d5/d6-d8
FOUR_LANDINGS = "W:WKa1,h2:Ba4,Ka8"  # a1xa5, a6, a7


@settings(max_examples=200)
@given(positions(10) | played_positions(), rule_sets)
def test_whatever_is_legal_is_found_as_it_is_written_by_every_route(fen: str, rules: RuleSet) -> None:
    position = parse_fen(fen)
    assert all(str(find_move(position, str(move), rules)) == str(move) for move in legal_moves(position, rules))
    for route in routes(position, rules):
        assert find_move(position, str(route), rules) == route


@pytest.mark.parametrize(
    "text", ["d3-d4", "D3-D4", "d3d4", "d3 d4", " d3 - d4\n", "d3–d4", "d3—d4", "d3−d4", "ｄ３－ｄ４"]
)
def test_a_step_may_be_written_with_any_dash_or_none(engine: Engine, text: str) -> None:
    assert answer(engine, START, text) == "d3-d4"


@pytest.mark.parametrize("text", ["d2xd4xf4", "D2XD4XF4", "d2:d4:f4", "d2×d4×f4", "d2хd4хf4", "d2-d4-f4", "d2 d4 f4"])
def test_a_capture_may_be_written_with_any_cross_a_dash_or_none(engine: Engine, text: str) -> None:
    assert answer(engine, "W:Wd2:Bd3,e4,h8", text) == "d2xd4xf4"


@pytest.mark.parametrize(
    "text",
    ["", " ", "d3", "d3-", "-d3-d4", "d3--d4", "d9-d4", "i3-d4", "d3-d4x", "d3-d4 d5.", "resign", "0-0", "d3/d4", "\0"],
)
def test_what_is_no_move_in_any_position_is_not_a_move(engine: Engine, text: str) -> None:
    assert answer(engine, START, text) == "not_a_move"


def test_an_overlong_text_is_not_a_move_and_is_not_repeated_in_full() -> None:
    found = find_move(parse_fen(START), "d3-d4" * 100_000)
    assert isinstance(found, Refusal)
    assert found.code is RefusalCode.NOT_A_MOVE
    assert len(found.text) < 150


@pytest.mark.parametrize("text", ["d3-d5", "d3-d2", "d3-e4", "d2-d3", "a4-a5", "e6-e5", "d3-d4-d5", "d3-d3", "d3xd4"])
def test_what_the_rules_forbid_is_illegal(engine: Engine, text: str) -> None:
    assert answer(engine, START, text) == "illegal"


def test_a_quiet_move_while_a_capture_is_due_must_capture(engine: Engine) -> None:
    assert answer(engine, TWO_MEANINGS, "a2-a3") == "must_capture"
    assert answer(engine, TWO_MEANINGS, "a2-a4") == "illegal"


def test_a_smaller_capture_or_one_cut_short_must_capture_more(engine: Engine) -> None:
    fen = "W:Wa2,h4:Ba3,b4,h5"
    assert answer(engine, fen, "h4xh6") == "must_capture"
    assert answer(engine, fen, "h4xh5") == "must_capture"  # by captured squares
    assert answer(engine, fen, "a2xa4") == "must_capture"
    assert answer(engine, fen, "a2xa4xc4") == "a2xa4xc4"
    assert answer(engine, fen, "a2xa4xa6") == "illegal"


def test_the_refusal_says_how_many_pieces_must_be_taken() -> None:
    refusal = find_move(parse_fen("W:Wa2,h4:Ba3,b4,h5"), "h4xh6")
    assert isinstance(refusal, Refusal)
    assert refusal.text == "A capture is due, and it must take 2 pieces."


def test_landings_are_read_first(engine: Engine) -> None:
    assert answer(engine, TWO_MEANINGS, "b7xf7xf3xa3") == "b7xf7xf3xa3"
    assert answer(engine, THREE_ROUTES, "d1xd6xd8") == "d1xd4xd8"


def test_captured_squares_are_read_where_they_fail_as_landings(engine: Engine) -> None:
    assert answer(engine, TWO_MEANINGS, "b7xe7xf4xb3") == "b7xf7xf3xa3"
    assert answer(engine, TWO_MEANINGS, "b7xe7xg4xb3") == "b7xg7xg3xa3"
    assert answer(engine, "W:Wf3:Bf4,e5,h8", "f3xf4xe5") == "f3xf5xd5"
    assert answer(engine, TWO_MEANINGS, "b7-e7-f4-b3") == "illegal"  # a dash says nothing about taking


def test_captured_squares_that_leave_the_last_landing_open_are_ambiguous(engine: Engine) -> None:
    assert answer(engine, FOUR_LANDINGS, "a1xa4") == "ambiguous a1xa5 a1xa6 a1xa7"


def test_a_short_form_must_name_one_move(engine: Engine) -> None:
    assert answer(engine, THREE_ROUTES, "d1-d8") == answer(engine, THREE_ROUTES, "d1xd8") == "d1xd4xd8"
    assert answer(engine, TWO_MEANINGS, "b7-a3") == "ambiguous b7xf7xf3xa3 b7xg7xg3xa3"


def test_an_ambiguous_move_is_answered_with_the_moves_it_may_mean() -> None:
    position = parse_fen(TWO_MEANINGS)
    refusal = find_move(position, "b7-a3")
    assert isinstance(refusal, Refusal)
    assert refusal.candidates == legal_moves(position)
    assert refusal.text == "This can mean b7xf7xf3xa3 or b7xg7xg3xa3."


def test_with_no_legal_move_everything_is_illegal(engine: Engine) -> None:
    for fen in ("W:W:Bd6", "W:Wa7:BKa8,b7,c7"):
        assert answer(engine, fen, "a7-b7") == "illegal"


@settings(max_examples=300)
@given(
    positions(10),
    st.text(max_size=30) | st.text("abcdefgh12345678-x: ", max_size=30) | st.text("ab12x", max_size=14),
    rule_sets,
)
def test_any_text_is_a_legal_move_or_refused_in_words(fen: str, text: str, rules: RuleSet) -> None:
    position = parse_fen(fen)
    found = find_move(position, text, rules)
    if isinstance(found, Move):
        assert found in legal_moves(position, rules)
    else:
        assert found.text.endswith(".")
        assert (found.code is RefusalCode.AMBIGUOUS) == (len(found.candidates) > 1)
