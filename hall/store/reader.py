"""Reads the outboxes of all buckets by one blocking connection and hands every event to this process's subscribers."""

import asyncio
import logging
from typing import Any

from redis.asyncio import Redis

from hall.model import TableId
from hall.ports import StoreDown
from hall.store import keys
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
        self._positions: dict[str, str] = {}

    async def prepare(self) -> None:
        """Find out where now is. Every event saved after this will be read."""
        self._positions = await self._newest()

    async def run(self) -> None:
        """Read for ever."""
        while True:
            try:
                await self._read_on()
            except UNREACHABLE as error:
                log.warning("the store's events cannot be read: %s; trying again", type(error).__name__)
                await asyncio.sleep(PAUSE_S)
                await self._return()

    async def _read_on(self) -> None:
        while True:
            streams: Any = self._positions
            with heeding_cancellation():
                async with asyncio.timeout(SILENCE_S):
                    answer: Any = await self._client.xread(streams, count=AT_ONCE, block=BLOCK_MS)
            for outbox, entries in answer:
                for entry_id, fields in entries:
                    self._positions[outbox] = entry_id
                    table_id, version = TableId(fields["t"]), int(fields["v"])
                    self._fanout.publish(decode_event(table_id, version, fields["e"]))

    async def _return(self) -> None:
        """After an interruption: make sure that what comes next follows on what was read last."""
        while True:
            try:
                with heeding_cancellation():
                    await self._revive()
                    if not await self._continues():
                        log.warning("events were lost; everybody looks at the tables anew")
                        self._positions = await self._newest()
                        self._fanout.lose_all()
                return
            except (*UNREACHABLE, StoreDown):
                await asyncio.sleep(PAUSE_S)

    async def _continues(self) -> bool:
        """Whether the last event read of every outbox is still there, or nothing has been trimmed of one never read."""
        async with self._client.pipeline(transaction=False) as pipe:
            for outbox, position in self._positions.items():
                if position == BEGINNING:
                    pipe.xlen(outbox)
                else:
                    pipe.xrange(outbox, position, position, count=1)
            answers = await pipe.execute()
        return all(
            answer < keys.OUTBOX_LENGTH if isinstance(answer, int) else bool(answer) for answer in answers
        )

    async def _newest(self) -> dict[str, str]:
        outboxes = [keys.outbox_key(bucket) for bucket in keys.buckets()]
        async with self._client.pipeline(transaction=False) as pipe:
            for outbox in outboxes:
                pipe.xrevrange(outbox, count=1)
            answers: list[Any] = await pipe.execute()
        return {
            outbox: entries[0][0] if entries else BEGINNING for outbox, entries in zip(outboxes, answers, strict=True)
        }
