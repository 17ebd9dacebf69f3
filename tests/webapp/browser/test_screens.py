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
LONG = "Wolfeschlegelsteinhausenbergerdorff"
# A phone, a small phone read from right to left, a desk; and what the people there are called.
WINDOWS = [
    ("en-GB", 390, 844, "Ada", EVERY_LOOK),
    ("ar-EG", 360, 640, LONG, (WOOD_BY_NIGHT, CANDY)),
    ("ru-RU", 1400, 900, "Ада", (WOOD, CANDY_BY_NIGHT)),
]


@pytest.mark.parametrize(("locale", "width", "height", "name", "looks"), WINDOWS)
async def test_no_screen_has_faults_in_any_look(
    open_page: OpenPage,
    house: House,
    locale: str,
    width: int,
    height: int,
    name: str,
    looks: tuple[tuple[str, str], ...],
) -> None:
    script = NOTES_STAY + kept(**HABITS) + await signed_in(house, account(name))
    page = await open_page(
        locale=locale, width=width, height=height, script=script, newcomer=True, bypass_csp=True,
        blocked="https://telegram.org/**", forgiven="ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket connection",
    )  # fmt: skip
    tour = tour_of(page, house, Elsewhere(house, account(f"{name} II")))
    found = {screen: await faults(page, looks) async for screen in tour.screens()}
    assert {screen: each for screen, each in found.items() if each} == {}
    assert len(found) == SCREENS
