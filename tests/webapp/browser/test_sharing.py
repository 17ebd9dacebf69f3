"""A table is shared by the best way that the container and the browser know; whatever fails, the link is copied."""

import pytest
from playwright.async_api import Route

from tests.webapp.browser.accounts import account, kept, signed_in
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.container import launch_path, proxy
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page
from tests.webapp.browser.test_telegram import NEWEST, VERSIONS, calls, telegram

pytestmark = pytest.mark.asyncio(loop_scope="session")

NATIVE = "Navigator.prototype.share = async function (what) {{ window.shared = what; {ends} }};"


async def a_bot_that_prepares(route: Route) -> None:
    assert (route.request.post_data_json or {}).keys() == {"table"}
    assert route.request.headers["authorization"].startswith("Bearer ")
    await route.fulfill(json={"message": "prepared-7"})


async def a_bot_that_cannot(route: Route) -> None:
    await route.fulfill(json={"message": None})


async def no_bot(route: Route) -> None:
    await route.abort()


async def shares(page: Page) -> None:
    """Press Share under an open table, in Telegram by its own button."""
    button = page.locate("#sheet [data-do=share]")
    await (telegram(page, "press('MainButton')") if await button.is_hidden() else button.click())


async def host(open_page: OpenPage, house: House, version: str, bot: object) -> Page:
    """An account's page in Telegram with an open table of its own."""
    container = proxy()
    page = await open_page(
        launch_path(version),
        script=container["script"] + kept(form={"side": "white"}) + await signed_in(house, account("Ada")),
        routes=container["routes"] | {"**/api/share": bot},
        permissions=["clipboard-write"],
        forgiven="Failed to load",
    )
    await page.tab.wait_for_function("() => window.Telegram?.WebApp.calls.some(([name]) => name === 'expand')")
    await page.start("friend")
    return page


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_prepared_message_is_sent_where_the_version_can_else_the_link(
    open_page: OpenPage, house: House, version: str
) -> None:
    page = await host(open_page, house, version, a_bot_that_prepares)
    await shares(page)
    number = tuple(map(int, version.split(".")))
    if number >= (8, 0):
        await page.tab.wait_for_function("() => Telegram.WebApp.calls.some(([name]) => name === 'shareMessage')")
        assert await calls(page, "shareMessage") == [["prepared-7"]]
        assert await calls(page, "openTelegramLink") == []
    elif number >= (6, 1):
        [[link]] = await calls(page, "openTelegramLink")
        assert link.startswith("https://t.me/share/url?url=http")
        assert page.table_id in link
    else:
        await page.tab.get_by_text("Link copied").wait_for()


@pytest.mark.parametrize("bot", [a_bot_that_cannot, no_bot])
async def test_where_no_message_can_be_prepared_the_link_is_sent(
    open_page: OpenPage, house: House, bot: object
) -> None:
    page = await host(open_page, house, NEWEST, bot)
    await shares(page)
    await page.tab.wait_for_function("() => Telegram.WebApp.calls.some(([name]) => name === 'openTelegramLink')")
    assert await calls(page, "shareMessage") == []


async def test_a_browser_shares_by_its_own_dialog(open_page: OpenPage) -> None:
    page = await open_page(script=NATIVE.format(ends=""))
    table_id = await page.start("friend")
    await shares(page)
    shared = await page.tab.evaluate("window.shared")
    assert shared == {"url": f"{page.house.url}/t/{table_id}", "text": "Play Dama with me"}
    assert await page.tab.get_by_text("Link copied").count() == 0


@pytest.mark.parametrize(("name", "copied"), [("AbortError", False), ("NotAllowedError", True)])
async def test_a_dialog_that_was_closed_is_no_failure_and_one_that_failed_copies(
    open_page: OpenPage, name: str, copied: bool
) -> None:
    ends = f"throw new DOMException('', '{name}');"
    page = await open_page(script=NATIVE.format(ends=ends), permissions=["clipboard-write"])
    await page.start("friend")
    await shares(page)
    await page.tab.wait_for_function("window.shared")
    await page.tab.evaluate("new Promise(requestAnimationFrame)")
    assert await page.tab.get_by_text("Link copied").count() == copied
