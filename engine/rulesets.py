"""The points on which descriptions of the game disagree, as fields of a frozen value, and the five presets.

The sources: `classic` follows the first seed description, `club` the second (the fourth agrees with it), `crowned` the
third, `levant` the fifth, `federation` the rulebook of the Turkish Draughts Federation. Where a source is silent the
house chose, so that every game ends; `house_choices` names those fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

MAX_PLIES = 2000  # house limit in every rule set: a game of so many plies is a draw by no progress


class Crowning(StrEnum):
    """What happens to a man that reaches the far rank in mid-capture (A11)."""

    CARRY_ON = "carry_on"  # goes on as a man, crowned only if the move ends on the far rank
    STOP = "stop"  # the move ends there, and the man is crowned
    CROWNED = "crowned"  # becomes a king on arrival and goes on capturing as one


class Ending(StrEnum):
    """What becomes of a game in which each side has one piece left."""

    PLAY_ON = "play_on"
    DRAW = "draw"
    DRAW_UNLESS_CAPTURE = "draw_unless_capture"  # play goes on while the side to move can capture at once
    KING_WINS = "king_wins"  # even if the man, on move, could take the king


class Progress(StrEnum):
    """What starts the count of the no-progress rule afresh."""

    FORWARD_STEP = "forward_step"  # a capture or a forward step of a man
    MAN_MOVE = "man_move"  # a capture or any move of a man
    PROMOTION = "promotion"  # a capture or a promotion


@dataclass(frozen=True)
class RuleSet:
    """One way to play. Counts are in plies; None means the rule does not exist."""

    name: str
    crowning: Crowning  # A11 in mid-capture
    king_v_king: Ending
    king_v_man: Ending
    man_v_man: Ending
    repetition: int | None  # the how-manieth occurrence of a position, same side to move, is a draw
    no_progress_plies: int
    progress: Progress
    draw_offers_per_side: int | None
    rateable: bool
    offered: bool  # shown at first; the others stand under "house rules"
    house_choices: frozenset[str]

    @property
    def mode(self) -> int:
        """The crowning rule as the core's number."""
        return _MODES[self.crowning]

    @property
    def one_piece_each(self) -> bool:
        """Whether one piece each is a draw whatever the two pieces are; it is then recorded by that name."""
        return self.king_v_king is self.king_v_man is self.man_v_man is Ending.DRAW


_MODES = {Crowning.CARRY_ON: 0, Crowning.STOP: 1, Crowning.CROWNED: 2}

CLASSIC = RuleSet(
    name="classic",
    crowning=Crowning.CARRY_ON,
    king_v_king=Ending.DRAW_UNLESS_CAPTURE,
    king_v_man=Ending.PLAY_ON,
    man_v_man=Ending.PLAY_ON,
    repetition=3,
    no_progress_plies=50,  # 25 moves by each side; a sideways step of a man does not reset the count
    progress=Progress.FORWARD_STEP,
    draw_offers_per_side=None,
    rateable=True,
    offered=True,
    house_choices=frozenset({"king_v_man", "man_v_man", "draw_offers_per_side"}),
)
FEDERATION = RuleSet(
    name="federation",
    crowning=Crowning.CARRY_ON,
    king_v_king=Ending.DRAW,
    king_v_man=Ending.DRAW,
    man_v_man=Ending.DRAW,
    repetition=3,
    no_progress_plies=100,  # the rulebook leaves it to an arbiter
    progress=Progress.MAN_MOVE,
    draw_offers_per_side=2,
    rateable=True,
    offered=True,
    house_choices=frozenset({"no_progress_plies", "progress", "draw_offers_per_side"}),
)
CLUB = RuleSet(
    name="club",
    crowning=Crowning.CARRY_ON,
    king_v_king=Ending.DRAW,
    king_v_man=Ending.DRAW,
    man_v_man=Ending.DRAW,
    repetition=3,
    no_progress_plies=80,  # 40 by each side
    progress=Progress.MAN_MOVE,
    draw_offers_per_side=None,
    rateable=False,
    offered=False,
    house_choices=frozenset({"draw_offers_per_side"}),
)
CROWNED = RuleSet(
    name="crowned",
    crowning=Crowning.CROWNED,
    king_v_king=Ending.DRAW,
    king_v_man=Ending.KING_WINS,
    man_v_man=Ending.PLAY_ON,
    repetition=3,
    no_progress_plies=100,
    progress=Progress.MAN_MOVE,
    draw_offers_per_side=None,
    rateable=False,
    offered=False,
    house_choices=frozenset(
        {"king_v_king", "man_v_man", "repetition", "no_progress_plies", "progress", "draw_offers_per_side"}
    ),
)
LEVANT = RuleSet(
    name="levant",
    crowning=Crowning.STOP,
    king_v_king=Ending.PLAY_ON,
    king_v_man=Ending.DRAW,
    man_v_man=Ending.PLAY_ON,
    repetition=None,
    no_progress_plies=200,  # 100 by each side
    progress=Progress.PROMOTION,
    draw_offers_per_side=None,
    rateable=False,
    offered=False,
    house_choices=frozenset({"king_v_king", "man_v_man", "repetition", "draw_offers_per_side"}),
)
RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(
    {rules.name: rules for rules in (CLASSIC, FEDERATION, CLUB, CROWNED, LEVANT)}
)


class UnknownRuleSet(ValueError):  # noqa: N818 - the name says what went wrong
    """No rule set has this name."""


def rule_set(name: str) -> RuleSet:
    """The preset of this name; UnknownRuleSet if there is none."""
    try:
        return RULE_SETS[name]
    except KeyError:
        raise UnknownRuleSet(f"no rule set is called {name!r}; there are {', '.join(RULE_SETS)}") from None
