"""Work divided among processes: each slice is held by one, fairly, and what a dead one held goes to the others."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from hall.holder import Holder
from hall.nursery import Nursery
from hall.ports import Store
from hall.store.slices import SLICES, Part, Slices, slices_beside

EVERYTHING = frozenset(range(SLICES))
LEASE_MS = 300
PATIENCE_S = 20


async def until(happened: Callable[[], Awaitable[bool] | bool]) -> None:
    """Look again and again; there is no event for what other processes do in a store."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            answer = happened()
            if answer if isinstance(answer, bool) else await answer:
                return
            await asyncio.sleep(0.005)


async def test_who_is_alone_has_everything(store: Store) -> None:
    slices = slices_beside(store, "1")
    assert await slices.beat("ann") == await slices.beat("ann") == Part(EVERYTHING, SLICES)


async def test_who_joins_gets_a_fair_share_when_the_others_have_given_theirs_back(stores: list[Store]) -> None:
    one, other = (slices_beside(store, "1") for store in stores)
    await one.beat("ann")
    assert await other.beat("bob") == Part(frozenset(), SLICES // 2)
    assert await one.beat("ann") == Part(EVERYTHING, SLICES // 2)
    await one.release("ann", range(SLICES // 2))
    assert await other.beat("bob") == Part(frozenset(range(SLICES // 2)), SLICES // 2)
    assert (await one.beat("ann")).held == EVERYTHING - frozenset(range(SLICES // 2))


async def test_shares_of_three_make_up_the_whole(store: Store) -> None:
    slices = slices_beside(store, "1")
    for name in ("ann", "bob", "eve"):
        await slices.beat(name)
    assert sorted([(await slices.beat(name)).fair for name in ("ann", "bob", "eve")]) == [10, 11, 11]


async def test_what_a_dead_member_held_is_free_after_its_lease(stores: list[Store]) -> None:
    one, other = (slices_beside(store, "1", LEASE_MS) for store in stores)
    await one.beat("ann")
    assert not (await other.beat("bob")).held

    async def inherited() -> bool:
        return await other.beat("bob") == Part(EVERYTHING, SLICES)

    await until(inherited)
    assert not (await one.beat("ann")).held


async def test_who_leaves_is_followed_at_once(stores: list[Store]) -> None:
    one, other = (slices_beside(store, "1") for store in stores)
    await one.beat("ann")
    await other.beat("bob")
    await one.leave("ann")
    assert await other.beat("bob") == Part(EVERYTHING, SLICES)


async def test_nobody_releases_what_is_not_theirs(store: Store) -> None:
    slices = slices_beside(store, "1")
    await slices.beat("ann")
    await slices.release("bob", EVERYTHING)
    assert (await slices.beat("ann")).held == EVERYTHING


async def test_two_works_are_shared_apart(store: Store) -> None:
    assert await slices_beside(store, "1").beat("ann") == await slices_beside(store, "2").beat("bob")


class Watch:
    """Sees to it that no slice is attended to by two at the same time."""

    def __init__(self) -> None:
        self.attended: dict[int, str] = {}

    @asynccontextmanager
    async def holding(self, name: str, slices: Slices) -> AsyncIterator[Holder]:
        async def attend(number: int) -> None:
            assert number not in self.attended
            assert holder.holds(number)
            self.attended[number] = name
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0)  # winding up takes a moment
                del self.attended[number]

        async with Nursery() as nursery:
            holder = Holder(slices, nursery)
            running = nursery.start(holder.run(attend), name)
            yield holder
            running.cancel()
            await asyncio.wait([running])
            assert not nursery.failures

    def count(self, name: str) -> int:
        return sum(who == name for who in self.attended.values())


async def test_processes_come_and_go_and_every_slice_is_attended_to_by_one(stores: list[Store]) -> None:
    watch = Watch()
    one, other = (slices_beside(store, "1") for store in stores)
    async with watch.holding("ann", one) as ann:
        await until(lambda: watch.count("ann") == SLICES)
        async with watch.holding("bob", other) as bob:
            await until(lambda: watch.count("ann") == watch.count("bob") == SLICES // 2)
            assert ann.held | bob.held == EVERYTHING
        assert not bob.held
        await until(lambda: watch.count("ann") == SLICES)
    assert not watch.attended
