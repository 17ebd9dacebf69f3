"""Who follows a table from this process, and what each of them has been told."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.board import Side
from hall.model import Player, PlayerId, Table, TableId, is_player
from hall.ports import Event, Loaded
from hall.presence import NOBODY, Present
from hall.ratings import Shown
from hall.reactions import REACTIONS
from webapp.audience import Audience, state_view
from webapp.pieces import move_view
from webapp.sockets import Connection
from webapp.wire.server import Presence, StepFrame, TableFrame, WatchersFrame, write_frame
from webapp.wire.views import WatcherView

KEPT_EVENTS = 64
WATCHERS_NAMED = 12
"""So many of those who watch are told by name."""


@dataclass(eq=False, slots=True)
class Follower:
    """One connection that follows one table. `last` is the newest version it was sent, None before the first.

    Whoever sends to it holds `lock`; an action of its own holds it too, so that the step comes back with the `op` by
    which the page knows it.
    """

    connection: Connection
    audience: Audience
    table_id: TableId
    last: int | None = None
    ops: dict[int, str] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(eq=False)
class Room:
    """The newest known state of a table, the events that led there, its followers, and what they know of each other."""

    table: Table
    now_ms: int
    present: Present = NOBODY
    ratings: Mapping[PlayerId, Shown] = field(default_factory=dict)
    followers: set[Follower] = field(default_factory=set)
    _events: dict[int, Event] = field(default_factory=dict)
    _texts: dict[tuple[object, ...], str] = field(default_factory=dict)
    _told: list[Presence | WatchersFrame] = field(default_factory=list)

    def take(self, loaded: Loaded) -> None:
        """The table as it stands now; an older one than known is not believed."""
        if loaded.table.version < self.table.version:
            return
        newer = loaded.table.version > self.table.version
        self.table, self.now_ms = loaded.table, loaded.now_ms
        self._texts.clear()
        if newer:
            self._told[:1] = [self.presence()]  # the state that everybody is sent now says it, too

    def note(self, event: Event) -> None:
        """Remember an event for those who are behind."""
        self._events[event.version] = event
        while len(self._events) > KEPT_EVENTS:
            del self._events[min(self._events)]

    def events_after(self, version: int) -> list[Event] | None:
        """The events from a version to the present one, None if one of them is not remembered."""
        wanted = range(version + 1, self.table.version + 1)
        return [self._events[number] for number in wanted] if all(number in self._events for number in wanted) else None

    def here(self) -> frozenset[PlayerId]:
        """Those who have this table open, in this process or another."""
        return frozenset(self.present.people) | {player.id for player in self.players_here()}

    def players_here(self) -> list[Player]:
        """Those who have it open in this process."""
        return [follower.audience.player for follower in self.followers]

    def rate(self, ratings: Mapping[PlayerId, Shown]) -> None:
        """The players' ratings as they are now."""
        self.ratings = ratings
        self._texts.clear()

    def know(self, present: Present) -> None:
        """Who has it open, as all processes know. The followers are told when the news of it come, not too often."""
        self.present = present
        if len(self._told) < 2:
            self._told = [self.presence(), self.watchers()]  # who comes first is told by what is sent first

    def tell_attendance(self) -> None:
        """Tell everybody who is there, if that is not what they were told before."""
        now: list[Presence | WatchersFrame] = [self.presence(), self.watchers()]
        news = [frame for frame in now if frame not in self._told]
        self._told = now
        if news:
            self._texts.clear()
        for text in map(write_frame, news):
            for follower in self.followers:
                if follower.last is not None:
                    follower.connection.send_text(text)

    def watchers(self) -> WatchersFrame:
        """Who has it open and holds no seat; of very many only the number."""
        seated = {player.id for player in self.table.players}
        watching = {player_id: name for player_id, name in self.present.people.items() if player_id not in seated}
        count = self.present.count - (len(self.present.people) - len(watching))
        named = sorted(watching, key=lambda player_id: (watching[player_id], player_id))[:WATCHERS_NAMED]
        people: list[WatcherView] = [
            {"name": watching[player_id], "kind": "telegram" if player_id.startswith("tg:") else "guest"}
            for player_id in named
        ]
        few = self.present.count <= len(self.present.people)
        return {"t": "watchers", "table": self.table.id, "count": count, "people": people if few else []}

    def presence(self) -> Presence:
        """Whether each side's player has the table open; a computer always has."""
        here = self.here()
        white, black = (
            seat is not None and (not is_player(seat) or seat.id in here) for seat in map(self.table.seat, Side)
        )
        return {"t": "presence", "table": self.table.id, "white": white, "black": black}

    def send_present(self, follower: Follower, op: str | None = None) -> None:
        """Tell a follower how the table stands, whatever it knew before."""
        state = state_view(
            self.table, follower.audience, now_ms=self.now_ms, here=self.here(), ratings=self.ratings
        )
        frame: TableFrame = {"t": "table", "state": state}
        if op is not None:
            frame["op"] = op
        follower.connection.send(frame)
        follower.last = self.table.version

    def send_steps(self, follower: Follower, events: Sequence[Event], tables: Sequence[Table]) -> None:
        """Tell a follower step by step what it missed; only the last step is the present."""
        for event, table in zip(events, tables, strict=True):
            op = follower.ops.pop(event.version, None)
            if op is not None:
                follower.connection.send({**self._step(event, table, follower.audience), "op": op})
            else:
                follower.connection.send_text(self._step_text(event, table, follower.audience))
            follower.last = event.version

    def send_reaction(self, event: Event) -> None:
        """Tell everybody what somebody at the table said."""
        if event.side is None or event.reaction not in REACTIONS:
            return
        for follower in self.followers:
            text = follower.audience.texts.gettext(REACTIONS[event.reaction])
            follower.connection.send(
                {
                    "t": "reaction",
                    "table": event.table,
                    "side": event.side.value,
                    "reaction": event.reaction,
                    "text": text,
                }
            )

    def _step_text(self, event: Event, table: Table, audience: Audience) -> str:
        """Written once for all who see it alike."""
        key = (event.version, *audience.key(table))
        text = self._texts.get(key)
        if text is None:
            text = self._texts[key] = write_frame(self._step(event, table, audience))
        return text

    def _step(self, event: Event, table: Table, audience: Audience) -> StepFrame:
        past = event.version < self.table.version
        here, ratings = self.here(), self.ratings
        state = state_view(table, audience, now_ms=self.now_ms, here=here, ratings=ratings, past=past)
        frame: StepFrame = {"t": "step", "state": state, "event": event.kind.value}
        if event.move is not None and event.side is not None:
            frame["move"] = move_view(event.move, event.side, event.crowned)
        return frame
