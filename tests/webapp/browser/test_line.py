"""A bad line, a forbidden storage, an unfriendly server: nothing is lost and nothing is silent."""

import json

import pytest
from playwright.async_api import Request

from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import NOTES_STAY
from tests.webapp.browser.test_whole_games import WHITE_ALWAYS, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

# What Chromium itself says about a broken line is no fault of the page.
BROKEN_LINE = "ERR_INTERNET_DISCONNECTED|WebSocket connection"

# A page that can be put to sleep: hidden, and without a way to reach its server.
HIDING = """
window.hide = hidden => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
};
const Socket = WebSocket;
window.WebSocket = function (url) { return new Socket(window.holdLine ? `${url}-is-far` : url); };
window.WebSocket.OPEN = 1;
"""


async def test_a_move_made_without_a_line_is_kept_and_sent_once(open_page: OpenPage, house: House) -> None:
    white, black = await seated(open_page, forgiven=BROKEN_LINE)
    await white.tab.context.set_offline(True)
    await white.tab.wait_for_selector("html:not([data-ready])", state="attached")
    await white.tap("c3", "c4")
    assert (await white.pieces())["c4"] == "wm"
    await white.tab.get_by_text("Your move is kept").wait_for()
    assert "Reconnecting" in await white.locate("#top .conn").inner_text()
    await white.tab.context.set_offline(False)
    await black.at_version(3)
    await white.at_version(3)
    assert [str(move) for move in (await house.table(white.table_id)).game.moves] == ["c3-c4"]
    assert "Connected" in await white.locate("#top .conn").inner_text()


async def test_a_kept_move_is_withdrawn_with_a_sentence_where_the_game_has_moved_on(
    open_page: OpenPage, house: House
) -> None:
    white, _ = await seated(open_page, forgiven=BROKEN_LINE)
    await white.tab.context.set_offline(True)
    await white.tab.wait_for_selector("html:not([data-ready])", state="attached")
    await white.tap("c3", "c4")
    await house.put(white.table_id, "B:Wa2,b3:Bg7,h6")
    await white.tab.context.set_offline(False)
    await white.at_version(3)
    await white.locate("#status .badge.must").wait_for()
    assert await white.pieces() == {"a2": "wm", "b3": "wm", "g7": "bm", "h6": "bm"}
    assert not (await house.table(white.table_id)).game.moves


async def test_a_move_whose_answer_was_lost_is_sent_again_and_played_once(open_page: OpenPage, house: House) -> None:
    white, black = await seated(open_page)
    await white.tab.evaluate(
        """() => { const send = WebSocket.prototype.send;
                   window.sent = [];
                   WebSocket.prototype.send = function (text) {
                       const message = JSON.parse(text);
                       send.call(this, text);
                       if (message.do !== "move") return;
                       window.sent.push(message.op);
                       if (window.sent.length === 1) this.close();
                   }; }"""
    )
    await white.tap("c3", "c4")
    for page in (white, black):
        await page.at_version(3)
    await white.tab.wait_for_function("() => window.sent.length === 2")
    assert len(set(await white.tab.evaluate("window.sent"))) == 1
    assert [str(move) for move in (await house.table(white.table_id)).game.moves] == ["c3-c4"]


async def test_a_phone_that_slept_shows_what_happened_meanwhile_as_soon_as_it_wakes(
    open_page: OpenPage, house: House
) -> None:
    white = await open_page(script=WHITE_ALWAYS)
    await white.start("friend")
    black = await open_page(f"/t/{white.table_id}", script=HIDING, forgiven=BROKEN_LINE)
    await black.press("sit")
    await white.at_version(2)
    await black.at_version(2)
    await black.tab.evaluate("window.hide(true)")
    await black.tab.evaluate("window.holdLine = true")
    house.cut_lines()
    await black.tab.wait_for_selector("html:not([data-ready])", state="attached")
    await white.connected()
    await white.tap("c3", "c4")
    await white.at_version(3)
    assert "c4" not in await black.pieces()
    await black.tab.evaluate("window.holdLine = false")
    await black.tab.evaluate("window.hide(false)")
    await black.at_version(3)
    assert (await black.pieces())["c4"] == "wm"
    assert "Your move" in await black.status()


async def test_a_move_the_server_refuses_slides_back_and_says_why(open_page: OpenPage, house: House) -> None:
    white, _ = await seated(open_page)
    await white.tab.evaluate(
        """() => { const send = WebSocket.prototype.send;
                   WebSocket.prototype.send = function (text) { send.call(this, text.replace("c3-c4", "c3-c5")); }; }"""
    )
    await white.tap("c3", "c4")
    await white.locate("#status .badge.must").wait_for()
    assert (await white.pieces())["c3"] == "wm"
    await white.rested()
    assert await white.marks("ring.can") == {f"{file}3" for file in "abcdefgh"}
    assert await white.status() == await white.locate("#say").inner_text()


async def test_two_devices_of_one_player_stay_in_step(open_page: OpenPage) -> None:
    white, _ = await seated(open_page)
    token = await white.tab.evaluate("localStorage.getItem('dama.token')")
    second = await open_page(f"/t/{white.table_id}", script=f"localStorage.setItem('dama.token', {json.dumps(token)})")
    await second.at_version(2)
    await second.tap("c3", "c4")
    await white.at_version(3)
    assert (await white.pieces())["c4"] == "wm"
    assert "is to move" in await white.status()


async def test_everything_works_where_storage_is_forbidden(open_page: OpenPage) -> None:
    page = await open_page(
        script="""for (const name of ["localStorage", "sessionStorage"])
            Object.defineProperty(window, name, {get() { throw new DOMException("forbidden", "SecurityError"); }});"""
    )
    await page.locate("#learn .line [data-do=leave]").click()
    await page.start("device")
    await page.tap("c3", "c4")
    await page.at_version(2)
    await page.press("look")
    assert await page.locate("html[data-look=wood]").count() == 1


async def test_an_unknown_token_makes_a_new_guest_and_is_said(open_page: OpenPage) -> None:
    page = await open_page(script=NOTES_STAY + "localStorage.setItem('dama.token', '\"no.such.token\"')")
    assert await page.locate("#toast").inner_text() != ""
    await page.start("device")


async def test_an_error_of_the_page_is_reported_once(open_page: OpenPage) -> None:
    page = await open_page()
    reports: list[Request] = []
    page.tab.on("request", lambda request: reports.append(request) if request.url.endswith("/api/log") else None)
    raise_it = """for (const _ of [1, 2])
        dispatchEvent(new ErrorEvent('error', {message: 'boom', filename: 'x.js', lineno: 7}))"""
    async with page.tab.expect_response("**/api/log") as answer:
        await page.tab.evaluate(raise_it)
    assert (await answer.value).status == 204
    assert len(reports) == 1
    report = reports[0].post_data_json or {}
    assert (report["message"], report["line"]) == ("boom", 7)


async def test_the_page_inside_telegram_wears_its_theme_and_knows_its_start(open_page: OpenPage, house: House) -> None:
    host = await open_page()
    table_id = await host.start("friend")
    theme = json.dumps({"bg_color": "#17212b", "text_color": "#f5f5f5", "secondary_bg_color": "#0e1621"})
    launch = await host.tab.evaluate(
        """([theme, start]) => new URLSearchParams({tgWebAppVersion: "8.0", tgWebAppPlatform: "android",
            tgWebAppThemeParams: theme, tgWebAppStartParam: start}).toString()""",
        [theme, f"t_{table_id}"],
    )
    page = await open_page(f"/#{launch}", blocked="https://telegram.org/**", forgiven="ERR_FAILED")
    await page.locate("#sheet[data-name=invitation]").wait_for()
    assert await page.locate("html[data-scheme=dark]").count() == 1
    ground = "getComputedStyle(document.documentElement).getPropertyValue('--tg-theme-bg-color').trim()"
    assert await page.tab.evaluate(ground) == "#17212b"
    assert page.table_id == table_id
