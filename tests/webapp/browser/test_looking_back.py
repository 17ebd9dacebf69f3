"""Looking back at a game while it goes on, and at games that are over; leaderboards; finding an opponent."""

import pytest

from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.test_whole_games import SHORT_GAME, WHITE_ALWAYS, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOVE_LIST = "#moves [aria-current=step]"
CLOCK = "localStorage.setItem('dama.form', JSON.stringify({time: [300000, 3000]}))"


async def test_one_steps_back_and_forth_while_the_game_goes_on(open_page: OpenPage) -> None:
    white, black = await seated(open_page)
    await white.tap("c3", "c4")
    await black.at_version(3)
    await black.tap("a6", "a5")
    await white.at_version(4)
    await white.press("step", by=-1)
    await white.locate("#status").get_by_text("1. c3-c4").wait_for()
    await white.stands("bm", "a6")
    assert (await white.pieces())["c4"] == "wm"
    assert await white.locate(MOVE_LIST).inner_text() == "c3-c4"
    assert await white.marks("ring.can") == set()
    await white.tap("a3")
    assert "Your move" in await white.status()
    await white.locate("#moves ol").focus()
    await white.tab.keyboard.press("ArrowLeft")
    await white.tab.keyboard.press("PageUp")
    await white.locate("#status").get_by_text("Before the first move").wait_for()
    await white.stands("wm", "c3")
    assert await white.locate("#moves [data-by='-1']").is_disabled()
    await white.tab.keyboard.press("ArrowRight")
    await white.locate("#status").get_by_text("1. c3-c4").wait_for()
    assert await white.locate("#say").inner_text() == "\u20661. c3-c4\u2069"
    await white.press("undo")
    await white.rested()
    assert await white.marks("ring.can")


async def test_the_game_goes_on_behind_the_back_of_who_looks_back(open_page: OpenPage) -> None:
    white, black = await seated(open_page)
    await white.tap("c3", "c4")
    await black.at_version(3)
    await black.press("step", by=-1)
    await black.locate("#status").get_by_text("Before the first move").wait_for()
    await white.press("offer_draw")
    await black.locate("#far").get_by_text("offers a draw").wait_for()
    assert "Looking back" in await black.status()
    await black.stands("wm", "c3")
    await black.press("step", by=1)
    await black.rested()
    assert (await black.pieces())["c4"] == "wm"
    assert "Your move" in await black.status()


async def test_captures_and_crownings_are_looked_back_at_rightly(open_page: OpenPage, house: House) -> None:
    page = await open_page()
    start = "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Ba7,b7,c7,d7,e7,f7,g7,h7,a6,b6,c6,d6,e6,f6,g6,h6"
    await house.put(await page.start("device"), start, *SHORT_GAME)
    await page.at_version(2)
    await page.press("close")
    shown = await page.pieces()
    for _ in SHORT_GAME:
        await page.press("step", by=-1)
    await page.locate("#status").get_by_text("Before the first move").wait_for()
    assert len(await page.pieces()) == 32
    for _ in SHORT_GAME:
        await page.press("step", by=1)
        await page.rested()
    assert await page.pieces() == shown


async def test_finished_games_are_listed_and_can_be_read(open_page: OpenPage) -> None:
    white, black = await seated(open_page)
    await white.tap("c3", "c4")
    await black.at_version(3)
    await black.tap("c6", "c5")
    await white.at_version(4)
    table = white.table_id
    await white.press("arm", what="resign")
    await white.press("resign")
    await white.locate("#top [data-do=home]").click()
    await white.press("games")
    game = white.locate(f'#settings [data-table="{table}"]')
    assert "You lose" in await game.inner_text()
    await game.click()
    await white.at_version(5)
    assert await white.locate("#sheet").is_hidden()
    await white.press("step", by=-1)
    await white.locate("#status").get_by_text("1. c3-c4").wait_for()


async def test_a_guest_without_games_finds_empty_lists_in_words(open_page: OpenPage) -> None:
    page = await open_page()
    await page.press("games")
    await page.tab.get_by_text("You have not played yet").wait_for()
    await page.tab.keyboard.press("Escape")
    await page.locate("#settings").wait_for(state="hidden")
    await page.press("top")
    await page.tab.get_by_text("Nobody has points yet").first.wait_for()
    await page.tab.keyboard.press("Escape")
    await page.locate("#settings").wait_for(state="hidden")


async def test_two_who_seek_the_same_game_are_brought_together(open_page: OpenPage) -> None:
    first = await open_page(script=CLOCK)
    await first.press("seek")
    await first.locate("#sheet[data-name=seeking]").wait_for()
    assert "5+3" in await first.locate("#sheet").inner_text()
    second = await open_page(script=CLOCK)
    await second.press("seek")
    for page in (first, second):
        await page.at_version(1)
        assert await page.locate(".clock").count() == 2
    assert first.table_id == second.table_id


async def test_who_waits_may_stop_or_play_the_computer_meanwhile(open_page: OpenPage) -> None:
    page = await open_page(script=WHITE_ALWAYS)
    await page.press("seek")
    await page.press("unseek")
    await page.locate("#sheet").wait_for(state="hidden")
    await page.press("seek")
    await page.locate("#sheet [data-do=open]").click()
    await page.at_version(1)
    assert "level 1" in await page.locate("#far").inner_text()


async def test_a_move_waits_for_its_confirmation_where_that_is_wished(open_page: OpenPage, house: House) -> None:
    page = await open_page(script="localStorage.setItem('dama.settings', JSON.stringify({confirm: true}))")
    await page.start("device")
    await page.tap("c3", "c4")
    await page.tab.get_by_text("Play this move?").wait_for()
    assert not (await house.table(page.table_id)).game.moves
    await page.press("undo")
    assert (await page.pieces())["c3"] == "wm"
    await page.tap("d3", "d4")
    await page.press("confirm")
    await page.at_version(2)
    assert [str(move) for move in (await house.table(page.table_id)).game.moves] == ["d3-d4"]


async def test_the_board_turns_after_each_move_where_two_wish_it(open_page: OpenPage) -> None:
    page = await open_page(script="localStorage.setItem('dama.settings', JSON.stringify({turning: true}))")
    await page.start("device")
    await page.tap("c3", "c4")
    await page.at_version(2)
    assert await page.locate("#board.turned").count() == 1
    assert (await page.pieces())["c4"] == "wm"


async def test_sounds_are_made_once_somebody_has_touched_the_page(open_page: OpenPage) -> None:
    page = await open_page(
        script="""window.tones = 0;
            const start = OscillatorNode.prototype.start;
            OscillatorNode.prototype.start = function (at) { window.tones += 1; start.call(this, at); };"""
    )
    await page.start("device")
    await page.tap("c3", "c4")
    await page.at_version(2)
    assert await page.tab.evaluate("window.tones") == 1
    await page.press("settings")
    await page.locate("[data-setting=sounds]").uncheck()
    await page.tab.keyboard.press("Escape")
    await page.locate("#settings").wait_for(state="hidden")
    await page.tap("a6", "a5")
    await page.at_version(3)
    assert await page.tab.evaluate("window.tones") == 1


async def test_the_arrows_follow_the_reading_direction_and_the_way_back_is_small_on_small_phones(
    open_page: OpenPage,
) -> None:
    page = await open_page(locale="ar", width=320, height=568)
    await page.start("device")
    await page.tap("c3", "c4")
    await page.at_version(2)
    await page.locate("#moves ol").focus()
    await page.tab.keyboard.press("ArrowRight")
    back = page.locate("#status [data-do=undo]")
    await back.wait_for()
    box = await back.bounding_box()
    assert box
    assert box["width"] < 60
    await page.stands("wm", "c3")
    await page.tab.keyboard.press("ArrowLeft")
    await page.rested()
    assert (await page.pieces())["c4"] == "wm"
