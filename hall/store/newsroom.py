"""The newsroom in Redis or Valkey: one short stream, read by the same connection as the outboxes; or in memory."""

from typing import Any
from weakref import WeakKeyDictionary

from hall.news import News, Newsroom, NewsSubscription
from hall.ports import Store
from hall.store import keys
from hall.store.memory import MemoryStore
from hall.store.redis import RedisStore


class MemoryNewsroom:
    """Beside a MemoryStore, for tests."""

    def __init__(self, store: MemoryStore) -> None:
        self._news = store.news

    async def tell(self, news: News) -> None:
        self._news.publish(news)

    def follow(self, size: int = 4_096) -> NewsSubscription:
        return self._news.follow(size)


class RedisNewsroom:
    """In the same Redis or Valkey as the tables."""

    def __init__(self, store: RedisStore) -> None:
        self._client, self._patiently, self._news = store.client, store.patiently, store.news

    async def tell(self, news: News) -> None:
        fields: Any = {"p": news.player, "k": str(news.kind), "t": news.table or ""}
        length = keys.OUTBOX_LENGTH
        await self._patiently(lambda: self._client.xadd(keys.NEWS_KEY, fields, maxlen=length, approximate=True))

    def follow(self, size: int = 4_096) -> NewsSubscription:
        return self._news.follow(size)


_beside: WeakKeyDictionary[Store, Newsroom] = WeakKeyDictionary()


def newsroom_beside(store: Store) -> Newsroom:
    """Where those who play at the tables of this store are told of."""
    if isinstance(store, RedisStore):
        return RedisNewsroom(store)
    assert isinstance(store, MemoryStore)  # noqa: S101 - there are these two
    return _beside.setdefault(store, MemoryNewsroom(store))
