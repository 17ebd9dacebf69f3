"""What a finished game pays, by who played, how it ended and how long it was."""

import pytest

from engine.board import Side
from engine.clock import TimeControl
from hall.model import Computer, Seat, Status, Terms
from hall.ratings import Rating
from hall.rewards import Prices, Result, RewardRules, shares
from hall.settings import load_settings
from tests.hall.games import COMPUTER, FRIENDLY, RATED, over, playing
from tests.hall.people import ADA, ANNA, BIRGUL, BORA

RULES = RewardRules()


def paid(
    white: Seat, black: Seat, winner: Side | None = Side.WHITE, *, plies: int = 20, terms: Terms = FRIENDLY
) -> dict[Side, tuple[int, int]]:
    """Candy and points by side."""
    table = over(playing(white, black, plies=plies, terms=terms), winner).table
    return {share.side: (share.candy, share.points) for share in shares(table, RULES)}


def test_a_friendly_game_pays_15_8_and_5_candy() -> None:
    assert paid(ADA, BIRGUL) == {Side.WHITE: (15, 0), Side.BLACK: (5, 0)}
    assert paid(ADA, BIRGUL, Side.BLACK) == {Side.WHITE: (5, 0), Side.BLACK: (15, 0)}
    assert paid(ADA, BIRGUL, None) == {Side.WHITE: (8, 0), Side.BLACK: (8, 0)}


def test_a_rated_game_pays_26_9_and_4_points_as_well() -> None:
    assert paid(ADA, BIRGUL, terms=RATED) == {Side.WHITE: (15, 26), Side.BLACK: (5, 4)}
    assert paid(ADA, BIRGUL, None, terms=RATED) == {Side.WHITE: (8, 9), Side.BLACK: (8, 9)}


def test_a_clock_makes_no_difference() -> None:
    live = Terms(rated=True, time=TimeControl(180_000, 2_000))
    assert paid(ADA, BIRGUL, terms=live) == paid(ADA, BIRGUL, terms=RATED)


@pytest.mark.parametrize("player", [ADA, ANNA])
def test_the_computer_pays_6_candy_for_a_win_and_nothing_else_to_accounts_and_guests(player: Seat) -> None:
    assert paid(player, COMPUTER) == {Side.WHITE: (6, 0)}
    assert paid(COMPUTER, player) == {}
    assert paid(player, COMPUTER, None) == {}


def test_guests_get_nothing_against_people_and_their_opponents_no_points() -> None:
    assert paid(ANNA, BORA) == {}
    assert paid(ANNA, ADA) == {Side.BLACK: (5, 0)}
    assert paid(ANNA, ADA, Side.BLACK) == {Side.BLACK: (15, 0)}


def test_one_device_pays_nothing() -> None:
    assert paid(ADA, ADA, terms=Terms(one_device=True)) == {}


def test_a_game_below_16_plies_pays_neither_candy_nor_points() -> None:
    assert paid(ADA, BIRGUL, plies=16, terms=RATED) == {Side.WHITE: (15, 26), Side.BLACK: (5, 4)}
    assert paid(ADA, BIRGUL, plies=15, terms=RATED) == {Side.WHITE: (0, 0), Side.BLACK: (0, 0)}
    assert paid(ADA, COMPUTER, plies=15) == {}
    assert paid(ADA, COMPUTER, plies=16) == {Side.WHITE: (6, 0)}


def test_plies_are_counted_as_the_game_stands_at_its_end() -> None:
    """Sixteen moves were made, and two of them taken back."""
    table = playing(plies=16)
    step = table.game.takeback(table.game.turn)
    assert hasattr(step, "after")
    assert step.after.ply == 14


def test_what_is_not_finished_pays_nothing() -> None:
    table = playing()
    assert shares(table, RULES) == ()
    for status in (Status.OPEN, Status.ABORTED):
        assert shares(table.__class__(table.id, 1, RATED, ADA, ADA, BIRGUL, status, table.game), RULES) == ()


def test_a_win_counts_for_the_badge_between_two_accounts_only() -> None:
    for white, black, counts in ((ADA, BIRGUL, True), (ADA, ANNA, False), (ADA, COMPUTER, False)):
        [first, *_] = shares(over(playing(white, black)).table, RULES)
        assert (first.side, first.won) == (Side.WHITE, counts)


def test_only_rated_games_move_ratings() -> None:
    for terms, rated in ((FRIENDLY, False), (RATED, True), (Terms("federation", rated=True), True)):
        assert {share.rated for share in shares(over(playing(terms=terms)).table, RULES)} == {rated}


def test_terms_that_should_never_have_been_rated_pay_no_points() -> None:
    """A guest's seat, the computer's, or rules that are not rated: whatever the terms say."""
    for white, black, rules in ((ADA, ANNA, "classic"), (ADA, Computer(8), "classic"), (ADA, BIRGUL, "levant")):
        for share in shares(over(playing(white, black, terms=Terms(rules, rated=True))).table, RULES):
            assert (share.points, share.rated) == (0, False)


def test_every_value_is_a_setting() -> None:
    given = {
        "candy_win": 1, "candy_draw": 2, "candy_loss": 3, "candy_win_computer": 4, "candy_a_day": 5,
        "points_win": 6, "points_draw": 7, "points_loss": 8, "reward_plies": 9, "reward_games_a_pair": 10,
        "badge_wins": 11, "rating_start": 1200, "rating_deviation": 300, "rating_volatility": 0.05, "rating_tau": 0.6,
    }  # fmt: skip
    rules = RewardRules.of(load_settings(None, **given))
    assert (rules.candy, rules.candy_against_computer, rules.candy_a_day) == (Prices(1, 2, 3), Prices(4, 0, 0), 5)
    assert (rules.points, rules.least_plies, rules.games_a_pair) == (Prices(6, 7, 8), 9, 10)
    assert (rules.badge_wins, rules.ratings.newcomer, rules.ratings.tau) == (11, Rating(1200, 300, 0.05), 0.6)


def test_the_defaults_are_the_products() -> None:
    assert RewardRules.of(load_settings(None)) == RewardRules()


def test_results_have_the_scores_of_a_rating_system() -> None:
    assert [result.score for result in (Result.WIN, Result.DRAW, Result.LOSS)] == [1.0, 0.5, 0.0]
