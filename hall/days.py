"""A player's own days: by which time zone they are told apart, and how that changes. Pure; time is an argument."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

DEFAULT_ZONE = "UTC"
ZONE_LENGTH = 64
ONE_DAY = timedelta(days=1)


def is_zone(name: str) -> bool:
    """Whether a text from outside names a time zone, like Europe/Istanbul."""
    if not 0 < len(name) <= ZONE_LENGTH or not name.isascii():
        return False
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, not a name but a path, or the name of a folder
        return False
    return True


@dataclass(frozen=True, slots=True)
class Days:
    """How a player's days are counted.

    `zone` holds now; `coming` from `coming_ms` on, when the day ends during which it was asked for. `first` is the
    earliest date (ISO) a day may bear: no zone brings back a date that is over, so nobody gains a day by moving west.
    `chosen`: the player has set the zone, what browsers report no longer counts.
    """

    zone: str = DEFAULT_ZONE
    first: str = ""
    coming: str = ""
    coming_ms: int = 0
    chosen: bool = False

    def day(self, at_ms: int) -> date:
        """The player's day at this instant."""
        now = self.at(at_ms)
        return max(_moment(at_ms, now.zone).date(), date.fromisoformat(now.first) if now.first else date.min)

    def end_ms(self, at_ms: int) -> int:
        """The instant at which that day ends."""
        midnight = datetime.combine(self.day(at_ms) + ONE_DAY, time(), _zone(self.at(at_ms).zone))
        return round(midnight.timestamp() * 1000)

    def at(self, at_ms: int) -> "Days":
        """The same, with a change that has taken effect by this instant made good."""
        if not self.coming or at_ms < self.coming_ms:
            return self
        before = replace(self, coming="")
        return Days(self.coming, (before.day(self.coming_ms - 1) + ONE_DAY).isoformat(), chosen=self.chosen)

    def moved(self, zone: str, now_ms: int, *, chosen: bool) -> "Days":
        """With another zone from the end of the present day on. A report never replaces a choice of the player's."""
        now = self.at(now_ms)
        if now.chosen and not chosen:
            return now
        now = replace(now, coming="", coming_ms=0, chosen=chosen)
        return now if zone == now.zone else replace(now, coming=zone, coming_ms=now.end_ms(now_ms))


def month_of(at_ms: int) -> str:
    """The month everybody shares at this instant, by UTC: `2026-11`."""
    return f"{_moment(at_ms, DEFAULT_ZONE):%Y-%m}"


def _moment(at_ms: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, _zone(zone))


def _zone(name: str) -> tzinfo:
    """A zone that was known when it was set and is not any more counts as UTC."""
    return ZoneInfo(name) if is_zone(name) else UTC
