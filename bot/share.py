"""Which chats this process attends to, and the background work that ends when it does so no longer."""

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Protocol

from bot.clock import Clock
from bot.errands import Errand, write_errand
from bot.owing import owe
from hall.holder import Holder
from hall.nursery import Nursery
from hall.ports import StoreDown
from hall.store.inbox import Inbox
from hall.store.slices import SLICES, slice_of

LONG_AGO = float("-inf")
COUNTED_S = 0.02
PAUSE = 1.0  # seconds before a store that is down is asked again


class Share(Protocol):
    """The chats of one process."""

    def holds(self, chat: int) -> bool:
        """Whether this process, and no other, writes to a chat now."""

    def since(self, chat: int) -> float:
        """Since when (seconds of the bot's clock): somebody else may have written until then."""

    def part(self, seconds: float) -> float:
        """Which part of all chats this process has held for so many seconds at least: 1 is everything."""

    def start(self, chat: int, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Do something about a chat in the background; it is broken off when the chat goes to another process."""

    def ask(self, chat: int, errand: Errand) -> None:
        """Have something done by whoever attends to a chat, once, whatever crashes."""


class Everything:
    """For who is alone, and will stay so."""

    def __init__(self, nursery: Nursery) -> None:
        self._nursery = nursery

    def holds(self, _chat: int) -> bool:
        return True

    def since(self, _chat: int) -> float:
        return LONG_AGO

    def part(self, _seconds: float) -> float:
        return 1.0

    def start(self, _chat: int, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        return self._nursery.start(work, name)

    def ask(self, chat: int, errand: Errand) -> None:
        raise AssertionError(f"nobody else could do the errand {errand} in chat {chat}")


class Slices:
    """What the slices say that this process holds. `nursery`: for work about the chats of others."""

    def __init__(self, holder: Holder, inbox: Inbox, nursery: Nursery, clock: Clock) -> None:
        self._holder, self._inbox, self._nursery, self._clock = holder, inbox, nursery, clock
        self._open: dict[int, tuple[Nursery, float]] = {}
        self._counted_until, self._part = 0.0, 0.0

    @asynccontextmanager
    async def opened(self, number: int) -> AsyncIterator[Nursery]:
        """Attend to a slice for the length of the block. Work about its chats ends with it."""
        async with Nursery(parent=self._nursery) as working:
            self._open[number] = working, self._clock.now()
            try:
                yield working
            finally:
                del self._open[number]

    def has(self, number: int) -> bool:
        """Whether a slice is attended to."""
        return number in self._open and self._holder.holds(number)

    def holds(self, chat: int) -> bool:
        return self.has(slice_of(chat))

    def since(self, chat: int) -> float:
        opened = self._open.get(slice_of(chat))
        return opened[1] if opened is not None else LONG_AGO

    def part(self, seconds: float) -> float:
        now = time.monotonic()
        if now >= self._counted_until:  # many messages ask while they wait, and an old answer does no harm for a moment
            before, held = self._clock.now() - seconds, self._holder.held
            count = sum(number in held and since <= before for number, (_, since) in self._open.items())
            self._counted_until, self._part = now + COUNTED_S, count / SLICES
        return self._part

    def start(self, chat: int, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        opened = self._open.get(slice_of(chat))
        return (opened[0] if opened is not None else self._nursery).start(work, name)

    def ask(self, chat: int, errand: Errand) -> None:
        owe(self._nursery.start(self._put(slice_of(chat), write_errand(errand)), f"errand for chat {chat}"))

    async def _put(self, number: int, text: str) -> None:
        """Until it is kept: nobody else knows of it."""
        while True:
            try:
                await self._inbox.put(number, text)
            except StoreDown:
                await self._clock.sleep(PAUSE)
            else:
                return
