"""What every store promises, asked of the one in memory and of a real Valkey."""

import asyncio
from dataclasses import replace

import pytest

from engine.board import Side
from engine.clock import Clock, TimeControl
from engine.game import Game
from hall.model import Computer, Status, Table, Terms
from hall.ports import Committed, Conflict, Event, EventKind, FeedLost, Missing, Repeated, Store
from hall.store import keys
from hall.store.keys import LOG_TAIL, OPS_KEPT
from hall.store.redis import RedisStore
from tests.hall.people import ANNA, BORA, CEM, event_of, heard, random_game, table_id


def table(name: str = "one", **fields: object) -> Table:
    plain = Table(
        id=table_id(name),
        version=1,
        terms=Terms(),
        host=ANNA,
        white=ANNA,
        black=BORA,
        status=Status.PLAYING,
        game=Game.new(),
    )
    return replace(plain, **fields)  # type: ignore[arg-type]


async def created(store: Store, name: str = "one", **fields: object) -> Table:
    first = table(name, **fields)
    assert await store.create(first, Event(first.id, 1, EventKind.OPENED), f"open {name}") == Committed()
    return first


async def stepped(store: Store, before: Table, op: str, **fields: object) -> Table:
    after = replace(before, version=before.version + 1, **fields)  # type: ignore[arg-type]
    assert await store.commit(after, event_of(after), op) == Committed()
    return after


async def test_what_is_saved_is_loaded_with_the_time(store: Store) -> None:
    first = await created(store, game=random_game(1, 30), created_ms=1_700_000_000_000)
    before = await store.now()
    loaded = await store.load(first.id)
    assert loaded is not None
    assert loaded.table == first
    assert before <= loaded.now_ms <= await store.now()
    assert loaded.seen is None


async def test_a_table_that_is_not_there_is_none(store: Store) -> None:
    assert await store.load(table_id("nowhere"), "an operation") is None
    assert await store.commit(table("nowhere", version=2), event_of(table("nowhere")), "op") == Missing()
    assert await store.tail(table_id("nowhere"), 0) is None


async def test_opening_twice_opens_once(store: Store) -> None:
    first = await created(store)
    second = await stepped(store, first, "sit")
    again = await store.create(first, Event(first.id, 1, EventKind.OPENED), "open one")
    assert again == Repeated(1, second)


async def test_of_two_steps_from_one_version_the_second_is_told_how_it_stands(store: Store) -> None:
    first = await created(store)
    second = await stepped(store, first, "a", draw_offer=Side.WHITE)
    late = replace(first, version=2, takeback_offer=Side.BLACK)
    assert await store.commit(late, event_of(late), "b") == Conflict(second)
    loaded = await store.load(first.id)
    assert loaded is not None
    assert loaded.table == second


async def test_an_operation_done_before_is_answered_with_its_version_then(store: Store) -> None:
    present = await created(store)
    for number in range(5):
        present = await stepped(store, present, f"op {number}")
    repeated = replace(present, version=present.version + 1, draw_offer=Side.BLACK)
    assert await store.commit(repeated, event_of(repeated), "op 1") == Repeated(3, present)
    for op, version in (("open one", 1), ("op 0", 2), ("op 4", 6), ("another", None)):
        loaded = await store.load(present.id, op)
        assert loaded is not None
        assert loaded.seen == version


async def test_the_last_operations_are_remembered_and_no_more(store: Store) -> None:
    present = await created(store)
    for number in range(OPS_KEPT + 3):
        present = await stepped(store, present, f"op {number}")
    newest, oldest, forgotten = f"op {OPS_KEPT + 2}", "op 3", "op 2"
    for op, version in ((newest, present.version), (oldest, 5), (forgotten, None)):
        loaded = await store.load(present.id, op)
        assert loaded is not None
        assert loaded.seen == version


async def test_operation_ids_may_hold_anything(store: Store) -> None:
    present = await created(store)
    odd = ["%d+ ", "a:b c", "", "ğüşiöç", "\ud800", "x" * 10_000]
    for op in odd:
        present = await stepped(store, present, op)
    for number, op in enumerate(odd, 2):
        repeated = replace(present, version=present.version + 1)
        assert await store.commit(repeated, event_of(repeated), op) == Repeated(number, present)


async def test_the_log_holds_the_last_events_without_a_gap(store: Store) -> None:
    present = await created(store)
    for number in range(LOG_TAIL + 5):
        present = await stepped(store, present, f"op {number}")
    tail = await store.tail(present.id, present.version - LOG_TAIL)
    assert tail is not None
    assert [event.version for event in tail] == list(range(present.version - LOG_TAIL + 1, present.version + 1))
    assert await store.tail(present.id, present.version) == []
    assert await store.tail(present.id, present.version - LOG_TAIL - 1) is None
    assert await store.tail(present.id, present.version + 1) is None
    assert await store.tail(present.id, -1) is None


async def test_an_event_comes_back_from_the_log_as_it_was(store: Store) -> None:
    first = await created(store)
    game = random_game(3, 60)
    event = Event(first.id, 2, EventKind.MOVED, Side.BLACK, game.moves[-1], crowned=True, over=True)
    await store.commit(replace(first, version=2), event, "op")
    assert await store.tail(first.id, 1) == [event]


async def test_every_follower_hears_everything_from_then_on_in_order(store: Store) -> None:
    early = store.follow()
    first = await created(store)
    late = store.follow()
    await stepped(store, await stepped(store, first, "a"), "b")
    assert [(await anext(early)).version for _ in range(3)] == [1, 2, 3]
    assert [event.version for event in await heard(late, first, 2)] == [2, 3]
    early.close()
    with pytest.raises(StopAsyncIteration):
        await anext(early)


async def test_a_follower_who_does_not_keep_up_is_told_so_and_harms_nobody(store: Store) -> None:
    slow, quick = store.follow(size=3), store.follow()
    present = await created(store)
    for number in range(4):
        present = await stepped(store, present, f"op {number}")
    assert [(await anext(quick)).version for _ in range(5)] == [1, 2, 3, 4, 5]
    with pytest.raises(FeedLost):
        await anext(slow)


async def test_nothing_is_told_of_a_step_that_was_not_made(store: Store) -> None:
    events = store.follow()
    first = await created(store)
    second = await stepped(store, first, "a")
    late = replace(first, version=2)
    assert isinstance(await store.commit(late, event_of(late), "b"), Conflict)
    assert isinstance(await store.commit(late, event_of(late), "a"), Repeated)
    await stepped(store, second, "c")
    assert [(await anext(events)).version for _ in range(3)] == [1, 2, 3]


async def test_tables_that_wait_for_a_computer_are_known_until_it_has_acted(store: Store) -> None:
    human = await created(store, "human")
    first = await created(store, "computer", white=Computer(3))
    assert await store.awaiting_computers() == [first.id]
    after = await stepped(store, first, "moved", game=random_game(1, 1))
    assert await store.awaiting_computers() == []
    await stepped(store, after, "offered", draw_offer=Side.BLACK)
    assert await store.awaiting_computers() == [first.id]
    assert human.id not in await store.awaiting_computers()


async def test_a_deadline_is_claimed_by_one_asker_when_it_has_passed(store: Store) -> None:
    now = await store.now()
    control = TimeControl(300_000)
    assert await store.next_due() is None
    late = await created(store, "late", clock=Clock.new(control), moved_ms=now - 61_000)
    await created(store, "soon", clock=Clock.new(control), moved_ms=now)
    assert await store.next_due() == 0
    assert await store.claim_due(10, 60_000) == [late.id]
    assert await store.claim_due(10, 60_000) == []
    due = await store.next_due()
    assert due is not None
    assert 50_000 < due <= 60_000
    await stepped(store, late, "over", status=Status.ABORTED)
    await created(store, "finished", status=Status.FINISHED)
    assert await store.claim_due(10, 60_000) == []


async def test_a_player_has_a_list_of_tables_of_limited_length(store: Store) -> None:
    for number, name in enumerate(("a", "b", "c")):
        assert await store.add_table(ANNA.id, table_id(name), 1000 + number, limit=3)
    assert not await store.add_table(ANNA.id, table_id("d"), 1004, limit=3)
    assert await store.add_table(ANNA.id, table_id("b"), 1005, limit=3)
    assert await store.tables_of(ANNA.id) == [table_id("c"), table_id("b"), table_id("a")]
    await store.drop_table(ANNA.id, table_id("b"))
    await store.drop_table(ANNA.id, table_id("b"))
    assert await store.add_table(ANNA.id, table_id("d"), 1006)
    assert await store.tables_of(ANNA.id) == [table_id("d"), table_id("c"), table_id("a")]
    assert await store.tables_of(CEM.id) == []


async def test_of_many_steps_at_once_from_one_version_one_is_made(store: Store) -> None:
    first = await created(store)
    after = replace(first, version=2)
    outcomes = await asyncio.gather(*(store.commit(after, event_of(after), f"op {number}") for number in range(32)))
    assert sum(outcome == Committed() for outcome in outcomes) == 1
    assert sum(outcome == Conflict(after) for outcome in outcomes) == 31


async def test_one_operation_sent_many_times_at_once_is_done_once(store: Store) -> None:
    first = await created(store)
    after = replace(first, version=2)
    outcomes = await asyncio.gather(*(store.commit(after, event_of(after), "the same") for _ in range(32)))
    assert sum(outcome == Committed() for outcome in outcomes) == 1
    assert sum(outcome == Repeated(2, after) for outcome in outcomes) == 31


async def test_a_live_table_takes_three_kilobytes_at_most(real_stores: list[Store]) -> None:
    store = real_stores[0]
    assert isinstance(store, RedisStore)
    sizes = []
    for seed in range(20):
        game = random_game(seed, 110)
        present = await created(store, f"table{seed}", clock=Clock.new(TimeControl(300_000)))
        for ply, move in enumerate(game.moves, 1):
            so_far = Game.restore(game.rules, game.start, game.moves[:ply])
            present = replace(present, version=present.version + 1, game=replace(so_far, outcome=None))
            event = Event(present.id, present.version, EventKind.MOVED, Side.WHITE, move)
            await store.commit(present, event, f"p:{ANNA.id}:0cb7e2a4-6f3c-4f0e-9c39-{ply:012}")
        size = 0
        for key in (keys.table_key(present.id), keys.log_key(present.id)):
            size += await store.client.memory_usage(key, samples=0) or 0
        sizes.append(size)
    assert max(sizes) <= 3 * 1024
