"""A store that stops, stalls, is full or forgets: a clear refusal, nothing half done, and play goes on afterwards."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hall.actions import ActionKind, Code, Done, Refused
from hall.embedded import EmbeddedServer
from hall.model import Computer, Table
from hall.nursery import Nursery
from hall.ports import FeedLost, StoreDown, Subscription
from hall.store.fanout import Fanout
from hall.store.reader import OutboxReader
from hall.store.redis import RedisStore, connect
from hall.tables import Hall
from tests.hall.conftest import SECRET
from tests.hall.people import ANNA, BORA, Someone, calm_moves, calmly_played, heard, seated


@dataclass
class House:
    """A server of its own that nobody revives but the test, and a hall on it."""

    server: EmbeddedServer
    store: RedisStore
    hall: Hall
    noticed: asyncio.Event
    """Set whenever the store has failed to answer."""

    @property
    def pid(self) -> int:
        assert self.server.spawned is not None
        return self.server.spawned


@pytest.fixture
async def house(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setattr("hall.store.redis.PATIENCE_S", 0.1)
    monkeypatch.setattr("hall.store.redis.SOCKET_TIMEOUT_S", 0.1)
    server, fanout = EmbeddedServer(folder), Fanout()
    await server.ensure()
    client, reading = connect(server.url), connect(server.url, blocking=True)
    reader = OutboxReader(reading, fanout)
    await reader.prepare()
    noticed = asyncio.Event()

    async def notice() -> None:
        noticed.set()

    store = RedisStore(client, fanout, notice)
    async with Nursery() as nursery:
        nursery.start(reader.run(), "reader")
        yield House(server, store, Hall(store, secret=SECRET), noticed)
        assert not nursery.failures
    for each in (client, reading):
        await each.aclose(close_connection_pool=True)
    await server.close()


async def test_a_stopped_store_refuses_actions_and_raises_for_questions(house: House) -> None:
    table = await seated(house.hall)
    await house.server.close()
    anna = Someone(house.hall, ANNA)
    assert await anna.tries(ActionKind.MOVE, table, "a3-a4") == Refused(Code.STORE_DOWN)
    assert await anna.tries_to_open(opponent=Computer(1)) == Refused(Code.STORE_DOWN)
    for question in (house.hall.load(table.id), house.hall.tables_of(ANNA.id), house.store.tail(table.id, 0)):
        with pytest.raises(StoreDown):
            await question
    await house.server.ensure()
    await calmly_played(house.hall, table, 2)


async def test_events_go_on_without_a_gap_after_the_store_was_killed(house: House) -> None:
    events = house.store.follow()
    table = await calmly_played(house.hall, await seated(house.hall), 3)
    os.kill(house.pid, signal.SIGKILL)
    await house.server.ensure()
    present = await calmly_played(house.hall, table, 3)
    versions: list[int] = []
    while not versions or versions[-1] < present.version:
        versions.append((await anext(events)).version)
    assert versions == list(range(1, present.version + 1))


async def test_a_store_that_has_forgotten_everything_is_told_to_all_who_follow(house: House, folder: Path) -> None:
    table = await seated(house.hall)
    events = house.store.follow()
    await house.server.close()
    for path in (folder / "appendonlydir").iterdir():
        path.unlink()
    await house.server.ensure()
    with pytest.raises(FeedLost):
        await to_the_end(events)
    assert await house.hall.load(table.id) is None
    events = house.store.follow()
    fresh = await seated(house.hall)
    assert [event.table for event in await heard(events, table, 2)] == [fresh.id, fresh.id]


async def to_the_end(events: Subscription) -> None:
    async for _ in events:
        pass


async def test_an_action_sent_into_a_stall_and_sent_again_is_done_once(house: House) -> None:
    table = await seated(house.hall)
    anna = Someone(house.hall, ANNA)
    op = anna.op()
    os.kill(house.pid, signal.SIGSTOP)
    stalled = await anna.tries(ActionKind.MOVE, table, "a3-a4", op=op)
    assert stalled == Refused(Code.STORE_DOWN)
    os.kill(house.pid, signal.SIGCONT)
    again = await anna.tries(ActionKind.MOVE, table, "a3-a4", op=op)
    assert isinstance(again, Done)
    assert (again.version, again.table.game.ply) == (3, 1)


async def test_nobody_waits_long_for_a_store_that_cannot_be_revived(house: House) -> None:
    table = await seated(house.hall)
    store = RedisStore(house.store.client, Fanout(), house.server.ensure)
    os.kill(house.pid, signal.SIGSTOP)
    anna = Someone(Hall(store, secret=SECRET), ANNA)
    answers = await asyncio.gather(*(anna.tries(ActionKind.MOVE, table, "a3-a4") for _ in range(8)))
    assert answers == [Refused(Code.STORE_DOWN)] * 8
    os.kill(house.pid, signal.SIGCONT)
    await anna.does(ActionKind.MOVE, table, "a3-a4")


async def test_a_stall_in_the_middle_of_many_moves_doubles_none(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Patient clients repeat by themselves; the operation ids keep that harmless."""
    monkeypatch.setattr("hall.store.redis.PATIENCE_S", 30.0)
    tables = [await seated(house.hall) for _ in range(8)]

    async def play(table: Table) -> Table:
        return await calmly_played(house.hall, table, 20)

    async def stall() -> None:
        events = house.store.follow()
        for _ in range(3):
            for _ in range(15):
                await anext(events)
            house.noticed.clear()
            os.kill(house.pid, signal.SIGSTOP)
            await house.noticed.wait()
            os.kill(house.pid, signal.SIGCONT)
        events.close()

    played, _ = await asyncio.gather(asyncio.gather(*map(play, tables)), stall())
    assert [table.version for table in played] == [22] * 8
    expected = calm_moves(tables[0].game, 20)
    assert all([str(move) for move in table.game.moves] == expected for table in played)


async def test_a_full_store_refuses_and_keeps_what_it_has(house: House) -> None:
    table = await seated(house.hall)
    await house.store.client.config_set("maxmemory", 1)
    anna = Someone(house.hall, ANNA)
    assert await anna.tries(ActionKind.MOVE, table, "a3-a4") == Refused(Code.STORE_DOWN)
    assert await anna.tries_to_open() == Refused(Code.STORE_DOWN)
    assert await house.hall.load(table.id) == table
    assert [event.version for event in await house.store.tail(table.id, 0) or []] == [1, 2]
    await house.store.client.config_set("maxmemory", 0)
    moved = await anna.does(ActionKind.MOVE, table, "a3-a4")
    assert moved.version == 3
    assert await house.hall.tables_of(BORA.id) == [table.id]
