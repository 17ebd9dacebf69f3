"""Tells of what changes no table: through the same outbox as every step, without a version of its own."""

from collections import defaultdict
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from hall.ports import Event, Store
from hall.reactions import MOST, WITHIN_S, Telling
from hall.store import keys
from hall.store.codec import encode_event, op_digest
from hall.store.memory import MemoryStore
from hall.store.redis import RedisStore


class MemoryTelling:
    """Beside a MemoryStore, for tests."""

    def __init__(self, store: MemoryStore) -> None:
        self._publish, self._clock = store.publish, store.clock
        self._lately: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        self._since: dict[tuple[str, str], int] = {}

    async def tell(self, event: Event, who: str, op: str) -> bool:
        key, now = (event.table, who), self._clock()
        if now >= self._since.get(key, now) + WITHIN_S * 1000:
            self._lately.pop(key, None)
            self._since.pop(key, None)
        lately = self._lately[key]
        if op_digest(op) in lately:
            return True
        if len(lately) >= MOST:
            return False
        lately.append(op_digest(op))
        self._since.setdefault(key, now)
        self._publish(event)
        return True


class RedisTelling:
    """In the same Redis or Valkey as the tables."""

    def __init__(self, store: RedisStore) -> None:
        self._patiently = store.patiently
        self._script = store.client.register_script((Path(__file__).parent / "tell.lua").read_text())

    async def tell(self, event: Event, who: str, op: str) -> bool:
        names = [keys.outbox_key(keys.table_bucket(event.table)), keys.told_key(event.table, who)]
        values: list[str | int] = [op_digest(op), encode_event(event), event.table, event.version]
        values += [MOST, WITHIN_S, keys.OUTBOX_LENGTH]
        answer: Any = await self._patiently(lambda: self._script(keys=names, args=values))
        return bool(answer)


_beside: WeakKeyDictionary[Store, MemoryTelling] = WeakKeyDictionary()


def telling_beside(store: Store) -> Telling:
    """Who tells of the tables in this store."""
    if isinstance(store, RedisStore):
        return RedisTelling(store)
    assert isinstance(store, MemoryStore)  # noqa: S101 - there are these two
    return _beside.setdefault(store, MemoryTelling(store))
