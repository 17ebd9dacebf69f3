"""A member of a consumer group over the outboxes of all buckets."""

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, Self

from redis.exceptions import ResponseError

from hall.model import TableId
from hall.nursery import Nursery
from hall.ports import Delivery, FeedLost, StoreDown
from hall.store import keys
from hall.store.cluster import lanes
from hall.store.codec import decode_event
from hall.store.redis import UNREACHABLE, RedisStore

log = logging.getLogger(__name__)

BLOCK_MS = 1_000
AT_ONCE = 64
QUEUE = 256
PAUSE_S = 0.1
SIGNS_OF_LIFE = 3
"""So many in the time of one lease."""
FORGOTTEN_AFTER = 10
"""A member not heard of for so many leases, with nothing in hand, is no member any more."""


class RedisMember:
    """Reads new events, shows that it lives, and takes over what dead members had in hand."""

    def __init__(self, store: RedisStore, group: str, lease_ms: int) -> None:
        self._store, self._client = store, store.client
        self._group, self._lease_ms = group, lease_ms
        self._name = secrets.token_urlsafe(9)
        self._queue: asyncio.Queue[Delivery | None] = asyncio.Queue()
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._in_hand: defaultdict[str, set[str]] = defaultdict(set)
        self._alive_at = time.monotonic()

    @classmethod
    @asynccontextmanager
    async def joined(cls, store: RedisStore, group: str, nursery: Nursery, lease_ms: int) -> AsyncIterator[Self]:
        """A member at work for the length of the block. Raises StoreDown where it cannot begin."""
        member = cls(store, group, lease_ms)
        await store.patiently(member._found_everywhere)
        await store.patiently(member._forget_the_dead)
        async with Nursery(parent=nursery) as working:
            for lane in lanes(store.client):
                outboxes = [keys.outbox_key(bucket) for bucket in lane]
                working.start(member._for_ever(lambda some=outboxes: member._read(some)), f"{group}: reading")  # type: ignore[misc]
            working.start(member._for_ever(member._keep), f"{group}: keeping")
            yield member

    def __aiter__(self) -> AsyncIterator[Delivery]:
        return self

    async def __anext__(self) -> Delivery:
        delivery = await self._queue.get()
        if self._queue.qsize() < QUEUE:
            self._has_room.set()
        if delivery is None:
            raise FeedLost("the group has to look at its tables anew")
        return delivery

    async def done(self, delivery: Delivery) -> None:
        """Tell the group that this event needs nobody any more."""
        outbox, entry = delivery.receipt
        await self._store.patiently(lambda: self._client.xack(outbox, self._group, entry))
        self._in_hand[outbox].discard(entry)

    async def _for_ever(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except (*UNREACHABLE, StoreDown):
                await asyncio.sleep(PAUSE_S)
            except ResponseError as error:
                if not str(error).startswith("NOGROUP"):
                    raise
                log.warning("the store has lost the group %s; everybody looks at the tables anew", self._group)
                await self._store.patiently(self._found_everywhere)
                self._queue.put_nowait(None)

    async def _read(self, outboxes: list[str]) -> None:
        """Take new events. What an interruption loses on its way here is taken over like that of a dead member."""
        await self._has_room.wait()
        streams: Any = dict.fromkeys(outboxes, ">")
        answer: Any = await self._client.xreadgroup(self._group, self._name, streams, count=AT_ONCE, block=BLOCK_MS)
        for outbox, entries in answer or ():
            self._take(outbox, entries, again=False)

    async def _keep(self) -> None:
        """Show that what is in hand is in good hands, then look for what is not."""
        await asyncio.sleep(self._lease_ms / 1000 / SIGNS_OF_LIFE)
        if time.monotonic() - self._alive_at > self._lease_ms / 1000:
            self._in_hand.clear()  # silent for too long: by now it is in other hands
        async with self._client.pipeline(transaction=False) as pipe:
            for outbox, entries in self._in_hand.items():
                if entries:
                    pipe.xclaim(outbox, self._group, self._name, 0, tuple[Any](entries), justid=True)
            await pipe.execute()
        self._alive_at = time.monotonic()
        for outbox in map(keys.outbox_key, keys.buckets()):
            found: Any = await self._client.xautoclaim(outbox, self._group, self._name, self._lease_ms, count=AT_ONCE)
            self._take(outbox, found[1], again=True)

    def _take(self, outbox: str, entries: Iterable[tuple[str, dict[str, str]]], *, again: bool) -> None:
        for entry, fields in entries:
            self._in_hand[outbox].add(entry)
            event = decode_event(TableId(fields["t"]), int(fields["v"]), fields["e"])
            self._queue.put_nowait(Delivery(event, (outbox, entry), again))
        if self._queue.qsize() >= QUEUE:
            self._has_room.clear()

    async def _found_everywhere(self) -> None:
        """Make sure that there is the group. It hears what is told from its founding on."""
        for outbox in map(keys.outbox_key, keys.buckets()):
            try:
                await self._client.xgroup_create(outbox, self._group, id="$", mkstream=True)
            except ResponseError as error:
                if not str(error).startswith("BUSYGROUP"):
                    raise

    async def _forget_the_dead(self) -> None:
        for outbox in map(keys.outbox_key, keys.buckets()):
            for member in await self._client.xinfo_consumers(outbox, self._group):
                if member["pending"] == 0 and member["idle"] > FORGOTTEN_AFTER * self._lease_ms:
                    await self._client.xgroup_delconsumer(outbox, self._group, member["name"])
