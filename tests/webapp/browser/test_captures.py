"""What the board shows and asks before a piece is let go: rings, dots, choices, and why a piece may not move."""

import pytest

from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page

pytestmark = pytest.mark.asyncio(loop_scope="session")

THREE_JUMPS = "W:WKc1,a3,b3,e2,e3,f3,h3,h2,a2,d2:Bc4,e6,g5,a6,a7,b7,h6,h7,b6,Kf8"
TWO_CHAINS_ONE_END = "W:Wa2,Kb7:Bb3,Kf4,g4,e7"
MANY_ROUTES = "W:WKh3:BKc1,Kg1,a2,e2,h2,d3,g3,c4,Kf5,Kd6,Kg6,a7,e7,h7,Kb8,Kf8"


async def device(open_page: OpenPage, house: House, fen: str, **context: object) -> Page:
    page = await open_page(**context)
    await house.put(await page.start("device"), fen)
    await page.at_version(2)
    return page


async def test_a_quiet_position_shows_which_pieces_can_move_and_where_to(open_page: OpenPage) -> None:
    page = await open_page()
    await page.start("device")
    assert await page.marks("ring.can") == {f"{file}3" for file in "abcdefgh"}
    assert await page.named("c3") == "c3, white man, can move"
    await page.tap("c3")
    assert await page.marks("dot") == {"c4"}
    assert await page.named("c4") == "c4, empty, can be reached"
    await page.tap("d3")
    assert await page.marks("dot") == {"d4"}
    await page.tap("d3")
    assert await page.marks("dot") == set()


async def test_a_piece_that_must_capture_is_ringed_and_another_one_says_why_not(
    open_page: OpenPage, house: House
) -> None:
    page = await device(open_page, house, THREE_JUMPS)
    assert await page.marks("ring.k") == {"c1"}
    assert "Take 3" in await page.status()
    await page.tap("a3")
    assert "You must take 3" in await page.status()
    assert await page.locate("#board.flash").count() == 1
    assert await page.locate("#say").inner_text() == "You must take 3"


async def test_a_capture_of_three_jumps_goes_hop_by_hop_with_a_choice_at_its_end(
    open_page: OpenPage, house: House
) -> None:
    page = await device(open_page, house, THREE_JUMPS, motion="no-preference")
    await page.tap("c1")
    assert await page.marks("take:not(.maybe)") == {"c4", "g5"}
    assert await page.marks("take.maybe") == {"e6", "f8"}
    assert await page.marks("dot.hit:not(.end)") == {"c6", "c8"}
    assert await page.marks("dot.end") == {"g1", "g2", "g3", "g4"}
    await page.tap("c6", "g6")
    await page.rested()
    assert (await page.pieces())["g6"] == "wk"
    assert await page.marks("gone") == {"c4", "e6"}
    assert await page.marks("pc.ghost") == {"c1"}
    assert await page.marks("take:not(.maybe)") == {"g5"}
    assert "Jump 3 of 3" in await page.status()
    assert "c1xc6xg6…" in await page.locate("#moves").inner_text()
    await page.press("undo")
    assert (await page.pieces())["c1"] == "wk"
    assert (await page.pieces())["e6"] == "bm"
    await page.tap("c6", "g6", "g3")
    await page.at_version(3)
    assert str((await house.table(page.table_id)).game.moves[-1]) == "c1xc6xg6xg3"


async def test_an_end_square_plays_the_whole_capture(open_page: OpenPage, house: House) -> None:
    page = await device(open_page, house, "W:Wa2,d2:Bd3,c4,h8")
    await page.tap("d2", "b4")
    await page.at_version(3)
    assert str((await house.table(page.table_id)).game.moves[-1]) == "d2xd4xb4"


async def test_a_landing_after_which_only_one_way_is_left_completes_itself(open_page: OpenPage, house: House) -> None:
    page = await device(open_page, house, "W:Wa2,d2:Bd3,c4,h8")
    await page.tap("d2", "d4")
    await page.at_version(3)


async def test_it_stops_on_every_landing_where_that_is_wished(open_page: OpenPage, house: House) -> None:
    stop = "localStorage.setItem('dama.settings', JSON.stringify({auto: false}))"
    page = await device(open_page, house, "W:Wa2,d2:Bd3,c4,h8", script=stop)
    await page.tap("d2", "d4")
    assert "Jump 2 of 2" in await page.status()
    await page.tap("b4")
    await page.at_version(3)


async def test_two_captures_that_end_on_one_square_ask_which_pieces_to_take(open_page: OpenPage, house: House) -> None:
    page = await device(open_page, house, TWO_CHAINS_ONE_END)
    await page.tap("b7", "a3")
    assert "2 ways to a3" in await page.status()
    assert await page.marks("take.maybe") == {"f4", "g4"}
    choices = page.locate("#ways button")
    assert await choices.count() == 2
    assert "Take the king on f4" in await choices.nth(0).inner_text()
    assert "Take the man on g4" in await choices.nth(1).inner_text()
    await page.press("undo")
    assert await choices.nth(0).is_hidden()
    await page.tap("a3")
    await choices.nth(1).click()
    await page.at_version(3)
    assert str((await house.table(page.table_id)).game.moves[-1]) == "b7xg7xg3xa3"


async def test_a_capture_of_a_hundred_thousand_routes_is_played_landing_by_landing(
    open_page: OpenPage, house: House
) -> None:
    page = await device(open_page, house, MANY_ROUTES)
    await page.tap("h3")
    while await page.now_at() == 2:
        landings = sorted(await page.marks("dot.hit:not(.end)"))
        await page.tap(landings[0])
        await page.tab.wait_for_function(
            """() => document.querySelector("#table").dataset.version > 2 || document.querySelector(".field > .dot")"""
        )
        await page.rested()
    assert (await house.table(page.table_id)).game.moves[0].taken.bit_count() > 8


async def test_a_piece_is_dragged_to_its_square_and_slides_back_from_anywhere_else(open_page: OpenPage) -> None:
    page = await open_page(motion="no-preference")
    await page.start("device")
    await drag(page, "c3", "c6")
    assert (await page.pieces())["c3"] == "wm"
    assert await page.marks("dot") == {"c4"}
    await drag(page, "c3", "c4")
    await page.at_version(2)
    pieces = await page.pieces()
    assert "c3" not in pieces
    assert pieces["c4"] == "wm"


async def drag(page: Page, start: str, end: str) -> None:
    (x1, y1), (x2, y2) = await page.centre(start), await page.centre(end)
    await page.tab.mouse.move(x1, y1)
    await page.tab.mouse.down()
    await page.tab.mouse.move((x1 + x2) / 2, (y1 + y2) / 2, steps=3)
    await page.tab.mouse.move(x2, y2, steps=3)
    await page.tab.mouse.up()


async def test_a_man_that_reaches_the_far_rank_becomes_a_king_before_ones_eyes(
    open_page: OpenPage, house: House
) -> None:
    page = await device(open_page, house, "W:Wc7,a2:Bh6,h7", motion="no-preference")
    await page.tap("c7", "c8")
    await page.at_version(3)
    assert (await page.pieces())["c8"] == "wk"
    assert await page.marks("mk.from") == {"c7"}
    assert await page.marks("mk.to") == {"c8"}
