"""Clocks at the tables: when they begin, when flags fall, and that they fall where nobody acts any more."""

import asyncio
from dataclasses import replace

import pytest

from engine.board import Side
from engine.clock import Clock, TimeControl
from engine.game import Outcome, Reason
from hall.actions import ActionKind, Code, Done, Refused
from hall.model import Status, Table, TableId, Terms
from hall.nursery import Nursery
from hall.ports import Event, EventKind, Store
from hall.store.memory import MemoryStore
from hall.tables import Hall
from hall.timekeeper import LONGEST_WAIT_S, SHORTEST_WAIT_S, Timekeeper
from hall.timing import FIRST_MOVE_MS, deadline
from tests.hall.conftest import SECRET
from tests.hall.people import ANNA, BORA, Someone, Watch, heard, played, random_game, seated, table_id

BLITZ = Terms(time=TimeControl(180_000, 2_000))


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def timed(watch: Watch) -> Hall:
    return Hall(MemoryStore(watch), secret=SECRET)


async def test_a_sides_time_begins_after_its_own_first_move(timed: Hall, watch: Watch) -> None:
    table = await seated(timed, terms=BLITZ)
    assert table.clock == Clock.new(TimeControl(180_000, 2_000))
    watch.now += 30_000
    table = await played(timed, table, ["a3-a4"])
    watch.now += 30_000
    table = await played(timed, table, ["h6-h5"])
    assert table.clock is not None
    assert (table.clock.running, table.clock.white_ms, table.clock.black_ms) == (Side.WHITE, 180_000, 180_000)
    watch.now += 5_000
    table = await played(timed, table, ["b3-b4"])
    assert table.clock is not None
    assert (table.clock.running, table.clock.white_ms) == (Side.BLACK, 177_000)


async def test_who_moves_after_the_flag_has_fallen_has_lost(timed: Hall, watch: Watch) -> None:
    table = await played(timed, await seated(timed, terms=BLITZ), ["a3-a4", "h6-h5"])
    watch.now += 180_000
    assert await Someone(timed, ANNA).is_refused(ActionKind.MOVE, table, "b3-b4") == Code.FINISHED
    over = await timed.load(table.id)
    assert over is not None
    assert over.game.outcome == Outcome(Side.BLACK, Reason.TIME)
    assert (over.clock and over.clock.white_ms, over.clock and over.clock.running) == (0, None)
    assert await timed.tables_of(ANNA.id) == []


async def test_a_move_in_the_last_millisecond_counts(timed: Hall, watch: Watch) -> None:
    table = await played(timed, await seated(timed, terms=BLITZ), ["a3-a4", "h6-h5"])
    watch.now += 179_999
    table = await played(timed, table, ["b3-b4"])
    assert table.clock is not None
    assert table.clock.white_ms == 2_001


async def test_the_clock_is_judged_before_anything_else_is_asked(timed: Hall, watch: Watch) -> None:
    table = await played(timed, await seated(timed, terms=BLITZ), ["a3-a4", "h6-h5"])
    watch.now += 200_000
    assert await Someone(timed, BORA).is_refused(ActionKind.RESIGN, table) == Code.FINISHED
    over = await timed.load(table.id)
    assert over is not None
    assert over.game.outcome == Outcome(Side.BLACK, Reason.TIME)


@pytest.mark.parametrize("moves", [[], ["a3-a4"]])
async def test_a_live_game_that_nobody_begins_is_called_off(timed: Hall, watch: Watch, moves: list[str]) -> None:
    table = await played(timed, await seated(timed, terms=BLITZ), moves)
    watch.now += FIRST_MOVE_MS - 1
    early = await timed.let_time_fall(table.id)
    assert early == Refused(Code.STALE, table)
    watch.now += 1
    done = await timed.let_time_fall(table.id)
    assert isinstance(done, Done)
    assert (done.table.status, done.table.game.outcome) == (Status.ABORTED, None)


async def test_an_end_stops_the_clock_with_what_was_used(timed: Hall, watch: Watch) -> None:
    table = await played(timed, await seated(timed, terms=BLITZ), ["a3-a4", "h6-h5"])
    watch.now += 60_000
    over = await Someone(timed, BORA).does(ActionKind.RESIGN, table)
    assert over.clock is not None
    assert (over.clock.running, over.clock.white_ms) == (None, 120_000)


async def test_a_takeback_gives_no_time_back(timed: Hall, watch: Watch) -> None:
    table = await played(timed, await seated(timed, terms=BLITZ), ["a3-a4", "h6-h5"])
    watch.now += 60_000
    table = await played(timed, table, ["b3-b4"])
    watch.now += 10_000
    asked = await Someone(timed, ANNA).does(ActionKind.ASK_TAKEBACK, table)
    back = await Someone(timed, BORA).does(ActionKind.GRANT_TAKEBACK, asked)
    assert back.clock is not None
    assert (back.clock.running, back.clock.white_ms, back.clock.black_ms) == (Side.WHITE, 122_000, 170_000)


async def overdue(store: Store, name: TableId) -> Table:
    """A table whose White lost on time a minute ago, while nobody was there."""
    now = await store.now()
    clock = Clock(TimeControl(180_000), 60_000, 60_000, Side.WHITE, now - 120_000)
    table = Table(name, 1, Terms(time=clock.control), ANNA, ANNA, BORA, Status.PLAYING, random_game(1, 2), clock)
    table = replace(table, created_ms=now - 600_000, moved_ms=now - 120_000)
    await store.create(table, Event(table.id, 1, EventKind.OPENED), f"open {name}")
    return table


async def test_flags_fall_once_at_the_instant_they_were_due_however_many_keep_time(hall: Hall, store: Store) -> None:
    tables = [await overdue(store, table_id(f"late{number}")) for number in range(20)]
    events = store.follow()
    await asyncio.gather(*(Timekeeper(hall, store).strike() for _ in range(4)))
    fallen: list[TableId] = []
    while len(fallen) < len(tables):
        event = await anext(events)
        fallen += [event.table] if event.kind is EventKind.FLAGGED else []
    for table in tables:
        over = await hall.load(table.id)
        assert over is not None
        assert (over.version, over.game.outcome) == (2, Outcome(Side.BLACK, Reason.TIME))
        assert over.clock is not None
        assert over.clock.since_ms == table.moved_ms + 60_000
    assert sorted(fallen) == sorted(table.id for table in tables)
    assert await store.next_due() is None


async def test_the_timekeeper_lets_flags_fall_by_itself(hall: Hall, store: Store) -> None:
    async with Nursery() as nursery:
        events = store.follow()
        nursery.start(Timekeeper(hall, store).run(), "timekeeper")
        table = await overdue(store, table_id("late"))
        [fallen] = await heard(events, table, 1)
        assert (fallen.kind, fallen.side, fallen.over) == (EventKind.FLAGGED, Side.WHITE, True)


async def test_nobody_sleeps_past_the_next_deadline(timed: Hall, watch: Watch) -> None:
    timekeeper = Timekeeper(timed, timed._store)
    assert await timekeeper.strike() == LONGEST_WAIT_S
    await played(timed, await seated(timed, terms=BLITZ), ["a3-a4", "h6-h5"])
    assert await timekeeper.strike() == LONGEST_WAIT_S
    watch.now += 179_970
    assert await timekeeper.strike() == 0.03
    watch.now += 30
    assert await timekeeper.strike() == LONGEST_WAIT_S
    assert SHORTEST_WAIT_S <= 0.1


async def test_a_game_that_is_over_has_no_deadline(timed: Hall, watch: Watch) -> None:
    table = await seated(timed, terms=BLITZ)
    over = await Someone(timed, ANNA).does(ActionKind.RESIGN, table)
    watch.now += 10**9
    assert deadline(over) is None
    assert await timed.let_time_fall(over.id) == Refused(Code.STALE, over)
    assert await timed.let_time_fall(table_id("nowhere")) == Refused(Code.NO_SUCH_TABLE)
