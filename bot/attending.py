"""Deals with what waits in the inbox for this process's chats: at least once, everybody's in order, none for ever."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from aiogram import Bot, Dispatcher
from aiogram.types import Update
from aiogram.types.update import UpdateTypeLookupError
from pydantic import ValidationError

from bot.clock import Clock
from bot.errands import Errand, read_errand
from bot.owing import count_debts
from bot.place import person_in
from bot.share import Slices
from hall.nursery import Nursery
from hall.ports import StoreDown
from hall.store.inbox import Inbox, Item

T = TypeVar("T")
log = logging.getLogger(__name__)

AT_ONCE = 100  # updates of one slice that are dealt with at the same time
TRIES = 5  # so often an update is begun again whose process died of it, perhaps
PAUSE = 0.5  # seconds before a store that is down is asked again


class Attendant:
    """Attends to one slice. What is dealt with, replies sent and all, is done; all else waits for the next holder."""

    def __init__(
        self, number: int, working: Nursery, inbox: Inbox, share: Slices, clock: Clock,
        deal: Callable[[str], Awaitable[None]],
    ) -> None:
        self._number, self._working, self._inbox, self._share = number, working, inbox, share
        self._clock, self._deal = clock, deal
        self._places = asyncio.Semaphore(AT_ONCE)
        self._last: dict[int, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Deal with everything for ever."""
        position, inherited = "", True
        while True:
            try:
                items = await self._inbox.waiting(self._number, position, AT_ONCE)
            except StoreDown:
                await self._clock.sleep(PAUSE)
                continue
            for item in items:
                await self._places.acquire()
                self._begin(item, inherited=inherited)
                position = item.id
            if not items:
                inherited = False
                await self._inbox.news(self._number)

    def _begin(self, item: Item, *, inherited: bool) -> None:
        """In the background, after what the same person did before."""
        person, before = _person(item.text), self._last.get(_person(item.text))
        work = self._in_turn(item, before, inherited=inherited)
        task = self._last[person] = self._working.start(work, f"an update of {person}")

        def ended(_: asyncio.Task[None]) -> None:
            self._places.release()
            if self._last.get(person) is task:
                del self._last[person]

        task.add_done_callback(ended)

    async def _in_turn(self, item: Item, before: asyncio.Task[None] | None, *, inherited: bool) -> None:
        if before is not None:
            await asyncio.wait([before])
        if inherited and await self._surely(lambda: self._inbox.begun_again(self._number, item)) > TRIES:
            log.error("this was begun %d times and never ended; it is given up: %.200s", TRIES, item.text)
            await self._done(item)
            return
        owed = count_debts(late=inherited)
        await self._deal(item.text)
        if owed:
            self._working.start(self._done(item, owed), "replies to an update")
        else:
            await self._done(item)

    async def _done(self, item: Item, owed: set[asyncio.Task[None]] | None = None) -> None:
        """Once all replies are sent."""
        if owed:
            await asyncio.wait(owed)
        if self._share.has(self._number):
            await self._surely(lambda: self._inbox.done(self._number, item))

    async def _surely(self, ask: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await ask()
            except StoreDown:
                await self._clock.sleep(PAUSE)


class Reading:
    """Reads what lies in the inbox, and has it done. `errand` does what other processes ask for."""

    def __init__(
        self, bot: Bot, dispatcher: Dispatcher, clock: Clock, errand: Callable[[Errand], Awaitable[None]]
    ) -> None:
        self._bot, self._dispatcher, self._clock, self._errand = bot, dispatcher, clock, errand

    async def deal(self, text: str) -> None:
        """An update or an errand. Whatever it does to us, the next ones are dealt with."""
        try:
            if (errand := read_errand(text)) is not None:
                await self._do(errand)
            else:
                await self._update(text)
        except Exception:  # logged; what failed once in our code would fail again
            log.exception("this could not be dealt with: %.200s", text)

    async def _do(self, errand: Errand) -> None:
        while True:
            try:
                await self._errand(errand)
            except StoreDown:
                await self._clock.sleep(PAUSE)
            else:
                return

    async def _update(self, text: str) -> None:
        raw = json.loads(text)
        try:
            update = Update.model_validate(raw, context={"bot": self._bot})
            update.event_type  # noqa: B018 - asked for its error: aiogram would warn of what it does not know
        except ValidationError:
            log.warning("update %s cannot be read and is skipped", raw.get("update_id"))
        except UpdateTypeLookupError:
            log.info("update %s is of a kind nobody knows and is skipped", raw.get("update_id"))
        else:
            await self._dispatcher.feed_update(self._bot, update)


def _person(text: str) -> int:
    """Whose turn it is to wait: what one person does is dealt with in order."""
    return person_in(json.loads(text)) if text.startswith("{") else 0
