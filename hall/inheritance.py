"""A guest who becomes an account takes the candy along: each candy once, and never more than the account's days allow.

The rule: for the days that are still remembered, each day's candy moves as far as the account's own budget of that day
has room for it; what is older is no day's any more, and moves to an account once, with the first guest that brings any.
So binding guest after guest gains nobody more than one player's budget, and a guest of long standing loses nothing.

Guest and account lie in different slots, so it is a sequence that may be broken off anywhere and begun again: what the
guest has is frozen, the account takes its part and remembers that, and only then the guest's is less by as much.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from hall.model import PlayerId
from hall.players import remembered_days
from hall.ports import Now


@dataclass(frozen=True, slots=True)
class Legacy:
    """What a guest has to leave: candy by day (ISO), and what is `older`. `name`: no other legacy is called so."""

    name: str
    heir: PlayerId
    days: Mapping[str, int]
    older: int


@dataclass(frozen=True, slots=True)
class Taken:
    """How much of a legacy the heir has taken."""

    days: Mapping[str, int]
    older: int

    @property
    def candy(self) -> int:
        """All of it."""
        return self.older + sum(self.days.values())


class Legacies(Protocol):
    """The three steps. Each may be repeated, and raise StoreDown."""

    async def freeze(self, guest: PlayerId, heir: PlayerId, link: str, days: Sequence[str]) -> Legacy | None:
        """What the guest leaves to this heir by this link; what is frozen already, if something is; None if nothing."""

    async def take(self, guest: PlayerId, legacy: Legacy, candy_a_day: int) -> Taken:
        """The heir's part, once: asked again, it is what it was the first time."""

    async def let_go(self, guest: PlayerId, legacy: Legacy, taken: Taken) -> None:
        """The guest has so much less, and nothing is frozen any more."""


@dataclass(frozen=True, slots=True)
class Inheritance:
    """Moves candy from guests to accounts. `candy_a_day`: the daily budget."""

    legacies: Legacies
    now: Now
    candy_a_day: int

    async def move(self, guest: PlayerId, heir: PlayerId, link: str) -> int:
        """Give a guest's candy to an account; how much. Raises StoreDown; begun again, it does what is left.

        A legacy that was frozen for somebody else, and broken off, goes to them before.
        """
        days = remembered_days(await self.now())
        while (legacy := await self.legacies.freeze(guest, heir, link, days)) is not None:
            taken = await self.legacies.take(guest, legacy, self.candy_a_day)
            await self.legacies.let_go(guest, legacy, taken)
            if legacy.heir == heir:
                return taken.candy
        return 0
