"""Inviting, sitting down, watching, offering, resigning: what two people and a spectator do round the board."""

import re

import pytest

from hall.model import Status
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.test_whole_games import WHITE_ALWAYS, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_invited_person_sees_the_terms_before_sitting_down(open_page: OpenPage, house: House) -> None:
    terms = "{side: 'white', rules: 'federation', time: [300000, 3000]}"
    host = await open_page(script=f"localStorage.setItem('dama.form', JSON.stringify({terms}))")
    table_id = await host.start("friend")
    assert await host.locate("#link").input_value() == f"{house.url}/t/{table_id}"
    guest = await open_page(f"/t/{table_id}")
    invitation = await guest.locate("#sheet[data-name=invitation]").inner_text()
    for term in ("invites you", "Federation", "5+3", "Black", "Friendly"):
        assert term in invitation
    assert (await house.table(table_id)).status is Status.OPEN
    await guest.press("sit")
    await host.at_version(2)
    assert await host.locate("#sheet").is_hidden()
    assert "Your move" in await host.status()
    assert await guest.locate("#board.turned").count() == 1
    assert re.search(r"5:00", await guest.locate("#far .clock").inner_text())


async def test_the_link_is_copied(open_page: OpenPage) -> None:
    host = await open_page(script=WHITE_ALWAYS, permissions=["clipboard-read", "clipboard-write"])
    await host.start("friend")
    await host.press("copy")
    await host.tab.get_by_text("Link copied").wait_for()
    assert await host.tab.evaluate("navigator.clipboard.readText()") == host.tab.url


async def test_whoever_opens_the_link_of_a_full_table_watches(open_page: OpenPage) -> None:
    white, _ = await seated(open_page)
    watcher = await open_page(f"/t/{white.table_id}")
    await watcher.at_version(2)
    assert "You are watching" in await watcher.status()
    await white.tap("c3", "c4")
    await watcher.at_version(3)
    assert (await watcher.pieces())["c4"] == "wm"
    assert await watcher.marks("ring.can") == set()
    await watcher.tap("d6")
    assert await watcher.marks("dot") == set()
    assert await watcher.locate("#tools [data-what=resign]").count() == 0


async def test_a_draw_offer_stands_in_the_opponents_bar_and_lapses_when_one_moves(open_page: OpenPage) -> None:
    white, black = await seated(open_page)
    await black.press("offer_draw")
    await white.locate("#far").get_by_text("offers a draw").wait_for()
    assert "Playing a move declines the draw" in await white.status()
    assert await white.locate("#near").inner_text() == await white.locate("#near:not(.offer)").inner_text()
    await white.tap("c3", "c4")
    await black.at_version(4)
    await white.at_version(4)
    assert await white.locate(".offer").count() == 0


async def test_a_draw_is_agreed(open_page: OpenPage) -> None:
    white, black = await seated(open_page)
    await white.press("offer_draw")
    await black.press("accept_draw")
    for page in (white, black):
        await page.locate("#sheet[data-name=result]").wait_for()
        assert "Agreed by both" in await page.locate("#sheet").inner_text()


async def test_resigning_asks_once_in_place(open_page: OpenPage, house: House) -> None:
    white, black = await seated(open_page)
    await white.tap("c3", "c4")
    await black.at_version(3)
    await black.tap("c6", "c5")
    await white.at_version(4)
    await white.press("arm", what="resign")
    assert "Sure?" in await white.locate("#tools").inner_text()
    assert (await house.table(white.table_id)).status is Status.PLAYING
    await white.press("resign")
    await black.locate("#sheet[data-name=result]").wait_for()
    assert "resigned" in await black.locate("#sheet").inner_text()
    assert "You lose" in await white.locate("#sheet").inner_text()


async def test_a_takeback_is_asked_for_and_granted(open_page: OpenPage) -> None:
    white, black = await seated(open_page)
    await white.tap("c3", "c4")
    await white.at_version(3)
    await white.press("ask_takeback")
    await black.press("grant_takeback")
    await white.at_version(5)
    pieces = await white.pieces()
    assert pieces["c3"] == "wm"
    assert "c4" not in pieces
    assert await black.pieces() == pieces


async def test_an_offer_that_arrives_in_the_middle_of_a_capture_does_not_disturb_it(
    open_page: OpenPage, house: House
) -> None:
    white, black = await seated(open_page)
    await house.put(white.table_id, "W:WKc1,a3,b3,e2,e3,f3,h3,h2,a2,d2:Bc4,e6,g5,a6,a7,b7,h6,h7,b6,Kf8")
    await white.at_version(3)
    await white.tap("c1", "c6", "g6")
    await black.press("offer_draw")
    await white.at_version(4)
    assert (await white.pieces())["g6"] == "wk"
    await white.tap("g2")
    await black.at_version(5)
    assert (await black.pieces())["g2"] == "wk"


async def test_back_leaves_the_table_and_home_leads_to_it_again(open_page: OpenPage) -> None:
    page = await open_page()
    table_id = await page.start("device")
    await page.tap("c3", "c4")
    await page.at_version(2)
    await page.tab.go_back()
    await page.press("enter", table=table_id)
    await page.at_version(2)
    await page.press("settings")
    assert await page.locate("#settings").is_visible()
    await page.tab.go_back()
    assert await page.locate("#settings").is_hidden()
    assert page.table_id == table_id
    await page.tab.go_back()
    await page.tab.wait_for_selector("html[data-screen=home]")
    await page.tab.go_forward()
    await page.at_version(2)


async def test_a_table_that_is_not_there_leaves_no_empty_page(open_page: OpenPage) -> None:
    page = await open_page("/t/AAAAAAAAAAAAAAAAAAAAAA")
    await page.locate("#sheet[data-name=lost]").wait_for()
    assert "This table is not here" in await page.locate("#sheet").inner_text()
    await page.locate("#sheet [data-do=home]").click()
    await page.locate("#home .card").first.wait_for()
