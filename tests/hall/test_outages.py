"""While the whole service is down for more than ten seconds, a live game loses no time; days a move go on."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Side
from engine.clock import Clock, TimeControl
from engine.game import Outcome, Reason
from hall.actions import ActionKind, Code, Done
from hall.heart import Heart
from hall.model import Status, Table, Terms
from hall.opening import by_message
from hall.ports import Event, EventKind, Store
from hall.store.keys import ALIVE_KEY, OUTAGES_KEPT
from hall.store.memory import MemoryStore
from hall.store.pulses import GAP_MS, MemoryPulse, Pulse, RedisPulse, pulse_beside
from hall.store.redis import RedisStore
from hall.tables import Hall
from hall.timekeeper import Timekeeper
from hall.timing import DAY_MS, FIRST_MOVE_MS, Outage, held
from tests.hall.conftest import SECRET
from tests.hall.people import ANNA, BORA, Someone, Watch, played, random_game, seated, table_id

BLITZ = Terms(time=TimeControl(180_000))
OPENING = ["a3-a4", "h6-h5"]


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def memory(watch: Watch) -> MemoryStore:
    return MemoryStore(watch)


@pytest.fixture
def timed(memory: MemoryStore) -> Hall:
    return Hall(memory, secret=SECRET)


@pytest.fixture
def pulse(memory: MemoryStore) -> Pulse:
    return pulse_beside(memory)


async def begun(hall: Hall, terms: Terms = BLITZ) -> Table:
    return await played(hall, await seated(hall, terms=terms), OPENING)


async def present(hall: Hall, table: Table) -> Table:
    loaded = await hall.load(table.id)
    assert loaded is not None
    return loaded


async def test_a_move_after_an_outage_is_charged_only_the_time_before_and_after(
    timed: Hall, watch: Watch, pulse: Pulse
) -> None:
    table = await begun(timed)
    watch.now += 20_000
    await pulse.beat()
    watch.now += 600_000
    await pulse.beat()
    watch.now += 5_000
    moved = await Someone(timed, ANNA).does(ActionKind.MOVE, table, "b3-b4")
    assert moved.clock is not None
    assert moved.clock.white_ms == 155_000


async def test_a_move_right_after_the_restart_does_not_need_anybody_to_have_beaten(
    timed: Hall, watch: Watch, pulse: Pulse
) -> None:
    table = await begun(timed)
    await pulse.beat()
    watch.now += 600_000
    moved = await Someone(timed, ANNA).does(ActionKind.MOVE, table, "b3-b4")
    assert moved.clock is not None
    assert moved.clock.white_ms == 180_000


async def test_an_outage_of_ten_seconds_or_less_is_everybodys_bad_luck(
    timed: Hall, watch: Watch, pulse: Pulse
) -> None:
    table = await begun(timed)
    await pulse.beat()
    watch.now += GAP_MS
    await pulse.beat()
    moved = await Someone(timed, ANNA).does(ActionKind.MOVE, table, "b3-b4")
    assert moved.clock is not None
    assert moved.clock.white_ms == 170_000


async def test_a_flag_due_during_the_outage_falls_as_much_later(
    timed: Hall, memory: MemoryStore, watch: Watch, pulse: Pulse
) -> None:
    table = await begun(timed)
    watch.now += 179_000
    await pulse.beat()
    watch.now += 3_600_000
    await Timekeeper(timed, memory).strike()
    assert (await present(timed, table)).status is Status.PLAYING
    assert await memory.next_due() == 1_000
    watch.now += 1_000
    await Timekeeper(timed, memory).strike()
    assert (await present(timed, table)).game.outcome == Outcome(Side.BLACK, Reason.TIME)


async def test_a_flag_due_before_the_outage_has_fallen_then(timed: Hall, watch: Watch, pulse: Pulse) -> None:
    table = await begun(timed)
    watch.now += 180_000
    await pulse.beat()
    watch.now += 60_000
    assert await Someone(timed, ANNA).is_refused(ActionKind.MOVE, table, "b3-b4") == Code.FINISHED
    over = await present(timed, table)
    assert over.clock is not None
    assert over.clock.since_ms == watch.now - 60_000


async def test_who_was_to_begin_has_a_whole_minute_after_an_outage(timed: Hall, watch: Watch, pulse: Pulse) -> None:
    table = await seated(timed, terms=BLITZ)
    watch.now += 50_000
    await pulse.beat()
    watch.now += 20_000
    assert await timed.hold_clock(table.id)
    assert not await timed.hold_clock(table.id)
    watch.now += FIRST_MOVE_MS - 1
    await played(timed, await present(timed, table), ["a3-a4"])


async def test_days_a_move_and_untimed_games_run_on(timed: Hall, watch: Watch, pulse: Pulse) -> None:
    by_days = await begun(timed, Terms(time=by_message(1)))
    untimed = await begun(timed, Terms())
    await pulse.beat()
    watch.now += DAY_MS
    await pulse.beat()
    assert not await timed.hold_clock(untimed.id)
    assert not await timed.hold_clock(by_days.id)
    fallen = await timed.let_time_fall(by_days.id)
    assert isinstance(fallen, Done)
    assert fallen.table.game.outcome == Outcome(Side.BLACK, Reason.TIME)


async def test_two_outages_in_one_turn_both_cost_nothing(timed: Hall, watch: Watch, pulse: Pulse) -> None:
    table = await begun(timed)
    for _ in range(2):
        watch.now += 10_000
        await pulse.beat()
        watch.now += 30_000
        await pulse.beat()
    moved = await Someone(timed, ANNA).does(ActionKind.MOVE, table, "b3-b4")
    assert moved.clock is not None
    assert moved.clock.white_ms == 160_000


times = st.integers(0, 400_000)


@given(st.lists(times, min_size=2, max_size=8, unique=True), times, st.integers(1, 100_000), st.sampled_from(Side))
def test_what_is_charged_is_the_time_outside_all_outages(ends: list[int], since: int, left: int, side: Side) -> None:
    """Whatever outages there were, a flag falls only after its whole time has run while the service was there."""
    ends = sorted(ends)[: len(ends) // 2 * 2]
    outages = [Outage(start, end) for start, end in zip(ends[::2], ends[1::2], strict=True)]
    running = Clock(TimeControl(left), left, left, side, since)
    game = random_game(1, 2 if side is Side.WHITE else 3)
    table = Table(table_id("x"), 5, BLITZ, ANNA, ANNA, BORA, Status.PLAYING, game, running)
    change = held(table, outages)
    after = change.table if change is not None else table
    assert held(after, outages) is None
    assert after.clock is not None
    flag = after.clock.flag_at()
    assert flag is not None
    down = sum(max(0, min(each.until_ms, flag) - max(each.from_ms, since)) for each in outages)
    assert flag - since - down == left


async def test_the_first_beat_after_an_outage_holds_all_clocks_and_tells_so_once(
    timed: Hall, memory: MemoryStore, watch: Watch, pulse: Pulse
) -> None:
    tables = [await begun(timed) for _ in range(3)]
    heart = Heart(timed, pulse)
    await heart.beat()
    watch.now += 60_000
    events = memory.follow()
    await heart.beat()
    told = {(event.table, event.kind, event.version) for event in [await anext(events) for _ in tables]}
    assert told == {(table.id, EventKind.CLOCK_HELD, table.version + 1) for table in tables}
    await heart.beat()
    await Heart(timed, pulse).beat()
    assert [(await present(timed, table)).version for table in tables] == [table.version + 1 for table in tables]


@pytest.fixture
def impatient(store: Store) -> Pulse:
    """A pulse that finds every pause too long."""
    if isinstance(store, RedisStore):
        return RedisPulse(store, gap_ms=-1)
    assert isinstance(store, MemoryStore)
    return MemoryPulse(store.clock, store.due_tables, gap_ms=-1)


async def silent_for(store: Store, milliseconds: int) -> None:
    """The last sign of life was so long ago."""
    pulse = pulse_beside(store)
    await pulse.beat()
    last = await store.now() - milliseconds
    if isinstance(store, RedisStore):
        await store.client.set(ALIVE_KEY, last)
    else:
        pulse._last = last  # type: ignore[attr-defined]  # a store in memory has no key to write


async def test_at_the_next_start_flags_due_before_have_fallen_and_the_others_lose_nothing(
    hall: Hall, store: Store
) -> None:
    """Two games at the end of an outage of two minutes: one flag was due before it began, one while it lasted."""
    now, control = await store.now(), TimeControl(180_000)
    lost, saved = (
        Clock(control, 60_000, 60_000, Side.WHITE, now - 60_000 - ago) for ago in (125_000, 60_000)
    )
    tables = []
    for name, clock in (("lost", lost), ("saved", saved)):
        game = random_game(1, 2)
        table = Table(table_id(name), 1, BLITZ, ANNA, ANNA, BORA, Status.PLAYING, game, clock)
        tables.append(replace(table, created_ms=now - 300_000, moved_ms=clock.since_ms))
        await store.create(tables[-1], Event(table.id, 1, EventKind.OPENED), f"open {name}")
    await silent_for(store, 120_000)
    await asyncio.gather(*(Timekeeper(hall, store).strike() for _ in range(3)))
    over, running = [await present(hall, table) for table in tables]
    assert (over.game.outcome, running.status) == (Outcome(Side.BLACK, Reason.TIME), Status.PLAYING)
    assert over.clock is not None
    assert over.clock.since_ms == now - 125_000
    due = await store.next_due()
    assert due is not None
    assert 55_000 < due <= 60_000
    [event] = await store.tail(running.id, 1) or []
    assert event.kind is EventKind.CLOCK_HELD


async def test_before_anybody_has_beaten_nothing_is_an_outage(impatient: Pulse) -> None:
    assert await impatient.outages() == []
    assert await impatient.beat() == []


async def test_a_pause_that_is_too_long_is_an_outage_for_everybody(impatient: Pulse, store: Store) -> None:
    before = await store.now()
    await impatient.beat()
    [outage] = await impatient.outages()
    assert before <= outage.from_ms <= outage.until_ms <= await store.now()
    assert (await impatient.beat())[0] == outage


async def test_a_short_pause_is_none(store: Store) -> None:
    pulse = pulse_beside(store)
    assert [await pulse.beat(), await pulse.beat(), await pulse.outages()] == [[], [], []]


async def test_the_last_outages_are_remembered(impatient: Pulse) -> None:
    for _ in range(OUTAGES_KEPT + 5):
        await impatient.beat()
    assert len(await impatient.outages()) == OUTAGES_KEPT


async def test_a_pulse_knows_the_tables_that_wait_for_time(hall: Hall, store: Store) -> None:
    table = await begun(hall)
    over = await Someone(hall, ANNA).does(ActionKind.RESIGN, await seated(hall))
    waiting = await pulse_beside(store).waiting()
    assert table.id in waiting
    assert over.id not in waiting
