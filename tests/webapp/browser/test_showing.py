"""How moves of others are shown: hop by hop with their trail, cut short by a tap, and calmly where that is wished."""

from typing import Literal

import pytest

from hall.actions import ActionKind
from tests.webapp.browser.accounts import Elsewhere, account, kept
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page
from tests.webapp.browser.test_captures import THREE_JUMPS

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOP_OF_A_MINUTE = "document.documentElement.style.setProperty('--t-hop', '60s')"
# Where a piece in motion is sent, one square after the other.
ROUTE = """() => {
    window.route = [];
    new MutationObserver(() => {
        const {style} = document.querySelector(".pc.moving") ?? {};
        const square = style && "abcdefgh"[style.getPropertyValue("--f")] + (+style.getPropertyValue("--r") + 1);
        if (square && window.route.at(-1) !== square) window.route.push(square);
    }).observe(document.querySelector(".field"), {attributes: true, subtree: true});
}"""


async def before_a_chain(
    open_page: OpenPage, house: House, motion: Literal["reduce", "no-preference"], **settings: bool
) -> tuple[Page, Elsewhere]:
    """A page on Black's side, and White elsewhere, about to take three pieces with one move."""
    white = Elsewhere(house, account("Bora"))
    page = await open_page(motion=motion, script=kept(form={"side": "black"}, settings=settings))
    table_id = await page.start("friend")
    await white.does(ActionKind.SIT, table_id)
    await house.put(table_id, THREE_JUMPS)
    await page.at_version(3)
    return page, white


async def test_a_chain_of_the_opponent_is_shown_with_its_trail_until_a_tap_ends_it(
    open_page: OpenPage, house: House
) -> None:
    page, white = await before_a_chain(open_page, house, "no-preference")
    await page.tab.evaluate(HOP_OF_A_MINUTE)
    await white.does(ActionKind.MOVE, page.table_id, "c1xc6xg6xg3")
    await page.locate("#board[data-busy] .trail").wait_for()
    assert (await page.locate(".trail .a").get_attribute("d") or "").count("L") == 3, "three landings"
    await page.locate(".pc.taken").wait_for(state="attached")
    assert (await page.pieces())["g5"] == "bm", "the last one is still to be taken"
    await page.tap("a1")
    await page.at_version(4)
    pieces = await page.pieces()
    assert pieces["g3"] == "wk"
    assert not {"c4", "e6", "g5"} & set(pieces)
    assert await page.locate(".trail").count() == 0
    assert await page.marks("mk.to") == {"g3"}


@pytest.mark.parametrize(("motion", "still"), [("reduce", False), ("no-preference", True)])
async def test_with_reduced_motion_each_landing_is_seen_and_nothing_slides_or_breathes(
    open_page: OpenPage, house: House, motion: Literal["reduce", "no-preference"], still: bool
) -> None:
    page, white = await before_a_chain(open_page, house, motion, still=still)
    await page.tab.evaluate(ROUTE)
    await white.does(ActionKind.MOVE, page.table_id, "c1xc6xg6xg3")
    await page.at_version(4)
    assert await page.tab.evaluate("window.route") == ["c6", "g6", "g3"]
    await house.put(page.table_id, "B:Wa2,d4:Bd5,h8")
    await page.at_version(5)
    slides = "[...document.querySelectorAll('.pc')].map(piece => getComputedStyle(piece).transitionDuration)"
    assert set(await page.tab.evaluate(slides)) == {"0.001s, 0.001s"}
    assert await page.marks("ring") == {"d5"}
    breath = "getComputedStyle(document.querySelector('.ring'), '::before').animationName"
    assert await page.tab.evaluate(breath) == "none"


async def test_a_piece_that_is_tapped_while_the_opponents_still_moves_is_taken_in_hand(
    open_page: OpenPage, house: House
) -> None:
    page, white = await before_a_chain(open_page, house, "no-preference")
    await page.tab.evaluate(HOP_OF_A_MINUTE)
    await white.does(ActionKind.MOVE, page.table_id, "c1xc6xg6xg3")
    await page.locate("#board[data-busy] .trail").wait_for()
    await page.tap("f8")
    await page.at_version(4)
    assert await page.marks("ring.sel.k") == {"f8"}
    await page.tap("f8")
    assert await page.marks("ring.sel") == set()
