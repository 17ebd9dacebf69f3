"""Positions, moves and landing trees of the engine as the page receives them: square names and short words."""

from collections.abc import Iterator
from functools import lru_cache

from engine.board import Move, Position, Side, Square, square_name, squares
from engine.game import Game
from engine.rules import Landing, RuleSet, landing_tree, landing_trees, required
from webapp.wire.views import Candidate, MoveView, Node, PathView, Play


def pieces_view(position: Position) -> dict[str, str]:
    """Every piece by its square: w or b, m (man) or k (king)."""
    view = {}
    for side in Side:
        for bitboard, rank in ((position.men(side), "m"), (position.kings(side), "k")):
            view.update(dict.fromkeys(names(bitboard), side.value[0] + rank))
    return view


def names(bitboard: int) -> list[str]:
    """The names of a bitboard's squares."""
    return [square_name(square) for square in squares(bitboard)]


def path_view(move: Move) -> PathView:
    """Start and landings, and what was taken, jump by jump."""
    return {"path": [square_name(square) for square in (move.start, *move.landings)], "taken": list(_jumped(move))}


def move_view(move: Move, side: Side, crowned: bool) -> MoveView:
    """A move that was made, to be animated."""
    return {**path_view(move), "crowned": crowned, "side": side.value}


def candidate_view(move: Move) -> Candidate:
    """One of several moves that a text could mean, with what tells it from the others."""
    return {"move": str(move), "taken": names(move.taken)}


def play_view(game: Game) -> Play:
    """What the side on move may play."""
    return _play(game.position, game.rules)


@lru_cache(maxsize=512)
def _play(position: Position, rules: RuleSet) -> Play:
    trees = landing_trees(position, rules)
    return {
        "take": required(position, rules),
        "from": {square_name(start): node_view(root) for start, root in trees.items()},
    }


def branch_view(game: Game, path: tuple[Square, ...]) -> Node:
    """What lies behind a start square and some landings. Raises IllegalMove if no move begins like that."""
    return node_view(landing_tree(game.position, game.rules, path[0], path[1:]))


def node_view(landing: Landing) -> Node:
    """One landing with everything after it; fields that would be empty are left out."""
    node: Node = {"to": square_name(landing.square)}
    if landing.taken is not None:
        node["x"] = square_name(landing.taken)
    if landing.all_taken:
        node["all"] = names(landing.all_taken)
    if landing.some_taken:
        node["some"] = names(landing.some_taken)
    if landing.end:
        node["end"] = 1
    if landing.next is None:
        node["cut"] = 1
    elif landing.next:
        node["next"] = [node_view(further) for further in landing.next]
    return node


def _jumped(move: Move) -> Iterator[str]:
    """The pieces taken in the order of the jumps: of each hop the one it crosses that is still there."""
    left = move.taken
    here = move.start
    for landing in move.landings:
        crossed = left & _between(here, landing)
        left &= ~crossed
        yield from names(crossed)
        here = landing


def _between(start: Square, end: Square) -> int:
    """The squares strictly between two squares of one rank or file."""
    low, high = sorted((start, end))
    step = 1 if low // 8 == high // 8 else 8
    return sum(1 << square for square in range(low + step, high, step))
