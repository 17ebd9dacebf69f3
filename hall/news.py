"""News of people: what every process hears at once of a player, and what is no step of a table.

News only say that there is something to know. What is so stands in the store, for whoever has missed them.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from hall.model import PlayerId, TableId


class NewsKind(StrEnum):
    """What has changed: an operator has excluded a player or let them in again, a player has chosen something, or has
    opened a table or put it away."""

    EXCLUDED = "excluded"
    ADMITTED = "admitted"
    PREFERRED = "preferred"
    ATTENDANCE = "attendance"


@dataclass(frozen=True, slots=True)
class News:
    """Something has changed for this player; `table` only where it is about one (then `player` may be '': several)."""

    player: PlayerId
    kind: NewsKind
    table: TableId | None = None


class NewsSubscription(Protocol):
    """All news since subscribing. Iterating raises FeedLost when some may be missing."""

    def __aiter__(self) -> AsyncIterator[News]: ...

    async def __anext__(self) -> News: ...

    def close(self) -> None:
        """Stop; iterating ends."""


class Newsroom(Protocol):
    """Where news are told and heard."""

    async def tell(self, news: News) -> None:
        """Tell all processes. Raises StoreDown."""

    def follow(self, size: int = 4_096) -> NewsSubscription:
        """The news from now on, through a queue of `size`; full, it is lost."""
