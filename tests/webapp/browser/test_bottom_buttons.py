"""A game inside Telegram by its own bottom buttons, and by the page's where the version has none."""

import pytest

from engine.board import Side
from hall.actions import ActionKind
from tests.webapp.browser.accounts import Elsewhere, account, end, kept
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.container import launch_path, proxy
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page
from tests.webapp.browser.test_telegram import NEWEST, VERSIONS, calls, telegram

pytestmark = pytest.mark.asyncio(loop_scope="session")

CAREFUL = {"settings": {"confirm": True}, "form": {"side": "white"}}


async def main_button(page: Page, text: str) -> None:
    """Wait until Telegram's main button says this, and press it; the page's own is not shown beside it."""
    await page.tab.wait_for_function(
        "text => Telegram.WebApp.MainButton.isVisible && Telegram.WebApp.MainButton.text === text", arg=text
    )
    assert await page.locate(".main:not(#tools *):visible").count() == 0
    await telegram(page, "press('MainButton')")


async def second_button(page: Page, text: str, version: str) -> None:
    """The same with the second button, which Telegram has since 7.10; before, the page's own is pressed."""
    if tuple(map(int, version.split("."))) >= (7, 10):
        assert await page.tab.evaluate("Telegram.WebApp.SecondaryButton.text") == text
        await telegram(page, "press('SecondaryButton')")
    else:
        await page.locate(f"#status .second:visible:text-is('{text}')").click()


@pytest.mark.parametrize("version", VERSIONS)
async def test_moves_are_confirmed_undone_and_rematches_asked_for_and_accepted(
    open_page: OpenPage, house: House, version: str
) -> None:
    given = proxy()
    page = await open_page(launch_path(version), **given | {"script": given["script"] + kept(**CAREFUL)})
    other = Elsewhere(house, account("Bora"))
    await page.tab.wait_for_function("() => window.Telegram?.WebApp.calls.some(([name]) => name === 'expand')")
    await other.does(ActionKind.SIT, await page.start("friend"))
    await page.at_version(2)
    assert not await page.tab.evaluate("Telegram.WebApp.MainButton.isVisible")

    await page.tap("c3", "c4")
    await second_button(page, "Undo", version)
    await page.rested()
    assert (await page.pieces())["c3"] == "wm"
    await page.tap("c4")
    await main_button(page, "Play")
    await page.at_version(3)
    await other.plays(page.table_id)
    await page.at_version(4)
    asked = int(tuple(map(int, version.split("."))) >= (6, 9))
    assert len(await calls(page, "requestWriteAccess")) == asked
    if version == NEWEST:
        await page.tab.reload()
        await page.at_version(4)
        asked = 0
    await page.tap("d3", "d4")
    await main_button(page, "Play")
    await page.at_version(5)
    assert len(await calls(page, "requestWriteAccess")) == asked, "once, and never again"

    first = page.table_id
    await end(house, first, Side.BLACK)
    await main_button(page, "Rematch")
    await page.tab.wait_for_function("() => Telegram.WebApp.MainButton.text === 'Rematch asked'")
    assert not await page.tab.evaluate("Telegram.WebApp.MainButton.isActive")
    await other.does(ActionKind.REMATCH, first)
    await page.tab.wait_for_function("id => !location.pathname.includes(id)", arg=first)
    await page.at_version(1)

    second = page.table_id
    await end(house, second, Side.BLACK)
    await other.does(ActionKind.REMATCH, second)
    await main_button(page, "Accept the rematch")
    await page.tab.wait_for_function("id => !location.pathname.includes(id)", arg=second)
    await page.at_version(1)
    assert await page.tab.evaluate("Telegram.WebApp.MainButton.isVisible") is False
