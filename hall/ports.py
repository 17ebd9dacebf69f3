"""What the hall needs from outside, as protocols, and the values that cross these borders."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.board import Move, Side
from engine.game import Game
from hall.model import PlayerId, Table, TableId


class StoreDown(Exception):  # noqa: N818 - the name says what happened
    """The store did not answer in the time a person can be kept waiting. Nothing is known to have changed."""


class FeedLost(Exception):  # noqa: N818 - the name says what happened
    """Events may have passed this subscriber by: it must subscribe again and look at the tables anew."""


class EventKind(StrEnum):
    """What a step of a table was."""

    OPENED = "opened"
    SAT = "sat"
    MOVED = "moved"
    RESIGNED = "resigned"
    DRAW_OFFERED = "draw_offered"
    DRAW_AGREED = "draw_agreed"
    DRAW_DECLINED = "draw_declined"
    TAKEBACK_ASKED = "takeback_asked"
    TAKEN_BACK = "taken_back"
    TAKEBACK_DECLINED = "takeback_declined"
    ABORTED = "aborted"
    FLAGGED = "flagged"
    ABANDONED = "abandoned"
    REMINDED = "reminded"
    CLAIMABLE = "claimable"
    CLOCK_HELD = "clock_held"
    REMATCH_WISHED = "rematch_wished"
    REMATCH_OPENED = "rematch_opened"
    SETTLED = "settled"
    RESEATED = "reseated"
    REACTED = "reacted"
    """The one that is no step: `version` is the table's present one."""


@dataclass(frozen=True, slots=True)
class Event:
    """One step of a table, as it is logged and told to those who follow. `version` is the one it led to.

    `side` is the side that acted (None where nobody did), `move` what was moved, with its landings and what it took.
    `awaits_computer` says that a computer has to act now; `over` that the table is finished or aborted; `ends` that
    this very step made it so. `reaction` is what was said (hall/reactions.py), where the kind is REACTED.
    """

    table: TableId
    version: int
    kind: EventKind
    side: Side | None = None
    move: Move | None = None
    crowned: bool = False
    awaits_computer: bool = False
    over: bool = False
    ends: bool = False
    reaction: str = ""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table as it stands, the store's time (ms), and the version the asked operation once led to, if it did."""

    table: Table
    now_ms: int
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """The step is saved, logged and told."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """The operation had been done before, leading to `version`; `table` is as it stands now."""

    version: int
    table: Table


@dataclass(frozen=True, slots=True)
class Conflict:
    """The table had moved on; it is as given now. Nothing was changed."""

    table: Table


@dataclass(frozen=True, slots=True)
class Missing:
    """There is no such table."""


class TableStore(Protocol):
    """Tables, each changed by whole steps only. Every method may raise StoreDown."""

    async def load(self, table_id: TableId, op: str = "") -> Loaded | None:
        """The table with the store's time; None if there is none. `op` is looked up among its last operations."""

    async def create(self, table: Table, event: Event, op: str) -> Committed | Repeated:
        """Save a new table, or find that it is there: its id comes from `op`, so opening twice opens once."""

    async def commit(self, table: Table, event: Event, op: str) -> Committed | Repeated | Conflict | Missing:
        """Replace version `table.version - 1`, with its event, in one step. Running tables are kept without limit."""

    async def awaiting_computers(self) -> list[TableId]:
        """The running tables at which a computer has to act."""

    async def claim_due(self, limit: int, lease_ms: int) -> list[TableId]:
        """Tables whose deadline has passed, at most `limit`; each is given to one asker until `lease_ms` are over."""

    async def next_due(self) -> int | None:
        """Milliseconds until the next deadline, 0 if one has passed; None if there is none."""


class PlayerStore(Protocol):
    """What is kept per player, apart from the tables. Every step may be repeated. Methods may raise StoreDown."""

    async def add_table(self, player_id: PlayerId, table_id: TableId, at_ms: int, limit: int | None = None) -> bool:
        """Put a table on the player's list of running ones; False if `limit` of them are there already."""

    async def drop_table(self, player_id: PlayerId, table_id: TableId) -> None:
        """Take a table off the list."""

    async def tables_of(self, player_id: PlayerId) -> list[TableId]:
        """The list, newest first. It may hold tables that are over or were never opened."""

    async def finish_table(self, player_id: PlayerId, table_id: TableId) -> None:
        """Take a table off the list and put it in front of the player's finished ones, where it stands once."""

    async def forget_table(self, player_id: PlayerId, table_id: TableId) -> None:
        """Take a table off both lists."""

    async def games_of(self, player_id: PlayerId, first: int, count: int) -> list[TableId]:
        """The player's finished tables, the newest first, `count` from the `first`-th on."""


class Subscription(Protocol):
    """The events of all tables since subscribing. Iterating raises FeedLost when some may be missing."""

    def __aiter__(self) -> AsyncIterator[Event]: ...

    async def __anext__(self) -> Event: ...

    def close(self) -> None:
        """Stop; iterating ends."""


class Feed(Protocol):
    """Who tells what happened at the tables, in the order in which it happened at each."""

    def follow(self, size: int = 1024) -> Subscription:
        """Every event from now on, and perhaps a few from just before, through a queue of `size`; full, it is lost."""

    async def tail(self, table_id: TableId, after_version: int) -> list[Event] | None:
        """The events after a version, without a gap; None if the log is too short for that. May raise StoreDown."""


class Thinker(Protocol):
    """Who thinks for the computers, off the event loop. `owner`: whose game it is; nobody crowds out others."""

    async def choose(self, game: Game, level: int, seed: int, /, *, owner: str, max_ms: int | None = None) -> Move:
        """A move of that level. It always answers with a legal move."""

    async def judge(self, game: Game, /, *, owner: str) -> int:
        """How good the position is for the side to move, in hundredths of a man."""


class Now(Protocol):
    """The time all processes share."""

    async def __call__(self) -> int:
        """Milliseconds since 1970 by the store's clock. May raise StoreDown."""


class Store(TableStore, PlayerStore, Feed, Protocol):
    """A whole store: tables, players, feed and time."""

    async def now(self) -> int:
        """Milliseconds since 1970 by the store's clock. May raise StoreDown."""


Events = Sequence[Event]
