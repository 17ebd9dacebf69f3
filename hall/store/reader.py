"""Reads the outboxes of all buckets, and the news, by blocking connections, for this process's subscribers.

One connection is enough for one server; in a cluster, where the buckets lie on many, each has its own.
"""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from redis.asyncio import Redis

from hall.model import PlayerId, TableId
from hall.news import News, NewsKind
from hall.ports import StoreDown
from hall.store import keys
from hall.store.cluster import lanes
from hall.store.codec import decode_event
from hall.store.fanout import Fanout
from hall.store.redis import UNREACHABLE, Revive, heeding_cancellation, nothing_to_revive

log = logging.getLogger(__name__)

BLOCK_MS = 5_000
SILENCE_S = 10.0
"""A blocking read that has not come back after this has lost its server without a word."""
AT_ONCE = 512
PAUSE_S = 0.1
BEGINNING = "0-0"


class OutboxReader:
    """One for a process. After an interruption it goes on where it was; if events are lost it says so to everybody."""

    def __init__(self, client: "Redis", fanout: Fanout, revive: Revive = nothing_to_revive) -> None:
        self._client = client
        self._fanout = fanout
        self._revive = revive
        self._lanes: list[dict[str, str]] = []

    async def prepare(self) -> None:
        """Find out where now is. Every event saved after this will be read."""
        streams = [list(map(keys.outbox_key, lane)) for lane in lanes(self._client)]
        if len(streams) > 1:  # a cluster: one slot by one command
            streams.append([keys.NEWS_KEY])
        else:
            streams[0].append(keys.NEWS_KEY)
        self._lanes = [await self._newest(lane) for lane in streams]

    async def run(self) -> None:
        """Read for ever."""
        await asyncio.gather(*map(self._follow, self._lanes))

    async def _follow(self, positions: dict[str, str]) -> None:
        while True:
            try:
                await self._read_on(positions)
            except UNREACHABLE as error:
                log.warning("the store's events cannot be read: %s; trying again", type(error).__name__)
                await asyncio.sleep(PAUSE_S)
                await self._return(positions)

    async def _read_on(self, positions: dict[str, str]) -> None:
        while True:
            streams: Any = positions
            with heeding_cancellation():
                async with asyncio.timeout(SILENCE_S):
                    answer: Any = await self._client.xread(streams, count=AT_ONCE, block=BLOCK_MS)
            for outbox, entries in answer:
                for entry_id, fields in entries:
                    positions[outbox] = entry_id
                    self._publish(outbox, fields)

    def _publish(self, stream: str, fields: dict[str, str]) -> None:
        if stream != keys.NEWS_KEY:
            try:
                event = decode_event(TableId(fields["t"]), int(fields["v"]), fields["e"])
            except (KeyError, ValueError, IndexError):
                log.error("an event of table %s is of a kind this version does not know: %s", fields["t"], fields["e"])
                self._fanout.lose_all()
                return
            self._fanout.publish(event)
        elif fields["k"] in set(NewsKind):  # a newer program may tell of more
            self._fanout.news.publish(News(PlayerId(fields["p"]), NewsKind(fields["k"]), TableId(fields["t"]) or None))

    async def _return(self, positions: dict[str, str]) -> None:
        """After an interruption: make sure that what comes next follows on what was read last."""
        while True:
            try:
                with heeding_cancellation():
                    await self._revive()
                    if not await self._continues(positions):
                        log.warning("events were lost; everybody looks at the tables anew")
                        positions.update(await self._newest(positions))
                        self._fanout.lose_all()
                return
            except (*UNREACHABLE, StoreDown):
                await asyncio.sleep(PAUSE_S)

    async def _continues(self, positions: dict[str, str]) -> bool:
        """Whether the last event read of every outbox is still there, or nothing has been trimmed of one never read."""
        async with self._client.pipeline(transaction=False) as pipe:
            for outbox, position in positions.items():
                if position == BEGINNING:
                    pipe.xlen(outbox)
                else:
                    pipe.xrange(outbox, position, position, count=1)
            answers = await pipe.execute()
        return all(
            answer < keys.OUTBOX_LENGTH if isinstance(answer, int) else bool(answer) for answer in answers
        )

    async def _newest(self, wanted: Iterable[str]) -> dict[str, str]:
        outboxes = list(wanted)
        async with self._client.pipeline(transaction=False) as pipe:
            for outbox in outboxes:
                pipe.xrevrange(outbox, count=1)
            answers: list[Any] = await pipe.execute()
        return {
            outbox: entries[0][0] if entries else BEGINNING for outbox, entries in zip(outboxes, answers, strict=True)
        }
