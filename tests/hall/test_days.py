"""A player's own days, in the player's own time zone."""

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hall.days import Days, is_zone, month_of

ZONES = ["UTC", "Europe/Istanbul", "Asia/Tokyo", "America/New_York", "Pacific/Honolulu", "Pacific/Kiritimati"]
TURNING_AT_MIDNIGHT = ["Africa/Cairo", "Asia/Beirut", "America/Havana", "America/Asuncion"]
HOUR_MS = 3_600_000


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def day(days: Days, text: str) -> str:
    return days.day(at(text)).isoformat()


def test_without_a_zone_days_are_those_of_utc() -> None:
    assert day(Days(), "2026-11-30T23:59") == "2026-11-30"
    assert day(Days(), "2026-12-01T00:00") == "2026-12-01"


def test_a_day_begins_at_midnight_of_its_zone() -> None:
    days = Days("Europe/Istanbul")
    assert day(days, "2026-11-30T20:59") == "2026-11-30"
    assert day(days, "2026-11-30T21:00") == "2026-12-01"


def test_a_change_takes_effect_when_the_present_day_ends() -> None:
    days = Days().moved("Asia/Tokyo", at("2026-11-30T16:00"), chosen=True)
    assert day(days, "2026-11-30T23:59") == "2026-11-30"  # in Tokyo the first of December for hours
    assert day(days, "2026-12-01T00:00") == "2026-12-01"
    assert day(days, "2026-12-01T14:59") == "2026-12-01"
    assert day(days, "2026-12-01T15:00") == "2026-12-02"


def test_moving_west_begins_the_next_day_when_the_present_one_ends_and_makes_it_longer() -> None:
    days = Days().moved("America/New_York", at("2026-11-30T20:00"), chosen=True)
    assert day(days, "2026-12-01T00:00") == "2026-12-01"  # in New York still November
    assert day(days, "2026-12-02T04:59") == "2026-12-01"
    assert day(days, "2026-12-02T05:00") == "2026-12-02"


def test_changing_back_before_the_day_ends_changes_nothing() -> None:
    days = Days().moved("Asia/Tokyo", at("2026-11-30T16:00"), chosen=True)
    assert days.moved("UTC", at("2026-11-30T17:00"), chosen=True) == Days(chosen=True)


def test_what_a_browser_reports_does_not_replace_what_the_player_chose() -> None:
    chosen = Days().moved("Asia/Tokyo", at("2026-11-30T16:00"), chosen=True)
    assert chosen.moved("Europe/Istanbul", at("2026-11-30T17:00"), chosen=False) == chosen
    reported = Days().moved("Asia/Tokyo", at("2026-11-30T16:00"), chosen=False)
    assert reported.moved("Europe/Istanbul", at("2026-11-30T17:00"), chosen=True).coming == "Europe/Istanbul"


@given(st.lists(st.tuples(st.sampled_from(ZONES), st.integers(0, 40)), max_size=12))
def test_no_series_of_moves_gains_a_day_or_brings_one_back(moves: list[tuple[str, int]]) -> None:
    now, days, seen = at("2026-11-30T12:00"), Days(), ["2026-11-30"]
    begun = now
    for zone, hours in moves:
        days = days.moved(zone, now, chosen=True)
        for _ in range(hours):
            now += HOUR_MS
            seen.append(days.day(now).isoformat())
    assert all(earlier <= later for earlier, later in pairwise(seen))
    assert len(set(seen)) <= (now - begun) / (24 * HOUR_MS) + 2.2  # whole days, the two at the ends, and one move east


@given(st.sampled_from([*ZONES, *TURNING_AT_MIDNIGHT]), st.integers(at("2026-01-01"), at("2027-01-01")))
def test_the_end_of_a_day_is_where_the_next_begins(zone: str, moment: int) -> None:
    days = Days(zone)
    end = days.end_ms(moment)
    assert moment < end
    assert days.day(end - 1) == days.day(moment) < days.day(end)


@pytest.mark.parametrize("name", ["Europe/Istanbul", "UTC", "Asia/Baghdad", "Etc/GMT+3"])
def test_zones_are_known_by_their_names(name: str) -> None:
    assert is_zone(name)


@pytest.mark.parametrize(
    "name",
    ["", "Europe", "../../etc/passwd", "/etc/passwd", "Europe/Atlantis", "x" * 5000, "\ud800", "a\0b", "İstanbul"],
)
def test_anything_else_is_not_a_zone(name: str) -> None:
    assert not is_zone(name)


def test_a_zone_that_is_no_longer_known_counts_as_utc() -> None:
    assert day(Days("Europe/Atlantis"), "2026-11-30T23:59") == "2026-11-30"


def test_zones_are_known_where_the_machine_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    import zoneinfo

    zoneinfo.reset_tzpath(to=[])
    zoneinfo.ZoneInfo.clear_cache()
    try:
        assert day(Days("Europe/Istanbul"), "2026-11-30T21:00") == "2026-12-01"
    finally:
        zoneinfo.reset_tzpath()


def test_months_are_everybodys_by_utc() -> None:
    assert month_of(at("2026-11-30T23:59:59")) == "2026-11"
    assert month_of(at("2026-12-01T00:00")) == "2026-12"
