"""Quick reactions: a few words that everybody at the table sees once, and that are kept nowhere."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from hall.actions import Code, Refused, is_own_op
from hall.locales import noop
from hall.model import Player, PlayerId, Table, TableId, is_player
from hall.people import Social
from hall.ports import Event, EventKind, StoreDown

REACTIONS: Mapping[str, str] = {
    "hello": noop("Hello!"),
    "luck": noop("Good luck!"),
    "well": noop("Well played!"),
    "wow": noop("Wow!"),
    "oops": noop("Oops…"),
    "thanks": noop("Thank you for the game!"),
}
"""By the name that travels."""
MOST, WITHIN_S = 3, 10
"""At most so many by one player at one table within so many seconds."""


class Telling(Protocol):
    """Tells of what changes no table."""

    async def tell(self, event: Event, who: str, op: str) -> bool:
        """Tell whoever follows the table, once for an operation; False if that is too often. May raise StoreDown."""


@dataclass(frozen=True, slots=True)
class Reactions:
    """Who may say them, and who is spared them. `load` finds a table; `excluded`: whether a player is."""

    load: Callable[[TableId], Awaitable[Table | None]]
    social: Social
    excluded: Callable[[PlayerId], Awaitable[bool]]
    telling: Telling

    async def react(self, player: Player, table_id: TableId, reaction: str, op: str) -> Refused | None:
        """Say one of the few words; None if it is said, or if the other side has chosen to be spared it."""
        if not is_own_op(op, player):
            return Refused(Code.BAD_OP)
        try:
            table = await self.load(table_id)
            return await self._react(player, table, reaction, op) if table else Refused(Code.NO_SUCH_TABLE)
        except StoreDown:
            return Refused(Code.STORE_DOWN)

    async def _react(self, player: Player, table: Table, reaction: str, op: str) -> Refused | None:
        sides = table.sides_of(player.id)
        if not sides:
            return Refused(Code.NOT_YOUR_SEAT, table)
        if await self.excluded(player.id):
            return Refused(Code.BANNED, table)
        if reaction not in REACTIONS:
            return Refused(Code.UNKNOWN_REACTION, table)
        other = table.seat(sides[0].other)
        if is_player(other):
            standing = await self.social.standing(other.id)
            if standing.muted or player.id in standing.blocked:
                return None
        event = Event(table.id, table.version, EventKind.REACTED, sides[0], reaction=reaction)
        told = await self.telling.tell(event, player.id, op)
        return None if told else Refused(Code.TOO_MANY_REACTIONS, table)
