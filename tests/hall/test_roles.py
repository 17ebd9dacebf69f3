"""What a process does is said by ROLE; how the house is, is told to whoever watches it."""

import pytest

from hall.health import health
from hall.nursery import Nursery
from hall.ports import Store, StoreDown
from hall.settings import SettingsError, load_settings
from hall.store.inbox import inbox_beside
from hall.tables import Hall
from tests.hall.conftest import SECRET
from tests.hall.people import ANNA, Someone


@pytest.mark.parametrize(
    ("role", "does"),
    [
        ("all", {"web", "bot", "worker"}),
        ("web", {"web"}),
        ("web, worker", {"web", "worker"}),
        ("all,web", {"web", "bot", "worker"}),
    ],
)
def test_a_process_has_the_roles_that_are_named(role: str, does: set[str]) -> None:
    assert load_settings(None, role=role).roles == does


@pytest.mark.parametrize("role", ["everything", "web;worker", ","])
def test_an_unknown_role_is_one_sentence(role: str) -> None:
    with pytest.raises(SettingsError, match=r"^ROLE should be all, or some of web, bot and worker"):
        load_settings(None, role=role)


def test_a_bot_needs_a_token() -> None:
    with pytest.raises(SettingsError, match="BOT_TOKEN should be set where ROLE names bot"):
        load_settings(None, role="bot")
    assert load_settings(None, role="bot", bot_token="42:x").roles == {"bot"}


async def test_health_tells_of_this_process_and_of_the_store(store: Store) -> None:
    await Someone(Hall(store, secret=SECRET), ANNA).opens()
    settings = load_settings(None, role="web")
    async with Nursery() as nursery:
        report = await health(store, settings, nursery)
    assert (report["status"], report["store"], report["roles"]) == ("ok", True, ["web"])
    assert (report["awaiting_computers"], report["background_failures"]) == (0, 0)
    assert report["next_deadline_ms"] > 0
    assert 0 <= report["store_ms"] < 10_000


async def test_health_tells_what_bots_have_not_dealt_with(store: Store) -> None:
    settings = load_settings(None, role="bot", bot_token="42:x")
    for number in range(3):
        await inbox_beside(store, "42").put(number, "an update", number)
    async with Nursery() as nursery:
        assert (await health(store, settings, nursery))["updates"] == 3


async def test_a_store_that_is_down_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def down() -> int:
        raise StoreDown

    monkeypatch.setattr(store, "now", down)
    async with Nursery() as nursery:
        report = await health(store, load_settings(None), nursery)
    assert (report["status"], report["store"]) == ("store down", False)
