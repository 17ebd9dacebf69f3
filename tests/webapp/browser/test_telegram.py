"""Inside Telegram, at the versions at which it learned things: nothing is called that the version does not know."""

from typing import Any

import pytest

from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.container import DARK, launch_path, proxy
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page
from tests.webapp.browser.tour import settled

pytestmark = pytest.mark.asyncio(loop_scope="session")

NEWEST = "10.5"
VERSIONS = ["6.0", "7.7", "8.0", NEWEST]


async def inside(open_page: OpenPage, version: str, **launch: Any) -> Page:
    page = await open_page(launch_path(version, **launch), permissions=["clipboard-write"], **proxy())
    await page.tab.wait_for_function("() => window.Telegram?.WebApp.calls.some(([name]) => name === 'expand')")
    return page


async def calls(page: Page, name: str) -> list[list[Any]]:
    """What the page told Telegram under this name."""
    found: list[list[Any]] = await page.tab.evaluate(
        "wanted => Telegram.WebApp.calls.filter(([name]) => name === wanted).map(([, ...values]) => values)", name
    )
    return found


async def telegram(page: Page, deed: str) -> None:
    """What Telegram, or a hand on its own buttons, does."""
    await page.tab.evaluate(f"Telegram.WebApp.does.{deed}")


async def host_and_invited(open_page: OpenPage, version: str) -> tuple[Page, Page]:
    host = await open_page(script="localStorage.setItem('dama.form', JSON.stringify({side: 'white'}))")
    table_id = await host.start("friend")
    invited = await inside(open_page, version, start=f"t_{table_id}")
    await invited.locate("#sheet[data-name=invitation]").wait_for()
    return host, invited


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_game_is_joined_and_played_at_every_version(open_page: OpenPage, house: House, version: str) -> None:
    host, invited = await host_and_invited(open_page, version)
    assert await calls(invited, "ready") == [[]]
    number = tuple(map(int, version.split(".")))
    assert len(await calls(invited, "disableVerticalSwipes")) == (number >= (7, 7))
    assert await invited.tab.evaluate("Telegram.WebApp.BackButton.isVisible") is (number >= (6, 1))
    assert await invited.tab.evaluate("Telegram.WebApp.MainButton.text") == "Sit down"
    assert await invited.locate("[data-do=sit]").is_hidden()
    assert (await invited.tab.evaluate("Telegram.WebApp.SecondaryButton.text") == "Watch") is (number >= (7, 10))
    await telegram(invited, "press('MainButton')")
    await invited.at_version(2)
    assert not await invited.tab.evaluate("Telegram.WebApp.MainButton.isVisible")
    await host.tap("c3", "c4")
    await invited.at_version(3)
    assert len(await calls(invited, "HapticFeedback.impactOccurred")) == (number >= (6, 1))
    for move, seen in (("h6", "h5"), 4), (("a6", "a5"), 6):
        await invited.tap(*move)
        await host.at_version(seen)
        await invited.at_version(seen)
        if seen == 4:
            await host.tap("f3", "f4")
            await invited.at_version(5)
    assert len(await calls(invited, "requestWriteAccess")) == (number >= (6, 9))
    assert len(await calls(invited, "on activated")) == (number >= (8, 0))


async def test_the_back_button_leads_out_of_dialogs_and_tables(open_page: OpenPage) -> None:
    page = await inside(open_page, NEWEST)
    assert not await page.tab.evaluate("Telegram.WebApp.BackButton.isVisible")
    await page.start("device")
    assert await page.tab.evaluate("Telegram.WebApp.BackButton.isVisible")
    await page.press("settings")
    await telegram(page, "pressBack()")
    await page.locate("#settings").wait_for(state="hidden")
    await telegram(page, "pressBack()")
    await page.locate("#home").wait_for()
    assert not await page.tab.evaluate("Telegram.WebApp.BackButton.isVisible")


async def test_a_confirmed_move_is_played_by_the_main_button_and_undone_by_the_second(open_page: OpenPage) -> None:
    page = await inside(open_page, NEWEST)
    await page.start("device")
    await page.press("settings")
    await page.locate("[data-setting=confirm]").check()
    await telegram(page, "pressBack()")
    await page.locate("#settings").wait_for(state="hidden")
    board = await page.locate("#board").bounding_box()
    await page.tap("c3", "c4")
    assert await page.tab.evaluate("Telegram.WebApp.MainButton.text") == "Play"
    await telegram(page, "press('SecondaryButton')")
    await page.rested()
    assert (await page.pieces())["c3"] == "wm"
    await page.tap("c4")
    await telegram(page, "event('viewportChanged', {isStateStable: true})")
    assert await page.locate("#board").bounding_box() == board
    await telegram(page, "press('MainButton')")
    await page.at_version(2)
    assert (await page.pieces())["c4"] == "wm"


async def test_a_theme_is_worn_while_it_can_be_read(open_page: OpenPage) -> None:
    page = await inside(open_page, NEWEST)
    assert await page.locate("html[data-scheme=dark]").count() == 1
    ground = "getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()"
    assert await page.tab.evaluate(ground) == DARK["bg_color"]
    await telegram(page, "wear({bg_color: '#ffffff', text_color: '#999999', secondary_bg_color: '#eeeeee'})")
    assert await page.locate("html[data-scheme=light]").count() == 1
    assert await page.tab.evaluate(ground) == "#fffdf9"


async def test_nothing_lies_under_the_bars_of_the_system_and_of_telegram(open_page: OpenPage) -> None:
    page = await inside(open_page, "8.0")
    await page.start("device")
    await telegram(page, "insets(20, 34)")
    top = await page.locate("#top").bounding_box()
    tools = await page.locate("#tools").bounding_box()
    assert top
    assert tools
    assert top["y"] >= 20 + 46
    assert tools["y"] + tools["height"] <= 844 - 34


@pytest.mark.parametrize("version", ["6.0", NEWEST])
async def test_a_table_is_shared_by_what_the_version_knows(open_page: OpenPage, version: str) -> None:
    page = await inside(open_page, version)
    await page.start("friend")
    button = page.locate("#sheet [data-do=share]")
    await (telegram(page, "press('MainButton')") if await button.is_hidden() else button.click())
    if version == NEWEST:
        [[link]] = await calls(page, "openTelegramLink")
        assert link.startswith("https://t.me/share/url?url=http")
    else:
        assert await calls(page, "openTelegramLink") == []
        await page.tab.get_by_text("Link copied").wait_for()


@pytest.mark.parametrize("version", VERSIONS)
async def test_the_home_screen_is_offered_where_telegram_has_one(open_page: OpenPage, version: str) -> None:
    page = await inside(open_page, version)
    await page.press("settings")
    await settled(page, "#settings")
    if version in ("6.0", "7.7"):
        assert await page.locate("[data-do=addHome]").count() == 0
    else:
        await page.press("addHome")
        assert await calls(page, "addToHomeScreen") == [[]]


async def test_the_board_works_where_telegrams_script_cannot_be_had(open_page: OpenPage) -> None:
    page = await open_page(launch_path(NEWEST), blocked="https://telegram.org/**", forgiven="ERR_FAILED")
    await page.start("device")
    await page.tap("c3", "c4")
    await page.at_version(2)
