"""A stream shared out among processes: each entry to one of them, none forgotten when one dies."""

import asyncio
from contextlib import AbstractAsyncContextManager, AsyncExitStack

import pytest

from hall.nursery import Nursery
from hall.ports import FeedLost, Store
from hall.store.redis import RedisStore
from hall.store.stream_group import Entry, StreamMember
from tests.hall.test_leases import LEASE_MS, LONG_LEASE_MS

STREAM = "{work}:questions"
SEVERAL = 60


def join(
    store: Store, nursery: Nursery, lease_ms: int = LONG_LEASE_MS, since: str = "$"
) -> AbstractAsyncContextManager[StreamMember]:
    """Be a member of the one group of these tests."""
    assert isinstance(store, RedisStore)
    return StreamMember(store, STREAM, "workers", lease_ms, capacity=256).at_work(nursery, since=since)


async def add(store: Store, text: str) -> None:
    assert isinstance(store, RedisStore)
    await store.client.xadd(STREAM, {"text": text})


async def done(store: Store, member: StreamMember, entry: Entry) -> None:
    assert isinstance(store, RedisStore)
    await store.client.xack(STREAM, "workers", entry.id)
    member.drop(entry)


async def test_each_entry_is_dealt_with_by_one_member(real_stores: list[Store], nursery: Nursery) -> None:
    seen: list[str] = []
    everything = asyncio.Event()

    async def work(store: Store, member: StreamMember) -> None:
        while True:
            entry = await member.next()
            seen.append(entry.fields["text"])
            await done(store, member, entry)
            if len(seen) == SEVERAL:
                everything.set()

    async with join(real_stores[0], nursery) as one, join(real_stores[1], nursery) as other:
        workers = [nursery.start(work(*each), "member") for each in zip(real_stores, (one, other), strict=True)]
        for number in range(SEVERAL):
            await add(real_stores[0], str(number))
        async with asyncio.timeout(10):
            await everything.wait()
        for worker in workers:
            worker.cancel()
    assert sorted(seen, key=int) == list(map(str, range(SEVERAL)))


async def test_what_a_dead_member_had_in_hand_goes_to_another(real_stores: list[Store], nursery: Nursery) -> None:
    async with AsyncExitStack() as dying:
        dead = await dying.enter_async_context(join(real_stores[0], nursery, LEASE_MS))
        for name in ("dealt with", "in hand"):
            await add(real_stores[0], name)
        first, second = await dead.next(), await dead.next()
        await done(real_stores[0], dead, first)
    async with join(real_stores[1], nursery, LEASE_MS) as heir, asyncio.timeout(10):
        inherited = await heir.next()
        assert (inherited.id, inherited.fields, inherited.again) == (second.id, second.fields, True)
        await done(real_stores[1], heir, inherited)
        await add(real_stores[1], "new")
        fresh = await heir.next()
        assert (fresh.fields["text"], fresh.again) == ("new", False)


async def test_what_a_living_member_has_in_hand_stays_there_however_long_it_takes(
    real_stores: list[Store], nursery: Nursery
) -> None:
    async with join(real_stores[0], nursery) as slow, join(real_stores[1], nursery) as idle:
        await add(real_stores[0], "slow")
        first = {nursery.start(member.next(), "first"): member for member in (slow, idle)}
        got, waiting = await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
        holder, held = first[next(iter(got))], next(iter(got)).result()
        with pytest.raises(TimeoutError):  # nothing must come for several leases
            async with asyncio.timeout(2 * LONG_LEASE_MS / 1000):
                await asyncio.shield(next(iter(waiting)))
        assert isinstance(held, Entry)
        await done(real_stores[0], holder, held)
        next(iter(waiting)).cancel()


async def test_a_group_hears_what_was_added_while_no_member_was_there(
    real_stores: list[Store], nursery: Nursery
) -> None:
    async with join(real_stores[0], nursery):
        pass
    await add(real_stores[0], "meanwhile")
    async with join(real_stores[1], nursery) as member, asyncio.timeout(10):
        assert (await member.next()).fields["text"] == "meanwhile"


async def test_a_store_that_lost_everything_is_told_to_the_member(real_stores: list[Store], nursery: Nursery) -> None:
    store = real_stores[0]
    assert isinstance(store, RedisStore)
    async with join(store, nursery) as member, asyncio.timeout(10):
        await store.client.flushall()
        with pytest.raises(FeedLost):
            await member.next()
        await add(store, "anew")
        assert (await member.next()).fields["text"] == "anew"
