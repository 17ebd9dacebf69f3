"""What was delivered to any process and waits for the one that deals with it: numbered texts, each taken in once."""

import asyncio
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from hall.ports import Store
from hall.store import keys
from hall.store.redis import RedisStore

SEEN_S = 2 * 86_400
LOOK_S = 0.25  # so often somebody who waits looks for what other processes have taken in


class Inbox(Protocol):
    """Every method may raise StoreDown."""

    async def put(self, number: int, text: str) -> bool:
        """Take something in; False if this number was taken in within the last two days."""

    async def waiting(self, limit: int) -> list[str]:
        """What waits, lowest number first. It waits on until it is done."""

    async def done(self, number: int) -> None:
        """This number was dealt with."""

    async def news(self) -> None:
        """Come back when something may have been taken in."""


class MemoryInbox:
    """For tests, beside a MemoryStore."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._waiting: dict[int, str] = {}
        self._arrived = asyncio.Event()

    async def put(self, number: int, text: str) -> bool:
        if number in self._seen:
            return False
        self._seen.add(number)
        self._waiting[number] = text
        self._arrived.set()
        return True

    async def waiting(self, limit: int) -> list[str]:
        return [self._waiting[number] for number in sorted(self._waiting)[:limit]]

    async def done(self, number: int) -> None:
        self._waiting.pop(number, None)

    async def news(self) -> None:
        await self._arrived.wait()
        self._arrived.clear()


class RedisInbox:
    """In the same Redis or Valkey as the tables, for every process that serves one bot."""

    def __init__(self, store: RedisStore, name: str) -> None:
        # the tables' own client, patience and revival: one connection pool, one way to be down
        self._client, self._patiently = store.client, store.patiently
        self._script = store.client.register_script((Path(__file__).parent / "inbox.lua").read_text())
        self._name, self._key = name, keys.inbox_key(name)
        self._arrived = asyncio.Event()

    async def put(self, number: int, text: str) -> bool:
        names = [self._key, keys.inbox_seen_key(self._name, number)]
        values: list[str | int] = [number, text, SEEN_S]
        new: Any = await self._patiently(lambda: self._script(keys=names, args=values))
        self._arrived.set()
        return bool(new)

    async def waiting(self, limit: int) -> list[str]:
        found: Any = await self._patiently(lambda: self._client.zrange(self._key, 0, limit - 1))
        return [str(text) for text in found]

    async def done(self, number: int) -> None:
        await self._patiently(lambda: self._client.zremrangebyscore(self._key, number, number))

    async def news(self) -> None:
        try:
            async with asyncio.timeout(LOOK_S):
                await self._arrived.wait()
        except TimeoutError:
            return
        self._arrived.clear()


_beside: WeakKeyDictionary[Store, dict[str, MemoryInbox | RedisInbox]] = WeakKeyDictionary()


def inbox_beside(store: Store, name: str) -> Inbox:
    """The inbox of this name in this store; asked twice in one process, the same."""
    known = _beside.setdefault(store, {})
    if name not in known:
        known[name] = RedisInbox(store, name) if isinstance(store, RedisStore) else MemoryInbox()
    return known[name]
