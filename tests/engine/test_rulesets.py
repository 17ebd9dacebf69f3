"""The five rule sets: exactly the points on which the sources differ."""

import dataclasses

import pytest

from engine.rules import CLASSIC, CLUB, CROWNED, FEDERATION, LEVANT, MAX_PLIES, RULE_SETS, UnknownRuleSet, rule_set
from engine.rulesets import Crowning, Ending, Progress

PRESETS = [CLASSIC, FEDERATION, CLUB, CROWNED, LEVANT]


def test_each_preset_is_found_by_its_name() -> None:
    assert list(RULE_SETS) == ["classic", "federation", "club", "crowned", "levant"]
    assert [rule_set(name) for name in RULE_SETS] == PRESETS


@pytest.mark.parametrize("name", ["", "Classic", "chess", "classic "])
def test_an_unknown_name_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownRuleSet, match="there are classic, federation, club, crowned, levant"):
        rule_set(name)


def test_crowning_in_mid_capture() -> None:
    carry_on, stop, crowned = Crowning
    assert [rules.crowning for rules in PRESETS] == [carry_on, carry_on, carry_on, crowned, stop]


def test_the_three_endings_with_one_piece_each() -> None:
    play_on, draw, draw_unless_capture, king_wins = Ending
    assert [rules.king_v_king for rules in PRESETS] == [draw_unless_capture, draw, draw, draw, play_on]
    assert [rules.king_v_man for rules in PRESETS] == [play_on, draw, draw, king_wins, draw]
    assert [rules.man_v_man for rules in PRESETS] == [play_on, draw, draw, play_on, play_on]
    assert [rules.one_piece_each for rules in PRESETS] == [False, True, True, False, False]


def test_repetition_and_progress() -> None:
    assert [rules.repetition for rules in PRESETS] == [3, 3, 3, 3, None]
    assert [rules.no_progress_plies for rules in PRESETS] == [50, 100, 80, 100, 200]
    forward_step, man_move, promotion = Progress
    assert [rules.progress for rules in PRESETS] == [forward_step, man_move, man_move, man_move, promotion]
    assert MAX_PLIES == 2000


def test_draw_offers_and_what_is_offered_and_rated() -> None:
    assert [rules.draw_offers_per_side for rules in PRESETS] == [None, 2, None, None, None]
    assert [rules.rateable for rules in PRESETS] == [True, True, False, False, False]
    assert [rules.offered for rules in PRESETS] == [True, True, False, False, False]


def test_what_the_house_chose_are_fields_of_the_rule_set() -> None:
    fields = {field.name for field in dataclasses.fields(CLASSIC)}
    assert all(rules.house_choices <= fields for rules in PRESETS)
    assert all("draw_offers_per_side" in rules.house_choices for rules in PRESETS)
