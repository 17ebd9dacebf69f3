"""The eight opponents: legal, repeatable, different from seed to seed, and the stronger the higher."""

import random

import pytest

from engine.ai.levels import LEVELS, UnknownLevel, choose, find_level
from engine.board import Move, Side
from engine.game import Game, Step
from engine.notation import parse_fen
from engine.rulesets import CLASSIC, RULE_SETS, RuleSet

NUMBERS = [level.number for level in LEVELS]


def from_fen(fen: str, rules: RuleSet = CLASSIC) -> Game:
    return Game.new(rules, parse_fen(fen))


def after_random_moves(plies: int, seed: int, rules: RuleSet = CLASSIC) -> Game:
    rng = random.Random(seed)
    game = Game.new(rules)
    while game.ply < plies and game.outcome is None:
        game = moved(game, rng.choice(game.legal_moves()))
    return game


def moved(game: Game, move: Move) -> Game:
    step = game.move(game.turn, move)
    assert isinstance(step, Step)
    return step.after


def test_there_are_eight_levels_with_descriptions() -> None:
    assert NUMBERS == [1, 2, 3, 4, 5, 6, 7, 8]
    assert all(level.description for level in LEVELS)


def test_level_3_looks_three_moves_ahead_for_each_side() -> None:
    assert find_level(3).limit.depth == 6


def test_all_levels_but_the_last_are_the_same_on_every_machine() -> None:
    assert [level.number for level in LEVELS if level.limit.movetime_ms is not None] == [8]
    assert (find_level(8).limit.movetime_ms or 0) <= 1_000


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
@pytest.mark.parametrize("level", NUMBERS)
def test_every_level_plays_legal_moves_in_every_rule_set(rules: RuleSet, level: int) -> None:
    for seed in range(3):
        game = after_random_moves(30 + 10 * seed, seed, rules)
        if game.outcome is None:
            assert choose(game, level, seed, max_ms=20) in game.legal_moves()


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_same_seed_gives_the_same_move(level: int) -> None:
    game = after_random_moves(20, 1)
    assert choose(game, level, 7) == choose(game, level, 7)


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_other_seeds_give_other_games(level: int) -> None:
    assert len({choose(Game.new(), level, seed) for seed in range(12)}) > 1


def test_the_only_legal_move_is_played_at_once() -> None:
    game = from_fen("W:Wd4,a2:Bd5,h7")
    assert str(choose(game, 8, 0)) == "d4xd6"


@pytest.mark.parametrize("level", NUMBERS)
def test_a_win_at_hand_is_taken(level: int) -> None:
    game = from_fen("W:Wc4,a2,Kh1:Bc5")
    assert str(choose(game, level, 3, max_ms=100)) == "c4xc6"


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("seed", range(20))
def test_weak_levels_err_but_not_absurdly(level: int, seed: int) -> None:
    """No level gives its king away for nothing."""
    game = from_fen("W:WKd4,a2,b2,h2:Ba7,g7,h7,Ke8")
    after = moved(game, choose(game, level, seed))
    replies = [moved(after, reply) for reply in after.legal_moves()]
    assert all(reply.position.kings(Side.WHITE) for reply in replies)


@pytest.mark.parametrize(("stronger", "weaker", "games"), [(2, 1, 10), (4, 1, 6)])
def test_the_higher_level_wins_a_match(stronger: int, weaker: int, games: int) -> None:
    points = 0.0
    for seed in range(games):
        sides = {Side.WHITE: stronger, Side.BLACK: weaker} if seed % 2 else {Side.WHITE: weaker, Side.BLACK: stronger}
        game = Game.new()
        while game.outcome is None:
            game = moved(game, choose(game, sides[game.turn], seed))
        winner = game.outcome.winner
        points += 0.5 if winner is None else float(sides[winner] == stronger)
    assert points > 0.6 * games


def test_max_ms_bounds_any_level() -> None:
    """Level 7 would think over 100,000 positions; within a millisecond it cannot have."""
    game = after_random_moves(12, 3)
    assert choose(game, 7, 0, max_ms=1) in game.legal_moves()


@pytest.mark.parametrize("number", [0, 9, -1])
def test_an_unknown_level_is_refused_by_number(number: int) -> None:
    with pytest.raises(UnknownLevel, match=f"no level {number}"):
        choose(Game.new(), number, 0)


def test_there_is_nothing_to_choose_when_the_game_is_over() -> None:
    with pytest.raises(ValueError, match="white wins: no pieces"):
        choose(from_fen("B:Wd6:B"), 1, 0)
