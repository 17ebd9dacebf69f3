"""Beats for the service, and sees to it that no live game loses time when nobody has for a while."""

import asyncio
import logging

from hall.ports import StoreDown
from hall.store.pulses import Pulse
from hall.tables import Hall
from hall.timing import Outage

log = logging.getLogger(__name__)

BEAT_S = 1.0
AT_ONCE = 64


class Heart:
    """One for each process. That clocks are held does not depend on it (Hall does it before anything is judged); it
    brings them to everybody's eyes at once."""

    def __init__(self, hall: Hall, pulse: Pulse) -> None:
        self._hall, self._pulse = hall, pulse
        self._last: Outage | None = None

    async def run(self) -> None:
        """Beat for ever."""
        while True:
            try:
                await self.beat()
            except StoreDown:
                log.info("the store does not take the sign of life; trying again")
            await asyncio.sleep(BEAT_S)

    async def beat(self) -> None:
        """Beat once; if an outage has just ended, hold the clocks of all live games. Raises StoreDown."""
        outages = await self._pulse.beat()
        if outages and outages[-1] != self._last:
            held = await self._hold_all()
            log.info("the service was down for %d s; %d clocks were held", outages[-1].lasted_ms // 1000, held)
            self._last = outages[-1]

    async def _hold_all(self) -> int:
        held, waiting = 0, await self._pulse.waiting()
        for start in range(0, len(waiting), AT_ONCE):
            held += sum(await asyncio.gather(*map(self._hall.hold_clock, waiting[start : start + AT_ONCE])))
        return held
