"""The service's sign of life, shared by all processes, and when it was missing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from hall.model import TableId
from hall.ports import Store
from hall.store import keys
from hall.store.memory import MemoryStore, wall_clock
from hall.store.redis import RedisStore
from hall.timing import Outage

GAP_MS = 10_000
"""When nobody has beaten for longer than this, the whole service was down."""


class Pulse(Protocol):
    """All methods may raise StoreDown."""

    async def beat(self) -> list[Outage]:
        """Say that the service is alive. The last outages, oldest first, with the one that ends by this very beat."""

    async def outages(self) -> list[Outage]:
        """The same without saying so."""

    async def waiting(self) -> list[TableId]:
        """All tables at which time will do something."""


class MemoryPulse:
    """Beside a MemoryStore, for tests."""

    def __init__(self, clock: Callable[[], int], due: Callable[[], list[TableId]], gap_ms: int = GAP_MS) -> None:
        self._clock, self._due, self._gap_ms = clock, due, gap_ms
        self._last: int | None = None
        self._outages: list[Outage] = []

    async def beat(self) -> list[Outage]:
        found = await self.outages()
        self._last = self._clock()
        return found

    async def outages(self) -> list[Outage]:
        now = self._clock()
        if self._last is not None and now - self._last > self._gap_ms:
            self._outages = [*self._outages, Outage(self._last, now)][-keys.OUTAGES_KEPT :]
            self._last = now
        return self._outages

    async def waiting(self) -> list[TableId]:
        return self._due()


class RedisPulse:
    """In the same Redis or Valkey as the tables."""

    def __init__(self, store: RedisStore, gap_ms: int = GAP_MS) -> None:
        self._client, self._patiently, self._gap_ms = store.client, store.patiently, gap_ms
        self._script = self._client.register_script((Path(__file__).parent / "pulse.lua").read_text())

    async def beat(self) -> list[Outage]:
        return await self._run("1")

    async def outages(self) -> list[Outage]:
        return await self._run("0")

    async def _run(self, beating: str) -> list[Outage]:
        names = [keys.ALIVE_KEY, keys.OUTAGES_KEY]
        values: list[str | int] = [beating, self._gap_ms, keys.OUTAGES_KEPT]
        found: Any = await self._patiently(lambda: self._script(keys=names, args=values))
        return [Outage(*map(int, text.split())) for text in found]

    async def waiting(self) -> list[TableId]:
        async def ask() -> list[Any]:
            async with self._client.pipeline(transaction=False) as pipe:
                for bucket in keys.buckets():
                    pipe.zrange(keys.due_key(bucket), 0, -1)
                return await pipe.execute()

        return [TableId(member) for members in await self._patiently(ask) for member in members]


_beside: WeakKeyDictionary[Store, MemoryPulse] = WeakKeyDictionary()


def pulse_beside(store: Store) -> Pulse:
    """The pulse of the service that uses this store: in the same Redis, or in memory beside a memory store."""
    if isinstance(store, RedisStore):
        return RedisPulse(store)
    if isinstance(store, MemoryStore):
        return _beside.setdefault(store, MemoryPulse(store.clock, store.due_tables))
    return _beside.setdefault(store, MemoryPulse(wall_clock, list))
