"""Who is at the tables followed here, over all processes: players' presence, and those who watch."""

import asyncio
import logging
from collections.abc import Mapping

from hall.model import TableId
from hall.news import NewsKind, Newsroom
from hall.ports import FeedLost, StoreDown
from hall.presence import Presence, Present
from webapp.rooms import Room

DAMPING_SECONDS = 0.2
"""However many come and go, a table's followers are told no more often than this."""
log = logging.getLogger(__name__)


class Attendance:
    """Follows the comings and goings, and lets the rooms tell their followers."""

    def __init__(self, rooms: Mapping[TableId, Room], presence: Presence, newsroom: Newsroom) -> None:
        self._rooms, self._presence, self._newsroom = rooms, presence, newsroom
        self._changed: set[TableId] = set()
        self._something = asyncio.Event()

    def compare(self, table_id: TableId, present: Present) -> None:
        """Somebody's sign of life told who is there: have it looked at if that is not what is known here."""
        room = self._rooms.get(table_id)
        if room is not None and room.present.people.keys() != present.people.keys():
            self._mark(table_id)

    async def follow(self) -> None:
        """Hear of comings and goings for ever."""
        while True:
            news = self._newsroom.follow()
            try:
                async for each in news:
                    if each.kind is NewsKind.ATTENDANCE and each.table is not None and each.table in self._rooms:
                        self._mark(each.table)
            except FeedLost:
                log.info("news were lost; looking anew who is at the tables")
                self._mark(*self._rooms)
            finally:
                news.close()

    async def tell(self) -> None:
        """Look who is there wherever that may have changed, for ever."""
        while True:
            await self._something.wait()
            self._something.clear()
            changed = [self._rooms[table_id] for table_id in self._changed if table_id in self._rooms]
            self._changed.clear()
            for room in changed:
                try:
                    await self._look(room)
                except Exception:  # a fault at one table must not silence all the others
                    log.exception("who is at table %s could not be told", room.table.id)
            await asyncio.sleep(DAMPING_SECONDS)

    async def _look(self, room: Room) -> None:
        try:
            present = await self._presence.look(room.table.id)
            for player in room.players_here():
                if player.id not in present.people and present.count <= len(present.people):
                    present = await self._presence.sign(room.table.id, player)  # they left by another page
        except StoreDown:
            self._mark(room.table.id)
            return
        room.know(present)
        room.tell_attendance()

    def _mark(self, *tables: TableId) -> None:
        self._changed.update(tables)
        self._something.set()
