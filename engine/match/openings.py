"""Openings for matches: a few random moves after which neither side is far ahead."""

from __future__ import annotations

import random

from engine.ai.search import Limit, think
from engine.board import Move
from engine.game import Game
from engine.rulesets import RuleSet

PLIES = 8
FAIR = 80  # hundredths of a man
JUDGED = Limit(nodes=20_000)
JUDGE = "hand"


def opening(seed: int, rules: RuleSet, plies: int = PLIES) -> tuple[Move, ...]:
    """The moves of an opening; the same seed gives the same."""
    rng = random.Random(f"opening {seed}")
    while True:
        game = Game.new(rules)
        while game.outcome is None and game.ply < plies:
            game = Game.restore(rules, game.start, (*game.moves, rng.choice(game.legal_moves())))
        if game.outcome is None and abs(think(game.position, rules, JUDGED, configuration=JUDGE).score) <= FAIR:
            return game.moves
