"""What is taken in by any process: once, in order, for one slice, until it is done; in memory and in a real store."""

import asyncio

import pytest

from hall.nursery import Nursery
from hall.ports import Store
from hall.store.inbox import Inbox, inbox_beside


@pytest.fixture
def inboxes(stores: list[Store]) -> list[Inbox]:
    """The inbox as two processes have it."""
    return [inbox_beside(store, "42") for store in stores]


async def texts(inbox: Inbox, number: int, after: str = "", limit: int = 10) -> list[str]:
    return [item.text for item in await inbox.waiting(number, after, limit)]


async def test_each_name_is_taken_in_once_also_after_it_is_done(inboxes: list[Inbox]) -> None:
    one, other = inboxes
    assert [await one.put(3, "seven", 7), await other.put(3, "seven", 7)] == [True, False]
    [item] = await other.waiting(3, "", 10)
    await other.done(3, item)
    assert not await one.put(3, "seven", 7)
    assert await one.waiting(3, "", 10) == []


async def test_what_has_no_name_is_always_taken_in(inboxes: list[Inbox]) -> None:
    assert [await inbox.put(3, "an errand") for inbox in inboxes] == [True, True]
    assert await texts(inboxes[0], 3) == ["an errand", "an errand"]


async def test_what_waits_comes_in_the_order_in_which_it_was_taken_in_until_it_is_done(inboxes: list[Inbox]) -> None:
    one, other = inboxes
    for text in ("a", "b", "c"):
        await one.put(3, text)
    first, second = await other.waiting(3, "", 2)
    assert [first.text, second.text] == ["a", "b"]
    assert await texts(other, 3, after=first.id) == ["b", "c"]
    await other.done(3, second)
    assert await texts(one, 3) == ["a", "c"]
    assert await texts(one, 3, after=second.id) == ["c"]
    assert await one.count() == 2


async def test_slices_and_bots_are_kept_apart(stores: list[Store], inboxes: list[Inbox]) -> None:
    await inboxes[0].put(3, "three", 1)
    assert await texts(inboxes[0], 4) == []
    assert await texts(inbox_beside(stores[0], "43"), 3) == []


async def test_it_is_counted_how_often_something_was_begun_again(inboxes: list[Inbox]) -> None:
    for text in ("bad", "good"):
        await inboxes[0].put(3, text)
    bad, good = await inboxes[0].waiting(3, "", 10)
    assert [await inbox.begun_again(3, bad) for inbox in inboxes] == [1, 2]
    assert await inboxes[0].begun_again(3, good) == 1


async def test_who_waits_is_woken_by_what_another_process_takes_in(inboxes: list[Inbox]) -> None:
    async with Nursery() as nursery, asyncio.timeout(10):
        nursery.start(inboxes[1].follow(), "following")
        for text in ("a", "b", "c"):
            await inboxes[0].put(3, text)
            await inboxes[1].news(3)
            assert text in await texts(inboxes[1], 3)
        assert not nursery.failures
