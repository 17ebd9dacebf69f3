"""Every screen in both looks, light and dark: axe objects to nothing, nothing scrolls sideways, fingers find it all."""

import pytest

from tests.webapp.browser.accounts import Elsewhere, account, kept, signed_in
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import NOTES_STAY
from tests.webapp.browser.tour import EVERY_LOOK, HABITS, faults, tour_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

SCREENS = 40
WOOD, WOOD_BY_NIGHT, CANDY, CANDY_BY_NIGHT = EVERY_LOOK
# A phone, a small phone read from right to left, a desk.
WINDOWS = [
    ("en-GB", 390, 844, EVERY_LOOK),
    ("ar-EG", 360, 640, (WOOD_BY_NIGHT, CANDY)),
    ("ru-RU", 1400, 900, (WOOD, CANDY_BY_NIGHT)),
]


@pytest.mark.parametrize(("locale", "width", "height", "looks"), WINDOWS)
async def test_no_screen_has_faults_in_any_look(
    open_page: OpenPage, house: House, locale: str, width: int, height: int, looks: tuple[tuple[str, str], ...]
) -> None:
    script = NOTES_STAY + kept(**HABITS) + await signed_in(house, account("Ada"))
    page = await open_page(
        locale=locale, width=width, height=height, script=script, newcomer=True, bypass_csp=True,
        blocked="https://telegram.org/**", forgiven="ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket connection",
    )  # fmt: skip
    tour = tour_of(page, house, Elsewhere(house, account("Bora")))
    found = {name: await faults(page, looks) async for name in tour.screens()}
    assert {name: each for name, each in found.items() if each} == {}
    assert len(found) == SCREENS
