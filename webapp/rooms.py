"""Who follows a table from this process, and what each of them has been told."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.board import Side
from hall.model import PlayerId, Table, TableId, is_player
from hall.ports import Event, Loaded
from hall.reactions import REACTIONS
from webapp.audience import Audience, state_view
from webapp.pieces import move_view
from webapp.sockets import Connection
from webapp.wire import Presence, StepFrame, TableFrame, write_frame

KEPT_EVENTS = 64


@dataclass(eq=False)
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
    """The newest known state of a table, the events that led there, and its followers."""

    table: Table
    now_ms: int
    followers: set[Follower] = field(default_factory=set)
    _events: dict[int, Event] = field(default_factory=dict)
    _texts: dict[tuple[object, ...], str] = field(default_factory=dict)

    def take(self, loaded: Loaded) -> None:
        """The table as it stands now; an older one than known is not believed."""
        if loaded.table.version >= self.table.version:
            self.table, self.now_ms = loaded.table, loaded.now_ms
            self._texts.clear()

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
        """The players who have this table open."""
        return frozenset(follower.audience.player.id for follower in self.followers)

    def presence(self) -> Presence:
        """Whether each side's player has the table open; a computer always has."""
        here = self.here()
        white, black = (
            seat is not None and (not is_player(seat) or seat.id in here) for seat in map(self.table.seat, Side)
        )
        return {"t": "presence", "table": self.table.id, "white": white, "black": black}

    def send_present(self, follower: Follower, op: str | None = None) -> None:
        """Tell a follower how the table stands, whatever it knew before."""
        state = state_view(self.table, follower.audience, now_ms=self.now_ms, here=self.here())
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

    def send_presence(self) -> None:
        """Tell everybody who is there."""
        self._texts.clear()
        text = write_frame(self.presence())
        for follower in self.followers:
            if follower.last is not None:
                follower.connection.send_text(text)

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
        state = state_view(table, audience, now_ms=self.now_ms, here=self.here(), past=past)
        frame: StepFrame = {"t": "step", "state": state, "event": event.kind.value}
        if event.move is not None and event.side is not None:
            frame["move"] = move_view(event.move, event.side, event.crowned)
        return frame
