"""What the hall keeps of each player beside the tables, and the steps by which a settlement changes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from hall.days import Days, month_of
from hall.model import Paid, PlayerId, TableId
from hall.plan import Part, Plan
from hall.ratings import Rating

ALL_TIME = "all"
VALID_MS = 3_600_000
"""A settlement that has not come to its end an hour after it last read the table begins anew."""


def month_board(at_ms: int) -> str:
    """The leaderboard of the month, by UTC."""
    return month_of(at_ms)


def is_month(board: str) -> bool:
    """Whether a leaderboard is a month's, and ends with it."""
    return board[:1].isdigit()


def chat_board(chat: int) -> str:
    """The leaderboard of a chat."""
    return f"chat:{chat}"


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What a player has: all zero for somebody who never got anything.

    `wins` are those against people, between two Telegram accounts; `badges`: name -> when it was won (ms); `ratings`:
    by rule set, none before the first rated game; `days`: how the player's days are counted.
    """

    id: PlayerId
    name: str = ""
    candy: int = 0
    points: int = 0
    wins: int = 0
    badges: Mapping[str, int] = field(default_factory=dict)
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    days: Days = field(default_factory=Days)


@dataclass(frozen=True, slots=True)
class Begun:
    """A settlement under way: when the game ended, the plan if one is frozen, and the store's time (ms)."""

    ended_ms: int
    plan: Plan | None
    now_ms: int


@dataclass(frozen=True, slots=True)
class Limits:
    """What bounds a payment: candy a day, rewarded games a day and pair, and the wins that bring the badge."""

    candy_a_day: int
    games_a_pair: int
    badge_wins: int


@dataclass(frozen=True, slots=True)
class NewRating:
    """A rating to be written: `before` as it was read (None: none yet), `after`, and both as people see them."""

    rules: str
    before: Rating | None
    after: Rating
    shown: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Payment:
    """One player's part of a plan as it is applied: within limits, with a new rating where the game is rated.

    `ended_ms`: when the game ended; `boards`: where the points will count; `until`: the store's time (ms) after which
    it must not be applied any more.
    """

    part: Part
    ended_ms: int
    limits: Limits
    rating: NewRating | None
    boards: Sequence[str]
    until: int


class Moved(Exception):  # noqa: N818 - the name says what happened
    """The player's rating is no longer the one that was read: read it again."""


class TooLate(Exception):  # noqa: N818 - the name says what happened
    """This settlement began too long ago to be sure of what is remembered: begin it anew."""


class Ledger(Protocol):
    """Players' records, leaderboards, and the settlement of tables. Every step may be repeated, and raise StoreDown."""

    async def unpaid(self, limit: int) -> list[TableId]:
        """Finished tables that are not settled, at most about `limit` of them, those that wait longest first."""

    async def begin(self, table_id: TableId, plan: Plan | None = None) -> Begun | None:
        """Look at a settlement, and freeze this plan for it unless one is frozen; None if the table is settled."""

    async def pay(self, table_id: TableId, payment: Payment) -> Paid:
        """Give a player what the table pays, or tell what it gave before. Raises Moved or TooLate."""

    async def rank(self, table_id: TableId, board: str, points: Mapping[PlayerId, int], *, until: int) -> None:
        """Add the table's points to a leaderboard, once. Raises TooLate after `until` (ms)."""

    async def close(self, table_id: TableId, plan: Plan | None) -> None:
        """The table is settled. What its players and leaderboards remember of it ends a day later."""

    async def record(self, player_id: PlayerId) -> PlayerRecord:
        """What a player has."""

    async def candy_on(self, player_id: PlayerId, day: str) -> int:
        """The candy a player got on one of the player's days."""

    async def keep_days(self, player_id: PlayerId, days: Days) -> None:
        """Remember how a player's days are counted."""

    async def top(self, board: str, limit: int) -> list[tuple[PlayerId, int]]:
        """The first of a leaderboard and their points."""

    async def place(self, board: str, player_id: PlayerId) -> tuple[int, int] | None:
        """A player's place, shared with those of as many points, and points; None for somebody who is not on it."""

    async def forget(self, player_id: PlayerId, days: Sequence[str]) -> None:
        """Delete the player's record and these days, and take the player off every leaderboard."""
