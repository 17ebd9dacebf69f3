"""A member of a consumer group of a stream: new entries, signs of life, and what dead members leave."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

from redis.exceptions import ResponseError

from hall.nursery import Nursery
from hall.ports import FeedLost, StoreDown
from hall.store.redis import UNREACHABLE, RedisStore

log = logging.getLogger(__name__)

BLOCK_MS = 1_000
AT_ONCE = 64
PAUSE_S = 0.1
SIGNS_OF_LIFE = 3
"""So many in the time of one lease."""
FORGOTTEN_AFTER = 10
"""A member not heard of for so many leases, with nothing in hand, is no member any more."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the stream in this member's hands; `again`: it was in somebody else's before."""

    id: str
    fields: Mapping[str, str]
    again: bool


class StreamMember:
    """Takes entries as long as fewer than `capacity` are in hand, and keeps them until they are dropped.

    What a member that died had in hand goes to another one after a lease. So an entry may come twice, never not at all;
    who acts on it must bear a repetition.
    """

    def __init__(self, store: RedisStore, stream: str, group: str, lease_ms: int, capacity: int) -> None:
        self._store, self._client = store, store.client
        self._stream, self._group, self._lease_ms, self._capacity = stream, group, lease_ms, capacity
        self._name = secrets.token_urlsafe(9)
        self._queue: asyncio.Queue[Entry | None] = asyncio.Queue()
        self._in_hand: set[str] = set()
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._alive_at = time.monotonic()

    @asynccontextmanager
    async def at_work(self, nursery: Nursery, *, since: str) -> AsyncIterator[Self]:
        """Be a member for the length of the block. A group that is new begins `since` an id. Raises StoreDown."""
        await self._store.patiently(partial(self._found, since))
        await self._store.patiently(self._forget_the_dead)
        async with Nursery(parent=nursery) as working:
            working.start(self._for_ever(self._read), f"{self._group}: reading")
            working.start(self._for_ever(self._keep), f"{self._group}: keeping")
            yield self

    async def next(self) -> Entry:
        """The next entry. Raises FeedLost when some may be missing."""
        entry = await self._queue.get()
        if entry is None:
            raise FeedLost("the group has to look anew at what it follows")
        return entry

    async def deliveries(self, entry: Entry) -> int:
        """How many members have had this entry in hand, this one included. Raises StoreDown."""
        ask = partial(self._client.xpending_range, self._stream, self._group, min=entry.id, max=entry.id, count=1)
        found: Any = await self._store.patiently(ask)
        return int(found[0]["times_delivered"]) if found else 1

    def drop(self, entry: Entry) -> None:
        """It is in this member's hands no longer. Unless it was acknowledged, somebody else gets it after a lease."""
        self._in_hand.discard(entry.id)
        self._make_room()

    def _make_room(self) -> None:
        (self._has_room.set if self._room() > 0 else self._has_room.clear)()

    def _room(self) -> int:
        return self._capacity - len(self._in_hand)

    async def _for_ever(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except (*UNREACHABLE, StoreDown):
                await asyncio.sleep(PAUSE_S)
            except ResponseError as error:
                if not str(error).startswith("NOGROUP"):
                    raise
                log.warning("the store has lost the group %s; everything is looked at anew", self._group)
                await self._store.patiently(partial(self._found, "0"))
                self._queue.put_nowait(None)

    async def _read(self) -> None:
        """Take new entries. What an interruption loses on its way here is taken over like that of a dead member."""
        await self._has_room.wait()
        count = max(1, min(AT_ONCE, self._room()))
        streams: Any = {self._stream: ">"}
        answer: Any = await self._client.xreadgroup(self._group, self._name, streams, count=count, block=BLOCK_MS)
        for _, entries in answer or ():
            self._take(entries, again=False)

    async def _keep(self) -> None:
        """Show that what is in hand is in good hands, then look for what is not."""
        await asyncio.sleep(self._lease_ms / 1000 / SIGNS_OF_LIFE)
        if time.monotonic() - self._alive_at > self._lease_ms / 1000:
            self._in_hand.clear()  # silent for too long: by now it is in other hands
            self._make_room()
        if self._in_hand:
            mine = tuple[Any](self._in_hand)
            await self._client.xclaim(self._stream, self._group, self._name, 0, mine, justid=True)
        self._alive_at = time.monotonic()
        if (room := self._room()) > 0:
            found: Any = await self._client.xautoclaim(
                self._stream, self._group, self._name, self._lease_ms, count=min(room, AT_ONCE)
            )
            self._take(found[1], again=True)

    def _take(self, entries: Iterable[tuple[str, dict[str, str]]], *, again: bool) -> None:
        for entry, fields in entries:
            self._in_hand.add(entry)
            self._queue.put_nowait(Entry(entry, fields, again))
        self._make_room()

    async def _found(self, since: str) -> None:
        """Make sure that there is the group."""
        try:
            await self._client.xgroup_create(self._stream, self._group, id=since, mkstream=True)
        except ResponseError as error:
            if not str(error).startswith("BUSYGROUP"):
                raise

    async def _forget_the_dead(self) -> None:
        for member in await self._client.xinfo_consumers(self._stream, self._group):
            if member["pending"] == 0 and member["idle"] > FORGOTTEN_AFTER * self._lease_ms:
                await self._client.xgroup_delconsumer(self._stream, self._group, member["name"])
