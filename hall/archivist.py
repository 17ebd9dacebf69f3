"""Tidying what is over: a finished table is archived a day after its end, one that was called off is forgotten."""

import asyncio
import logging

from hall.model import Status, TableId
from hall.ports import StoreDown
from hall.store.archive import Archive
from hall.store.archive_codec import decode_archived, encode_archived
from hall.store.redis import RedisStore

log = logging.getLogger(__name__)

AFTER_MS = 86_400_000
"""So long after its end a table stays as it was, with its log and the operations last done there."""
LOOK_S = 60.0
AT_ONCE = 64


class Archivist:
    """Any number of them may run: what another has done already is simply done."""

    def __init__(self, store: RedisStore, after_ms: int = AFTER_MS) -> None:
        self._store, self._after_ms = store, after_ms
        self._archive = Archive(store)

    async def run(self) -> None:
        """Look for what is to be tidied, for ever."""
        while True:
            try:
                busy = await self.tidy() > 0
            except StoreDown:
                busy = False
            await asyncio.sleep(0 if busy else LOOK_S)

    async def tidy(self) -> int:
        """Tidy some tables; how many. Raises StoreDown."""
        before = await self._store.now() - self._after_ms
        tables = await self._archive.ended(before, AT_ONCE)
        return sum([await self.put_away(table_id) for table_id in tables])

    async def put_away(self, table_id: TableId) -> bool:
        """Archive or forget one table that is over; False if that cannot be done now. Raises StoreDown."""
        loaded = await self._store.load(table_id)
        if loaded is None:
            return await self._archive.forget(table_id, 0)
        table = loaded.table
        if table.status is Status.ABORTED:
            return await self._archive.forget(table_id, table.version)
        if table.status is not Status.FINISHED:
            return False
        if decode_archived(table_id, encode_archived(table)) != table:
            log.error("table %s would not be the same in the archive: it stays as it is", table_id)
            return False
        return await self._archive.keep(table)
