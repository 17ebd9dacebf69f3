"""The lessons: the boards play, what they claim is what the engine says, and every difference is named."""

from dataclasses import fields

import pytest

from engine.rules import RULE_SETS, RuleSet, required, rule_set
from hall.lessons import CHAPTERS, Chapter, Diagram, Lines, Question, chapter, sentences
from hall.lessons.differences import differences
from hall.locales import languages, translator

DIAGRAMS = {block.fen + block.rules: block for each in CHAPTERS for block in each.blocks if isinstance(block, Diagram)}
# What a rule set says of itself rather than of the game.
NOT_OF_THE_GAME = {"name", "rateable", "offered", "house_choices", "progress"}


@pytest.mark.parametrize("diagram", DIAGRAMS.values(), ids=str)
def test_what_a_board_shows_is_legal_and_what_it_claims_is_true(diagram: Diagram) -> None:
    steps = diagram.steps()
    assert len(steps) == len(diagram.moves)
    last = steps[-1].before.position if steps else diagram.position
    assert required(last, rule_set(diagram.rules)) == diagram.takes
    for step, move in zip(steps, diagram.moves, strict=True):
        assert str(step.after.moves[-1]) == move, "the board is to play the way that the text tells"
    if diagram.outcome:
        assert str(steps[-1].after.outcome) == diagram.outcome


def test_a_move_that_may_not_be_played_makes_no_board() -> None:
    with pytest.raises(ValueError, match="d3-d5"):
        Diagram("", "W:Wd3:Bh7", ("d3-d5",)).steps()


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_every_difference_between_rule_sets_is_told_and_the_houses_choices_are_starred(rules: RuleSet) -> None:
    lines = differences(rules.name)
    assert len(lines) == len({field.name for field in fields(RuleSet)} - NOT_OF_THE_GAME)
    choices = {"no_progress_plies" if name == "progress" else name for name in rules.house_choices}
    assert sum(line.starred for line in lines) == len(choices)


def test_differences_carry_the_numbers_of_the_engine() -> None:
    said = [line.say(translator("en")) for line in differences("club")]
    assert "A draw after 40 moves by each side without a capture or a move of a man." in said
    assert "A draw may be offered and agreed. *" in said


@pytest.mark.parametrize("each", CHAPTERS, ids=lambda each: each.name)
def test_a_chapter_is_found_by_its_name_and_told_without_its_boards(each: Chapter) -> None:
    assert chapter(each.name) is each
    told = sentences(each, translator("en"))
    assert len(told) == sum(not isinstance(block, Diagram) for block in each.blocks)


def test_an_unknown_chapter_is_none() -> None:
    assert chapter("openings") is None


def test_both_ways_to_list_are_told_with_their_lines() -> None:
    rules, questions = chapter("rules"), chapter("questions")
    assert rules
    assert questions
    listed = [block for block in rules.blocks if isinstance(block, Lines)]
    assert any(text.count("\u2022") == len(listed[0].lines) for text in sentences(rules, translator("en")))
    asked = next(block for block in questions.blocks if isinstance(block, Question))
    assert sentences(questions, translator("en"))[0] == f"{asked.question}\n{asked.answer}"


@pytest.mark.parametrize("language", languages())
def test_every_chapter_can_be_told_in_every_language(language: str) -> None:
    for each in CHAPTERS:
        assert all(sentences(each, translator(language)))
