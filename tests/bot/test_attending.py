"""What lies in the inbox is dealt with: in order, until replies are sent, and nothing can block the rest."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from bot.attending import TRIES, Attendant
from bot.owing import is_late, owe
from bot.share import Slices
from hall.holder import Holder
from hall.nursery import Nursery
from hall.store.inbox import MemoryInbox
from hall.store.slices import LEASE_MS, MemorySlices
from tests.hall.test_slices import until
from tests.telegram import FastClock

SLICE = 3
PATIENCE_S = 10


def message(person: int, text: str) -> str:
    return f'{{"update_id": 1, "message": {{"from": {{"id": {person}}}, "text": "{text}"}}}}'


@asynccontextmanager
async def attended(inbox: MemoryInbox, deal: Callable[[str], Awaitable[None]]) -> AsyncIterator[Nursery]:
    """A process that holds all slices and attends to one."""
    clock = FastClock()
    async with Nursery() as nursery, asyncio.timeout(PATIENCE_S):
        holder = Holder(MemorySlices(LEASE_MS), nursery)
        share = Slices(holder, inbox, nursery, clock)
        begun = asyncio.Event()

        async def attend(number: int) -> None:
            async with share.opened(number) as working:
                if number == SLICE:
                    begun.set()
                    await Attendant(number, working, inbox, share, clock, deal).run()
                await asyncio.Event().wait()

        holding = nursery.start(holder.run(attend), "holding")
        await begun.wait()
        yield nursery
        holding.cancel()
        await asyncio.wait([holding])
        assert not nursery.failures


async def emptied(inbox: MemoryInbox) -> None:
    async def is_empty() -> bool:
        return await inbox.count() == 0

    await until(is_empty)


async def test_one_person_s_updates_keep_their_order_and_others_do_not_wait() -> None:
    inbox, seen, slow = MemoryInbox(), list[str](), asyncio.Event()

    async def deal(text: str) -> None:
        if "slow" in text:
            await slow.wait()
        seen.append(text)

    texts = [message(1, "slow"), message(1, "after"), message(2, "other")]
    async with attended(inbox, deal):
        for number, text in enumerate(texts):
            await inbox.put(SLICE, text, number)
        await until(lambda: bool(seen))
        assert seen == texts[2:]
        slow.set()
        await emptied(inbox)
    assert seen == [texts[2], texts[0], texts[1]]


async def test_an_update_is_done_when_its_replies_are_sent() -> None:
    inbox, sent = MemoryInbox(), asyncio.Event()

    async with attended(inbox, lambda _: reply()) as nursery:

        async def reply() -> None:
            owe(nursery.start(sent.wait(), "a reply"))

        await inbox.put(SLICE, message(1, "hello"))
        await inbox.put(SLICE, message(2, "hello"))
        await until(lambda: nursery.names.count("a reply") == 2)
        assert await inbox.count() == 2
        sent.set()
        await emptied(inbox)


async def test_what_another_process_left_is_dealt_with_and_known_to_be_late() -> None:
    inbox, late = MemoryInbox(), list[bool]()

    async def deal(_: str) -> None:
        late.append(is_late())

    await inbox.put(SLICE, message(1, "left"))
    async with attended(inbox, deal):
        await emptied(inbox)
        await inbox.put(SLICE, message(1, "new"))
        await emptied(inbox)
    assert late == [True, False]


async def test_what_ends_every_process_is_given_up_and_the_rest_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    inbox, died, seen = MemoryInbox(), asyncio.Event(), list[str]()

    async def deal(text: str) -> None:
        if "poison" in text:
            died.set()
            await asyncio.Event().wait()
        seen.append(text)

    await inbox.put(SLICE, message(1, "poison"))
    for _ in range(TRIES):
        died.clear()
        async with attended(inbox, deal):
            await died.wait()
    await inbox.put(SLICE, message(1, "bread"))
    with caplog.at_level(logging.ERROR):
        async with attended(inbox, deal):
            await emptied(inbox)
    assert "given up" in caplog.text
    assert seen == [message(1, "bread")]
