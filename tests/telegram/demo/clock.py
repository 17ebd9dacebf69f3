"""The clock of a Telegram in which real people wait."""

import time

from tests.telegram.clock import FastClock


class WallClock(FastClock):
    """Real seconds since 1970."""

    def __init__(self) -> None:
        super().__init__(speed=1)

    def now(self) -> float:
        """The present second."""
        return time.time() + self._ahead
