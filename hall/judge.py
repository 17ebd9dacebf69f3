"""What an action does to a table, and who may do what: pure functions. Time is an argument; nothing is saved here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.board import Side
from engine.game import Game, Step
from engine.refusal import Refusal, RefusalCode
from engine.rules import required
from hall.actions import Action, ActionKind, Code, Refused
from hall.model import Actor, Computer, Person, Seat, Status, Table, is_player
from hall.ports import Event, EventKind

OFFER_DISTANCE = 10
"""So many own moves lie between two draw offers of one side."""

# Asked for with an old version these still mean the same; the others answer what the asker saw on the board.
ANY_VERSION = frozenset(
    {
        ActionKind.SIT,
        ActionKind.RESIGN,
        ActionKind.DECLINE_DRAW,
        ActionKind.DECLINE_TAKEBACK,
        ActionKind.ABORT,
        ActionKind.REMATCH,
    }
)


@dataclass(frozen=True, slots=True)
class Change:
    """The table after an action, one version on, and the event that tells of it."""

    table: Table
    event: Event


Verdict = Change | Refused


def changed(table: Table, kind: EventKind, side: Side | None, step: Step | None = None, **fields: object) -> Change:
    """The table with these fields, at its next version, with the event. `step`: what happened on the board."""
    after = replace(table, version=table.version + 1, **fields)  # type: ignore[arg-type]  # each caller names fields of Table
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


def judge(table: Table, actor: Actor, action: Action, now_ms: int) -> Verdict:
    """What this action makes of the table as it stands, or why it is refused."""
    if action.kind is ActionKind.SIT:
        return _sit(table, actor, action.side, now_ms)
    side = _acting_side(table, actor, action.side)
    if side is None:
        return Refused(Code.NOT_YOUR_SEAT, table)
    if (code := _untimely(table, action)) is not None:
        return Refused(code, table)
    return _DECISIONS[action.kind](table, side, action, now_ms)


def sides_held(table: Table, actor: Actor) -> tuple[Side, ...]:
    """The sides this actor may act for."""
    if is_player(actor):
        return table.sides_of(actor.id)
    return tuple(side for side in Side if table.seat(side) == actor)


def _acting_side(table: Table, actor: Actor, wished: Side | None) -> Side | None:
    sides = sides_held(table, actor)
    if wished is not None:
        return wished if wished in sides else None
    if len(sides) == 2:
        return table.game.turn
    return sides[0] if sides else None


def _untimely(table: Table, action: Action) -> Code | None:
    """Why this kind of action does not fit where the table stands, or what the asker saw of it."""
    if action.kind is ActionKind.REMATCH:
        return Code.NOT_FINISHED if table.status.running else None
    if not table.status.running:
        return Code.FINISHED
    if table.status is Status.OPEN and action.kind is not ActionKind.ABORT:
        return Code.NOT_STARTED
    if action.kind not in ANY_VERSION and not table.moved_version <= action.version <= table.version:
        return Code.STALE
    return None


def can_be_rated(terms_rules_rateable: bool, seats: tuple[Seat | None, ...]) -> bool:
    """Rated games are for two Telegram accounts under rule sets that allow it; a free seat may still become one."""
    return terms_rules_rateable and all(seat is None or isinstance(seat, Person) for seat in seats)


def _sit(table: Table, actor: Actor, wished: Side | None, now_ms: int) -> Verdict:
    if not is_player(actor) or not table.status.running:
        return Refused(Code.NOT_OPEN, table)
    if table.sides_of(actor.id):
        return Refused(Code.ALREADY_SEATED, table)
    free = [side for side in Side if table.seat(side) is None]
    if not free:
        return Refused(Code.TABLE_FULL, table)
    side = wished if wished is not None else free[0]
    if side not in free:
        return Refused(Code.SEAT_TAKEN, table)
    if table.terms.rated and not isinstance(actor, Person):
        return Refused(Code.CANNOT_BE_RATED, table)
    seated = replace(table, white=actor) if side is Side.WHITE else replace(table, black=actor)
    if len(free) > 1:
        return changed(seated, EventKind.SAT, side)
    return changed(seated, EventKind.SAT, side, status=Status.PLAYING, moved_ms=now_ms, moved_version=table.version + 1)


def _move(table: Table, side: Side, action: Action, now_ms: int) -> Verdict:
    step = table.game.move(side, action.text)
    if isinstance(step, Refusal):
        return _refused(step, table)
    lapsed = table.draw_offer is side.other
    return _played(
        table,
        EventKind.MOVED,
        side,
        step,
        now_ms,
        clock=_pressed(table, side, step.after, now_ms),
        draw_offer=None if lapsed or step.after.outcome is not None else table.draw_offer,
    )


def _pressed(table: Table, side: Side, game: Game, now_ms: int) -> object:
    """The clock after a move. Each side's time begins to count after its own first move."""
    if table.clock is None:
        return None
    clock = table.clock.press(side, now_ms)
    if game.outcome is not None:
        return clock.stop(now_ms)
    if clock.running is None and game.ply >= 2:
        return clock.start(now_ms, game.turn)
    return clock


def _played(table: Table, kind: EventKind, side: Side, step: Step, now_ms: int, **fields: object) -> Change:
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


def _refused(refusal: Refusal, table: Table) -> Refused:
    details = {}
    if refusal.code is RefusalCode.MUST_CAPTURE:
        details["count"] = required(table.game.position, table.game.rules)
    return Refused(refusal.code, table, refusal.candidates, details)


def ended(table: Table, kind: EventKind, side: Side | None, step: Step | Refusal, now_ms: int) -> Verdict:
    """The end of a game by something else than a move: the clock stops, open questions fall away."""
    if isinstance(step, Refusal):
        return _refused(step, table)
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


def _resign(table: Table, side: Side, _: Action, now_ms: int) -> Verdict:
    return ended(table, EventKind.RESIGNED, side, table.game.resign(side), now_ms)


def _abort(table: Table, side: Side, _: Action, now_ms: int) -> Verdict:
    if table.status is Status.PLAYING and table.game.ply >= 2:
        return Refused(Code.TOO_LATE_TO_ABORT, table)
    clock = table.clock.stop(now_ms) if table.clock is not None else None
    return changed(
        table, EventKind.ABORTED, side, status=Status.ABORTED, clock=clock, draw_offer=None, takeback_offer=None
    )


def moves_until_offer(table: Table, side: Side) -> int:
    """How many more moves of its own a side must make before it may offer a draw again; 0 if it may now."""
    offers = table.offers(side)
    if not offers:
        return 0
    return max(0, OFFER_DISTANCE - (_own_moves(table, side, table.game.ply) - _own_moves(table, side, offers[-1])))


def _own_moves(table: Table, side: Side, ply: int) -> int:
    return (ply + (side is table.game.start.turn)) // 2


def _offer_draw(table: Table, side: Side, _: Action, now_ms: int) -> Verdict:
    if table.terms.one_device or table.draw_offer is side.other:
        return ended(table, EventKind.DRAW_AGREED, side, table.game.draw_by_agreement(), now_ms)
    if table.draw_offer is side:
        return Refused(Code.ALREADY_ASKED, table)
    limit = table.game.rules.draw_offers_per_side
    if limit is not None and len(table.offers(side)) >= limit:
        return Refused(RefusalCode.TOO_MANY_OFFERS, table)
    if (wait := moves_until_offer(table, side)) > 0:
        return Refused(Code.OFFER_TOO_SOON, table, details={"count": wait})
    offers = (*table.offers(side), table.game.ply)
    if side is Side.WHITE:
        return changed(table, EventKind.DRAW_OFFERED, side, draw_offer=side, white_offers=offers)
    return changed(table, EventKind.DRAW_OFFERED, side, draw_offer=side, black_offers=offers)


def _accept_draw(table: Table, side: Side, _: Action, now_ms: int) -> Verdict:
    if table.draw_offer is not side.other:
        return Refused(Code.NO_OFFER, table)
    return ended(table, EventKind.DRAW_AGREED, side, table.game.draw_by_agreement(), now_ms)


def _decline_draw(table: Table, side: Side, _: Action, now_ms: int) -> Verdict:  # noqa: ARG001 - one signature for all
    if table.draw_offer is not side.other:
        return Refused(Code.NO_OFFER, table)
    return changed(table, EventKind.DRAW_DECLINED, side, draw_offer=None)


def _ask_takeback(table: Table, side: Side, _: Action, now_ms: int) -> Verdict:
    if table.terms.rated:
        return Refused(Code.RATED_NO_TAKEBACK, table)
    if table.takeback_offer is not None:
        return Refused(Code.ALREADY_ASKED, table)
    asker = table.game.turn.other if table.terms.one_device else side
    step = table.game.takeback(asker)
    if isinstance(step, Refusal):
        return _refused(step, table)
    if table.terms.one_device or isinstance(table.seat(side.other), Computer):
        return _taken_back(table, asker, step, now_ms)
    return changed(table, EventKind.TAKEBACK_ASKED, side, takeback_offer=side)


def _grant_takeback(table: Table, side: Side, _: Action, now_ms: int) -> Verdict:
    if table.takeback_offer is not side.other:
        return Refused(Code.NO_OFFER, table)
    step = table.game.takeback(side.other)
    return _refused(step, table) if isinstance(step, Refusal) else _taken_back(table, side.other, step, now_ms)


def _taken_back(table: Table, asker: Side, step: Step, now_ms: int) -> Change:
    """The position as it was; time used stays used, and the asker's time runs on."""
    clock = table.clock.stop(now_ms) if table.clock is not None else None
    if clock is not None and step.after.ply >= 2:
        clock = clock.start(now_ms, step.after.turn)
    return _played(table, EventKind.TAKEN_BACK, asker, step, now_ms, clock=clock, draw_offer=None)


def _decline_takeback(table: Table, side: Side, _: Action, now_ms: int) -> Verdict:  # noqa: ARG001 - one signature for all
    if table.takeback_offer is not side.other:
        return Refused(Code.NO_OFFER, table)
    return changed(table, EventKind.TAKEBACK_DECLINED, side, takeback_offer=None)


def _rematch(table: Table, side: Side, _: Action, now_ms: int) -> Verdict:  # noqa: ARG001 - one signature for all
    if table.status is not Status.FINISHED:
        return Refused(Code.NOT_OPEN, table)
    if table.next is not None:
        return Refused(Code.STALE, table)
    if wants_next(table, side):
        return changed(table, EventKind.REMATCH_OPENED, side, rematch=frozenset(Side))
    if side in table.rematch:
        return Refused(Code.ALREADY_ASKED, table)
    return changed(table, EventKind.REMATCH_WISHED, side, rematch=table.rematch | {side})


def wants_next(table: Table, side: Side) -> bool:
    """Whether this side's wish for another game is the last one wanting."""
    willing = side.other in table.rematch or isinstance(table.seat(side.other), Computer)
    return table.terms.one_device or willing


_DECISIONS: Mapping[ActionKind, Callable[[Table, Side, Action, int], Verdict]] = {
    ActionKind.MOVE: _move,
    ActionKind.RESIGN: _resign,
    ActionKind.OFFER_DRAW: _offer_draw,
    ActionKind.ACCEPT_DRAW: _accept_draw,
    ActionKind.DECLINE_DRAW: _decline_draw,
    ActionKind.ASK_TAKEBACK: _ask_takeback,
    ActionKind.GRANT_TAKEBACK: _grant_takeback,
    ActionKind.DECLINE_TAKEBACK: _decline_takeback,
    ActionKind.ABORT: _abort,
    ActionKind.REMATCH: _rematch,
}
