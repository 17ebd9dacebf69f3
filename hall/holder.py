"""This process's part of work that several share: it holds slices, attends to them, and lets go of them in time."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any

from hall.nursery import Nursery
from hall.ports import StoreDown
from hall.store.slices import LEASE_MS, Part, Slices

log = logging.getLogger(__name__)

BEATS = 10
"""So many signs of life in the time of one lease."""
HURRY_S = 0.1
"""Seconds between two of them while others are about to give slices back."""
LAST_WORD_S = 2.0
"""Seconds a store may take to hear that this process leaves."""

Attend = Callable[[int], Coroutine[Any, Any, None]]


class Holder:
    """Holds slices, and runs one task for each as long as it is held.

    The task of a slice is cancelled when the slice goes to another process. It may wind up, but must look whether it
    still `holds` the slice before it touches anything: a lease that has run out leaves no time.
    """

    def __init__(self, slices: Slices, nursery: Nursery, lease_ms: int = LEASE_MS) -> None:
        self._slices, self._nursery, self._lease_s = slices, nursery, lease_ms / 1000
        self._member = secrets.token_urlsafe(9)
        self._good_until = 0.0
        self._held: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}

    @property
    def held(self) -> frozenset[int]:
        """The slices held now."""
        return frozenset(self._held) if time.monotonic() < self._good_until else frozenset()

    def holds(self, number: int) -> bool:
        """Whether this process, and nobody else, attends to this slice."""
        return number in self._held and time.monotonic() < self._good_until

    async def run(self, attend: Attend) -> None:
        """Share for ever. `attend` is run for each slice that is held."""
        try:
            while True:
                part = await self._beat()
                if part is not None:
                    await self._follow(part, attend)
                hurry = part is not None and len(part.held) < part.fair
                await asyncio.sleep(HURRY_S if hurry else self._lease_s / BEATS)
        finally:
            await self._end(set(self._tasks))
            self._held.clear()
            with suppress(StoreDown, TimeoutError):
                async with asyncio.timeout(LAST_WORD_S):
                    await self._slices.leave(self._member)

    async def _beat(self) -> Part | None:
        """Give a sign of life; None if it was not heard. Nothing is kept longer than the last one was good for."""
        asked, part = time.monotonic(), None
        left = self._good_until - asked if self._tasks else self._lease_s
        try:
            async with asyncio.timeout(left):
                part = await self._slices.beat(self._member)
        except (StoreDown, TimeoutError):
            log.warning("the store has not heard that this process is alive")
        if time.monotonic() >= self._good_until and self._tasks:
            log.warning("this process was silent for too long: others attend to its chats now")
            self._held.clear()
            await self._end(set(self._tasks))
        if part is not None:
            self._good_until = asked + self._lease_s
        return part

    async def _follow(self, part: Part, attend: Attend) -> None:
        """Stop what has gone to others, give back what is too much, and begin with what is new."""
        await self._end({number for number, task in self._tasks.items() if task.done()})  # to be begun again
        self._held &= part.held
        await self._end(set(self._tasks) - part.held)
        if (surplus := len(part.held) - part.fair) > 0:
            await self._give_back(sorted(part.held)[-surplus:])
            return
        for number in part.held - self._tasks.keys():
            self._held.add(number)
            self._tasks[number] = self._nursery.start(attend(number), f"slice {number}")

    async def _give_back(self, numbers: Iterable[int]) -> None:
        await self._end(set(numbers))
        self._held.difference_update(numbers)
        with suppress(StoreDown):  # then the next beat finds the same surplus
            await self._slices.release(self._member, numbers)

    async def _end(self, numbers: set[int]) -> None:
        """Stop attending to these slices, and wait until that is so."""
        tasks = [task for number in numbers if (task := self._tasks.get(number)) is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        for number in numbers:
            self._tasks.pop(number, None)

