"""Leases: who alone may touch something, for how long, and what happens when a holder dies or is robbed."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from hall.nursery import Nursery
from hall.ports import Store
from hall.store.keys import lease_key
from hall.store.leases import LeaseLost, leases_beside
from hall.store.redis import RedisStore

LEASE_MS = 300
LONG_LEASE_MS = 1_500
"""Where a busy machine must not be mistaken for a dead process."""


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
