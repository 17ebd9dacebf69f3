"""Small things that are worth remembering for a while and no harm to lose: which pictures are sent, what was seen."""

import time
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from hall.ports import Store
from hall.store import keys
from hall.store.redis import RedisStore

FILE_S = 7 * 86_400
UPDATE_S = 2 * 86_400


class Notes(Protocol):
    """Notes by a name that begins with their kind, like `file:…`. Every method may raise StoreDown."""

    async def read(self, name: str) -> str | None:
        """What was written within its time; None if nothing was."""

    async def write(self, name: str, text: str, seconds: int) -> None:
        """Remember it for so long."""

    async def first(self, name: str, seconds: int) -> bool:
        """Whether this is the first time within so many seconds that anybody asks."""

    async def erase(self, name: str) -> None:
        """Forget it now."""


class MemoryNotes:
    """For tests, beside a MemoryStore. It forgets by this machine's clock."""

    def __init__(self) -> None:
        self._notes: dict[str, tuple[str, float]] = {}

    async def read(self, name: str) -> str | None:
        text, until = self._notes.get(name, ("", 0.0))
        return text if until > time.monotonic() else None

    async def write(self, name: str, text: str, seconds: int) -> None:
        self._notes[name] = (text, time.monotonic() + seconds)

    async def first(self, name: str, seconds: int) -> bool:
        if await self.read(name) is not None:
            return False
        await self.write(name, "1", seconds)
        return True

    async def erase(self, name: str) -> None:
        self._notes.pop(name, None)


class RedisNotes:
    """In the same Redis or Valkey as the tables."""

    def __init__(self, store: RedisStore) -> None:
        # the tables' own client, patience and revival: one connection pool, one way to be down
        self._client, self._patiently = store.client, store.patiently

    async def read(self, name: str) -> str | None:
        text: Any = await self._patiently(lambda: self._client.get(keys.note_key(name)))
        return text if text is None else str(text)

    async def write(self, name: str, text: str, seconds: int) -> None:
        await self._patiently(lambda: self._client.set(keys.note_key(name), text, ex=seconds))

    async def first(self, name: str, seconds: int) -> bool:
        return bool(await self._patiently(lambda: self._client.set(keys.note_key(name), "1", ex=seconds, nx=True)))

    async def erase(self, name: str) -> None:
        await self._patiently(lambda: self._client.delete(keys.note_key(name)))


_beside: WeakKeyDictionary[Store, MemoryNotes] = WeakKeyDictionary()


def notes_beside(store: Store) -> Notes:
    """The notes kept in this store: in the same Redis, or in memory for as long as the memory store lives."""
    if isinstance(store, RedisStore):
        return RedisNotes(store)
    return _beside.setdefault(store, MemoryNotes())
