"""What time does to a table by itself: flags, and live games that nobody begins. Times are store milliseconds."""

from engine.board import Side
from engine.game import Step
from hall.change import Change, changed, ended
from hall.model import Status, Table
from hall.ports import EventKind

FIRST_MOVE_MS = 60_000
"""Who does not make the first move of a live game within a minute of being able to calls it off."""


def deadline(table: Table) -> int | None:
    """The instant at which time decides something here unless somebody acts; None if it never does."""
    if table.status is not Status.PLAYING or table.clock is None:
        return None
    if table.game.ply < 2:
        return table.moved_ms + FIRST_MOVE_MS
    return table.clock.flag_at()


def fall_of_time(table: Table, now_ms: int) -> Change | None:
    """What time has decided by now: an aborted table, a fallen flag (at the instant it was due), or nothing."""
    due = deadline(table)
    if due is None or now_ms < due or table.clock is None:
        return None
    if table.game.ply < 2:
        clock = table.clock.stop(due)
        return changed(
            table, EventKind.ABORTED, None, status=Status.ABORTED, clock=clock, draw_offer=None, takeback_offer=None
        )
    return _flag(table, table.clock.running or table.game.turn, due)


def _flag(table: Table, side: Side, due: int) -> Change | None:
    step = table.game.flag(side)
    change = ended(table, EventKind.FLAGGED, side, step, due) if isinstance(step, Step) else None
    return change if isinstance(change, Change) else None
