"""Carries what happens at the tables into this process's chats: follows the events, and looks around after a gap."""

import asyncio
import logging

from bot.clock import Clock
from bot.errands import Look
from bot.living import Living
from hall.model import Status, TableId
from hall.ports import Event, Feed, FeedLost, StoreDown
from hall.store.chats import ChatStore
from hall.store.notes import Notes
from hall.tables import Hall

log = logging.getLogger(__name__)

LAST_S = 7 * 86_400
PAUSE = 1.0  # seconds before a store that is down is asked again


class Announcer:
    """Tells the chats. It waits for nobody but the store: sending goes on in the background.

    Every process follows all events, and tells those chats that it holds.
    """

    def __init__(
        self, hall: Hall, feed: Feed, chats: ChatStore, notes: Notes, living: Living, clock: Clock
    ) -> None:
        self._hall, self._feed, self._living, self._clock = hall, feed, living, clock
        self._chats, self._notes = chats, notes
        self._gap = asyncio.Event()

    def look_around(self) -> None:
        """What happened in some chats until now was told to somebody else, or to nobody."""
        self._gap.set()

    async def run(self) -> None:
        """Follow the events for ever."""
        while True:
            events = self._feed.follow()
            try:
                async for event in events:
                    await self._tell(event)
            except FeedLost:
                log.info("events were missed; looking at all tables that are shown in chats")
            except StoreDown:
                await self._clock.sleep(PAUSE)
            finally:
                events.close()
            self.look_around()

    async def fill_gaps(self) -> None:
        """For ever: what happened while nobody listened shows in the tables themselves."""
        while True:
            await self._gap.wait()
            self._gap.clear()
            try:
                for table_id in await self._chats.unsettled():
                    if (table := await self._hall.load(table_id)) is not None:
                        await self._living.follow(table)
                    else:
                        await self._chats.settle(table_id)
            except StoreDown:
                self.look_around()
                await self._clock.sleep(PAUSE)

    async def look(self, errand: Look) -> None:
        """Show a table where it is new, knowing what led to its present state. Raises StoreDown."""
        table = await self._hall.load(errand.table)
        if table is not None:
            tail = await self._feed.tail(table.id, table.version - 1)
            await self._living.follow(table, tail[-1] if tail else None)

    async def _tell(self, event: Event) -> None:
        if event.ends:
            await self._remember_end(event.table)
        table = await self._hall.load(event.table)
        if table is not None and (table.version == event.version or event.ends):  # else a later event tells
            await self._living.follow(table, event)

    async def _remember_end(self, table_id: TableId) -> None:
        """A player's last game can be shared in any chat (inline.py)."""
        table = await self._hall.load(table_id)
        for player in table.players if table is not None and table.status is Status.FINISHED else ():
            await self._notes.write(f"last:{player.id}", table_id, LAST_S)
