"""Work divided into a fixed number of slices, each held by one process among those that are alive.

A member that gives no sign of life for the time of a lease is dead, and its slices are free. Whoever joins gets a fair
share as soon as the others have given theirs back (hall/holder.py).
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakKeyDictionary
from zlib import crc32

from hall.ports import Store
from hall.store import keys
from hall.store.redis import RedisStore

SLICES = 32
"""Among so many parts chats are divided. Processes that divide differently must not run side by side."""
LEASE_MS = 10_000
"""So long after its last sign of life a member is dead."""


def slice_of(chat: int) -> int:
    """The slice in which a chat lies, for ever."""
    return crc32(str(chat).encode()) % SLICES


@dataclass(frozen=True, slots=True)
class Part:
    """What a member has now, and how many slices would be its fair share."""

    held: frozenset[int]
    fair: int


class Slices(Protocol):
    """The slices of one kind of work. Every method may raise StoreDown."""

    async def beat(self, member: str) -> Part:
        """A sign of life, good for the time of a lease from before it was asked for. It takes free slices, too."""

    async def release(self, member: str, slices: Iterable[int]) -> None:
        """Give slices back to be taken by others."""

    async def leave(self, member: str) -> None:
        """Be no member any more, and have no slices."""


class MemorySlices:
    """For tests, beside a MemoryStore. `clock`: seconds."""

    def __init__(self, lease_ms: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._lease, self._clock = lease_ms / 1000, clock
        self._members: dict[str, float] = {}
        self.holders: dict[int, str] = {}
        """Who has which slice."""

    async def beat(self, member: str) -> Part:
        now = self._clock()
        self._members = {name: until for name, until in self._members.items() if until > now}
        self._members[member] = now + self._lease
        fair, more = divmod(SLICES, len(self._members))
        fair += sorted(self._members).index(member) < more
        mine = {number for number, holder in self.holders.items() if holder == member}
        for number in range(SLICES):
            if len(mine) < fair and self.holders.get(number) not in self._members:
                mine.add(number)
                self.holders[number] = member
        return Part(frozenset(mine), fair)

    async def release(self, member: str, slices: Iterable[int]) -> None:
        for number in slices:
            if self.holders.get(number) == member:
                del self.holders[number]

    async def leave(self, member: str) -> None:
        await self.release(member, range(SLICES))
        self._members.pop(member, None)


class RedisSlices:
    """In the same Redis or Valkey as the tables, by its clock."""

    def __init__(self, store: RedisStore, name: str, lease_ms: int) -> None:
        self._patiently, self._lease_ms = store.patiently, lease_ms
        self._script = store.client.register_script((Path(__file__).parent / "slices.lua").read_text())
        self._keys = [keys.members_key(name), keys.slices_key(name)]

    async def beat(self, member: str) -> Part:
        fair, *held = await self._ask("beat", member)
        return Part(frozenset(held), fair)

    async def release(self, member: str, slices: Iterable[int]) -> None:
        await self._ask("release", member, slices)

    async def leave(self, member: str) -> None:
        await self._ask("leave", member, range(SLICES))

    async def _ask(self, wish: str, member: str, slices: Iterable[int] = ()) -> list[int]:
        values: list[str | int] = [wish, member, self._lease_ms, SLICES, *slices]
        answer: Any = await self._patiently(lambda: self._script(keys=self._keys, args=values))
        return [int(number) for number in answer]


_beside: WeakKeyDictionary[Store, dict[str, MemorySlices]] = WeakKeyDictionary()


def slices_beside(store: Store, name: str, lease_ms: int = LEASE_MS) -> Slices:
    """The slices of this name in this store: in the same Redis, or in memory for as long as the memory store lives."""
    if isinstance(store, RedisStore):
        return RedisSlices(store, name, lease_ms)
    return _beside.setdefault(store, {}).setdefault(name, MemorySlices(lease_ms))
