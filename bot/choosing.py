"""Making a move by buttons: the pieces that may move, then landing by landing, until one way only is left."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.board import Square, square_name
from engine.game import Game
from engine.refusal import IllegalMove
from engine.tree import Landing, landing_tree, landing_trees

ROW = 5  # buttons beside each other that a thumb can still tell apart


@dataclass(frozen=True, slots=True)
class Options:
    """What may be chosen next: pieces where `path` is empty, else landings of the chosen one."""

    path: tuple[Square, ...]
    squares: tuple[Square, ...]
    capture: bool


@dataclass(frozen=True, slots=True)
class Complete:
    """The path leaves one move only; this is how it is written."""

    text: str


def options(game: Game, path: tuple[Square, ...]) -> Options | Complete | None:
    """What a path of chosen squares leads to; None if no legal move begins like that."""
    if game.outcome is not None:
        return None
    if not path:
        trees = landing_trees(game.position, game.rules)
        return Options((), tuple(trees), any(_is_capture(tree) for tree in trees.values()))
    try:
        here = landing_tree(game.position, game.rules, path[0], path[1:])
    except IllegalMove:
        return None
    if len(path) > 1 and (rest := _only_way(here)) is not None:
        return Complete(write_path((*path, *rest), capture=here.taken is not None))
    following = here.next or ()
    return Options(path, tuple(landing.square for landing in following), _is_capture(here))


def write_path(path: Iterable[Square], *, capture: bool) -> str:
    """A move in notation."""
    return ("x" if capture else "-").join(map(square_name, path))


def rows(squares: Iterable[Square], *, turned: bool) -> list[list[Square]]:
    """Squares as they lie before the reader's eyes: far rank first, left to right, at most five beside each other."""
    ordered = sorted(squares, key=lambda square: (square // 8, 7 - square % 8), reverse=not turned)
    by_rank: dict[int, list[Square]] = {}
    for square in ordered:
        by_rank.setdefault(square // 8, []).append(square)
    return [row for rank in by_rank.values() for row in _split(rank)]


@dataclass(frozen=True, slots=True)
class Duty:
    """The pieces that must capture, and what every capture or some captures would take."""

    rings: tuple[Square, ...] = ()
    takes: tuple[Square, ...] = ()
    maybe: tuple[Square, ...] = ()


NO_DUTY = Duty()


def duty(game: Game) -> Duty:
    """What a board picture marks for the side on move."""
    trees = landing_trees(game.position, game.rules) if game.outcome is None else {}
    captures = {start: tree for start, tree in trees.items() if _is_capture(tree)}
    if not captures:
        return NO_DUTY
    everything, certain = 0, (1 << 64) - 1
    for tree in captures.values():
        everything |= tree.all_taken | tree.some_taken
        certain &= tree.all_taken
    named = tuple(square for square in range(64) if everything >> square & 1)
    takes = tuple(square for square in named if certain >> square & 1)
    return Duty(tuple(captures), takes, tuple(square for square in named if square not in takes))


def _is_capture(here: Landing) -> bool:
    return any(landing.taken is not None for landing in here.next or ())


def _only_way(here: Landing) -> tuple[Square, ...] | None:
    """The landings still to come if all ways on are one move (A13): the same end, the same pieces taken."""
    if here.some_taken or (ends := _ends(here)) is None or len(ends) != 1:
        return None
    way = []
    while not here.end:
        here = (here.next or ())[0]
        way.append(here.square)
    return tuple(way)


def _ends(here: Landing) -> set[Square] | None:
    """Where the ways on end; None if the tree is cut before all are known."""
    if here.end:
        return {here.square}
    if here.next is None:
        return None
    found: set[Square] = set()
    for landing in here.next:
        ends = _ends(landing)
        if ends is None:
            return None
        found |= ends
    return found


def _split(rank: list[Square]) -> list[list[Square]]:
    parts = -(-len(rank) // ROW)
    size = -(-len(rank) // parts)
    return [rank[at : at + size] for at in range(0, len(rank), size)]
