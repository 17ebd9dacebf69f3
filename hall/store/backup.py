"""A copy of everything in a store, into one file and back: from any Redis, Valkey or cluster to any other.

It may be made while people play. Each table is copied together with its log, as they were at one instant; what is noted
elsewhere about the tables is put right when the copy is restored.
"""

import base64
import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from hall.model import Status, Table
from hall.store import keys
from hall.store.redis import RedisStore
from hall.store.scan import AT_ONCE, all_tables
from hall.timing import deadline

FORMAT = 1
PASSING = (b"{work}:", b"{share}:", b"{l")
"""Of no use later: questions to workers and bot, and leases. The sign of life is: till then live clocks stand still."""

SCHEMAS = keys.SCHEMAS_KEY.encode()


class BackupError(Exception):
    """Why a copy cannot be made or restored, in one sentence."""


async def back_up(client: "Redis", path: Path) -> int:
    """Copy everything into a file; how many keys. `client` answers with bytes."""
    count = 0
    with gzip.open(path, "wt", encoding="ascii") as file:
        file.write(json.dumps({"dama": FORMAT}) + "\n")
        async for key, left_ms, value in _everything(client):
            file.write(json.dumps([_text(key), left_ms, _text(value)]) + "\n")
            count += 1
        file.write(json.dumps({"keys": count}) + "\n")
    return count


async def _everything(client: "Redis") -> AsyncIterator[tuple[bytes, int, bytes]]:
    async for key in client.scan_iter(count=AT_ONCE):
        if key.startswith(PASSING) or b":log:" in key:
            continue
        together = [key, key.replace(b":table:", b":log:", 1)] if b":table:" in key else [key]
        async with client.pipeline(transaction=True) as pipe:
            for each in together:
                pipe.pttl(each)
                pipe.dump(each)
            answers: list[Any] = await pipe.execute()
        for each, left_ms, value in zip(together, answers[::2], answers[1::2], strict=True):
            if value is not None:
                yield each, max(0, left_ms), value


async def restore(client: "Redis", path: Path) -> int:
    """Put a copy into an empty store; how many keys. Raises BackupError."""
    async for key in client.scan_iter(count=AT_ONCE):
        if key == SCHEMAS:  # written by whoever opened the store, even if nothing was done in it
            continue
        raise BackupError("The store is not empty; a copy can only be restored into an empty one.")
    try:
        with gzip.open(path, "rt", encoding="ascii") as file:
            lines = [json.loads(line) for line in file]
    except (OSError, EOFError, ValueError) as error:
        raise BackupError(f"{path} cannot be read: {error}.") from error
    if not lines or lines[0] != {"dama": FORMAT} or lines[-1] != {"keys": len(lines) - 2}:
        raise BackupError(f"{path} is not a whole copy made by this program.")
    for key, left_ms, value in lines[1:-1]:
        try:
            await client.restore(_bytes(key), left_ms, _bytes(value), replace=_bytes(key) == SCHEMAS)
        except ResponseError as error:
            raise BackupError(f"The store does not take what another one has written: {error}.") from error
    return len(lines) - 2


async def put_right(store: RedisStore) -> int:
    """Note again what is known of every table: its deadline, whether a computer has to act, whether it is over."""
    count = 0
    async for table_id in all_tables(store):
        loaded = await store.load(table_id)
        if loaded is not None and await store.client.exists(keys.table_key(table_id)):
            await _note(store, loaded.table, loaded.now_ms)
            count += 1
    return count


async def _note(store: RedisStore, table: Table, now_ms: int) -> None:
    bucket, due = keys.table_bucket(table.id), deadline(table)
    async with store.client.pipeline(transaction=True) as pipe:
        if due is None:
            pipe.zrem(keys.due_key(bucket), table.id)
        else:
            pipe.zadd(keys.due_key(bucket), {table.id: due})
        (pipe.sadd if table.awaits_computer else pipe.srem)(keys.computers_key(bucket), table.id)
        if not table.status.running:
            pipe.zadd(keys.ended_key(bucket), {table.id: now_ms}, nx=True)
        if table.status is Status.FINISHED and table.paid is None:
            pipe.zadd(keys.unpaid_key(bucket), {table.id: now_ms}, nx=True)
        await pipe.execute()


def _text(data: bytes) -> str:
    return base64.b85encode(data).decode()


def _bytes(text: str) -> bytes:
    return base64.b85decode(text)


