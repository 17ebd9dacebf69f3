"""What a game brought, in sentences."""

from hall.locales import translator
from hall.model import Paid
from hall.reward_texts import reward_lines

ENGLISH = translator("en")


def test_a_rated_win_names_candy_points_and_rating() -> None:
    assert reward_lines(Paid(15, 85, 26, 1500, 1662), ENGLISH) == [
        "You get 15 candies.",
        "26 points for the ladder.",
        "Your rating: 1662 (\u2066+162\u2069).",
    ]


def test_a_rating_that_fell_has_a_minus_sign() -> None:
    assert reward_lines(Paid(0, 0, 0, 1500, 1338), ENGLISH) == ["Your rating: 1338 (\u2066\u2212162\u2069)."]


def test_the_last_candy_of_the_day_is_named_as_such() -> None:
    assert reward_lines(Paid(1, 0), ENGLISH) == ["You get 1 candy. That was all the candy for today."]


def test_the_badge_is_named() -> None:
    assert reward_lines(Paid(badge=True), ENGLISH) == ["You have won the badge \u201cThe Long Board\u201d."]


def test_a_game_that_brought_nothing_says_nothing() -> None:
    assert reward_lines(Paid(0, 60), ENGLISH) == []
