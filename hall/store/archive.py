"""Finished tables in their lasting form: read like any other (RedisStore.load), brought back when needed."""

from pathlib import Path

from hall.model import Table, TableId
from hall.store import keys
from hall.store.archive_codec import encode_archived
from hall.store.redis import RedisStore


class Archive:
    """Puts tables that are over into their lasting form. All methods may raise StoreDown."""

    def __init__(self, store: RedisStore) -> None:
        self._store, self._client = store, store.client
        self._script = store.client.register_script((Path(__file__).parent / "archive.lua").read_text())

    async def ended(self, before_ms: int, limit: int) -> list[TableId]:
        """Tables that have been over since before then and are not archived, at most `limit` a bucket."""

        async def ask() -> list[list[str]]:
            async with self._client.pipeline(transaction=False) as pipe:
                for bucket in keys.buckets():
                    pipe.zrangebyscore(keys.ended_key(bucket), "-inf", before_ms, start=0, num=limit)
                return await pipe.execute()

        return [TableId(member) for members in await self._store.patiently(ask) for member in members]

    async def keep(self, table: Table) -> bool:
        """Archive it; False if it has moved on meanwhile, or has still to be paid."""
        return await self._put(table.id, table.version, encode_archived(table))

    async def forget(self, table_id: TableId, version: int) -> bool:
        """Let nothing remain of it; False as above."""
        return await self._put(table_id, version, b"")

    async def _put(self, table_id: TableId, version: int, form: bytes) -> bool:
        bucket = keys.table_bucket(table_id)
        names = [
            keys.table_key(table_id),
            keys.log_key(table_id),
            keys.game_key(table_id),
            keys.ended_key(bucket),
            keys.unpaid_key(bucket),
        ]
        done = await self._store.patiently(lambda: self._script(keys=names, args=[table_id, version, form]))
        return bool(done)
