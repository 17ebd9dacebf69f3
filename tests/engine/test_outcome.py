"""How games end: one test for each article and row of the rules, and all games of outcome_cases.json."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.board import Position, Side
from engine.game import Game, Outcome, Reason, Step
from engine.notation import parse_fen
from engine.outcome import judge
from engine.rulesets import RULE_SETS, rule_set

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "outcome_cases.json").read_text())

ALL = tuple(RULE_SETS)
SHUFFLE = ("a1-b1", "h8-g8", "b1-a1", "g8-h8")  # four plies that lead back to where they began


def playing(rules: str, fen: str, *moves: str) -> Game:
    """The game after these moves; it must have been going on before each of them."""
    game = Game.new(rule_set(rules), parse_fen(fen))
    for text in moves:
        assert game.outcome is None, f"over before {text}: {game.outcome}"
        step = game.move(game.turn, text)
        assert isinstance(step, Step), f"{text}: {step}"
        game = step.after
    return game


def verdict(rules: str, fen: str, *moves: str) -> str:
    outcome = playing(rules, fen, *moves).outcome
    return "ongoing" if outcome is None else str(outcome)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rules']}-{case['outcome']}-{len(case['moves'])}")
def test_a_game_of_the_data_ends_as_stated_and_went_on_until_then(case: dict[str, Any]) -> None:
    assert verdict(case["rules"], case["fen"], *case["moves"]) == case["outcome"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rules']}-{case['outcome']}-{len(case['moves'])}")
def test_a_game_of_the_data_is_restored_as_it_was_played(case: dict[str, Any]) -> None:
    played = playing(case["rules"], case["fen"], *case["moves"])
    assert Game.restore(played.rules, played.start, played.moves) == played


# ---- A12: the player on move who has no legal move loses


@pytest.mark.parametrize("rules", ALL)
def test_a12_a_side_without_pieces_loses(rules: str) -> None:
    assert verdict(rules, "W:Wd4,a2:Bd5", "d4xd6") == "white wins: no pieces"
    assert verdict(rules, "B:Wd4:Bd5,h7", "d5xd3") == "black wins: no pieces"


@pytest.mark.parametrize("rules", ALL)
def test_a12_a_side_that_is_blocked_on_its_move_loses(rules: str) -> None:
    assert verdict(rules, "W:WKa8,a5,a6,b6,c7:Ba7", "b6-b7") == "white wins: blocked"


@pytest.mark.parametrize("rules", ALL)
def test_a12_blocked_but_not_on_move_is_not_over(rules: str) -> None:
    """White could not move, but it is Black's turn, and every move of Black frees White."""
    game = playing(rules, "B:Wa6,a7:BKa8,b6,b7,c6,c7")
    assert game.outcome is None
    for move in game.legal_moves():
        step = game.move(Side.BLACK, move)
        assert isinstance(step, Step)
        assert step.after.outcome is None
        assert step.after.legal_moves()


# ---- One piece against one: the three rows of endings by material


def test_king_against_king_is_a_draw_in_classic_unless_the_side_to_move_can_capture() -> None:
    assert verdict("classic", "W:WKb1:BKh4,b3", "b1xb4") == "ongoing"  # Black takes b4 from h4
    assert verdict("classic", "W:WKb1:BKh5,b3", "b1xb4") == "draw: king against king"


def test_king_against_king_goes_on_to_the_capture_in_classic() -> None:
    assert verdict("classic", "W:WKb1:BKh4,b3", "b1xb4", "h4xa4") == "black wins: no pieces"


def test_king_against_king_is_a_draw_at_once_in_crowned() -> None:
    assert verdict("crowned", "W:WKb1:BKh4,b3", "b1xb4") == "draw: king against king"


def test_king_against_king_plays_on_in_levant() -> None:
    assert verdict("levant", "W:WKb1:BKh4,b3", "b1xb4") == "ongoing"
    assert verdict("levant", "W:WKb1:BKh5,b3", "b1xb4") == "ongoing"


@pytest.mark.parametrize("rules", ["federation", "club"])
@pytest.mark.parametrize(
    ("fen", "move"),
    [("W:WKb1:BKh4,b3", "b1xb4"), ("W:WKb1:Bb3,h5", "b1xb4"), ("W:Wd4:Bd5,h6", "d4xd6"), ("W:Wd4:Bd5,Kh6", "d4xd6")],
)
def test_one_piece_each_is_a_draw_in_federation_and_club_whatever_the_two_are(rules: str, fen: str, move: str) -> None:
    assert verdict(rules, fen, move) == "draw: one piece each"


def test_king_against_man_plays_on_in_classic() -> None:
    assert verdict("classic", "W:WKb1:Bb3,h5", "b1xb4") == "ongoing"


def test_king_against_man_is_a_draw_in_levant() -> None:
    assert verdict("levant", "W:WKb1:Bb3,h5", "b1xb4") == "draw: king against man"


def test_king_against_man_is_won_by_the_king_in_crowned() -> None:
    assert verdict("crowned", "W:WKb1:Bb3,h5", "b1xb4") == "white wins: king against man"
    assert verdict("crowned", "B:Wb6,h4:BKb8", "b8xb5") == "black wins: king against man"


def test_king_against_man_is_won_in_crowned_even_if_the_man_could_take_the_king() -> None:
    assert verdict("crowned", "W:WKb1:Bb3,a5", "b1xb5") == "white wins: king against man"
    assert verdict("classic", "W:WKb1:Bb3,a5", "b1xb5", "a5xc5") == "black wins: no pieces"


@pytest.mark.parametrize("rules", ["classic", "crowned", "levant"])
def test_man_against_man_plays_on(rules: str) -> None:
    assert verdict(rules, "W:Wd4:Bd5,h6", "d4xd6") == "ongoing"


# ---- Repetition


@pytest.mark.parametrize("rules", ["classic", "federation", "club", "crowned"])
def test_the_third_occurrence_of_a_position_is_a_draw(rules: str) -> None:
    fen = "W:WKa1,c2:BKh8,f7"
    assert verdict(rules, fen, *SHUFFLE, *SHUFFLE[:3]) == "ongoing"
    assert verdict(rules, fen, *SHUFFLE, *SHUFFLE) == "draw: repetition"


def test_repetition_is_not_known_in_levant() -> None:
    assert verdict("levant", "W:WKa1,c2:BKh8,f7", *SHUFFLE * 5) == "ongoing"


def test_the_same_pieces_with_the_other_side_to_move_are_another_position() -> None:
    """White loses a move by going round a triangle: the old pieces stand there, but with Black to move."""
    loop = ("a1-b1", "h8-g8", "b1-c1", "g8-h8", "c1-a1")
    game = playing("classic", "W:WKa1,c2:BKh8,f7", *loop)
    assert game.position.boards[:4] == game.start.boards[:4]
    assert game.repetitions() == 1


def test_occurrences_need_not_follow_each_other() -> None:
    other = ("a1-d1", "h8-e8", "d1-a1", "e8-h8")
    assert verdict("classic", "W:WKa1,c2:BKh8,f7", *SHUFFLE, *other) == "draw: repetition"


def test_repetition_compares_positions_not_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "key", 0)  # all hashes collide
    assert verdict("classic", "W:WKa1,c2:BKh8,f7", *SHUFFLE, *SHUFFLE[:3]) == "ongoing"
    assert playing("classic", "W:WKa1,c2:BKh8,f7", *SHUFFLE).repetitions() == 2


# ---- No progress: after how many plies, and what starts the count afresh


def no_progress_after(rules: str, fen: str, first: str) -> int:
    """The no-progress count after one move."""
    return playing(rules, fen, first).no_progress


FORWARD, SIDEWAYS = "c2-c3", "c2-d2"
FIELD = "W:WKa1,c2:BKh8,f7"
PROMOTING = "W:WKa1,c7:BKh8,f6"


@pytest.mark.parametrize(
    ("rules", "forward", "sideways", "promotion"),
    [
        ("classic", 0, 1, 0),
        ("federation", 0, 0, 0),
        ("club", 0, 0, 0),
        ("crowned", 0, 0, 0),
        ("levant", 1, 1, 0),
    ],
)
def test_what_counts_as_progress(rules: str, forward: int, sideways: int, promotion: int) -> None:
    assert no_progress_after(rules, FIELD, FORWARD) == forward
    assert no_progress_after(rules, FIELD, SIDEWAYS) == sideways
    assert no_progress_after(rules, PROMOTING, "c7-c8") == promotion
    assert no_progress_after(rules, FIELD, "a1-b1") == 1
    assert no_progress_after(rules, "W:WKa1,c2:Ba3,Kh8,h7", "a1xa4") == 0


@pytest.mark.parametrize(
    ("rules", "plies"), [("classic", 50), ("federation", 100), ("club", 80), ("crowned", 100), ("levant", 200)]
)
def test_so_many_plies_without_progress_are_a_draw(rules: str, plies: int) -> None:
    position = parse_fen(FIELD)
    rule = rule_set(rules)
    assert judge(position, rule, no_progress=plies - 1, ply=500, occurrences=1) is None
    assert judge(position, rule, no_progress=plies, ply=500, occurrences=1) == Outcome(None, Reason.NO_PROGRESS)


def test_no_progress_is_reached_in_play() -> None:
    assert verdict("levant", FIELD, *SHUFFLE * 50) == "draw: no progress"


@pytest.mark.parametrize("rules", ALL)
def test_a_game_of_2000_plies_is_a_draw_by_no_progress(rules: str) -> None:
    position = parse_fen(FIELD)
    assert judge(position, rule_set(rules), no_progress=0, ply=1999, occurrences=1) is None
    assert judge(position, rule_set(rules), no_progress=0, ply=2000, occurrences=1) == Outcome(None, Reason.NO_PROGRESS)


# ---- The order of judgement, and one reason only


def test_no_pieces_comes_before_everything() -> None:
    outcome = judge(parse_fen("B:Wd6:B"), rule_set("federation"), no_progress=100, ply=2000, occurrences=3)
    assert outcome == Outcome(Side.WHITE, Reason.NO_PIECES)


def test_material_comes_before_repetition_and_no_progress() -> None:
    """(A single piece cannot block another, so material and `blocked` never meet.)"""
    outcome = judge(parse_fen("B:WKb8:Ba4"), rule_set("federation"), no_progress=100, ply=2000, occurrences=3)
    assert outcome == Outcome(None, Reason.ONE_PIECE_EACH)


def test_blocked_comes_before_repetition_and_no_progress() -> None:
    outcome = judge(parse_fen("B:WKa8,a5,a6,b7,c7:Ba7"), rule_set("classic"), no_progress=50, ply=2000, occurrences=3)
    assert outcome == Outcome(Side.WHITE, Reason.BLOCKED)


def test_repetition_comes_before_no_progress() -> None:
    outcome = judge(parse_fen(FIELD), rule_set("classic"), no_progress=50, ply=2000, occurrences=3)
    assert outcome == Outcome(None, Reason.REPETITION)


def test_an_outcome_is_written_in_the_words_of_the_rules() -> None:
    assert str(Outcome(Side.BLACK, Reason.TIME)) == "black wins: time"
    assert str(Outcome(None, Reason.AGREEMENT)) == "draw: agreement"
    assert [str(reason) for reason in Reason] == [
        "no pieces",
        "king against king",
        "one piece each",
        "king against man",
        "blocked",
        "repetition",
        "no progress",
        "resignation",
        "time",
        "agreement",
        "abandonment",
    ]
