"""What comes with the engine as files and is not needed to play: learned values, endgame tables, the opening book."""

from __future__ import annotations

from engine.ai.book import known_moves
from engine.ai.configuration import STRONG
from engine.ai.searchers import load_tables, values_of
from engine.board import Position
from engine.rulesets import CLASSIC, RULE_SETS


def load_extras() -> None:
    """Read them now and not when the first player waits; what is damaged is told in the log and done without."""
    values_of(STRONG.name)
    known_moves(Position.start(), CLASSIC)
    for rules in RULE_SETS.values():
        load_tables(rules)
