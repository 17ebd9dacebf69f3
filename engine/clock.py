"""Two sides' time in whole milliseconds. Now is always an argument: nothing here reads a clock."""

from dataclasses import dataclass, replace

from engine.board import Side


class ClockError(ValueError):
    """What no real clock could be asked for: starting it twice, pressing it for the side that is waiting."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a side gets: `base_ms` to begin with, `increment_ms` more after each of its moves.

    `per_move`: the base time is for each move, counted anew every time, as in games by message.
    """

    base_ms: int
    increment_ms: int = 0
    per_move: bool = False

    def __post_init__(self) -> None:
        if self.base_ms <= 0:
            raise ClockError(f"A time control needs a positive base time, not {self.base_ms} ms.")
        if self.increment_ms < 0:
            raise ClockError(f"An increment cannot be negative: {self.increment_ms} ms.")

    def after_move(self, left_ms: int) -> int:
        """What a side that had `left_ms` (ms) when it moved has from then on."""
        return self.base_ms if self.per_move else left_ms + self.increment_ms


@dataclass(frozen=True, slots=True)
class Clock:
    """A value: both sides' time left (ms) as of `since_ms`, and whose time runs since then (None: nobody's).

    A clock that has not been started costs nobody anything, and presses leave it as it is: whoever judges the game
    starts it when the time shall begin to count, from the very beginning or only when both sides have moved once.
    `now` is in milliseconds of any clock that all callers share. Where that clock steps back, no time has passed.
    """

    control: TimeControl
    white_ms: int
    black_ms: int
    running: Side | None = None
    since_ms: int = 0

    @classmethod
    def new(cls, control: TimeControl) -> "Clock":
        """A clock at rest with both sides' full base time."""
        return cls(control, control.base_ms, control.base_ms)

    def start(self, now: int, side: Side = Side.WHITE) -> "Clock":
        """The clock with `side`'s time running from `now` (ms) on. ClockError if somebody's time runs already."""
        if self.running is not None:
            raise ClockError(f"The clock is running already, for {self.running}.")
        if self.fallen(now) is not None:
            raise ClockError("A clock whose flag has fallen cannot be started again.")
        return replace(self, running=side, since_ms=now)

    def press(self, side: Side, now: int, credit_ms: int = 0) -> "Clock":
        """`side` has moved at `now` (ms): it gets its increment and the other side's time runs.

        `credit_ms` of what the move took is given back, for the way the message had to travel. ClockError if the other
        side's time is running, or if the flag of `side` has fallen by `now`.
        """
        if self.running is None:
            return self
        if self.running is not side:
            raise ClockError(f"It is {self.running}'s time that runs, not {side}'s.")
        if self.fallen(now) is not None:
            raise ClockError(f"The flag of {side} has fallen.")
        used = self.remaining(side, self.since_ms) - self.remaining(side, now)
        left = self.control.after_move(self.remaining(side, now) + min(used, credit_ms))
        return replace(self._with(side, left), running=side.other, since_ms=now)

    def stop(self, now: int) -> "Clock":
        """The clock at rest from `now` (ms) on, what is used up charged to the side whose time ran."""
        if self.running is None:
            return self
        return replace(self._with(self.running, self.remaining(self.running, now)), running=None, since_ms=now)

    def remaining(self, side: Side, now: int) -> int:
        """Milliseconds `side` has left at `now` (ms), never less than 0."""
        left = self.white_ms if side is Side.WHITE else self.black_ms
        if self.running is not side:
            return left
        return max(0, left - max(0, now - self.since_ms))

    def flag_at(self) -> int | None:
        """The instant (ms) at which the running side's flag falls unless it moves; None while nobody's time runs."""
        if self.running is None:
            return None
        return self.since_ms + self.remaining(self.running, self.since_ms)

    def fallen(self, now: int) -> Side | None:
        """The side whose time is out at `now` (ms): the flag falls at the very instant `flag_at` names."""
        for side in Side:
            if self.remaining(side, now) == 0:
                return side
        return None

    def _with(self, side: Side, left_ms: int) -> "Clock":
        return replace(self, white_ms=left_ms) if side is Side.WHITE else replace(self, black_ms=left_ms)
