"""What a lesson is made of. Every text is a msgid, translated where it is shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.board import Position
from engine.game import Game, Step
from engine.notation import parse_fen
from engine.rules import rule_set
from hall.locales import Translator


@dataclass(frozen=True)
class Heading:
    """What the following blocks are about."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    """A few sentences."""

    text: str


@dataclass(frozen=True)
class Line:
    """One line of a list. `count` fills `%(count)d`; a starred line is the house's choice, its source being silent."""

    text: str
    count: int = 0
    starred: bool = False

    def say(self, texts: Translator) -> str:
        """The line in a language."""
        said = texts.gettext(self.text)
        return (said % {"count": self.count} if self.count else said) + (" *" if self.starred else "")


@dataclass(frozen=True)
class Lines:
    """A list."""

    lines: tuple[Line, ...]

    @classmethod
    def of(cls, *texts: str) -> "Lines":
        """A list of plain sentences."""
        return cls(tuple(map(Line, texts)))


@dataclass(frozen=True)
class Question:
    """What people ask, and the answer."""

    question: str
    answer: str


@dataclass(frozen=True)
class Diagram:
    """A board, the moves that play in it, and what they show.

    `takes` is how many pieces must be taken by the last of `moves` (or in `fen`, where there are none), and `outcome`
    how the game stands after it: both are what the text says, and a test asks the engine whether it is true.
    """

    text: str
    fen: str
    moves: tuple[str, ...] = ()
    rules: str = "classic"
    takes: int = 0
    outcome: str = ""

    @property
    def position(self) -> Position:
        """Where it begins."""
        return parse_fen(self.fen)

    def steps(self) -> Sequence[Step]:
        """The moves as the engine plays them. Raises ValueError for a move that may not be played."""
        game, steps = Game.new(rule_set(self.rules), self.position), []
        for move in self.moves:
            step = game.move(game.turn, move)
            if not isinstance(step, Step):
                raise ValueError(f"{self.fen} {move}: {step.text}")
            steps.append(step)
            game = step.after
        return steps


Block = Heading | Paragraph | Lines | Question | Diagram


@dataclass(frozen=True)
class Chapter:
    """One screen of the lessons, under a name for addresses and commands."""

    name: str
    title: str
    blocks: tuple[Block, ...]


def sentences(chapter: Chapter, texts: Translator) -> list[str]:
    """A chapter without its boards, for a face that shows text only: one string a block, list items with a bullet."""
    return [said for block in chapter.blocks if (said := _sentence(block, texts))]


def _sentence(block: Block, texts: Translator) -> str:
    if isinstance(block, Diagram):
        return ""
    if isinstance(block, Lines):
        return "\n".join(f"\u2022 {line.say(texts)}" for line in block.lines)
    if isinstance(block, Question):
        return f"{texts.gettext(block.question)}\n{texts.gettext(block.answer)}"
    return texts.gettext(block.text)
