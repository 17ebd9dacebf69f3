"""What one side asks of the other: a draw, its move back, another game. Each is a function of table, side and time."""

from engine.board import Side
from engine.game import Step
from engine.refusal import Refusal, RefusalCode
from hall.actions import Code, Refused
from hall.change import Change, Verdict, changed, ended, played, refused
from hall.model import Computer, Status, Table
from hall.ports import EventKind

OFFER_DISTANCE = 10
"""So many own moves lie between two draw offers of one side."""


def moves_until_offer(table: Table, side: Side) -> int:
    """How many more moves of its own a side must make before it may offer a draw again; 0 if it may now."""
    offers = table.offers(side)
    if not offers:
        return 0
    return max(0, OFFER_DISTANCE - (_own_moves(table, side, table.game.ply) - _own_moves(table, side, offers[-1])))


def _own_moves(table: Table, side: Side, ply: int) -> int:
    return (ply + (side is table.game.start.turn)) // 2


def offer_draw(table: Table, side: Side, now_ms: int) -> Verdict:
    """A draw offer; where the other side has offered already, or sits here too, it is an agreement."""
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


def accept_draw(table: Table, side: Side, now_ms: int) -> Verdict:
    """The other side's offer is taken: the game is drawn."""
    if table.draw_offer is not side.other:
        return Refused(Code.NO_OFFER, table)
    return ended(table, EventKind.DRAW_AGREED, side, table.game.draw_by_agreement(), now_ms)


def decline_draw(table: Table, side: Side, _now_ms: int) -> Verdict:
    """The other side's offer is turned down."""
    if table.draw_offer is not side.other:
        return Refused(Code.NO_OFFER, table)
    return changed(table, EventKind.DRAW_DECLINED, side, draw_offer=None)


def ask_takeback(table: Table, side: Side, now_ms: int) -> Verdict:
    """Asks to undo this side's last move; a computer, and whoever plays both sides, grants it at once."""
    if table.terms.rated:
        return Refused(Code.RATED_NO_TAKEBACK, table)
    if table.takeback_offer is not None:
        return Refused(Code.ALREADY_ASKED, table)
    asker = table.game.turn.other if table.terms.one_device else side
    step = table.game.takeback(asker)
    if isinstance(step, Refusal):
        return refused(step, table)
    if table.terms.one_device or isinstance(table.seat(side.other), Computer):
        return _taken_back(table, asker, step, now_ms)
    return changed(table, EventKind.TAKEBACK_ASKED, side, takeback_offer=side)


def grant_takeback(table: Table, side: Side, now_ms: int) -> Verdict:
    """The other side's last move is undone."""
    if table.takeback_offer is not side.other:
        return Refused(Code.NO_OFFER, table)
    step = table.game.takeback(side.other)
    return refused(step, table) if isinstance(step, Refusal) else _taken_back(table, side.other, step, now_ms)


def _taken_back(table: Table, asker: Side, step: Step, now_ms: int) -> Change:
    """The position as it was; time used stays used, and the asker's time runs on."""
    clock = table.clock.stop(now_ms) if table.clock is not None else None
    if clock is not None and step.after.ply >= 2:
        clock = clock.start(now_ms, step.after.turn)
    return played(table, EventKind.TAKEN_BACK, asker, step, now_ms, clock=clock, draw_offer=None)


def decline_takeback(table: Table, side: Side, _now_ms: int) -> Verdict:
    """The other side's wish is turned down."""
    if table.takeback_offer is not side.other:
        return Refused(Code.NO_OFFER, table)
    return changed(table, EventKind.TAKEBACK_DECLINED, side, takeback_offer=None)


def rematch(table: Table, side: Side, _now_ms: int) -> Verdict:
    """A wish for another game, or, when both have it, that game."""
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
