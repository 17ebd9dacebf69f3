"""The clock of a Telegram in which time runs faster, or jumps ahead, without anybody waiting for it."""

import asyncio
import time

EPOCH = 1_800_000_000.0


class FastClock:
    """Seconds since 1970 that pass `speed` times faster than real ones. The bot under test keeps the same time."""

    def __init__(self, speed: float = 50) -> None:
        self.speed = speed
        self._begun = time.monotonic()
        self._ahead = 0.0

    def now(self) -> float:
        """The present second."""
        return EPOCH + self._ahead + (time.monotonic() - self._begun) * self.speed

    def jump(self, seconds: float) -> None:
        """Let that much time pass at once."""
        self._ahead += seconds

    async def sleep(self, seconds: float) -> None:
        """Wait for seconds of this clock."""
        await asyncio.sleep(max(seconds, 0) / self.speed)
