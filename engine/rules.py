"""The referee: which moves are legal, and what a move does to the board (A3-A13)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import core
from engine.board import Move, Position, Side, Square
from engine.refusal import IllegalMove
from engine.rulesets import (
    CLASSIC,
    CLUB,
    CROWNED,
    FEDERATION,
    LEVANT,
    MAX_PLIES,
    RULE_SETS,
    Crowning,
    Ending,
    Progress,
    RuleSet,
    UnknownRuleSet,
    rule_set,
)
from engine.tree import Landing, landing_tree, landing_trees

__all__ = [
    "CLASSIC",
    "CLUB",
    "CROWNED",
    "FEDERATION",
    "LEVANT",
    "MAX_PLIES",
    "RULE_SETS",
    "Crowning",
    "Ending",
    "IllegalMove",
    "Landing",
    "Progress",
    "RuleSet",
    "UnknownRuleSet",
    "any_capture",
    "any_move",
    "apply",
    "captures",
    "landing_tree",
    "landing_trees",
    "legal_moves",
    "perft",
    "play",
    "quiet_moves",
    "required",
    "routes",
    "rule_set",
]


def any_capture(position: Position) -> bool:
    """Whether the side to move can capture; the same in every rule set."""
    return core.can_capture(*position.boards)


def any_move(position: Position) -> bool:
    """Whether the side to move has a legal move (A12); the same in every rule set."""
    return core.can_move(*position.boards)


def required(position: Position, rules: RuleSet) -> int:
    """How many pieces a legal move takes, 0 when there is nothing to capture (A7, A8)."""
    return core.capture_graph(*position.boards, rules.mode).count_required() if any_capture(position) else 0


def quiet_moves(position: Position) -> tuple[Move, ...]:
    """The moves that take nothing (A3, A4), sorted by notation, whether or not a capture is due."""
    return tuple(Move(start, (end,), end, 0) for start, end in core.quiet_moves(*position.boards))


def legal_moves(position: Position, rules: RuleSet = CLASSIC) -> tuple[Move, ...]:
    """Every legal move once (A13), sorted by notation; a capture has the alphabetically first of its routes."""
    if not any_capture(position):
        return quiet_moves(position)
    return captures(core.capture_graph(*position.boards, rules.mode))


def captures(graph: core.CaptureGraph) -> tuple[Move, ...]:
    """The legal captures of a position whose graph is at hand, as `legal_moves` gives them."""
    return tuple(Move(start, landings, landings[-1], taken) for start, landings, taken in graph.moves())


def routes(position: Position, rules: RuleSet = CLASSIC) -> Iterator[Move]:
    """Every route of every legal move, sorted by notation. There can be more than 100,000."""
    if not any_capture(position):
        yield from quiet_moves(position)
        return
    graph = core.capture_graph(*position.boards, rules.mode)
    for start, node in graph.starts():
        if graph.facts(node)[0] == graph.count_required():
            for landings, taken in _routes_from(graph, node):
                yield Move(start, landings, landings[-1], taken)


def _routes_from(graph: core.CaptureGraph, node: int) -> Iterator[tuple[tuple[Square, ...], int]]:
    """The landings still to come after a node, and everything taken at the end, for its best continuations."""
    gain, _, _, taken = graph.facts(node)
    if gain == 0:
        yield (), taken
        return
    for landing, _, reached in graph.jumps(node):
        if graph.facts(reached)[0] == gain - 1:
            for landings, taken_at_end in _routes_from(graph, reached):
                yield (landing, *landings), taken_at_end


def apply(position: Position, move: Move, rules: RuleSet = CLASSIC) -> Position:
    """The position after a move that is known to be legal: nothing is checked here."""
    from_bit, to_bit, keep = 1 << move.start, 1 << move.end, ~move.taken
    white = position.turn is Side.WHITE
    if white:
        men, kings = position.white_men, position.white_kings
        their_men, their_kings = position.black_men & keep, position.black_kings & keep
    else:
        men, kings = position.black_men, position.black_kings
        their_men, their_kings = position.white_men & keep, position.white_kings & keep
    if kings & from_bit:
        kings = (kings ^ from_bit) | to_bit  # in this order: a capture may end where it started (A9)
    elif core.crowned(move.start, move.end, move.taken, white, rules.mode):
        men, kings = men ^ from_bit, kings | to_bit
    else:
        men = (men ^ from_bit) | to_bit
    if white:
        return Position(men, kings, their_men, their_kings, Side.BLACK)
    return Position(their_men, their_kings, men, kings, Side.WHITE)


def play(position: Position, move: Move, rules: RuleSet = CLASSIC) -> Position:
    """The position after a move; IllegalMove if the rules do not allow it."""
    if move not in legal_moves(position, rules):
        raise IllegalMove(f"{move} is not a legal move here")
    return apply(position, move, rules)


def perft(position: Position, depth: int, rules: RuleSet = CLASSIC, paths: bool = False) -> int:
    """The number of sequences of `depth` legal moves; with `paths` every route of a capture counts by itself.

    Sequences that end earlier, because a side has no move, are not counted.
    """
    return core.perft(*position.boards, rules.mode, depth, paths)
