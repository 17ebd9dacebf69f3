"""Seats that change their holder without a move: a guest becomes an account, somebody is forgotten."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from engine.board import Side
from hall.change import Change, changed
from hall.model import DELETED, Player, PlayerId, Status, Table, TableId
from hall.ports import Conflict, EventKind, Store

ALL = 1_000
"""A player's list of finished games is no longer than this."""


def reseated(table: Table, old: PlayerId, new: Player) -> Change | None:
    """The table with another player in this one's places; None where it has none.

    Nobody shall hold both seats: where the new player is there already, the old one keeps the seat. Only the name that
    stands for the forgotten may be at both.
    """
    sides = table.sides_of(old)
    if (not sides and table.host.id != old) or (table.sides_of(new.id) and new != DELETED):
        return None
    host = new if table.host.id == old else table.host
    white, black = (new if side in sides else table.seat(side) for side in Side)
    return changed(table, EventKind.RESEATED, sides[0] if sides else None, host=host, white=white, black=black)


@dataclass(frozen=True, slots=True)
class Moving:
    """Moves a player's tables, one after another; broken off, it can be begun again. `settle`: see settle.py."""

    store: Store
    settle: Callable[[TableId], Awaitable[None]]

    async def move_all(self, old: PlayerId, new: Player, *, listed: bool) -> int:
        """Give all tables of one player to another; how many. `listed`: the new one shall find them. Raises StoreDown.

        What a finished game pays is paid before, to whom it was played by.
        """
        moved = 0
        async for table_id in self._tables(old):
            moved += await self.move(table_id, old, new, listed=listed)
        return moved

    async def _tables(self, old: PlayerId) -> AsyncIterator[TableId]:
        """Finished ones first, the oldest first, so that lists keep their order."""
        for table_id in [*(await self.store.games_of(old, 0, ALL))[::-1], *await self.store.tables_of(old)]:
            yield table_id

    async def move(self, table_id: TableId, old: PlayerId, new: Player, *, listed: bool) -> bool:
        """The same for one table; False if it stays as it is."""
        while (loaded := await self.store.load(table_id)) is not None:
            if loaded.table.status is Status.FINISHED and loaded.table.paid is None:
                await self.settle(table_id)
                loaded = await self.store.load(table_id) or loaded
            change = reseated(loaded.table, old, new)
            if change is None:
                return False
            if listed:
                await self._list(change.table, new.id)
            op = f"reseat:{table_id}:{loaded.table.version}"
            if not isinstance(await self.store.commit(change.table, change.event, op), Conflict):
                break
        await self.store.forget_table(old, table_id)
        return loaded is not None

    async def _list(self, table: Table, new: PlayerId) -> None:
        if table.status is Status.FINISHED:
            await self.store.finish_table(new, table.id)
        elif table.status.running:
            await self.store.add_table(new, table.id, table.created_ms)
