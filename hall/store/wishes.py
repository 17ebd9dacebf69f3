"""Wishes for prepared messages (hall/sharing.py): a list of them, and a list for the answer to each.

Nothing here is worth keeping: who gets no answer in time goes on without one.
"""

import asyncio
import json
import secrets
from collections import defaultdict
from typing import Any
from weakref import WeakKeyDictionary

from hall.model import Person, PlayerId, TableId
from hall.ports import Store, StoreDown
from hall.sharing import Wish, Wishes
from hall.store import keys
from hall.store.redis import UNREACHABLE, RedisStore, heeding_cancellation

FETCH_S = 1
KEPT_S = 5
"""So long wishes and answers wait for somebody to take them."""
KEPT = 100
"""So many wishes wait where nobody takes them."""


class MemoryWishes:
    """For tests, beside a MemoryStore."""

    def __init__(self) -> None:
        self._asked: asyncio.Queue[tuple[str, Wish]] = asyncio.Queue()
        self._answers: defaultdict[str, asyncio.Queue[str | None]] = defaultdict(asyncio.Queue)

    async def ask(self, wish: Wish, within_s: float) -> str | None:
        number = secrets.token_urlsafe(9)
        self._asked.put_nowait((number, wish))
        try:
            async with asyncio.timeout(within_s):
                return await self._answers[number].get()
        except TimeoutError:
            return None
        finally:
            del self._answers[number]

    async def next(self) -> tuple[str, Wish]:
        return await self._asked.get()

    async def answer(self, number: str, prepared: str | None) -> None:
        if number in self._answers:
            self._answers[number].put_nowait(prepared)


class RedisWishes:
    """In the same Redis or Valkey as the tables."""

    def __init__(self, store: RedisStore) -> None:
        self._client, self._patiently = store.client, store.patiently

    async def ask(self, wish: Wish, within_s: float) -> str | None:
        number = secrets.token_urlsafe(9)
        try:
            async with asyncio.timeout(within_s):
                await self._push(keys.WISHES_KEY, json.dumps([number, wish.table, *_fields(wish.person)]))
                # not `patiently`: who waits here must not keep others from asking for their tables
                with heeding_cancellation():
                    answer: Any = await self._client.blpop([keys.wish_key(number)], timeout=within_s)
        except (TimeoutError, *UNREACHABLE):
            return None
        return answer[1] or None if answer is not None else None

    async def next(self) -> tuple[str, Wish]:
        while True:
            try:
                with heeding_cancellation():
                    taken: Any = await self._client.blpop([keys.WISHES_KEY], timeout=FETCH_S)
            except UNREACHABLE as error:
                raise StoreDown(type(error).__name__) from error
            if taken is not None:
                number, table, player_id, name, language = json.loads(taken[1])
                return number, Wish(TableId(table), Person(PlayerId(player_id), name, language))

    async def answer(self, number: str, prepared: str | None) -> None:
        await self._push(keys.wish_key(number), prepared or "")

    async def _push(self, key: str, text: str) -> None:
        async def ask() -> None:
            async with self._client.pipeline(transaction=True) as pipe:
                pipe.rpush(key, text)
                pipe.ltrim(key, -KEPT, -1)
                pipe.expire(key, KEPT_S)
                await pipe.execute()

        await self._patiently(ask)


def _fields(person: Person) -> tuple[str, str, str]:
    return person.id, person.name, person.language


_beside: WeakKeyDictionary[Store, MemoryWishes] = WeakKeyDictionary()


def wishes_beside(store: Store) -> Wishes:
    """The wishes of those who play at the tables of this store."""
    if isinstance(store, RedisStore):
        return RedisWishes(store)
    return _beside.setdefault(store, MemoryWishes())
