"""A queue in which nobody crowds out others: a few places in all, a few for each owner, taken in turn."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairQueue:
    """At most `places` turns at once, at most `per_owner` of them by one owner; those who wait are served in turn."""

    def __init__(self, places: int, per_owner: int) -> None:
        self._places = places
        self._per_owner = per_owner
        self._busy: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return sum(len(line) for line in self._waiting.values())

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it for the length of the block."""
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(ticket)
        self._serve()
        try:
            await ticket
            yield
        finally:
            self._leave(owner, ticket)
            self._serve()

    def _leave(self, owner: str, ticket: asyncio.Future[None]) -> None:
        if ticket.done() and not ticket.cancelled():
            self._busy[owner] -= 1
            self._busy += Counter()  # forgets owners without a turn
            return
        line = self._waiting.get(owner)
        if line is not None and ticket in line:
            line.remove(ticket)
            if not line:
                del self._waiting[owner]

    def _serve(self) -> None:
        for owner in list(self._waiting):
            if self._busy.total() >= self._places:
                return
            if self._busy[owner] >= self._per_owner:
                continue
            line = self._waiting.pop(owner)
            ticket = line.popleft()
            if line:
                self._waiting[owner] = line  # behind everybody who waits
            if not ticket.cancelled():
                self._busy[owner] += 1
                ticket.set_result(None)
