"""How fast a bot may write: Telegram's limits, kept on the safe side, for each chat, each group and all chats together.

Telegram: about one message a second in a chat, twenty a minute in a group, thirty a second overall; edits count.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.clock import Clock

CHATS_KEPT = 2000
A_MOMENT = 0.05


@dataclass(frozen=True, slots=True)
class Limits:
    """So many writes in so many seconds. In groups ordinary edits stop earlier, so that a result need not wait."""

    chat_seconds: float = 1.0
    group_number: int = 15
    group_urgent_number: int = 19
    group_seconds: float = 60.0
    overall_number: int = 28
    overall_seconds: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """Who waits for a chat to be free, and may become urgent meanwhile."""

    urgent: Callable[[], bool]


@dataclass(slots=True)
class Lane:
    """One chat's past writes, what Telegram told it to wait for, and who is waiting."""

    group: bool
    written: deque[float] = field(default_factory=deque)
    closed_until: float = 0.0
    busy: bool = False
    waiting: list[Waiting] = field(default_factory=list)


class Pace:
    """Says how long to wait before the next write to a chat."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self._clock, self._limits = clock, limits
        self._lanes: dict[int, Lane] = {}
        self._overall: deque[float] = deque()
        self._under_way = 0

    def lane(self, chat_id: int) -> Lane:
        """The lane of a chat."""
        if len(self._lanes) > CHATS_KEPT and chat_id not in self._lanes:
            self._forget_idle()
        return self._lanes.setdefault(chat_id, Lane(group=chat_id < 0))

    def wait(self, lane: Lane, *, urgent: bool) -> float:
        """Seconds until this lane may be written to; 0 when it may be now."""
        now, limits = self._clock.now(), self._limits
        free = limits.overall_number - self._under_way
        overall = _wait(self._overall, free, limits.overall_seconds, now) if free > 0 else A_MOMENT
        waits = [lane.closed_until - now, overall]
        if lane.written:
            waits.append(lane.written[-1] + limits.chat_seconds - now)
        if lane.group:
            number = limits.group_urgent_number if urgent else limits.group_number
            waits.append(_wait(lane.written, number, limits.group_seconds, now))
        return max(0.0, *waits)

    def begin(self, lane: Lane) -> None:
        """A write begins; it counts from now on."""
        lane.busy = True
        self._under_way += 1

    def end(self, lane: Lane, *, wrote: bool) -> None:
        """A write has been answered, or there was nothing to write.

        Time counts from the answer, so that the distance is kept at Telegram's end, too.
        """
        lane.busy = False
        self._under_way -= 1
        if wrote:
            now, limits = self._clock.now(), self._limits
            _append(lane.written, now, limits.group_seconds)
            _append(self._overall, now, limits.overall_seconds)

    def _forget_idle(self) -> None:
        before = self._clock.now() - self._limits.group_seconds
        idle = [
            chat_id
            for chat_id, lane in self._lanes.items()
            if not lane.busy and lane.closed_until < before and (not lane.written or lane.written[-1] < before)
        ]
        for chat_id in idle:
            del self._lanes[chat_id]


def _append(written: deque[float], now: float, seconds: float) -> None:
    written.append(now)
    while written[0] < now - seconds:
        written.popleft()


def _wait(written: deque[float], number: int, seconds: float, now: float) -> float:
    return written[-number] + seconds - now if len(written) >= number else 0.0
