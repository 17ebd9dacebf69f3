"""Leases: who alone may touch something just now. A holder that dies holds it no longer than the lease."""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Protocol
from weakref import WeakKeyDictionary

from hall.nursery import Nursery
from hall.ports import Store, StoreDown
from hall.store import keys
from hall.store.redis import RedisStore

LEASE_MS = 10_000
RENEWALS = 4
"""So many in the time of one lease."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.02, 0.25


class LeaseLost(StoreDown):
    """While the store could not be reached the lease has expired, and somebody else holds it now."""


class Leases(Protocol):
    """Named leases, of which each has one holder among all processes.

    A block that loses its lease to somebody else is broken off by LeaseLost.
    """

    @asynccontextmanager
    def hold(self, name: str) -> AsyncIterator[None]:
        """Wait until nobody else holds it, and hold it for the length of the block. Raises StoreDown while waiting."""
        ...

    @asynccontextmanager
    def attempt(self, name: str) -> AsyncIterator[bool]:
        """Hold it for the length of the block if nobody does now; gives whether that is so. Raises StoreDown."""
        ...


class MemoryLeases:
    """For tests, beside a MemoryStore."""

    def __init__(self) -> None:
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    @asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[None]:
        async with self._locks[name]:
            yield

    @asynccontextmanager
    async def attempt(self, name: str) -> AsyncIterator[bool]:
        if self._locks[name].locked():
            yield False
            return
        async with self.hold(name):
            yield True


class RedisLeases:
    """In Redis: a key for each lease, which expires unless its holder renews it."""

    def __init__(self, store: RedisStore, nursery: Nursery, lease_ms: int = LEASE_MS) -> None:
        self._store, self._nursery, self._lease_ms = store, nursery, lease_ms
        self._script = store.client.register_script((Path(__file__).parent / "lease.lua").read_text())

    @asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[None]:
        key, holder = keys.lease_key(name), secrets.token_urlsafe(9)
        pause = FIRST_PAUSE_S
        while not await self._ask("take", key, holder):
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)
        async with self._kept(key, holder):
            yield

    @asynccontextmanager
    async def attempt(self, name: str) -> AsyncIterator[bool]:
        key, holder = keys.lease_key(name), secrets.token_urlsafe(9)
        if not await self._ask("take", key, holder):
            yield False
            return
        async with self._kept(key, holder):
            yield True

    @asynccontextmanager
    async def _kept(self, key: str, holder: str) -> AsyncIterator[None]:
        """Renew what has been taken while the block runs, then leave it."""
        lost = asyncio.Event()
        block = asyncio.current_task()
        renewing = self._nursery.start(self._renew(key, holder, lost, block), f"lease {key}")
        try:
            yield
        except asyncio.CancelledError:
            if lost.is_set() and block is not None and block.uncancel() == 0:
                raise LeaseLost(key) from None
            raise
        finally:
            renewing.cancel()
            with suppress(StoreDown):  # then it ends by itself
                await self._ask("leave", key, holder)

    async def _renew(self, key: str, holder: str, lost: asyncio.Event, block: asyncio.Task[object] | None) -> None:
        """Renew for ever. A lease that has expired is taken again, unless somebody else was first."""
        while True:
            await asyncio.sleep(self._lease_ms / 1000 / RENEWALS)
            with suppress(StoreDown):
                if not (await self._ask("renew", key, holder) or await self._ask("take", key, holder)):
                    lost.set()
                    if block is not None:
                        block.cancel()
                    return

    async def _ask(self, wish: str, key: str, holder: str) -> bool:
        """Whether the wish (lease.lua) was granted."""
        return bool(await self._store.patiently(lambda: self._script(keys=[key], args=[wish, holder, self._lease_ms])))


_beside: WeakKeyDictionary[Store, MemoryLeases] = WeakKeyDictionary()


def leases_beside(store: Store, nursery: Nursery, lease_ms: int = LEASE_MS) -> Leases:
    """The leases kept in this store: in the same Redis, or in memory for as long as the memory store lives."""
    if isinstance(store, RedisStore):
        return RedisLeases(store, nursery, lease_ms)
    return _beside.setdefault(store, MemoryLeases())
