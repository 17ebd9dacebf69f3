"""Everything in a store, one table after the other: for an operator's tools, never for play."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from hall.model import TableId
from hall.store import keys
from hall.store.redis import RedisStore

AT_ONCE = 500


async def all_tables(store: RedisStore) -> AsyncIterator[TableId]:
    """The id of every table there is, running, over or archived, each once, in no order. May raise StoreDown."""
    for kind in ("table", "game"):
        async for key in store.client.scan_iter(match=f"{{t*}}:{kind}:*", count=AT_ONCE):
            yield TableId(str(key).rpartition(":")[2])


@dataclass(frozen=True, slots=True)
class Raw:
    """A table's row as it lies there: the version beside the document, and what its bucket's lists say of it."""

    version: int | None
    document: str | None
    due: int | None
    awaits_computer: bool


async def raw_table(store: RedisStore, table_id: TableId) -> Raw:
    """What is stored of a table, unjudged; all None for an archived one."""
    bucket = keys.table_bucket(table_id)
    async with store.client.pipeline(transaction=False) as pipe:
        pipe.hmget(keys.table_key(table_id), ["v", "doc"])
        pipe.zscore(keys.due_key(bucket), table_id)
        pipe.sismember(keys.computers_key(bucket), table_id)
        (version, document), due, awaits = await pipe.execute()
    return Raw(int(version) if version else None, document, int(due) if due is not None else None, bool(awaits))
