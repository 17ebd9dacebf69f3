"""Finding an opponent: a pool of those who seek a game with the same rules and clock, paired by rating."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from hall.actions import Code, Done, Opening, Refused, is_own_op
from hall.model import Player, PlayerId, Terms
from hall.opening import refused_terms
from hall.ports import StoreDown
from hall.ratings import Rating
from hall.tables import Hall

UNSEEN_MS = 15_000
"""Who does not ask again for so long has gone."""
PAIR_MS = 120_000
"""So long a pair that was found is remembered, for whoever of the two asks later."""
WINDOW, WINDOW_A_SECOND = 200, 20
"""How far apart two ratings may be at first, and how much more for each second that one of the two has waited."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody in the pool. `lane`: what game it shall be, as text; `avoids`: whom the player does not wish to meet."""

    player: Player
    op: str
    lane: str
    rating: int
    avoids: frozenset[PlayerId] = frozenset()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who found each other; `op` is the operation by which the host, who waited, sought."""

    host: Player
    guest: Player
    op: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nobody yet; ask again within UNSEEN_MS. `since_ms`: when the search began."""

    since_ms: int


class Queue(Protocol):
    """The pool itself. Every step may be repeated; all may raise StoreDown."""

    async def seek(self, seeker: Seeker) -> Pair | Waiting:
        """Pair the seeker with somebody, in one step, or let the seeker wait."""

    async def leave(self, player_id: PlayerId, op: str) -> Pair | None:
        """Stop seeking; the pair, if it was too late for that."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The faces' side of it. `rating` finds a player's rating under a rule set."""

    hall: Hall
    queue: Queue
    rating: Callable[[PlayerId, str], Awaitable[Rating]]

    async def seek(self, player: Player, terms: Terms, op: str) -> Done | Waiting | Refused:
        """A table with an opponent, or that one waits: then ask again every few seconds with the same `op`."""
        if not is_own_op(op, player):
            return Refused(Code.BAD_OP)
        if terms.time is None or terms.one_device:
            return Refused(Code.BAD_TIME)
        if (refused := refused_terms(player, Opening(terms, None, None, op))) is not None:
            return refused
        try:
            return await self._seek(player, terms, op)
        except StoreDown:
            return Refused(Code.STORE_DOWN)

    async def leave(self, player: Player, terms: Terms, op: str) -> Done | Refused | None:
        """Stop seeking; the table, if somebody had been found already."""
        try:
            pair = await self.queue.leave(player.id, op)
            return await self._open(pair, terms) if pair is not None else None
        except StoreDown:
            return Refused(Code.STORE_DOWN)

    async def _seek(self, player: Player, terms: Terms, op: str) -> Done | Waiting | Refused:
        standing = await self.hall.people.social.standing(player.id)
        if standing.banned is not None:
            return Refused(Code.BANNED)
        if (full := await self.hall.too_many_tables(player.id)) is not None:
            return full
        rating = round((await self.rating(player.id, terms.rules)).value)
        found = await self.queue.seek(Seeker(player, op, lane_of(terms), rating, standing.blocked))
        return await self._open(found, terms) if isinstance(found, Pair) else found

    async def _open(self, pair: Pair, terms: Terms) -> Done | Refused:
        """The table of a pair: the same, whoever of the two asks for it first."""
        return await self.hall.open_pair(pair.host, Opening(terms, None, pair.guest, f"pool:{pair.op}"))


def lane_of(terms: Terms) -> str:
    """What two must have in common to be paired."""
    time = terms.time
    clock = f"{time.base_ms}+{time.increment_ms}{'/move' if time.per_move else ''}" if time is not None else "-"
    return f"{terms.rules} {clock} {'rated' if terms.rated else 'friendly'}"
