"""The store in Redis or Valkey. Lua scripts do every step; this gives them names, patience, and our own values."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.client import NEVER_DECODE
from redis.commands.core import AsyncScript
from redis.exceptions import (
    ClusterError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from hall.model import PlayerId, Status, Table, TableId
from hall.ports import Committed, Conflict, Event, Loaded, Missing, Repeated, StoreDown, Subscription
from hall.store import keys
from hall.store.archive_codec import decode_archived
from hall.store.codec import decode_event, encode_event, find_op, op_digest
from hall.store.documents import Documents
from hall.store.fanout import Fanout
from hall.timing import deadline

T = TypeVar("T")
Revive = Callable[[], Awaitable[None]]

SOCKET_TIMEOUT_S = 3.0
CONNECT_TIMEOUT_S = 5.0
PATIENCE_S = 6.0
"""How long a player is kept waiting for a store that does not answer. Operation ids make every repetition harmless."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.02, 0.5
CONNECTIONS = 32
"""So many questions are on their way at the same time; the others wait in turn. More would not make a server faster."""

UNREACHABLE = (
    RedisConnectionError,
    RedisTimeoutError,
    OSError,
    OutOfMemoryError,
    ReadOnlyError,
    ClusterError,
    RedisClusterException,
    TryAgainError,
)
"""What a store that is down, full, starting or changing its master answers with."""


def connect(url: str, *, blocking: bool = False, raw: bool = False) -> "Redis":
    """A client for `redis://`, `rediss://` or `unix://`. A blocking reader waits without limit, others a few seconds.

    It answers with texts, or with bytes where it is `raw`.

    It never repeats a command by itself: who repeats must know that an operation id makes it harmless.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        decode_responses=not raw,
        max_connections=1 if blocking else 2 * CONNECTIONS,  # some for those who read streams in groups
        timeout=SOCKET_TIMEOUT_S,
        socket_timeout=None if blocking else SOCKET_TIMEOUT_S,
        socket_connect_timeout=CONNECT_TIMEOUT_S,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
    )
    return Redis.from_pool(pool)


@contextmanager
def heeding_cancellation() -> Iterator[None]:
    """redis-py loses a cancellation that comes while it looks whether a connection is alive: it is found here.

    And of a connection that is closed just as a command is written to it, which a cluster's client does in a crowd, it
    says no more than that None has no `writelines` (redis-py 8.1, its number 4287): that is a lost connection, too.
    """
    task = asyncio.current_task()
    before = task.cancelling() if task is not None else 0
    try:
        yield
    except AttributeError as error:
        if error.obj is None and error.name == "writelines":
            raise RedisConnectionError("closed while it was written to") from error
        raise
    finally:
        if task is not None and task.cancelling() > before:
            raise asyncio.CancelledError


async def nothing_to_revive() -> None:
    """For a store that somebody else keeps alive."""


class RedisStore:
    """A whole store in one Redis or Valkey. `fanout` is fed by an OutboxReader; `revive` restarts a private server."""

    def __init__(self, client: "Redis", fanout: Fanout, revive: Revive = nothing_to_revive) -> None:
        self.client = client
        self.news = fanout.news
        self._fanout = fanout
        self._revive = revive
        self._documents = Documents()
        self._turns = asyncio.Semaphore(CONNECTIONS)  # the pool's own waiting lets latecomers in first
        self._load, self._commit, self._claim, self._list, self._now, self._finish, self._unarchive = map(
            self._script,
            ("load.lua", "commit.lua", "claim.lua", "list.lua", "now.lua", "finish.lua", "unarchive.lua"),
        )

    def _script(self, name: str) -> AsyncScript:
        return self.client.register_script((Path(__file__).parent / name).read_text())

    async def patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask until the store answers. Raises StoreDown when that takes too long."""
        give_up, pause = time.monotonic() + PATIENCE_S, FIRST_PAUSE_S
        while True:
            try:
                if self._turns.locked():
                    async with asyncio.timeout(give_up - time.monotonic()):
                        await self._turns.acquire()
                else:
                    await self._turns.acquire()
                try:
                    with heeding_cancellation():
                        return await ask()
                finally:
                    self._turns.release()
            except UNREACHABLE as error:
                if isinstance(error, OutOfMemoryError) or time.monotonic() >= give_up:
                    raise StoreDown(type(error).__name__) from error
            await self._revived_by(give_up)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    async def _revived_by(self, give_up: float) -> None:
        """Have the server revived, but let nobody wait for that longer than for an answer."""
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + give_up - time.monotonic()):
                await self._revive()
        except TimeoutError as error:
            raise StoreDown("the store is being revived") from error

    async def _run(self, script: AsyncScript, names: Sequence[str], values: Sequence[str | int] = ()) -> Any:
        return await self.patiently(lambda: script(keys=names, args=values))

    async def now(self) -> int:
        # asked of one bucket's server by its key: in a cluster all must ask the same clock
        seconds, micros = await self._run(self._now, [keys.due_key(keys.buckets()[0])])
        return int(seconds) * 1000 + int(micros) // 1000

    async def load(self, table_id: TableId, op: str = "") -> Loaded | None:
        seconds, micros, document, ops = await self._run(self._load, [keys.table_key(table_id)])
        if document is None:
            archived = await self.archived(table_id)
            return Loaded(archived, int(seconds) * 1000 + int(micros) // 1000) if archived is not None else None
        table = self._documents.read(table_id, document)
        return Loaded(table, int(seconds) * 1000 + int(micros) // 1000, find_op(ops, op, table.version) if op else None)

    async def create(self, table: Table, event: Event, op: str) -> Committed | Repeated:
        answer = await self._save(table, event, op)
        if not isinstance(answer, Committed | Repeated):
            raise RedisError(f"a new table was answered with {answer}")
        return answer

    async def commit(self, table: Table, event: Event, op: str) -> Committed | Repeated | Conflict | Missing:
        outcome = await self._save(table, event, op)
        if isinstance(outcome, Missing) and await self._bring_back(table.id):
            return await self._save(table, event, op)
        return outcome

    async def archived(self, table_id: TableId) -> Table | None:
        """A table that is kept in its lasting form."""
        key = keys.game_key(table_id)
        ask: Callable[..., Awaitable[Any]] = self.client.execute_command
        form = await self.patiently(lambda: ask("GET", key, **{NEVER_DECODE: True}))
        return decode_archived(table_id, form) if form is not None else None

    async def _bring_back(self, table_id: TableId) -> bool:
        """Out of the archive, for something is done at the table again."""
        table = await self.archived(table_id)
        if table is None:
            return False
        names = [keys.table_key(table_id), keys.game_key(table_id), keys.ended_key(keys.table_bucket(table_id))]
        return bool(await self._run(self._unarchive, names, [table_id, table.version, self._documents.write(table)]))

    async def _save(self, table: Table, event: Event, op: str) -> Committed | Repeated | Conflict | Missing:
        bucket, due = keys.table_bucket(table.id), deadline(table)
        names = [
            keys.table_key(table.id),
            keys.log_key(table.id),
            keys.due_key(bucket),
            keys.computers_key(bucket),
            keys.outbox_key(bucket),
            keys.unpaid_key(bucket),
            keys.ended_key(bucket),
        ]
        values: list[str | int] = [
            table.version - 1,
            op_digest(op),
            self._documents.write(table),
            encode_event(event),
            table.id,
            due if due is not None else "",
            int(table.awaits_computer),
            int(not table.status.running),
            keys.OPS_KEPT,
            keys.LOG_TAIL,
            keys.OUTBOX_LENGTH,
            keys.LOG_AFTER_END_S,
            int(event.ends and table.status is Status.FINISHED),
        ]
        match await self._run(self._commit, names, values):
            case ["repeated", version, document]:
                return Repeated(int(version), self._documents.read(table.id, document))
            case ["conflict", document]:
                return Conflict(self._documents.read(table.id, document))
            case ["missing"]:
                return Missing()
            case _:
                return Committed()

    async def awaiting_computers(self) -> list[TableId]:
        async def ask() -> list[Any]:
            async with self.client.pipeline(transaction=False) as pipe:
                for bucket in keys.buckets():
                    pipe.smembers(keys.computers_key(bucket))
                return await pipe.execute()

        return sorted(TableId(member) for members in await self.patiently(ask) for member in members)

    async def claim_due(self, limit: int, lease_ms: int) -> list[TableId]:
        now = await self.now()
        claimed: list[TableId] = []
        for bucket, due in (await self._next_by_bucket()).items():
            if due <= now and len(claimed) < limit:
                claimed += await self._run(self._claim, [keys.due_key(bucket)], [limit - len(claimed), lease_ms])
        return claimed

    async def next_due(self) -> int | None:
        by_bucket = await self._next_by_bucket()
        return max(0, min(by_bucket.values()) - await self.now()) if by_bucket else None

    async def _next_by_bucket(self) -> dict[str, int]:
        async def ask() -> list[Any]:
            async with self.client.pipeline(transaction=False) as pipe:
                for bucket in keys.buckets():
                    pipe.zrange(keys.due_key(bucket), 0, 0, withscores=True)
                return await pipe.execute()

        heads = zip(keys.buckets(), await self.patiently(ask), strict=True)
        return {bucket: int(head[0][1]) for bucket, head in heads if head}

    async def add_table(self, player_id: PlayerId, table_id: TableId, at_ms: int, limit: int | None = None) -> bool:
        values: list[str | int] = [table_id, at_ms, limit if limit is not None else ""]
        return bool(await self._run(self._list, [keys.player_tables_key(player_id)], values))

    async def drop_table(self, player_id: PlayerId, table_id: TableId) -> None:
        await self.patiently(lambda: self.client.zrem(keys.player_tables_key(player_id), table_id))

    async def tables_of(self, player_id: PlayerId) -> list[TableId]:
        key = keys.player_tables_key(player_id)
        members: list[Any] = await self.patiently(lambda: self.client.zrevrange(key, 0, -1))
        return [TableId(member) for member in members]

    async def finish_table(self, player_id: PlayerId, table_id: TableId) -> None:
        names = [keys.player_tables_key(player_id), keys.player_games_key(player_id)]
        await self._run(self._finish, names, [table_id, keys.GAMES_KEPT, keys.GAMES_LOOKED_AT])

    async def forget_table(self, player_id: PlayerId, table_id: TableId) -> None:
        async def ask() -> None:
            async with self.client.pipeline(transaction=True) as pipe:
                pipe.zrem(keys.player_tables_key(player_id), table_id)
                pipe.lrem(keys.player_games_key(player_id), 0, table_id)
                await pipe.execute()

        await self.patiently(ask)

    async def games_of(self, player_id: PlayerId, first: int, count: int) -> list[TableId]:
        key = keys.player_games_key(player_id)
        members: Any = await self.patiently(lambda: self.client.lrange(key, first, first + count - 1))
        return [TableId(member) for member in members]

    def follow(self, size: int = 1024) -> Subscription:
        return self._fanout.follow(size)

    async def tail(self, table_id: TableId, after_version: int) -> list[Event] | None:
        key, first = keys.log_key(table_id), f"{max(0, after_version)}-0"
        entries: Any = await self.patiently(lambda: self.client.xrange(key, first))
        events = [decode_event(table_id, int(entry_id.split("-")[0]), fields["e"]) for entry_id, fields in entries]
        if not events or events[0].version > after_version + 1 or after_version < 0:
            return None
        return [event for event in events if event.version > after_version]
