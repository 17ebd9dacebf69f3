"""What a player has, and by which zone the player's days go."""

import pytest

from hall.model import PlayerId
from hall.players import Players, Profile
from hall.ports import Store
from hall.ratings import DAY_MS, Rating
from hall.rewards import LONG_BOARD, RewardRules
from hall.store.memory import MemoryStore
from tests.hall.games import RATED, House, newcomer
from tests.hall.people import ADA, BIRGUL, Watch

MORNING = 1_796_032_800_000  # 2026-11-30 10:00 UTC
HOUR_MS = 3_600_000


@pytest.fixture
def watch() -> Watch:
    watch = Watch()
    watch.now = MORNING
    return watch


@pytest.fixture
def house(watch: Watch) -> House:
    return House(MemoryStore(watch))


def players(house: House) -> Players:
    return Players(house.ledger, house.store.now, house.rules)


async def test_somebody_unknown_has_nothing_yet(house: House) -> None:
    profile = await players(house).profile(PlayerId("tg:404"))
    assert profile == Profile(0, 100, 0, 0, {}, {}, "UTC", "")
    assert await players(house).rating(PlayerId("tg:404"), "classic") == Rating()


async def test_a_profile_shows_what_games_brought(house: House, watch: Watch) -> None:
    for _ in range(5):
        await house.plays(ADA, BIRGUL, terms=RATED)
    profile = await players(house).profile(ADA.id)
    assert (profile.candy, profile.candy_left, profile.points, profile.wins) == (75, 25, 130, 5)
    assert profile.badges == {LONG_BOARD: MORNING}
    played = profile.ratings["classic"]
    assert (played.games, played.shown) == (5, (await players(house).rating(ADA.id, "classic")).shown)
    watch.now += 100 * DAY_MS
    later = await players(house).profile(ADA.id)
    assert later.candy_left == 100
    assert later.ratings["classic"].deviation > played.deviation


async def test_a_reported_zone_holds_from_the_end_of_the_day_on(house: House, watch: Watch) -> None:
    await house.plays(ADA, newcomer())
    assert await players(house).report_zone(ADA.id, "Asia/Tokyo")
    watch.now += 6 * HOUR_MS  # the next day in Tokyo
    profile = await players(house).profile(ADA.id)
    assert (profile.zone, profile.coming_zone, profile.candy_left) == ("UTC", "Asia/Tokyo", 85)
    watch.now += 8 * HOUR_MS
    profile = await players(house).profile(ADA.id)
    assert (profile.zone, profile.coming_zone, profile.candy_left) == ("Asia/Tokyo", "", 100)
    assert profile.candy == 15


async def test_a_chosen_zone_is_not_replaced_by_a_reported_one(house: House, watch: Watch) -> None:
    assert await players(house).choose_zone(ADA.id, "Asia/Tokyo")
    assert await players(house).report_zone(ADA.id, "Europe/Istanbul")
    watch.now += DAY_MS
    assert (await players(house).profile(ADA.id)).zone == "Asia/Tokyo"


async def test_what_is_not_a_zone_is_refused_and_changes_nothing(house: House) -> None:
    for nonsense in ("", "Mars/Olympus", "../../../etc/passwd", "x" * 10_000):
        assert not await players(house).report_zone(ADA.id, nonsense)
        assert not await players(house).choose_zone(ADA.id, nonsense)
    assert (await players(house).profile(ADA.id)).coming_zone == ""


async def test_zones_are_kept_in_every_store(store: Store) -> None:
    house = House(store)
    kept = Players(house.ledger, store.now, RewardRules())
    assert await kept.choose_zone(ADA.id, "Europe/Istanbul")
    await house.plays(ADA, BIRGUL)
    days = (await house.ledger.record(ADA.id)).days
    assert (days.zone, days.coming, days.chosen) == ("UTC", "Europe/Istanbul", True)
    assert days.coming_ms % DAY_MS == 0


async def test_who_is_forgotten_has_nothing_any_more(store: Store) -> None:
    house = House(store)
    kept = Players(house.ledger, store.now, RewardRules())
    await house.plays(ADA, BIRGUL, terms=RATED)
    for _ in range(2):
        await kept.forget(ADA.id)
        assert await kept.profile(ADA.id) == Profile(0, 100, 0, 0, {}, {}, "UTC", "")
    assert (await kept.profile(BIRGUL.id)).candy == 5
