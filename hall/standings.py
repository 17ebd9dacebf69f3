"""The leaderboards: who has most ladder points of all time, this month, and from the games of one chat."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from hall.ledger import ALL_TIME, Ledger, chat_board, month_board
from hall.model import PlayerId
from hall.ports import Now
from hall.store.chats import ChatStore

SHOWN = 10
MEMBERS = 2_000
"""So many players of a group are added up where its points lie under several numbers."""

Points = Sequence[tuple[PlayerId, int]]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a leaderboard; players with as many points share a place."""

    place: int
    player: PlayerId
    name: str
    points: int


class Standings:
    """Reads the leaderboards; hall/settle.py writes them. Months are everybody's, by UTC. All may raise StoreDown.

    A group that became a supergroup has another number since then: what was won under the former ones counts, too.
    """

    def __init__(self, ledger: Ledger, now: Now, chats: ChatStore) -> None:
        self._ledger, self._now, self._chats = ledger, now, chats

    async def all_time(self, limit: int = SHOWN) -> list[Row]:
        """The first of all time."""
        return await self._rows(ALL_TIME, limit)

    async def this_month(self, limit: int = SHOWN) -> list[Row]:
        """The first of the present month."""
        return await self._rows(month_board(await self._now()), limit)

    async def in_chat(self, chat: int, limit: int = SHOWN) -> list[Row]:
        """The first of a chat, by the games that were shown there."""
        added = await self._added_up(chat)
        return await self._rows(chat_board(chat), limit) if added is None else await self._named(added[:limit])

    async def row_of(self, player_id: PlayerId) -> Row | None:
        """A player's own line among all; None without any points."""
        return await self._row(ALL_TIME, player_id)

    async def row_this_month(self, player_id: PlayerId) -> Row | None:
        """A player's own line this month; None without any points."""
        return await self._row(month_board(await self._now()), player_id)

    async def row_in_chat(self, chat: int, player_id: PlayerId) -> Row | None:
        """A player's own line in a chat; None without any points there."""
        added = await self._added_up(chat)
        if added is None:
            return await self._row(chat_board(chat), player_id)
        points = dict(added).get(player_id)
        return await self._line(_place(added, points), player_id, points) if points is not None else None

    async def _added_up(self, chat: int) -> Points | None:
        """Everybody's points in a chat that had other numbers before, most first; None for all other chats."""
        former = await self._chats.former(chat)
        if not former:
            return None
        points: Counter[PlayerId] = Counter()
        for number in (chat, *former):
            points.update(dict(await self._ledger.top(chat_board(number), MEMBERS)))
        return points.most_common()

    async def _rows(self, board: str, limit: int) -> list[Row]:
        return await self._named(await self._ledger.top(board, limit))

    async def _named(self, top: Points) -> list[Row]:
        return [await self._line(_place(top, points), player_id, points) for player_id, points in top]

    async def _row(self, board: str, player_id: PlayerId) -> Row | None:
        found = await self._ledger.place(board, player_id)
        return await self._line(found[0], player_id, found[1]) if found is not None else None

    async def _line(self, place: int, player_id: PlayerId, points: int) -> Row:
        return Row(place, player_id, (await self._ledger.record(player_id)).name, points)


def _place(top: Points, points: int) -> int:
    return 1 + sum(other > points for _, other in top)
