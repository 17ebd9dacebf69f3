"""From the hall's feed to the sockets: one reader for the process, a room for every table somebody follows here.

Every follower is brought from the version it has to the present one, step by step and without a gap: from the events
remembered here, else from the tail of the table's log, else by the whole present state.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from hall.model import Player, PlayerId, Table, TableId
from hall.news import Newsroom
from hall.ports import Event, EventKind, Feed, FeedLost, Loaded, StoreDown
from hall.presence import Presence
from hall.ratings import Shown
from hall.tables import Hall
from webapp.attendance import Attendance
from webapp.audience import Audience
from webapp.history import tables_after
from webapp.rooms import Follower, Room
from webapp.sockets import Connection

RETRY_SECONDS = 0.5
Rate = Callable[[Table], Awaitable[Mapping[PlayerId, Shown]]]
"""Finds the ratings of a table's players."""
log = logging.getLogger(__name__)


class Hub:
    """The rooms of this process."""

    def __init__(self, hall: Hall, feed: Feed, presence: Presence, newsroom: Newsroom, rate: Rate) -> None:
        self._hall = hall
        self._feed = feed
        self._presence, self._rate = presence, rate
        self._rooms: dict[TableId, Room] = {}
        self.attendance = Attendance(self._rooms, presence, newsroom)

    @property
    def tables(self) -> int:
        """How many tables are followed here."""
        return len(self._rooms)

    async def run(self) -> None:
        """Follow the feed as long as it lasts; after every interruption look at all tables anew."""
        while True:
            subscription = self._feed.follow()
            try:
                for table_id in list(self._rooms):
                    await self.look(table_id)
                async for event in subscription:
                    await self._tell_of(event)
            except FeedLost:
                log.info("the feed was interrupted; subscribing again")
            except StoreDown:
                await asyncio.sleep(RETRY_SECONDS)
            finally:
                subscription.close()

    async def follow(
        self, connection: Connection, audience: Audience, table_id: TableId, last: int | None, op: str | None = None
    ) -> Follower | None:
        """Let a connection follow a table and tell it what it missed after version `last`, or how the table stands.

        None if there is no such table. Raises StoreDown.
        """
        loaded = await self._hall.load_at(table_id)
        if loaded is None:
            return None
        present = await self._presence.sign(table_id, audience.player)
        ratings = await self._rate(loaded.table)
        follower = Follower(connection, audience, table_id, last or None)
        async with follower.lock:
            room = self._enter(loaded, follower)
            room.rate(ratings)
            room.know(present)
            try:
                await self._begin(room, follower, op)
            except Exception:  # whatever it was: who believes not to follow must not be told
                self.leave(follower)
                raise
        return follower

    async def _begin(self, room: Room, follower: Follower, op: str | None) -> None:
        """The first thing a new follower is told."""
        # Only now do events reach the room: one that came while the table was being loaded is found by loading again.
        await self.look(follower.table_id)
        if op is not None or follower.last is None or follower.last >= room.table.version:
            room.send_present(follower, op)
        await self._advance(room, follower)
        if (watchers := room.watchers())["count"]:
            follower.connection.send(watchers)

    def leave(self, follower: Follower) -> None:
        """Stop telling a follower; the last one out closes the room."""
        room = self._rooms.get(follower.table_id)
        if room is None or follower not in room.followers:
            return
        room.followers.discard(follower)
        if not room.followers:
            del self._rooms[follower.table_id]

    async def sign(self, follower: Follower) -> None:
        """A follower's page has given a sign of life. Raises StoreDown."""
        present = await self._presence.sign(follower.table_id, follower.audience.player)
        self.attendance.compare(follower.table_id, present)

    async def put_away(self, table_id: TableId, player: Player) -> None:
        """A page has put a table away; the player is gone unless another page has it open. Raises StoreDown."""
        room = self._rooms.get(table_id)
        if room is None or player.id not in {other.id for other in room.players_here()}:
            await self._presence.leave(table_id, player.id)

    async def look(
        self, table_id: TableId, event: Event | None = None, asker: Follower | None = None
    ) -> Loaded | None:
        """Load a table and tell its followers, except those being told already.

        `asker`, whose lock the caller holds, is told first: a finger waits for it. Raises StoreDown.
        """
        loaded = await self._hall.load_at(table_id)
        room = self._rooms.get(table_id)
        if loaded is not None and room is not None:
            if event is not None:
                room.note(event)
            if _casting(loaded.table) != _casting(room.table):
                room.rate(await self._rate(loaded.table))
            room.take(loaded)
            await self._advance_asker(room, asker)
            await self._tell(room)
            await self._advance_asker(room, asker)  # what came while the others were told
            room.tell_attendance()
        return loaded

    def here(self, table_id: TableId) -> frozenset[PlayerId]:
        """The players who have this table open, as far as this process follows it."""
        room = self._rooms.get(table_id)
        return room.here() if room else frozenset()

    async def ratings(self, table: Table) -> Mapping[PlayerId, Shown]:
        """The ratings of a table's players. Raises StoreDown."""
        room = self._rooms.get(table.id)
        return room.ratings if room and _casting(room.table) == _casting(table) else await self._rate(table)

    def send_present(self, follower: Follower, op: str | None = None) -> None:
        """Tell a follower how its table stands."""
        room = self._rooms.get(follower.table_id)
        if room is not None:
            room.send_present(follower, op)

    def _enter(self, loaded: Loaded, follower: Follower) -> Room:
        room = self._rooms.get(loaded.table.id)
        if room is None:
            room = self._rooms[loaded.table.id] = Room(loaded.table, loaded.now_ms)
        room.take(loaded)
        room.followers.add(follower)
        return room

    async def _tell_of(self, event: Event) -> None:
        try:
            await self._on_event(event)
        except StoreDown:
            raise
        except Exception:  # a fault at one table must not silence all the others
            log.exception("event %d of table %s could not be told", event.version, event.table)

    async def _on_event(self, event: Event) -> None:
        room = self._rooms.get(event.table)
        if room is None:
            return
        if event.kind is EventKind.REACTED:
            room.send_reaction(event)
            return
        room.note(event)
        if room.table.version < event.version:
            await self.look(event.table)
        else:
            await self._tell(room)

    async def _tell(self, room: Room) -> None:
        for follower in list(room.followers):
            # Who holds the lock is telling this follower already, and catches up with the room before letting go.
            if not follower.lock.locked():
                async with follower.lock:
                    await self._tell_one(room, follower)

    async def _advance_asker(self, room: Room, asker: Follower | None) -> None:
        if asker is not None and asker in room.followers:
            await self._advance(room, asker)

    async def _tell_one(self, room: Room, follower: Follower) -> None:
        try:
            await self._advance(room, follower)
        except StoreDown:
            raise
        except Exception:  # a fault in one audience's payload must not silence all tables: its page will come back
            log.exception("a follower of table %s could not be told", room.table.id)
            follower.connection.cut()

    async def _advance(self, room: Room, follower: Follower) -> None:
        """Bring a follower to the present version."""
        while follower.last is None or follower.last < room.table.version:
            table = room.table
            events = await self._missed(room, follower.last, table)
            tables = tables_after(table, events) if events else None
            if events is None or tables is None:
                room.send_present(follower)
            else:
                room.send_steps(follower, events, tables)

    async def _missed(self, room: Room, last: int | None, table: Table) -> list[Event] | None:
        """The events that led from a version to this table, None if that cannot be told."""
        if last is None:
            return None
        remembered = room.events_after(last)
        if remembered is not None:
            return remembered
        tail = await self._feed.tail(table.id, last)
        if tail is None:
            return None
        for event in tail:
            room.note(event)
        events = [event for event in tail if event.version <= table.version]
        return events if [event.version for event in events] == list(range(last + 1, table.version + 1)) else None


def _casting(table: Table) -> tuple[object, ...]:
    """Who plays for what: while this is the same, so are the ratings shown."""
    return (table.white, table.black, table.paid is None)
