"""One-time links, kept for ten minutes under the digest of their secret, in Redis or Valkey or in memory for tests."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from hall.ports import Store
from hall.store import keys
from hall.store.memory import MemoryStore, wall_clock
from hall.store.redis import RedisStore

LINK_S = 600


class Links(Protocol):
    """All methods may raise StoreDown."""

    async def put(self, digest: str, holds: str) -> None:
        """Make a link known for ten minutes."""

    async def look(self, digest: str) -> str | None:
        """What a link holds that nobody has taken yet, without taking it."""

    async def take(self, digest: str, by: str) -> str | None:
        """What a link holds; None if there is no such link any more, or somebody else has taken it."""


class MemoryLinks:
    """For tests, beside a MemoryStore."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._links: dict[str, tuple[int, str]] = {}
        self._taken: dict[str, str] = {}

    async def put(self, digest: str, holds: str) -> None:
        self._links[digest] = (self._clock() + LINK_S * 1000, holds)

    async def look(self, digest: str) -> str | None:
        until, holds = self._links.get(digest, (0, ""))
        return holds if self._clock() < until and digest not in self._taken else None

    async def take(self, digest: str, by: str) -> str | None:
        until, holds = self._links.get(digest, (0, ""))
        if self._clock() >= until or self._taken.setdefault(digest, by) != by:
            return None
        return holds


class RedisLinks:
    """In the same Redis or Valkey as the tables."""

    def __init__(self, store: RedisStore) -> None:
        self._client, self._patiently = store.client, store.patiently
        self._script = self._client.register_script((Path(__file__).parent / "bind.lua").read_text())

    async def put(self, digest: str, holds: str) -> None:
        key = keys.link_key(digest)

        async def ask() -> None:
            async with self._client.pipeline(transaction=True) as pipe:
                pipe.hset(key, "holds", holds)
                pipe.expire(key, LINK_S)
                await pipe.execute()

        await self._patiently(ask)

    async def look(self, digest: str) -> str | None:
        held: Any = await self._patiently(lambda: self._client.hmget(keys.link_key(digest), ["holds", "by"]))
        return held[0] if held[1] is None else None

    async def take(self, digest: str, by: str) -> str | None:
        answer: Any = await self._patiently(lambda: self._script(keys=[keys.link_key(digest)], args=[by]))
        return str(answer) if answer is not None else None


_beside: WeakKeyDictionary[Store, MemoryLinks] = WeakKeyDictionary()


def links_beside(store: Store) -> Links:
    """The links of those who play at the tables of this store."""
    if isinstance(store, RedisStore):
        return RedisLinks(store)
    return _beside.setdefault(store, MemoryLinks(store.clock if isinstance(store, MemoryStore) else wall_clock))
