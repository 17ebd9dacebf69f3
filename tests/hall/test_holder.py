"""A process that shares work: it stops in time when it is cut off, and begins anew what has failed."""

import asyncio

import pytest

from hall.holder import Holder
from hall.nursery import Nursery
from hall.ports import StoreDown
from hall.store.slices import SLICES, MemorySlices, Part, slice_of
from tests.hall.test_slices import EVERYTHING, LEASE_MS, PATIENCE_S, Watch, until


def test_chats_lie_in_all_slices() -> None:
    assert {slice_of(chat) for chat in range(-500, 500)} == EVERYTHING
    assert [slice_of(chat) for chat in (1, -100123)] == [slice_of(chat) for chat in (1, -100123)]


class Unsteady(MemorySlices):
    """Slices of a store that can be cut off."""

    down = False

    async def beat(self, member: str) -> Part:
        if self.down:
            raise StoreDown
        return await super().beat(member)


async def test_who_cannot_give_a_sign_of_life_stops_before_others_begin() -> None:
    watch, slices = Watch(), Unsteady(LEASE_MS)
    async with Nursery() as nursery:
        holder = Holder(slices, nursery, LEASE_MS)

        async def attend(number: int) -> None:
            watch.attended[number] = "ann"
            try:
                await asyncio.Event().wait()
            finally:
                del watch.attended[number]

        nursery.start(holder.run(attend), "ann")
        await until(lambda: watch.count("ann") == SLICES)
        slices.down = True
        await until(lambda: not holder.held)
        await until(lambda: not watch.attended)
        slices.down = False
        await until(lambda: watch.count("ann") == SLICES == len(holder.held))


async def test_a_slice_whose_work_failed_is_attended_to_anew() -> None:
    begun: list[int] = []
    again = asyncio.Event()

    async def attend(number: int) -> None:
        begun.append(number)
        if begun.count(number) == 1 and number == 5:
            raise ValueError("a mistake")
        if begun.count(5) == 2:
            again.set()
        await asyncio.Event().wait()

    async with Nursery() as nursery, asyncio.timeout(PATIENCE_S):
        nursery.start(Holder(MemorySlices(LEASE_MS), nursery, LEASE_MS).run(attend), "holder")
        await again.wait()
        assert [str(failure.error) for failure in nursery.failures] == ["a mistake"]


@pytest.mark.parametrize("members", [1, 2, 5, 33])
async def test_fair_shares_never_add_up_to_more_or_less(members: int) -> None:
    slices, names = MemorySlices(LEASE_MS), [f"m{number}" for number in range(members)]
    for name in names:
        await slices.beat(name)
    assert sum([(await slices.beat(name)).fair for name in names]) == SLICES
