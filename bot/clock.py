"""Time as the bot keeps it towards Telegram: seconds, and waiting for them. Tests give it a faster clock."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Seconds from a moment that is the same for all processes, and a way to let some pass."""

    def now(self) -> float:
        """The present second."""

    async def sleep(self, seconds: float) -> None:
        """Come back after so many seconds."""


class RealClock:
    """Seconds since 1970 that never jump: this machine's steady clock, begun at what its wall clock showed."""

    def __init__(self) -> None:
        self._begun = time.time() - time.monotonic()

    def now(self) -> float:
        return self._begun + time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
