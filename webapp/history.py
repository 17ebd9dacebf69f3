"""How a table looked before its last steps, told from the table as it is and the events that led there.

A page that was away is shown what it missed step by step. The log keeps events, not tables, so the earlier ones are
found by undoing the later events. What an event does not tell (a clock reading, a lapsed offer) stays as it is now: the
last step of the row is the present table itself, and nothing can be done in the past.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.game import Game
from hall.model import Status, Table
from hall.ports import Event, EventKind

OVER_BY_WORD = frozenset({EventKind.RESIGNED, EventKind.DRAW_AGREED, EventKind.FLAGGED, EventKind.ABANDONED})


def tables_after(table: Table, events: Sequence[Event]) -> list[Table] | None:
    """The table after each of these events, of which the last led to `table`.

    None if that cannot be told: a takeback does not say which moves it undid.
    """
    found = [table]
    for event in reversed(events[1:]):
        if event.kind is EventKind.TAKEN_BACK:
            return None
        found.append(before(found[-1], event))
    return found[::-1]


def before(table: Table, event: Event) -> Table:
    """The table as it was before this event, its last one. Not for takebacks."""
    return replace(table, version=table.version - 1, **_undone(table, event))


def _undone(table: Table, event: Event) -> Mapping[str, Any]:
    """The fields that were different before the event."""
    side = event.side
    game = table.game
    if event.kind is EventKind.MOVED:
        return {"game": Game.restore(game.rules, game.start, game.moves[:-1]), "status": Status.PLAYING}
    if event.kind in OVER_BY_WORD:
        return {"game": Game.restore(game.rules, game.start, game.moves), "status": Status.PLAYING}
    if event.kind is EventKind.ABORTED:
        return {"status": Status.OPEN if table.white is None or table.black is None else Status.PLAYING}
    if event.kind is EventKind.REMATCH_OPENED:
        return {"next": None}
    if event.kind is EventKind.SETTLED:
        return {"paid": None}
    if side is None:
        return {}
    changes: Mapping[EventKind, Mapping[str, Any]] = {
        EventKind.SAT: {side.value: None, "status": Status.OPEN},
        EventKind.DRAW_OFFERED: {"draw_offer": None},
        EventKind.DRAW_DECLINED: {"draw_offer": side.other},
        EventKind.TAKEBACK_ASKED: {"takeback_offer": None},
        EventKind.TAKEBACK_DECLINED: {"takeback_offer": side.other},
        EventKind.REMATCH_WISHED: {"rematch": table.rematch - {side}},
    }
    return changes.get(event.kind, {})
