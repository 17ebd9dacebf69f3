"""Time as the bot keeps it towards Telegram: seconds, and waiting for them. Tests give it a faster clock."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Seconds from any fixed moment, and a way to let some pass."""

    def now(self) -> float:
        """The present second."""

    async def sleep(self, seconds: float) -> None:
        """Come back after so many seconds."""


class RealClock:
    """This machine's steady clock."""

    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
