"""How fast a bot may write: Telegram's limits, kept on the safe side, for each chat, each group and all chats together.

Telegram: about one message a second in a chat, twenty a minute in a group, thirty a second overall; edits count.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.clock import Clock
from bot.share import Share

CHATS_KEPT = 2000
A_MOMENT = 0.05
OVERALL_KEPT = 32  # seconds: with a thirty-second of the pace one message takes that long


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
    """One chat's past writes, what Telegram told it to wait for, and who is waiting.

    `common`: all processes write there, each at its part of the pace; `recalled`: earlier writes of others are known.
    """

    chat: int
    common: bool = False
    recalled: bool = False
    written: deque[float] = field(default_factory=deque)
    closed_until: float = 0.0
    busy: bool = False
    waiting: list[Waiting] = field(default_factory=list)

    @property
    def group(self) -> bool:
        """Whether a minute's limit counts, too."""
        return self.chat < 0


class Pace:
    """Says how long to wait before the next write to a chat.

    Of several processes each keeps the pace of the chats that it holds, and its part of the pace of all together: as
    many thirty-seconds as it holds slices. So nobody writes too much, whoever comes and goes.
    """

    def __init__(self, clock: Clock, limits: Limits, share: Share, common: int = 0) -> None:
        self._clock, self._limits, self._share, self._common = clock, limits, share, common
        self._lanes: dict[int, Lane] = {}
        self._overall: deque[float] = deque()
        self._under_way = 0

    def lane(self, chat_id: int) -> Lane:
        """The lane of a chat."""
        if len(self._lanes) > CHATS_KEPT and chat_id not in self._lanes:
            self._forget_idle()
        return self._lanes.setdefault(chat_id, Lane(chat_id, common=chat_id == self._common))

    def forget(self, gone: Callable[[int], bool]) -> None:
        """Forget chats that others write to from now on."""
        self._lanes = {chat_id: lane for chat_id, lane in self._lanes.items() if not gone(chat_id)}

    def wait(self, lane: Lane, *, urgent: bool) -> float:
        """Seconds until this lane may be written to; 0 when it may be now."""
        now, limits = self._clock.now(), self._limits
        part = self._share.part(limits.overall_seconds)
        if part <= 0:
            return limits.overall_seconds
        waits = [lane.closed_until - now, self._overall_wait(part, now)]
        waits.append(self._share.since(lane.chat) + limits.chat_seconds - now)  # whoever held it may have written then
        own = part if lane.common or not self._share.holds(lane.chat) else 1.0
        if lane.written:
            waits.append(lane.written[-1] + limits.chat_seconds / own - now)
        if lane.group:
            number = limits.group_urgent_number if urgent else limits.group_number
            waits.append(_wait(lane.written, max(1, int(number * own)), limits.group_seconds, now))
        return max(0.0, *waits)

    def _overall_wait(self, part: float, now: float) -> float:
        rate = self._limits.overall_number * part
        number = max(1, int(rate))
        if self._under_way >= number:
            return A_MOMENT
        return _wait(self._overall, number - self._under_way, self._limits.overall_seconds * number / rate, now)

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
            _append(self._overall, now, OVERALL_KEPT * limits.overall_seconds)

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
