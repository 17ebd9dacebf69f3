"""The leaderboards: who has most ladder points of all time, this month, and from the games of one chat."""

from collections.abc import Sequence
from dataclasses import dataclass

from hall.ledger import ALL_TIME, Ledger, chat_board, month_board
from hall.model import PlayerId
from hall.ports import Now

SHOWN = 10


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a leaderboard; players with as many points share a place."""

    place: int
    player: PlayerId
    name: str
    points: int


class Standings:
    """Reads the leaderboards; hall/settle.py writes them. Months are everybody's, by UTC. All may raise StoreDown."""

    def __init__(self, ledger: Ledger, now: Now) -> None:
        self._ledger, self._now = ledger, now

    async def all_time(self, limit: int = SHOWN) -> list[Row]:
        """The first of all time."""
        return await self._rows(ALL_TIME, limit)

    async def this_month(self, limit: int = SHOWN) -> list[Row]:
        """The first of the present month."""
        return await self._rows(month_board(await self._now()), limit)

    async def in_chat(self, chat: int, limit: int = SHOWN) -> list[Row]:
        """The first of a chat, by the games that were shown there."""
        return await self._rows(chat_board(chat), limit)

    async def row_of(self, player_id: PlayerId) -> Row | None:
        """A player's own line among all; None without any points."""
        return await self._row(ALL_TIME, player_id)

    async def row_this_month(self, player_id: PlayerId) -> Row | None:
        """A player's own line this month; None without any points."""
        return await self._row(month_board(await self._now()), player_id)

    async def row_in_chat(self, chat: int, player_id: PlayerId) -> Row | None:
        """A player's own line in a chat; None without any points there."""
        return await self._row(chat_board(chat), player_id)

    async def _rows(self, board: str, limit: int) -> list[Row]:
        top = await self._ledger.top(board, limit)
        return [
            Row(_place(top, points), player_id, (await self._ledger.record(player_id)).name, points)
            for player_id, points in top
        ]

    async def _row(self, board: str, player_id: PlayerId) -> Row | None:
        found = await self._ledger.place(board, player_id)
        if found is None:
            return None
        return Row(found[0], player_id, (await self._ledger.record(player_id)).name, found[1])


def _place(top: Sequence[tuple[PlayerId, int]], points: int) -> int:
    return 1 + sum(other > points for _, other in top)
