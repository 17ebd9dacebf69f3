"""What a search is asked to keep to, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.board import Move


@dataclass(frozen=True, slots=True)
class Limit:
    """Where a search ends: after so many plies, nodes or milliseconds, whatever comes first. Give at least one."""

    depth: int | None = None
    nodes: int | None = None
    movetime_ms: int | None = None

    def __post_init__(self) -> None:
        given = [value for value in (self.depth, self.nodes, self.movetime_ms) if value is not None]
        if not given or min(given) < 1:
            raise ValueError(f"a search needs a limit, and limits begin with 1: {self}")


class Variation(NamedTuple):
    """One of several best ways to play, and what it is worth."""

    score: int
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found out.

    `move` is None only where there is no legal move. `score` is in hundredths of a man, good for the side to move if
    positive; WIN - n is a win in n plies, n - WIN a loss. `depth`: plies searched completely, 0 for a win read from the
    endgame tables. `line`: the best play for both, beginning with `move`. `candidates`: the moves whose exact scores
    lie within the margin asked for, best first. `variations`: as many as were asked for, if more than one was.
    """

    move: Move | None
    score: int
    depth: int
    nodes: int
    line: tuple[Move, ...]
    candidates: tuple[tuple[Move, int], ...] = ()
    variations: tuple[Variation, ...] = ()
