"""The next value of a table, made in one place, so that version, event and clock always go together."""

from dataclasses import dataclass, replace

from engine.board import Side
from engine.game import Step
from engine.refusal import Refusal, RefusalCode
from engine.rules import required
from hall.actions import Refused
from hall.model import Status, Table
from hall.ports import Event, EventKind


@dataclass(frozen=True, slots=True)
class Change:
    """The table after an action, one version on, and the event that tells of it."""

    table: Table
    event: Event


Verdict = Change | Refused


def changed(table: Table, kind: EventKind, side: Side | None, step: Step | None = None, **fields: object) -> Change:
    """The table with these fields, at its next version, with the event. `step`: what happened on the board."""
    after = replace(table, version=table.version + 1, **fields)  # type: ignore[arg-type]  # callers name fields of Table
    event = Event(
        table=after.id,
        version=after.version,
        kind=kind,
        side=side,
        move=step.move if step is not None else None,
        crowned=step.crowned if step is not None else False,
        awaits_computer=after.awaits_computer,
        over=not after.status.running,
        ends=table.status.running and not after.status.running,
    )
    return Change(after, event)


def played(table: Table, kind: EventKind, side: Side, step: Step, now_ms: int, **fields: object) -> Change:
    """A change of the position itself."""
    over = step.after.outcome is not None
    position = {
        "game": step.after,
        "status": Status.FINISHED if over else Status.PLAYING,
        "takeback_offer": None,
        "moved_ms": now_ms,
        "moved_version": table.version + 1,
    }
    return changed(table, kind, side, step, **(position | fields))


def refused(refusal: Refusal, table: Table) -> Refused:
    """The rules' refusal as the hall's, with the table as it stands."""
    details = {}
    if refusal.code is RefusalCode.MUST_CAPTURE:
        details["count"] = required(table.game.position, table.game.rules)
    return Refused(refusal.code, table, refusal.candidates, details)


def ended(table: Table, kind: EventKind, side: Side | None, step: Step | Refusal, now_ms: int) -> Verdict:
    """The end of a game by something else than a move: the clock stops, open questions fall away."""
    if isinstance(step, Refusal):
        return refused(step, table)
    clock = table.clock.stop(now_ms) if table.clock is not None else None
    return changed(
        table,
        kind,
        side,
        game=step.after,
        status=Status.FINISHED,
        clock=clock,
        draw_offer=None,
        takeback_offer=None,
    )
