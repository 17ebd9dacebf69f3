"""Several tables in one group share its few messages a minute: nobody starves, however fast another one moves."""

import asyncio
import heapq
import itertools
from typing import Any

from aiogram.methods import EditMessageText, TelegramMethod

from bot.sender import Sender
from bot.share import Everything
from hall.nursery import Nursery

GROUP, MINUTES = -1001, 4


class StillClock:
    """Time that passes only as far as a test lets it: whoever sleeps wakes at exactly their moment, in order."""

    def __init__(self) -> None:
        self._now, self._order = 0.0, itertools.count()
        self._sleeping: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        waking = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleeping, (self._now + seconds, next(self._order), waking))
        await waking

    async def let_pass(self, seconds: float) -> None:
        until = self._now + seconds
        while True:
            for _ in range(10):  # whoever is awake does what there is to do
                await asyncio.sleep(0)
            if not self._sleeping or self._sleeping[0][0] > until:
                break
            self._now, _, waking = heapq.heappop(self._sleeping)
            if not waking.done():
                waking.set_result(None)
        self._now = until


class Recorder:
    """A Telegram that takes everything at once."""

    def __init__(self, clock: StillClock) -> None:
        self._clock = clock
        self.written: list[tuple[float, int]] = []

    async def __call__(self, method: TelegramMethod[Any], **_: Any) -> bool:
        assert isinstance(method, EditMessageText)
        assert method.message_id is not None
        self.written.append((self._clock.now(), method.message_id))
        return True


async def _moves_without_end(sender: Sender, table: int) -> None:
    """A table that always has something newer to show, as its living message would."""

    async def build() -> EditMessageText:
        return EditMessageText(chat_id=GROUP, message_id=table, text="newer")

    while True:
        await sender.send(GROUP, build)


async def _play(tables: int, late: int = 0) -> list[tuple[float, int]]:
    """What is written within some minutes for tables that never rest; `late` more join after a minute."""
    clock = StillClock()
    recorder = Recorder(clock)
    async with Nursery() as nursery:
        sender = Sender(recorder, clock, Everything(nursery))  # type: ignore[arg-type]
        for table in range(tables):
            nursery.start(_moves_without_end(sender, table), f"table {table}")
        await clock.let_pass(60)
        for table in range(tables, tables + late):
            nursery.start(_moves_without_end(sender, table), f"table {table}")
        await clock.let_pass(60 * (MINUTES - 1))
    return recorder.written


async def test_every_table_of_a_group_is_served_as_often_as_any_other() -> None:
    for tables in (3, 20):
        written = await _play(tables)
        order = [table for _, table in written][1:]  # the first one writes before the others have come
        rounds = [order[at : at + tables] for at in range(len(order) - tables + 1)]
        assert len(rounds) > tables / 2
        assert all(len(set(served)) == tables for served in rounds)
        assert sum(at < 60 for at, _ in written) == 15
        assert sum(60 <= at < 120 for at, _ in written) == 15


async def test_a_table_that_comes_later_waits_no_longer_than_a_round() -> None:
    written = await _play(7, late=1)
    first = next(at for at, table in written if table == 7)
    between = [table for at, table in written if 60 < at < first]
    assert len(between) <= 7
