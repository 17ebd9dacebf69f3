"""Deadlines: the first process that claims one makes it fall, also where nobody acts at the table any more."""

import asyncio
import contextlib
import logging

from hall.ports import FeedLost, Store, StoreDown
from hall.tables import Hall

log = logging.getLogger(__name__)

CLAIMED_AT_ONCE = 64
LEASE_MS = 5_000
"""If a process dies after claiming, another may claim the same deadline after this time."""
LONGEST_WAIT_S = 5.0
SHORTEST_WAIT_S = 0.05
"""Where nothing is due before, many events in a row cause one look at the deadlines in this time."""


class Timekeeper:
    """Lets flags fall, reminds who is on move, closes what was left (timing.py).

    Any number of them may run: a deadline is claimed by one, and what falls twice changes nothing.
    """

    def __init__(self, hall: Hall, store: Store) -> None:
        self._hall = hall
        self._store = store

    async def run(self) -> None:
        """Keep time for ever: sleep until the next deadline, or until an event that may bring an earlier one."""
        while True:
            events = self._store.follow()
            try:
                while True:
                    wait = await self.strike()
                    pause = min(wait, SHORTEST_WAIT_S)
                    await asyncio.sleep(pause)
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(wait - pause):
                            await anext(events)
            except FeedLost:
                continue
            except StoreDown:
                await asyncio.sleep(1.0)
            finally:
                events.close()

    async def strike(self) -> float:
        """Let everything fall that is due. Seconds until there may be more to do. Raises StoreDown."""
        claimed = await self._store.claim_due(CLAIMED_AT_ONCE, LEASE_MS)
        await asyncio.gather(*map(self._hall.let_time_fall, claimed))
        if len(claimed) == CLAIMED_AT_ONCE:
            return 0.0
        due = await self._store.next_due()
        return LONGEST_WAIT_S if due is None else min(LONGEST_WAIT_S, due / 1000)
