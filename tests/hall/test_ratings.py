"""Glicko-2 by its author's example, and what must hold for every game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hall.ratings import DAY_MS, Rating, RatingRules, after_game, rated

RULES = RatingRules()
NOON = 1_800_000_000_000

ratings = st.builds(
    Rating, st.floats(100, 3500), st.floats(20, 350), st.floats(0.03, 0.12), st.none() | st.integers(0, NOON)
)
scores = st.sampled_from([0.0, 0.5, 1.0])


def test_the_worked_example_of_glickmans_paper() -> None:
    opponents = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rated(Rating(1500, 200, 0.06), opponents, tau=0.5)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_two_newcomers_move_by_the_same_in_opposite_directions() -> None:
    won = after_game(Rating(), Rating(), 1.0, NOON, RULES)
    lost = after_game(Rating(), Rating(), 0.0, NOON, RULES)
    assert (won.shown, lost.shown) == (1662, 1338)
    assert won.value - 1500 == pytest.approx(1500 - lost.value)
    assert (won.games, won.at_ms) == (1, NOON)


@given(ratings, ratings, scores)
def test_a_game_moves_the_rating_towards_its_result(own: Rating, other: Rating, score: float) -> None:
    after = after_game(own, other, score, NOON, RULES)
    if score == 1.0:
        assert after.value > own.value
    elif score == 0.0:
        assert after.value < own.value
    elif abs(own.value - other.value) > 1:
        assert (after.value > own.value) == (other.value > own.value)


@given(ratings, ratings, scores)
def test_after_a_game_a_rating_is_surer_than_before_it(own: Rating, other: Rating, score: float) -> None:
    grown = own.grown(own.days_until(NOON))
    assert 0 < after_game(own, other, score, NOON, RULES).deviation < grown.deviation


@given(ratings, ratings)
def test_a_better_result_never_gives_less(own: Rating, other: Rating) -> None:
    lost, drawn, won = (after_game(own, other, score, NOON, RULES).value for score in (0.0, 0.5, 1.0))
    assert lost < drawn < won


@given(ratings, st.floats(0, 10_000))
def test_days_without_a_game_make_less_sure_up_to_a_newcomer(own: Rating, days: float) -> None:
    grown = own.grown(days)
    assert own.deviation - 1e-9 <= grown.deviation <= 350 + 1e-9
    assert (grown.value, grown.volatility) == (own.value, own.volatility)


def test_a_hundred_days_grow_the_deviation_as_a_hundred_periods_without_a_game() -> None:
    assert Rating(1500, 50).grown(100).deviation == pytest.approx((50**2 + 100 * (0.06 * 173.7178) ** 2) ** 0.5)


def test_a_player_who_was_away_moves_further() -> None:
    fresh, away = (Rating(1500, 50, 0.06, NOON - days * DAY_MS, 40) for days in (0, 300))
    gains = [after_game(own, Rating(1500, 50), 1.0, NOON, RULES).value - 1500 for own in (fresh, away)]
    assert gains[1] > 4 * gains[0] > 0


def test_an_opponent_who_was_away_counts_as_less_sure() -> None:
    fresh, away = (Rating(1500, 50, 0.06, NOON - days * DAY_MS, 40) for days in (0, 300))
    gains = [after_game(Rating(), other, 1.0, NOON, RULES).value - 1500 for other in (fresh, away)]
    assert gains[1] < gains[0]


def test_a_game_that_is_told_late_does_not_turn_time_back() -> None:
    later = after_game(Rating(at_ms=NOON), Rating(), 1.0, NOON - DAY_MS, RULES)
    assert later.at_ms == NOON
