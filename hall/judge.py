"""What an action does to a table, and who may do what: pure functions. Time is an argument; nothing is saved here."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.board import Side
from engine.clock import Clock
from engine.game import Game
from engine.refusal import Refusal
from hall import questions
from hall.actions import Action, ActionKind, Code, Refused
from hall.change import Verdict, changed, ended, played, refused
from hall.model import Actor, Person, Seat, Status, Table, is_player
from hall.ports import EventKind
from hall.timing import called_off, claim

LAG_A_MOVE_MS, LAG_A_GAME_MS = 500, 3_000
"""At most so much is given back for the way of one move, and of all moves of one side in a game; live games only."""

# Asked for with an old version these still mean the same; the others answer what the asker saw on the board.
ANY_VERSION = frozenset(
    {
        ActionKind.SIT,
        ActionKind.RESIGN,
        ActionKind.DECLINE_DRAW,
        ActionKind.DECLINE_TAKEBACK,
        ActionKind.ABORT,
        ActionKind.REMATCH,
        ActionKind.CLAIM,
    }
)


def judge(table: Table, actor: Actor, action: Action, now_ms: int) -> Verdict:
    """What this action makes of the table as it stands, or why it is refused."""
    if action.kind is ActionKind.SIT:
        return _sit(table, actor, action.side, now_ms)
    side = _acting_side(table, actor, action.side)
    if side is None:
        return Refused(Code.NOT_YOUR_SEAT, table)
    if (code := _untimely(table, action)) is not None:
        return Refused(code, table)
    if action.kind is ActionKind.MOVE:
        return _move(table, side, action, now_ms)
    return _DECISIONS[action.kind](table, side, now_ms)


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
        return refused(step, table)
    lapsed = table.draw_offer is side.other
    credit = _credit(table, side, action.lag_ms, now_ms)
    lag = "white_lag_ms" if side is Side.WHITE else "black_lag_ms"
    return played(
        table,
        EventKind.MOVED,
        side,
        step,
        now_ms,
        clock=_pressed(table, side, step.after, now_ms, credit),
        draw_offer=None if lapsed or step.after.outcome is not None else table.draw_offer,
        **{lag: table.lag_ms(side) + credit},
    )


def _credit(table: Table, side: Side, lag_ms: int, now_ms: int) -> int:
    """What a move in a live game is given back for its way: never more than it took, nor than the bounds allow."""
    clock = table.clock
    if clock is None or clock.control.per_move or clock.running is not side:
        return 0
    used = clock.remaining(side, clock.since_ms) - clock.remaining(side, now_ms)
    return max(0, min(lag_ms, LAG_A_MOVE_MS, LAG_A_GAME_MS - table.lag_ms(side), used))


def _pressed(table: Table, side: Side, game: Game, now_ms: int, credit_ms: int) -> Clock | None:
    """The clock after a move. Each side's time begins to count after its own first move."""
    if table.clock is None:
        return None
    clock = table.clock.press(side, now_ms, credit_ms)
    if game.outcome is not None:
        return clock.stop(now_ms)
    if clock.running is None and game.ply >= 2:
        return clock.start(now_ms, game.turn)
    return clock


def _resign(table: Table, side: Side, now_ms: int) -> Verdict:
    return ended(table, EventKind.RESIGNED, side, table.game.resign(side), now_ms)


def _abort(table: Table, side: Side, now_ms: int) -> Verdict:
    if table.status is Status.PLAYING and table.game.ply >= 2:
        return Refused(Code.TOO_LATE_TO_ABORT, table)
    return called_off(table, side, now_ms)


_DECISIONS: Mapping[ActionKind, Callable[[Table, Side, int], Verdict]] = {
    ActionKind.RESIGN: _resign,
    ActionKind.OFFER_DRAW: questions.offer_draw,
    ActionKind.ACCEPT_DRAW: questions.accept_draw,
    ActionKind.DECLINE_DRAW: questions.decline_draw,
    ActionKind.ASK_TAKEBACK: questions.ask_takeback,
    ActionKind.GRANT_TAKEBACK: questions.grant_takeback,
    ActionKind.DECLINE_TAKEBACK: questions.decline_takeback,
    ActionKind.ABORT: _abort,
    ActionKind.REMATCH: questions.rematch,
    ActionKind.CLAIM: claim,
}
