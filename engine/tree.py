"""What may be played as trees of landings, for a board that lets people choose square by square.

A capture can have more than 100,000 routes, so a tree is cut: its nodes are opened nearest first until a limit is
reached, and what lies behind a node that stayed closed is asked for by its landings.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from engine import core
from engine.board import Position, Square, square_name
from engine.refusal import IllegalMove
from engine.rulesets import RuleSet

LIMIT = 400  # with it an answer stays under 64 KB of JSON: every node lists each piece left to take at most once


@dataclass(frozen=True, slots=True)
class Landing:
    """A square where the moving piece may come down, or for a root the square it stands on.

    `taken` is the square of the piece that this hop jumps, None for a quiet move and for a root. `all_taken` and
    `some_taken` are bitboards of what every, and of what not every but some, way to go on takes after this landing;
    they are exact also where the tree is cut. `end` tells that the move ends here. `next` are the landings that may
    follow, alphabetically, and None where the tree is cut.
    """

    square: Square
    taken: Square | None
    all_taken: int
    some_taken: int
    end: bool
    next: tuple[Landing, ...] | None


@dataclass(slots=True)
class _Draft:
    """A landing while the tree is growing; `node` is its state in the graph of captures."""

    square: Square
    taken: Square | None
    node: int
    next: list[_Draft] | None = field(default=None)


def landing_trees(position: Position, rules: RuleSet, limit: int = LIMIT) -> dict[Square, Landing]:
    """For each piece that may move, alphabetically, the tree of its landings.

    All trees together have at most `limit` nodes, except that the first landings of every piece are always there.
    """
    graph = core.capture_graph(*position.boards, rules.mode)
    if graph.count_required() == 0:
        return _quiet_trees(position)
    roots = [_Draft(start, None, node) for start, node in graph.starts() if _is_best(graph, node)]
    _open(graph, roots, limit)
    return {root.square: _finished(graph, root) for root in roots}


def landing_tree(
    position: Position, rules: RuleSet, start: Square, prefix: tuple[Square, ...] = (), limit: int = LIMIT
) -> Landing:
    """The tree of one piece's landings, from the last landing of `prefix` on.

    What directly follows is always there, more up to `limit` nodes. IllegalMove if no legal move begins like that.
    """
    graph = core.capture_graph(*position.boards, rules.mode)
    if graph.count_required() == 0:
        return _quiet_branch(position, start, prefix)
    here = next((_Draft(s, None, node) for s, node in graph.starts() if s == start and _is_best(graph, node)), None)
    for square in prefix:
        here = next((draft for draft in _following(graph, here) if draft.square == square), None) if here else None
    if here is None:
        raise _no_branch(start, prefix)
    _open(graph, [here], limit)
    return _finished(graph, here)


def _quiet_trees(position: Position) -> dict[Square, Landing]:
    ends: dict[Square, list[Landing]] = {}
    for start, end in core.quiet_moves(*position.boards):
        ends.setdefault(start, []).append(Landing(end, None, 0, 0, True, ()))
    return {start: Landing(start, None, 0, 0, False, tuple(landings)) for start, landings in ends.items()}


def _quiet_branch(position: Position, start: Square, prefix: tuple[Square, ...]) -> Landing:
    here = _quiet_trees(position).get(start)
    for square in prefix:
        here = next((landing for landing in here.next or () if landing.square == square), None) if here else None
    if here is None:
        raise _no_branch(start, prefix)
    return here


def _no_branch(start: Square, prefix: tuple[Square, ...]) -> IllegalMove:
    return IllegalMove(f"no legal move begins with {' '.join(map(square_name, (start, *prefix)))}")


def _is_best(graph: core.CaptureGraph, root: int) -> bool:
    return graph.facts(root)[0] == graph.count_required()


def _following(graph: core.CaptureGraph, draft: _Draft) -> list[_Draft]:
    """The landings that may follow: those that keep all that can still be taken (A8)."""
    gain = graph.facts(draft.node)[0]
    return [
        _Draft(landing, taken, node)
        for landing, taken, node in graph.jumps(draft.node)
        if graph.facts(node)[0] == gain - 1
    ]


def _open(graph: core.CaptureGraph, roots: list[_Draft], limit: int) -> None:
    """Open the roots, then whatever fits within the limit, nearest first and always a node's landings together."""
    size = len(roots)
    for root in roots:
        root.next = _following(graph, root)
        size += len(root.next)
    closed = deque(draft for root in roots for draft in root.next or ())
    while closed and size < limit:
        draft = closed.popleft()
        following = _following(graph, draft)
        if size + len(following) <= limit:
            draft.next = following
            size += len(following)
            closed.extend(following)


def _finished(graph: core.CaptureGraph, draft: _Draft) -> Landing:
    gain, common, union, _ = graph.facts(draft.node)
    following: tuple[Landing, ...] | None = () if gain == 0 else None
    if draft.next is not None:
        following = tuple(_finished(graph, further) for further in draft.next)
    return Landing(draft.square, draft.taken, common, union & ~common, gain == 0, following)
