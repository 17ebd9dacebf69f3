"""Games by message and without a clock: days a move, reminders, what may be claimed, and what closes by itself."""

import pytest

from engine.board import Side
from engine.clock import TimeControl
from engine.game import Outcome, Reason
from hall.actions import ActionKind, Code, Done, Refused
from hall.allowed import allowed
from hall.model import Computer, Status, Table, Terms
from hall.opening import by_message
from hall.ports import EventKind
from hall.store.memory import MemoryStore
from hall.tables import Hall
from hall.timing import CLAIM_MS, DAY_MS, LEFT_MS, OPEN_MS, deadline
from tests.hall.conftest import SECRET
from tests.hall.people import ANNA, BORA, CEM, Someone, Watch, played, seated

OPENING = ["a3-a4", "h6-h5"]
THREE_DAYS = Terms(time=by_message(3))


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def timed(watch: Watch) -> Hall:
    return Hall(MemoryStore(watch), secret=SECRET)


async def fallen(hall: Hall, table: Table) -> Table:
    done = await hall.let_time_fall(table.id)
    assert isinstance(done, Done)
    return done.table


async def reminded(hall: Hall, table: Table) -> Table:
    done = await hall.let_time_fall(table.id)
    assert isinstance(done, Done)
    assert done.event is not None
    assert done.event.kind is EventKind.REMINDED
    return done.table


async def nothing_falls(hall: Hall, table: Table) -> bool:
    return await hall.let_time_fall(table.id) == Refused(Code.STALE, table)


@pytest.mark.parametrize("days", [1, 2, 3, 7])
async def test_by_message_a_side_has_days_for_each_move(timed: Hall, watch: Watch, days: int) -> None:
    table = await played(timed, await seated(timed, terms=Terms(time=by_message(days))), OPENING)
    for text in ("b3-b4", "g6-g5"):
        watch.now += days * DAY_MS - 1
        table = await played(timed, table, [text])
        assert table.clock is not None
        assert table.clock.remaining(table.game.turn, watch.now) == days * DAY_MS
    watch.now += days * DAY_MS
    over = await fallen(timed, table)
    assert over.game.outcome == Outcome(Side.BLACK, Reason.TIME)


@pytest.mark.parametrize("time", [by_message(4), by_message(30), TimeControl(DAY_MS, 1_000, per_move=True)])
async def test_other_times_a_move_are_not_offered(timed: Hall, time: TimeControl) -> None:
    assert await Someone(timed, ANNA).tries_to_open(terms=Terms(time=time)) == Refused(Code.BAD_TIME)


@pytest.mark.parametrize(
    ("base", "increment"), [(180, 2), (300, 3), (600, 5), (900, 10), (2700, 0), (30, 0), (10800, 180)]
)
async def test_live_clocks_and_custom_ones_within_bounds_are_offered(timed: Hall, base: int, increment: int) -> None:
    await Someone(timed, ANNA).opens(terms=Terms(time=TimeControl(base * 1000, increment * 1000)))


async def test_by_message_who_never_begins_calls_the_game_off_after_the_days_of_a_move(
    timed: Hall, watch: Watch
) -> None:
    table = await played(timed, await seated(timed, terms=THREE_DAYS), ["a3-a4"])
    watch.now += 3 * DAY_MS
    over = await fallen(timed, table)
    assert (over.status, over.game.outcome) == (Status.ABORTED, None)


async def test_a_reminder_comes_once_a_turn_when_a_tenth_of_the_time_is_left(timed: Hall, watch: Watch) -> None:
    table = await played(timed, await seated(timed, terms=THREE_DAYS), OPENING)
    tenth = 3 * DAY_MS // 10
    watch.now += 3 * DAY_MS - tenth - 1
    assert await nothing_falls(timed, table)
    watch.now += 1
    table = await reminded(timed, table)
    watch.now += tenth // 2
    assert await nothing_falls(timed, table)
    table = await Someone(timed, BORA).does(ActionKind.OFFER_DRAW, table)
    assert await nothing_falls(timed, table)
    table = await played(timed, table, ["b3-b4"])
    watch.now += 3 * DAY_MS - tenth
    table = await reminded(timed, table)
    assert table.game.turn is Side.BLACK


async def test_a_reminder_changes_nothing_on_the_board_and_no_move_fails_for_it(timed: Hall, watch: Watch) -> None:
    seen = await played(timed, await seated(timed, terms=THREE_DAYS), OPENING)
    watch.now += 3 * DAY_MS - 1000
    after = await reminded(timed, seen)
    assert (after.game, after.clock, after.version) == (seen.game, seen.clock, seen.version + 1)
    assert (await Someone(timed, ANNA).does(ActionKind.MOVE, seen, "b3-b4")).game.ply == 3


async def test_where_nobody_kept_time_until_the_flag_no_reminder_comes_after_it(timed: Hall, watch: Watch) -> None:
    table = await played(timed, await seated(timed, terms=THREE_DAYS), OPENING)
    watch.now += 4 * DAY_MS
    over = await fallen(timed, table)
    assert over.version == table.version + 1
    assert await nothing_falls(timed, over)


async def test_in_quick_games_and_against_the_computer_nobody_is_reminded(timed: Hall) -> None:
    blitz = await played(timed, await seated(timed, terms=Terms(time=TimeControl(180_000, 2_000))), OPENING)
    assert blitz.clock is not None
    assert deadline(blitz) == blitz.clock.flag_at()
    alone = await Someone(timed, CEM).opens(opponent=Computer(3), terms=Terms(time=by_message(1)))
    assert deadline(alone) == alone.moved_ms + DAY_MS


async def test_the_computers_turn_at_a_long_clock_brings_no_reminder_either(timed: Hall) -> None:
    table = await Someone(timed, CEM).opens(opponent=Computer(3), terms=Terms(time=TimeControl(2_700_000)))
    assert deadline(table) == table.moved_ms + 60_000


async def test_an_untimed_game_may_be_claimed_after_14_days_without_a_move(timed: Hall, watch: Watch) -> None:
    table = await played(timed, await seated(timed), OPENING)
    watch.now += CLAIM_MS - 1
    bora = Someone(timed, BORA)
    assert await bora.is_refused(ActionKind.CLAIM, table) == Code.NOT_ABANDONED
    watch.now += 1
    assert ActionKind.CLAIM in allowed(table, BORA.id, now_ms=watch.now)
    assert ActionKind.CLAIM not in allowed(table, BORA.id, now_ms=watch.now - 1)
    assert ActionKind.CLAIM not in allowed(table, ANNA.id, now_ms=watch.now)
    assert await Someone(timed, ANNA).is_refused(ActionKind.CLAIM, table) == Code.NOT_ABANDONED
    over = await bora.does(ActionKind.CLAIM, table)
    assert (over.status, over.game.outcome) == (Status.FINISHED, Outcome(Side.BLACK, Reason.ABANDONMENT))


async def test_who_may_claim_is_told_once_and_who_has_come_back_is_not_reminded_of_it(
    timed: Hall, watch: Watch
) -> None:
    table = await played(timed, await seated(timed), OPENING)
    watch.now += CLAIM_MS
    done = await timed.let_time_fall(table.id)
    assert isinstance(done, Done)
    assert done.event is not None
    assert (done.event.kind, done.event.side) == (EventKind.CLAIMABLE, Side.BLACK)
    assert ActionKind.CLAIM in allowed(done.table, BORA.id)
    assert ActionKind.CLAIM not in allowed(done.table, ANNA.id)
    assert await nothing_falls(timed, done.table)
    after = await played(timed, done.table, ["b3-b4"])
    assert ActionKind.CLAIM not in allowed(after, ANNA.id)
    assert deadline(after) == watch.now + CLAIM_MS - CLAIM_MS // 10


async def test_who_moves_before_the_claim_plays_on(timed: Hall, watch: Watch) -> None:
    table = await played(timed, await seated(timed), OPENING)
    watch.now += CLAIM_MS
    await played(timed, table, ["b3-b4"])
    assert await Someone(timed, BORA).is_refused(ActionKind.CLAIM, table) == Code.NOT_ABANDONED


async def test_only_untimed_games_between_two_people_can_be_claimed(timed: Hall, watch: Watch) -> None:
    by_days = await played(timed, await seated(timed, terms=Terms(time=by_message(7))), OPENING)
    alone = await Someone(timed, CEM).opens(opponent=Computer(3), side=Side.BLACK)
    device = await Someone(timed, CEM).opens(terms=Terms(one_device=True))
    watch.now += 6 * DAY_MS
    assert await Someone(timed, BORA).is_refused(ActionKind.CLAIM, by_days) == Code.NOT_ABANDONED
    watch.now += 9 * DAY_MS
    assert await Someone(timed, CEM).is_refused(ActionKind.CLAIM, alone) == Code.NOT_ABANDONED
    assert await Someone(timed, CEM).is_refused(ActionKind.CLAIM, device) == Code.NOT_ABANDONED


async def test_an_untimed_game_nobody_claims_ends_as_abandoned_after_28_days(timed: Hall, watch: Watch) -> None:
    table = await played(timed, await seated(timed), [*OPENING, "b3-b4"])
    table = await reminded_at(timed, watch, table)
    watch.now = table.moved_ms + LEFT_MS
    over = await fallen(timed, table)
    assert over.game.outcome == Outcome(Side.WHITE, Reason.ABANDONMENT)
    assert await timed.load(table.id) == over


async def reminded_at(hall: Hall, watch: Watch, table: Table) -> Table:
    """The table after the reminder of its turn, which comes 1.4 days before it may be claimed."""
    watch.now = table.moved_ms + CLAIM_MS - CLAIM_MS // 10
    return await reminded(hall, table)


@pytest.mark.parametrize("terms", [Terms(), Terms(one_device=True)])
async def test_a_game_left_before_it_was_anybodys_is_called_off(timed: Hall, watch: Watch, terms: Terms) -> None:
    opponent = None if terms.one_device else Computer(1)
    table = await Someone(timed, ANNA).opens(opponent=opponent, terms=terms)
    watch.now += LEFT_MS
    over = await fallen(timed, table)
    assert (over.status, over.game.outcome) == (Status.ABORTED, None)
    assert await timed.tables_of(ANNA.id) == []


async def test_an_open_table_nobody_joins_closes_after_a_week(timed: Hall, watch: Watch) -> None:
    table = await Someone(timed, ANNA).opens(terms=Terms(time=TimeControl(180_000)))
    watch.now += OPEN_MS - 1
    assert await nothing_falls(timed, table)
    watch.now += 1
    assert (await fallen(timed, table)).status is Status.ABORTED
    assert await Someone(timed, BORA).is_refused(ActionKind.SIT, table) == Code.NOT_OPEN
