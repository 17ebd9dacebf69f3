"""Events shared out among processes, and leases: each event to one of them, none forgotten when one dies."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress

import pytest
from redis.asyncio import Redis

from hall.nursery import Nursery
from hall.ports import Delivery, EventKind, FeedLost, Member, Store
from hall.store.group import join
from hall.store.keys import lease_key
from hall.store.leases import LeaseLost, leases_beside
from hall.store.redis import RedisStore
from tests.hall.people import table_id
from tests.hall.test_store import created, stepped

LEASE_MS = 300
LONG_LEASE_MS = 1_500
"""Where a busy machine must not be mistaken for a dead process."""


@pytest.fixture
async def nursery() -> AsyncIterator[Nursery]:
    async with Nursery() as nursery:
        yield nursery
        assert not nursery.failures


async def taken(member: Member, count: int, *, done: bool = True) -> list[Delivery]:
    """The next so many events this member is handed."""
    deliveries: list[Delivery] = []
    while len(deliveries) < count:
        deliveries.append(await anext(member))
        if done:
            await member.done(deliveries[-1])
    return deliveries


async def test_each_event_is_dealt_with_by_one_member(stores: list[Store], nursery: Nursery) -> None:
    seen: list[tuple[str, int]] = []
    everything = asyncio.Event()

    async def work(member: Member) -> None:
        async for delivery in member:
            seen.append((delivery.event.table, delivery.event.version))
            await member.done(delivery)
            if len(seen) == 60:
                everything.set()

    async with join(stores[0], "bots", nursery) as one, join(stores[1], "bots", nursery) as other:
        workers = [nursery.start(work(member), "member") for member in (one, other)]
        for name in map(str, range(20)):
            present = await created(stores[0], name)
            for op in ("a", "b"):
                present = await stepped(stores[1], present, f"{name}{op}")
        async with asyncio.timeout(10):
            await everything.wait()
        for worker in workers:
            worker.cancel()
    assert sorted(seen) == sorted((table_id(str(name)), version) for name in range(20) for version in (1, 2, 3))


async def test_what_a_dead_member_had_in_hand_goes_to_another(stores: list[Store], nursery: Nursery) -> None:
    async with AsyncExitStack() as dying:
        dead = await dying.enter_async_context(join(stores[0], "bots", nursery, lease_ms=LEASE_MS))
        for name in ("dealt with", "in hand"):
            await created(stores[0], name)
        first, second = await taken(dead, 2, done=False)
        await dead.done(first)
    async with join(stores[1], "bots", nursery, lease_ms=LEASE_MS) as heir, asyncio.timeout(10):
        [inherited] = await taken(heir, 1)
        assert inherited.event == second.event
        assert inherited.again
        await created(stores[1], "new")
        [fresh] = await taken(heir, 1)
        assert fresh.event.table == table_id("new")
        assert not fresh.again


async def test_what_a_living_member_has_in_hand_stays_there_however_long_it_takes(
    real_stores: list[Store], nursery: Nursery
) -> None:
    async with (
        join(real_stores[0], "bots", nursery, lease_ms=LONG_LEASE_MS) as slow,
        join(real_stores[1], "bots", nursery, lease_ms=LONG_LEASE_MS) as idle,
    ):
        await created(real_stores[0], "slow")
        members = {nursery.start(taken(member, 1, done=False), "first"): member for member in (slow, idle)}
        got, waiting = await asyncio.wait(members, return_when=asyncio.FIRST_COMPLETED)
        others = members[next(iter(waiting))]
        [held] = next(iter(got)).result()
        with pytest.raises(TimeoutError):  # nothing must come for several leases
            async with asyncio.timeout(2 * LONG_LEASE_MS / 1000):
                await asyncio.shield(next(iter(waiting)))
        await members[next(iter(got))].done(held)
        assert others is not members[next(iter(got))]
        next(iter(waiting)).cancel()


async def test_a_group_hears_what_was_told_while_no_member_was_there(stores: list[Store], nursery: Nursery) -> None:
    async with join(stores[0], "bots", nursery):
        pass
    first = await created(stores[0], "meanwhile")
    async with join(stores[1], "bots", nursery) as member, asyncio.timeout(10):
        [delivery] = await taken(member, 1)
    assert (delivery.event.table, delivery.event.kind) == (first.id, EventKind.OPENED)


async def test_a_store_that_lost_everything_is_told_to_the_member(real_stores: list[Store], nursery: Nursery) -> None:
    store = real_stores[0]
    assert isinstance(store, RedisStore)
    client: Redis = store.client
    async with join(store, "bots", nursery) as member, asyncio.timeout(10):
        await client.flushall()
        with pytest.raises(FeedLost):
            await anext(member)
        first = await created(store, "anew")
        while True:
            with suppress(FeedLost):  # a cluster may tell it once for each of its servers
                delivery = await anext(member)
                break
        assert (delivery.event.table, delivery.event.version) == (first.id, 1)


async def test_of_two_who_want_a_lease_one_waits(stores: list[Store], nursery: Nursery) -> None:
    inside, most = 0, 0

    async def visit(store: Store) -> None:
        nonlocal inside, most
        for _ in range(5):
            async with leases_beside(store, nursery).hold("chat:1"):
                inside += 1
                most = max(most, inside)
                await store.now()
                inside -= 1

    async with asyncio.timeout(20):
        await asyncio.gather(*(visit(stores[number % 2]) for number in range(4)))
    assert most == 1


async def test_different_leases_do_not_wait_for_each_other(stores: list[Store], nursery: Nursery) -> None:
    one, other = (leases_beside(store, nursery) for store in stores)
    async with one.hold("chat:1"), asyncio.timeout(10), other.hold("chat:2"):
        pass


async def test_a_lease_is_renewed_while_it_is_held_and_ends_with_its_holder(
    real_stores: list[Store], nursery: Nursery
) -> None:
    async with AsyncExitStack() as holding:
        dying = await holding.enter_async_context(Nursery())
        held = leases_beside(real_stores[0], dying, LONG_LEASE_MS).hold("chat:1")
        await held.__aenter__()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(2 * LONG_LEASE_MS / 1000), leases_beside(real_stores[1], nursery).hold("chat:1"):
                pass
    # its process is gone without a word: the renewing ended with its nursery
    async with asyncio.timeout(10), leases_beside(real_stores[1], nursery).hold("chat:1"):
        pass


async def test_a_lease_that_expired_is_taken_again_unless_somebody_else_was_first(
    real_stores: list[Store], nursery: Nursery
) -> None:
    store = real_stores[0]
    assert isinstance(store, RedisStore)
    key = lease_key("chat:1")
    async with asyncio.timeout(10), leases_beside(store, nursery, LEASE_MS).hold("chat:1"):
        await store.client.delete(key)
        while not await store.client.exists(key):
            pass

    async def robbed() -> None:
        async with asyncio.timeout(10), leases_beside(store, nursery, LEASE_MS).hold("chat:1"):
            await store.client.set(key, "somebody else")
            await asyncio.Event().wait()

    with pytest.raises(LeaseLost):
        await robbed()
    assert await store.client.get(key) == "somebody else"
