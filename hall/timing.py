"""What time does to a table by itself. Times are store milliseconds, and every rule is stated here.

A flag falls at the instant its clock names. Who does not make the first move of a live game within a minute of being
able to, or of a game by message within the time for one move, calls it off. An open table closes after a week. A game
without a clock may be claimed after 14 days without a move, and closes after 28. Whoever is on move against a person is
reminded once a turn, when a tenth of the time is left, if the turn began with enough of it. Who may claim is told.
While the whole service is down, the time of a live game stands still; days of a game by message go on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.board import Side
from engine.game import Step
from hall.actions import Code, Refused
from hall.change import Change, Verdict, changed, ended
from hall.model import Status, Table, is_player
from hall.ports import EventKind

DAY_MS = 86_400_000
FIRST_MOVE_MS = 60_000
"""Who does not make the first move of a live game within a minute of being able to calls it off."""
CLAIM_MS = 14 * DAY_MS
"""So long without a move, and the other side may claim an untimed game."""
LEFT_MS = 28 * DAY_MS
"""So long without a move, and an untimed game ends by itself: as abandoned, or called off where nobody had won."""
OPEN_MS = 7 * DAY_MS
"""So long an open table waits for somebody to sit down."""
REMINDER_FROM_MS = 300_000
"""A turn that begins with less time than this brings no reminder: nobody could come back in a tenth of it."""


HELD_FROM_MS = 5_000
"""A turn younger than this cannot have seen an outage: those last 10 s, and begin a beat before the last step."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time (ms) during which no process of the service was there."""

    from_ms: int
    until_ms: int

    @property
    def lasted_ms(self) -> int:
        """How long it was."""
        return self.until_ms - self.from_ms


def deadline(table: Table) -> int | None:
    """The instant at which time does something here unless somebody acts; None if it never does."""
    due = [at for at in (fall_at(table), remind_at(table), _left_at(table)) if at is not None]
    return min(due) if due else None


def fall_at(table: Table) -> int | None:
    """The instant at which time ends this table; None where it is over."""
    if table.status is Status.OPEN:
        return table.created_ms + OPEN_MS
    if table.status is not Status.PLAYING:
        return None
    if table.clock is None:
        return table.moved_ms + LEFT_MS
    return _first_move_at(table) if table.game.ply < 2 else table.clock.flag_at()


def _first_move_at(table: Table) -> int:
    time = table.terms.time
    return table.moved_ms + (time.base_ms if time is not None and time.per_move else FIRST_MOVE_MS)


def remind_at(table: Table) -> int | None:
    """The instant at which the side on move is reminded; None if it is not, or has been in this turn."""
    if not is_player(table.on_move_seat) or not between_people(table) or table.reminded_version == table.moved_version:
        return None
    begun, left = _turn(table)
    return begun + left - left // 10 if left >= REMINDER_FROM_MS else None


def _left_at(table: Table) -> int | None:
    """The instant at which the side that waits is told that it may claim; None if it may not, or has been told."""
    may = table.status is Status.PLAYING and table.clock is None and between_people(table)
    return table.moved_ms + CLAIM_MS if may and table.left_version != table.moved_version else None


def _turn(table: Table) -> tuple[int, int]:
    """When the present turn began to count, and how much time there was then."""
    clock = table.clock
    if clock is None:
        return table.moved_ms, CLAIM_MS
    if clock.running is None:
        return table.moved_ms, _first_move_at(table) - table.moved_ms
    return clock.since_ms, clock.remaining(clock.running, clock.since_ms)


def may_have_been_held(table: Table, now_ms: int) -> bool:
    """Whether an outage may have fallen into the present turn of a live game."""
    clock = table.clock
    if table.status is not Status.PLAYING or clock is None or clock.control.per_move:
        return False
    return now_ms - _turn(table)[0] >= HELD_FROM_MS


def held(table: Table, outages: Sequence[Outage]) -> Change | None:
    """The live game as if these outages, oldest first, had taken no time; None if they took none.

    Who was to make a first move has a whole minute from then on. A flag that was due before an outage has fallen.
    """
    after = table
    for outage in outages:
        due, begun = fall_at(after), _turn(after)[0]
        if begun >= outage.until_ms or due is None or due <= outage.from_ms:
            continue
        clock = after.clock
        if clock is not None and clock.running is not None:
            clock = clock.stop(outage.from_ms).start(outage.until_ms, clock.running)
            after = replace(after, clock=clock)
        else:
            after = replace(after, moved_ms=outage.until_ms)
    if after is table:
        return None
    return changed(table, EventKind.CLOCK_HELD, None, clock=after.clock, moved_ms=after.moved_ms)


def between_people(table: Table) -> bool:
    """Whether two different people play here."""
    return len(table.players) == 2


def fall_of_time(table: Table, now_ms: int) -> Change | None:
    """What time has ended by now, as of the instant it was due: a fallen flag, a table called off, or nothing."""
    due = fall_at(table)
    if due is None or now_ms < due:
        return None
    if table.status is Status.PLAYING and table.game.ply >= 2:
        if table.clock is not None:
            side = table.clock.running or table.game.turn
            return _over(ended(table, EventKind.FLAGGED, side, table.game.flag(side), due))
        if between_people(table):
            side = table.game.turn
            return _over(ended(table, EventKind.ABANDONED, side, table.game.abandon(side), due))
    return called_off(table, None, due)


def _over(verdict: Verdict) -> Change | None:
    return verdict if isinstance(verdict, Change) else None


def called_off(table: Table, side: Side | None, now_ms: int) -> Change:
    """The table without a result: nobody sat down, or nobody began."""
    clock = table.clock.stop(now_ms) if table.clock is not None else None
    return changed(
        table, EventKind.ABORTED, side, status=Status.ABORTED, clock=clock, draw_offer=None, takeback_offer=None
    )


def notice(table: Table, now_ms: int) -> Change | None:
    """The step that reminds the side on move, or tells the other that it may claim, if it is time for it.

    Nothing on the board changes. Who may be claimed from is not reminded any more.
    """
    turn, now = table.game.turn, table.moved_version
    if (left := _left_at(table)) is not None and now_ms >= left:
        return changed(table, EventKind.CLAIMABLE, turn.other, left_version=now, reminded_version=now)
    if (due := remind_at(table)) is not None and now_ms >= due:
        return changed(table, EventKind.REMINDED, turn, reminded_version=now)
    return None


def claimable(table: Table, side: Side, now_ms: int) -> bool:
    """Whether this side may claim the game because the other has left it."""
    waiting = table.status is Status.PLAYING and table.clock is None and table.game.turn is side.other
    return waiting and between_people(table) and now_ms >= table.moved_ms + CLAIM_MS


def claim(table: Table, side: Side, now_ms: int) -> Verdict:
    """The game to this side, since the other has not moved for so long."""
    if not claimable(table, side, now_ms):
        return Refused(Code.NOT_ABANDONED, table)
    step = table.game.abandon(side.other)
    assert isinstance(step, Step)  # noqa: S101 - a game being played can be abandoned
    return ended(table, EventKind.ABANDONED, side.other, step, now_ms)
