"""What was brought to any process: taken in once, kept until it is done; the same in memory and in a real store."""

import pytest

from hall.ports import Store
from hall.store.inbox import Inbox, inbox_beside


@pytest.fixture
def inbox(store: Store) -> Inbox:
    return inbox_beside(store, "42")


async def test_each_number_is_taken_in_once_also_after_it_is_done(inbox: Inbox) -> None:
    assert [await inbox.put(7, "seven"), await inbox.put(7, "seven")] == [True, False]
    await inbox.done(7)
    assert not await inbox.put(7, "seven")
    assert await inbox.waiting(10) == []


async def test_what_waits_comes_in_the_order_of_its_numbers_until_it_is_done(inbox: Inbox) -> None:
    for number in (30, 4, 12):
        await inbox.put(number, f"text {number}")
    await inbox.news()
    assert await inbox.waiting(2) == ["text 4", "text 12"]
    assert await inbox.waiting(10) == ["text 4", "text 12", "text 30"]
    await inbox.done(4)
    assert await inbox.waiting(10) == ["text 12", "text 30"]


async def test_two_bots_have_two_inboxes(store: Store, inbox: Inbox) -> None:
    await inbox.put(1, "one")
    assert await inbox_beside(store, "43").waiting(10) == []
