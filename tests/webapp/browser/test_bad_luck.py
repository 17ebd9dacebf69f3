"""Nothing leaves an empty page: no JavaScript, scripts that do not come, an expired launch, errors without end."""

from pathlib import Path

import pytest
from playwright.async_api import Browser

from hall.nursery import Nursery
from hall.runtime import open_hall
from hall.settings import load_settings
from hall.store.memory import MemoryStore
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.container import launch_path
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import NOTES_STAY, Page

pytestmark = pytest.mark.asyncio(loop_scope="session")

ERRORS_REPORTED = 10


async def test_without_javascript_the_board_stands_there_with_a_plea(browser: Browser, house: House) -> None:
    page = await Page.open(browser, house, java_script_enabled=False, locale="tr-TR")
    await page.tab.goto(house.url)
    assert "JavaScript" in await page.locate(".noscript").inner_text()
    assert await page.locate("html[lang=tr]").count() == 1
    assert await page.locate("#board .pc").count() == 32
    assert await page.locate("#board").is_visible()
    await page.close()


async def test_where_the_pages_own_scripts_do_not_come_it_shows_its_name_and_board(
    browser: Browser, house: House
) -> None:
    page = await Page.open(browser, house, blocked="**/js/main.js", forgiven="Failed to load")
    await page.tab.goto(house.url)
    assert await page.locate("h1").inner_text() == "Dama"
    assert await page.locate("#board").is_visible()
    assert page.complaints == []
    await page.close()


async def test_whoever_comes_by_an_expired_launch_is_told_so_and_plays_as_a_guest(open_page: OpenPage) -> None:
    launch = launch_path("8.0", init="auth_date=1&hash=0")
    page = await open_page(launch, blocked="https://telegram.org/**", forgiven="ERR_FAILED", script=NOTES_STAY)
    await page.locate("#toast").get_by_text("Open the board from the chat again, or play as a guest").wait_for()
    await page.start("device")
    await page.tap("c3", "c4")
    await page.at_version(2)


async def test_where_no_more_guests_are_let_in_the_page_says_so(browser: Browser, tmp_path: Path) -> None:
    settings = load_settings(None, port=0, data_dir=tmp_path, new_guests_per_hour=1)
    async with (
        Nursery() as nursery,
        open_hall(settings, nursery, store=MemoryStore()) as runtime,
        House.open(runtime, settings, nursery) as small,
    ):
        first = await Page.open(browser, small)
        await first.visit("/")
        second = await Page.open(browser, small, script=NOTES_STAY)
        await second.tab.goto(small.url)
        await second.locate("#toast").get_by_text("Too many new guests have come from this network").wait_for()
        assert await second.locate("#home .card").count() > 0
        assert first.complaints + second.complaints == []
        await first.close()
        await second.close()


async def test_a_page_that_fails_again_and_again_reports_only_so_often(open_page: OpenPage) -> None:
    page = await open_page()
    sent: list[str] = []
    page.tab.on("request", lambda request: sent.append(request.url) if request.url.endswith("/api/log") else None)
    await page.tab.evaluate(
        """() => { for (let n = 0; n < 50; n += 1)
            dispatchEvent(new ErrorEvent("error", {message: `fault ${n}`, filename: "x.js", lineno: n})); }"""
    )
    async with page.tab.expect_response("**/api/learn/*"):
        await page.press("learn")
    assert len(sent) == ERRORS_REPORTED
