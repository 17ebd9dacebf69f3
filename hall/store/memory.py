"""A store in this process's memory, for tests: the same answers as the real one, nothing kept."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from hall.model import PlayerId, Status, Table, TableId
from hall.ports import Committed, Conflict, Event, Loaded, Missing, Repeated, Subscription
from hall.store.codec import decode_event, decode_table, encode_event, encode_table, op_digest
from hall.store.fanout import Fanout
from hall.store.keys import LOG_TAIL, OPS_KEPT
from hall.timing import deadline


@dataclass
class _Row:
    document: str
    version: int
    ops: dict[str, int] = field(default_factory=dict)
    log: list[tuple[int, str]] = field(default_factory=list)


def wall_clock() -> int:
    """Milliseconds since 1970 by this machine's clock."""
    return time.time_ns() // 1_000_000


class MemoryStore:
    """Everything a store must do, in dictionaries. `clock` gives its time (ms), so that tests can move it."""

    def __init__(self, clock: Callable[[], int] = wall_clock) -> None:
        self.clock = self._clock = clock
        self._rows: dict[TableId, _Row] = {}
        self._awaiting: set[TableId] = set()
        self._due: dict[TableId, int] = {}
        self._lists: dict[PlayerId, dict[TableId, int]] = {}
        self._games: dict[PlayerId, list[TableId]] = {}
        self._fanout = Fanout()
        self.news = self._fanout.news
        self.unpaid: dict[TableId, int] = {}
        """Finished tables whose players have not been paid yet, with when they ended (ms)."""

    async def now(self) -> int:
        return self._clock()

    async def load(self, table_id: TableId, op: str = "") -> Loaded | None:
        row = self._rows.get(table_id)
        if row is None:
            return None
        return Loaded(decode_table(table_id, row.document), self._clock(), row.ops.get(op_digest(op)) if op else None)

    async def create(self, table: Table, event: Event, op: str) -> Committed | Repeated:
        row = self._rows.get(table.id)
        if row is not None:
            return Repeated(1, decode_table(table.id, row.document))
        self._save(_Row("", 0), table, event, op)
        return Committed()

    async def commit(self, table: Table, event: Event, op: str) -> Committed | Repeated | Conflict | Missing:
        row = self._rows.get(table.id)
        if row is None:
            return Missing()
        if (seen := row.ops.get(op_digest(op))) is not None:
            return Repeated(seen, decode_table(table.id, row.document))
        if row.version != table.version - 1:
            return Conflict(decode_table(table.id, row.document))
        self._save(row, table, event, op)
        return Committed()

    def _save(self, row: _Row, table: Table, event: Event, op: str) -> None:
        row.document, row.version = encode_table(table), table.version
        row.ops = dict([*row.ops.items(), (op_digest(op), table.version)][-OPS_KEPT:])
        row.log = [*row.log, (event.version, encode_event(event))][-LOG_TAIL:]
        self._rows[table.id] = row
        self._awaiting.discard(table.id)
        if table.awaits_computer:
            self._awaiting.add(table.id)
        self._due.pop(table.id, None)
        if (due := deadline(table)) is not None:
            self._due[table.id] = due
        if event.ends and table.status is Status.FINISHED:
            self.unpaid.setdefault(table.id, self._clock())
        self._fanout.publish(decode_event(table.id, event.version, encode_event(event)))

    async def awaiting_computers(self) -> list[TableId]:
        return sorted(self._awaiting)

    async def claim_due(self, limit: int, lease_ms: int) -> list[TableId]:
        now = self._clock()
        claimed = sorted((due, table_id) for table_id, due in self._due.items() if due <= now)[:limit]
        for _, table_id in claimed:
            self._due[table_id] = now + lease_ms
        return [table_id for _, table_id in claimed]

    async def next_due(self) -> int | None:
        return max(0, min(self._due.values()) - self._clock()) if self._due else None

    def publish(self, event: Event) -> None:
        """Tell followers of something that is no step."""
        self._fanout.publish(decode_event(event.table, event.version, encode_event(event)))

    def due_tables(self) -> list[TableId]:
        """All tables with a deadline."""
        return sorted(self._due)

    async def add_table(self, player_id: PlayerId, table_id: TableId, at_ms: int, limit: int | None = None) -> bool:
        tables = self._lists.setdefault(player_id, {})
        if limit is not None and table_id not in tables and len(tables) >= limit:
            return False
        tables.setdefault(table_id, at_ms)
        return True

    async def drop_table(self, player_id: PlayerId, table_id: TableId) -> None:
        self._lists.get(player_id, {}).pop(table_id, None)

    async def tables_of(self, player_id: PlayerId) -> list[TableId]:
        tables = self._lists.get(player_id, {})
        return sorted(tables, key=lambda table_id: (tables[table_id], table_id), reverse=True)

    async def finish_table(self, player_id: PlayerId, table_id: TableId) -> None:
        await self.drop_table(player_id, table_id)
        games = self._games.setdefault(player_id, [])
        if table_id not in games:
            games.insert(0, table_id)

    async def forget_table(self, player_id: PlayerId, table_id: TableId) -> None:
        await self.drop_table(player_id, table_id)
        if table_id in (games := self._games.get(player_id, [])):
            games.remove(table_id)

    async def games_of(self, player_id: PlayerId, first: int, count: int) -> list[TableId]:
        return self._games.get(player_id, [])[first : first + count]

    def follow(self, size: int = 1024) -> Subscription:
        return self._fanout.follow(size)

    async def tail(self, table_id: TableId, after_version: int) -> list[Event] | None:
        row = self._rows.get(table_id)
        if row is None or after_version < 0 or after_version > row.version:
            return None
        events = [decode_event(table_id, version, text) for version, text in row.log if version > after_version]
        return events if len(events) == row.version - after_version else None
