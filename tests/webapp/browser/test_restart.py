"""Dama itself is killed and started again while people play: their pages wait, come back and lose nothing."""

import signal
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
from playwright.async_api import Browser

from tests.house.process import Running, started
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page
from tests.webapp.browser.test_line import BROKEN_LINE
from tests.webapp.browser.test_whole_games import WHITE_ALWAYS

pytestmark = pytest.mark.asyncio(loop_scope="session")


@dataclass
class Dama:
    """A process of its own that can be killed; the next one listens at the same address, over the same store."""

    folder: Path
    stack: ExitStack
    port: str = "0"

    def start(self) -> Running:
        running = self.stack.enter_context(started(self.folder / "data", self.folder, PORT=self.port))
        self.port = running.address.rpartition(":")[2]
        return running

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


async def moves(page: Page) -> list[str]:
    """The moves as this page lists them."""
    return [text for text in await page.locate("#moves li button").all_inner_texts() if not text.endswith("…")]


async def test_a_killed_server_comes_back_and_every_move_made_meanwhile_counts_once(
    browser: Browser, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        dama = Dama(tmp_path, stack)
        first = dama.start()
        house = cast("House", dama)  # its address is all that these pages need
        white = await Page.open(browser, house, script=WHITE_ALWAYS, forgiven=BROKEN_LINE)
        black = await Page.open(browser, house, forgiven=BROKEN_LINE)
        await white.visit("/")
        table_id = await white.start("friend")
        await black.visit(f"/t/{table_id}")
        await black.press("sit")
        await white.at_version(2)
        tablet = await Page.open(browser, house, script=await same_person(black), forgiven=BROKEN_LINE)
        await tablet.visit(f"/t/{table_id}")
        pages = (white, black, tablet)
        await white.tap("c3", "c4")
        for page in pages:
            await page.at_version(3)

        assert first.stop(signal.SIGKILL) == -signal.SIGKILL
        for page in pages:
            await page.tab.wait_for_selector("html:not([data-ready])", state="attached")
        await black.tap("a6", "a5")
        await tablet.tap("h6", "h5")
        for page, square in (black, "a5"), (tablet, "h5"):
            assert (await page.pieces())[square] == "bm"
            await page.tab.get_by_text("Your move is kept").wait_for()

        dama.start()
        for page in pages:
            await page.at_version(4)
            await page.connected()
        [kept] = {tuple(await moves(page)) for page in pages}
        assert kept in {("c3-c4", "a6-a5"), ("c3-c4", "h6-h5")}
        late = tablet if "a6-a5" in kept else black
        await late.tab.wait_for_function("() => document.querySelector('#say').textContent.includes('moved on')")
        assert await white.pieces() == await black.pieces() == await tablet.pieces()

        await white.tap("c4", "c5")
        for page in pages:
            await page.at_version(5)
            assert await moves(page) == [*kept, "c4-c5"]
            await page.close()
        assert [page.complaints for page in pages] == [[], [], []]


async def same_person(page: Page) -> str:
    """A script that makes another page this page's player's."""
    token = await page.tab.evaluate("localStorage.getItem('dama.token')")
    return f"localStorage.setItem('dama.token', '{token}')"
