"""Who has a table open in a browser just now, known to all processes for half a minute after the last sign."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from hall.model import Player, PlayerId, TableId

HERE_S = 30
LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class Present:
    """Those at a table, seated or not: names by id, 200 at most, the last to give a sign first; `count`: all."""

    people: Mapping[PlayerId, str]
    count: int


NOBODY = Present({}, 0)


class Presence(Protocol):
    """Signs of life at tables. Whenever somebody comes or goes, that is news. Every method may raise StoreDown."""

    async def sign(self, table_id: TableId, player: Player) -> Present:
        """This player looks at this table; who else does."""

    async def leave(self, table_id: TableId, player_id: PlayerId) -> None:
        """This player has put this table away; one who looks at it elsewhere, too, will give another sign soon."""

    async def look(self, table_id: TableId) -> Present:
        """Who looks at this table."""

    async def is_here(self, table_id: TableId, player_id: PlayerId) -> bool:
        """Whether the player has looked within the last half minute."""
