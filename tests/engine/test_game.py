"""The game as a value: steps, refusals, ends by agreement, takebacks."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Move, Position, Side, parse_square
from engine.game import Game, Outcome, Reason, Refusal, RefusalCode, Step
from engine.notation import parse_fen
from engine.rules import apply
from engine.rulesets import CLASSIC, FEDERATION, MAX_PLIES, RULE_SETS, RuleSet

WHITE, BLACK = Side.WHITE, Side.BLACK


def played(game: Game, *moves: str) -> Game:
    for text in moves:
        game = accepted(game.move(game.turn, text)).after
    return game


def accepted(answer: Step | Refusal) -> Step:
    assert isinstance(answer, Step), answer
    return answer


def refused(answer: Step | Refusal) -> Refusal:
    assert isinstance(answer, Refusal), answer
    return answer


def from_fen(fen: str, rules: RuleSet = CLASSIC) -> Game:
    return Game.new(rules, parse_fen(fen))


def test_a_new_game_stands_at_the_start_with_white_on_move() -> None:
    game = Game.new()
    assert (game.rules, game.position, game.turn, game.ply) == (CLASSIC, Position.start(), WHITE, 0)
    assert (game.outcome, game.no_progress, game.repetitions()) == (None, 0, 1)
    assert [str(move) for move in game.legal_moves()][:3] == ["a3-a4", "b3-b4", "c3-c4"]


def test_a_step_tells_what_one_move_did() -> None:
    game = Game.new()
    step = accepted(game.move(WHITE, "d3-d4"))
    assert step.before is game
    assert str(step.move) == "d3-d4"
    assert not step.crowned
    assert step.after.moves == (step.move,)
    assert (step.after.turn, step.after.ply) == (BLACK, 1)
    assert game == Game.new()


def test_a_step_tells_what_was_taken_and_crowned() -> None:
    step = accepted(from_fen("W:Wd6,a2:Bd7,h7").move(WHITE, "d6xd8"))
    assert step.move is not None
    assert step.move.taken == 1 << parse_square("d7")
    assert step.crowned


@pytest.mark.parametrize(
    ("rules", "landings"), [("classic", "f6xf8xd8xb8"), ("levant", "f6xf8"), ("crowned", "f6xf8xd8xa8")]
)
def test_a_man_is_crowned_in_every_crowning_mode(rules: str, landings: str) -> None:
    game = from_fen("W:Wf6,a1:Bf7,Ke8,Kc8,h5", RULE_SETS[rules])
    assert accepted(game.move(WHITE, landings)).crowned


def test_a_move_is_kept_by_the_route_that_notation_prescribes() -> None:
    game = from_fen("W:WKd1,a2:Bd3,d7,h5,a8")
    assert str(accepted(game.move(WHITE, "d1xd6xd8")).move) == "d1xd4xd8"


def test_a_move_given_as_a_value_is_the_legal_move_equal_to_it() -> None:
    game = from_fen("W:WKd1,a2:Bd3,d7,h5,a8")
    legal = game.legal_moves()[0]
    step = accepted(game.move(WHITE, Move(legal.start, (), legal.end, legal.taken)))
    assert step.move is not None
    assert step.move.landings == legal.landings


# ---- Refusals


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", RefusalCode.NOT_A_MOVE),
        ("castle", RefusalCode.NOT_A_MOVE),
        ("d3-d9", RefusalCode.NOT_A_MOVE),
        ("d3-d5", RefusalCode.ILLEGAL),
        ("d6-d5", RefusalCode.ILLEGAL),
        ("d3xd4", RefusalCode.ILLEGAL),
    ],
)
def test_a_move_that_cannot_be_is_refused_with_its_own_code(text: str, code: RefusalCode) -> None:
    refusal = refused(Game.new().move(WHITE, text))
    assert refusal.code is code
    assert refusal.text.endswith(".")


def test_a_quiet_move_is_refused_while_a_capture_is_due() -> None:
    game = from_fen("W:Wd4,a2:Bd5,h7")
    assert refused(game.move(WHITE, "a2-a3")).code is RefusalCode.MUST_CAPTURE
    a2, a3 = parse_square("a2"), parse_square("a3")
    assert refused(game.move(WHITE, Move(a2, (a3,), a3, 0))).code is RefusalCode.MUST_CAPTURE


def test_a_move_value_that_takes_the_wrong_pieces_is_illegal() -> None:
    game = from_fen("W:Wd4,a2:Bd5,h7")
    d4, d6 = parse_square("d4"), parse_square("d6")
    assert refused(game.move(WHITE, Move(d4, (d6,), d6, 1 << parse_square("h7")))).code is RefusalCode.ILLEGAL


def test_an_ambiguous_move_is_refused_with_its_meanings() -> None:
    game = from_fen("W:Wa2,Kb7:Bb3,Kf4,g4,e7")
    refusal = refused(game.move(WHITE, "b7xa3"))
    assert refusal.code is RefusalCode.AMBIGUOUS
    assert [str(move) for move in refusal.candidates] == ["b7xf7xf3xa3", "b7xg7xg3xa3"]


def test_the_other_side_waits_for_its_turn() -> None:
    assert refused(Game.new().move(BLACK, "d6-d5")).code is RefusalCode.NOT_YOUR_TURN


def test_nothing_happens_after_the_end() -> None:
    over = accepted(Game.new().resign(WHITE)).after
    requests = [
        over.move(WHITE, "d3-d4"),
        over.move(BLACK, "d6-d5"),
        over.resign(BLACK),
        over.flag(BLACK),
        over.abandon(BLACK),
        over.draw_by_agreement(),
        over.takeback(WHITE),
    ]
    assert [refused(answer).code for answer in requests] == [RefusalCode.GAME_OVER] * 7
    refusal = over.refuse_offer(0)
    assert refusal is not None
    assert refusal.code is RefusalCode.GAME_OVER
    assert over.legal_moves() == ()


# ---- Ends that are adjudicated: in every rule set, by these names


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
@pytest.mark.parametrize("side", list(Side))
def test_adjudicated_ends_have_their_winner_and_their_one_reason(rules: RuleSet, side: Side) -> None:
    game = Game.new(rules)
    assert accepted(game.resign(side)).after.outcome == Outcome(side.other, Reason.RESIGNATION)
    assert accepted(game.flag(side)).after.outcome == Outcome(side.other, Reason.TIME)
    assert accepted(game.abandon(side)).after.outcome == Outcome(side.other, Reason.ABANDONMENT)
    assert accepted(game.draw_by_agreement()).after.outcome == Outcome(None, Reason.AGREEMENT)


def test_a_fallen_flag_loses_whatever_is_on_the_board() -> None:
    game = from_fen("W:WKa1,Kb1,Kc1,Kd1:Bh7,h6")
    assert accepted(game.flag(WHITE)).after.outcome == Outcome(BLACK, Reason.TIME)


def test_an_adjudicated_end_leaves_the_board_as_it_was() -> None:
    game = played(Game.new(), "d3-d4", "e6-e5")
    step = accepted(game.resign(BLACK))
    assert step.move is None
    assert (step.after.moves, step.after.position) == (game.moves, game.position)


def test_federation_allows_two_draw_offers_a_side() -> None:
    game = Game.new(FEDERATION)
    assert game.refuse_offer(0) is None
    assert game.refuse_offer(1) is None
    refusal = game.refuse_offer(2)
    assert refusal is not None
    assert refusal.code is RefusalCode.TOO_MANY_OFFERS


@pytest.mark.parametrize("name", ["classic", "club", "crowned", "levant"])
def test_other_rule_sets_do_not_count_draw_offers(name: str) -> None:
    assert Game.new(RULE_SETS[name]).refuse_offer(1_000) is None


# ---- Takebacks


def test_who_has_just_moved_takes_back_one_ply() -> None:
    game = played(Game.new(), "d3-d4", "e6-e5", "d4-d5")
    assert accepted(game.takeback(WHITE)).after == played(Game.new(), "d3-d4", "e6-e5")


def test_who_is_on_move_takes_back_two_plies() -> None:
    game = played(Game.new(), "d3-d4", "e6-e5", "c3-c4", "f6-f5")
    assert accepted(game.takeback(WHITE)).after == played(Game.new(), "d3-d4", "e6-e5")


def test_a_takeback_restores_the_counts_of_repetition_and_no_progress() -> None:
    shuffle = ("a1-b1", "h8-g8", "b1-a1", "g8-h8")
    before = played(from_fen("W:WKa1,c2:BKh8,f7"), *shuffle, "a1-b1", "h8-g8")
    assert (before.no_progress, before.repetitions()) == (6, 2)
    after = accepted(played(before, "c2-c3", "f7-f6").takeback(WHITE)).after
    assert after == before


def test_nobody_takes_back_a_move_not_made() -> None:
    assert refused(Game.new().takeback(WHITE)).code is RefusalCode.NOTHING_TO_TAKE_BACK
    assert refused(Game.new().takeback(BLACK)).code is RefusalCode.NOTHING_TO_TAKE_BACK
    assert refused(played(Game.new(), "d3-d4").takeback(BLACK)).code is RefusalCode.NOTHING_TO_TAKE_BACK


def test_where_black_began_the_same_holds_with_the_sides_changed() -> None:
    game = played(from_fen("B:WKa1,c2:BKh8,f7"), "h8-g8")
    assert refused(game.takeback(WHITE)).code is RefusalCode.NOTHING_TO_TAKE_BACK
    assert accepted(game.takeback(BLACK)).after.moves == ()


# ---- Starts that are composed


def test_a_composed_start_may_be_over_at_once() -> None:
    assert Game.new(FEDERATION, parse_fen("W:WKa1:BKh8")).outcome == Outcome(None, Reason.ONE_PIECE_EACH)
    assert Game.new(CLASSIC, parse_fen("W:W:Bd6")).outcome == Outcome(BLACK, Reason.NO_PIECES)


def test_a_restored_game_keeps_how_it_was_adjudicated() -> None:
    resigned = accepted(played(Game.new(), "d3-d4").resign(BLACK)).after
    assert Game.restore(resigned.rules, resigned.start, resigned.moves, resigned.outcome) == resigned


# ---- What always holds

rule_sets = st.sampled_from(list(RULE_SETS.values()))
seeds = st.integers(0, 2**32)


def random_game(rules: RuleSet, seed: int, plies: int = MAX_PLIES) -> Game:
    rng = random.Random(seed)
    game = Game.new(rules)
    while game.outcome is None and game.ply < plies:
        game = accepted(game.move(game.turn, rng.choice(game.legal_moves()))).after
    return game


@given(rule_sets, seeds)
@settings(max_examples=60, deadline=None)
def test_every_game_ends(rules: RuleSet, seed: int) -> None:
    game = random_game(rules, seed)
    assert game.outcome is not None
    assert game.ply <= MAX_PLIES


@given(rule_sets, seeds, st.integers(0, 120))
@settings(max_examples=60, deadline=None)
def test_restoring_gives_the_game_that_was_played(rules: RuleSet, seed: int, plies: int) -> None:
    game = random_game(rules, seed, plies)
    assert Game.restore(game.rules, game.start, game.moves) == game


@given(rule_sets, seeds, st.integers(0, 120))
@settings(max_examples=60, deadline=None)
def test_a_takeback_is_the_inverse_of_a_move(rules: RuleSet, seed: int, plies: int) -> None:
    game = random_game(rules, seed, plies)
    if game.outcome is not None:
        return
    for move in game.legal_moves():
        step = accepted(game.move(game.turn, move))
        if step.after.outcome is None:
            assert accepted(step.after.takeback(game.turn)).after == game


texts = st.text(max_size=12) | st.from_regex(r"[a-h][1-8]([-x][a-h][1-8]){1,3}", fullmatch=True)


@given(seeds, st.integers(0, 100), texts)
@settings(max_examples=150, deadline=None)
def test_a_refused_move_leaves_the_game_unchanged(seed: int, plies: int, text: str) -> None:
    game = random_game(CLASSIC, seed, plies)
    same = random_game(CLASSIC, seed, plies)
    answer = game.move(game.turn, text)
    assert game == same
    if isinstance(answer, Step):
        assert answer.move in game.legal_moves()


@given(rule_sets, seeds)
@settings(max_examples=30, deadline=None)
def test_the_trail_holds_every_position_that_could_come_back(rules: RuleSet, seed: int) -> None:
    """No position from before the trail is ever met again: counting occurrences in the trail alone is enough."""
    game = random_game(rules, seed)
    positions = [game.start]
    for move in game.moves:
        positions.append(apply(positions[-1], move, rules))
    for ply in range(len(positions)):
        past = Game.restore(rules, game.start, game.moves[:ply])
        assert past.repetitions() == positions[: ply + 1].count(positions[ply])
