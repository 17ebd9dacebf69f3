"""Who has a table open in a browser just now, known to all processes for half a minute after the last sign."""

from hall.model import PlayerId, TableId
from hall.store.notes import HERE_S, Notes


class Presence:
    """Signs of life at tables. Every method may raise StoreDown."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    async def sign(self, table_id: TableId, player_id: PlayerId) -> None:
        """This player looks at this table."""
        await self._notes.write(_name(table_id, player_id), "1", HERE_S)

    async def leave(self, table_id: TableId, player_id: PlayerId) -> None:
        """This player has put this table away; one who looks at it elsewhere, too, will give another sign soon."""
        await self._notes.erase(_name(table_id, player_id))

    async def is_here(self, table_id: TableId, player_id: PlayerId) -> bool:
        """Whether the player has looked within the last half minute."""
        return await self._notes.read(_name(table_id, player_id)) is not None


def _name(table_id: TableId, player_id: PlayerId) -> str:
    return f"here:{table_id}:{player_id}"
