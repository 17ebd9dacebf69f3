"""The lessons, one source for both faces: rules with boards that play, advice, history, questions.

`CHAPTERS` in their order; `chapter("rules")` finds one; `sentences(chapter, texts)` is one without its boards.
"""

from hall.lessons.blocks import (
    Block,
    Chapter,
    Diagram,
    Heading,
    Line,
    Lines,
    Paragraph,
    Question,
    sentences,
)
from hall.lessons.first import THREE
from hall.lessons.history import HISTORY
from hall.lessons.house import HOUSE
from hall.lessons.questions import QUESTIONS
from hall.lessons.rules import RULES
from hall.lessons.strategy import STRATEGY

__all__ = [
    "CHAPTERS",
    "Block",
    "Chapter",
    "Diagram",
    "Heading",
    "Line",
    "Lines",
    "Paragraph",
    "Question",
    "chapter",
    "sentences",
]

CHAPTERS = (THREE, RULES, HOUSE, STRATEGY, HISTORY, QUESTIONS)


def chapter(name: str) -> Chapter | None:
    """The chapter of this name."""
    return next((each for each in CHAPTERS if each.name == name), None)
