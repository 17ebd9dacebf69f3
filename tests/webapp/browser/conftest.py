"""One server on a real private store, one Chromium, and pages whose every complaint is a failure."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from hall.nursery import Nursery
from hall.runtime import open_hall
from hall.settings import load_settings
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
OpenPage = Callable[..., Awaitable[Page]]


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser that the operating system installed."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "These tests need Chromium: apt-get install chromium"
    return found


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield opened
        await opened.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    settings = load_settings(
        None,
        port=0,
        data_dir=tmp_path_factory.mktemp("d"),
        new_guests_per_hour=100_000,
        messages_per_second=1000,
    )
    async with Nursery() as nursery, open_hall(settings, nursery) as runtime:
        async with House.open(runtime, settings, nursery) as opened:
            yield opened
        assert not nursery.failures


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser, house: House) -> AsyncIterator[OpenPage]:
    """Opens pages, each in a context of its own: another person. At the end of the test all must have been silent."""
    pages: list[Page] = []
    async with AsyncExitStack() as stack:

        async def open_one(path: str = "/", **context: Any) -> Page:
            page = await Page.open(browser, house, **context)
            stack.push_async_callback(page.close)
            pages.append(page)
            await page.visit(path)
            return page

        yield open_one
        complaints = [complaint for page in pages for complaint in page.complaints]
        assert not complaints
