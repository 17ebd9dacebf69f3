"""Dama's referee and player: rules, notation, games, clocks, search. Pure: no network, no clock, no unseeded chance.

The usual way in; everything else is found in its module.

>>> position = Position.start()
>>> position = play(position, find_move(position, "d3-d4"))
>>> format_fen(position)[:5], [str(move) for move in legal_moves(position)][:2]
('B:Wa2', ['a6-a5', 'b6-b5'])
"""

from engine.board import Move, Position, Side
from engine.game import Game, Step
from engine.notation import FenError, find_move, format_fen, parse_fen
from engine.outcome import Outcome, Reason
from engine.refusal import IllegalMove, Refusal, RefusalCode
from engine.rules import RULE_SETS, RuleSet, UnknownRuleSet, legal_moves, play, rule_set

__all__ = [
    "RULE_SETS",
    "FenError",
    "Game",
    "IllegalMove",
    "Move",
    "Outcome",
    "Position",
    "Reason",
    "Refusal",
    "RefusalCode",
    "RuleSet",
    "Side",
    "Step",
    "UnknownRuleSet",
    "find_move",
    "format_fen",
    "legal_moves",
    "parse_fen",
    "play",
    "rule_set",
]
