"""What any process takes in and the one that holds its slice deals with: texts, in order, each until it is done."""

import asyncio
import itertools
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from hall.ports import Store, StoreDown
from hall.store import keys
from hall.store.redis import UNREACHABLE, RedisStore, heeding_cancellation
from hall.store.slices import SLICES

SEEN_S = 2 * 86_400
BLOCK_MS = 1_000
PAUSE_S = 0.1
BEGINNING = "0-0"


@dataclass(frozen=True, slots=True)
class Item:
    """Something that was taken in. `id` grows with the order in which that happened."""

    id: str
    text: str


class Inbox(Protocol):
    """Every method but `news` and `follow` may raise StoreDown."""

    async def put(self, number: int, text: str, name: int | None = None) -> bool:
        """Take something in for slice `number`; False if its name was taken in within the last two days."""

    async def waiting(self, number: int, after: str, limit: int) -> list[Item]:
        """What waits in a slice, oldest first, after the item of this id ('' for all). It waits on until it is done."""

    async def done(self, number: int, item: Item) -> None:
        """This item was dealt with."""

    async def begun_again(self, number: int, item: Item) -> int:
        """Note that an item which somebody else may have begun is begun anew; how often that happened, now included."""

    async def count(self) -> int:
        """How many items wait in all slices."""

    async def news(self, number: int) -> None:
        """Come back when something may have been taken in for a slice."""

    async def follow(self) -> None:
        """For ever: hear what other processes take in, so that `news` comes at once."""


class Bells:
    """An event for each slice, rung when something was taken in for it."""

    def __init__(self) -> None:
        self._events: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)

    def ring(self, number: int) -> None:
        """Something may have been taken in."""
        self._events[number].set()

    def ring_all(self) -> None:
        """Something may have been taken in anywhere."""
        for number in range(SLICES):
            self.ring(number)

    async def news(self, number: int) -> None:
        """Wait for the next ring, or come back at once if there was one since."""
        await self._events[number].wait()
        self._events[number].clear()


class MemoryInbox:
    """For tests, beside a MemoryStore."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._waiting: defaultdict[int, dict[str, Item]] = defaultdict(dict)
        self._again: defaultdict[str, int] = defaultdict(int)
        self._ids = itertools.count(1)
        self._bells = Bells()

    async def put(self, number: int, text: str, name: int | None = None) -> bool:
        if name is not None and name in self._seen:
            return False
        if name is not None:
            self._seen.add(name)
        item = Item(f"{next(self._ids):012}", text)
        self._waiting[number][item.id] = item
        self._bells.ring(number)
        return True

    async def waiting(self, number: int, after: str, limit: int) -> list[Item]:
        return [item for item in self._waiting[number].values() if item.id > after][:limit]

    async def done(self, number: int, item: Item) -> None:
        self._waiting[number].pop(item.id, None)

    async def begun_again(self, _number: int, item: Item) -> int:
        self._again[item.id] += 1
        return self._again[item.id]

    async def count(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def news(self, number: int) -> None:
        await self._bells.news(number)

    async def follow(self) -> None:
        await asyncio.Event().wait()


class RedisInbox:
    """In the same Redis or Valkey as the tables: a stream for each slice, and one that tells where there is news."""

    def __init__(self, store: RedisStore, name: str) -> None:
        # the tables' own client, patience and revival: one connection pool, one way to be down
        self._client, self._patiently = store.client, store.patiently
        self._script = store.client.register_script((Path(__file__).parent / "inbox.lua").read_text())
        self._name, self._news, self._again = name, keys.inbox_news_key(name), keys.inbox_again_key(name)
        self._bells = Bells()

    async def put(self, number: int, text: str, name: int | None = None) -> bool:
        names = [self._key(number), self._news]
        names += [keys.inbox_seen_key(self._name, name)] if name is not None else []
        values: list[str | int] = [text, number, SEEN_S]
        new: Any = await self._patiently(lambda: self._script(keys=names, args=values))
        self._bells.ring(number)
        return bool(new)

    async def waiting(self, number: int, after: str, limit: int) -> list[Item]:
        first, key = f"({after}" if after else "-", self._key(number)
        found: Any = await self._patiently(lambda: self._client.xrange(key, first, count=limit))
        return [Item(entry, fields["t"]) for entry, fields in found]

    async def done(self, number: int, item: Item) -> None:
        async def ask() -> None:
            async with self._client.pipeline(transaction=False) as pipe:
                pipe.xdel(self._key(number), item.id)
                pipe.hdel(self._again, f"{number}:{item.id}")
                await pipe.execute()

        await self._patiently(ask)

    async def begun_again(self, number: int, item: Item) -> int:
        times: Any = await self._patiently(lambda: self._client.hincrby(self._again, f"{number}:{item.id}", 1))
        return int(times)

    async def count(self) -> int:
        async def ask() -> list[Any]:
            async with self._client.pipeline(transaction=False) as pipe:
                for number in range(SLICES):
                    pipe.xlen(self._key(number))
                return await pipe.execute()

        return sum(await self._patiently(ask))

    async def news(self, number: int) -> None:
        await self._bells.news(number)

    async def follow(self) -> None:
        while True:
            try:
                await self._hear()
            except (*UNREACHABLE, StoreDown):
                await asyncio.sleep(PAUSE_S)

    async def _hear(self) -> None:
        """Read the news from now on. What came before is looked for in all slices."""
        newest: Any = await self._patiently(lambda: self._client.xrevrange(self._news, count=1))
        position = newest[0][0] if newest else BEGINNING
        self._bells.ring_all()
        while True:
            with heeding_cancellation():
                answer: Any = await self._client.xread({self._news: position}, block=BLOCK_MS)
            for _, entries in answer or ():
                for entry, fields in entries:
                    position = entry
                    self._bells.ring(int(fields["s"]))

    def _key(self, number: int) -> str:
        return keys.inbox_key(self._name, number)


_beside: WeakKeyDictionary[Store, dict[str, MemoryInbox | RedisInbox]] = WeakKeyDictionary()


def inbox_beside(store: Store, name: str) -> Inbox:
    """The inbox of this name in this store; asked twice in one process, the same."""
    known = _beside.setdefault(store, {})
    if name not in known:
        known[name] = RedisInbox(store, name) if isinstance(store, RedisStore) else MemoryInbox()
    return known[name]
