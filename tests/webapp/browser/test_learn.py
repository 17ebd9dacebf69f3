"""Learning: the first run, the chapters, their boards, and the ways in and out."""

import pytest

from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.pages import Page

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def screen(page: Page, name: str) -> None:
    await page.locate(f"html[data-screen={name}]").wait_for(state="attached")


async def standing(page: Page, number: int) -> set[str]:
    """Where pieces stand on one of the boards of a chapter."""
    await page.locate(".stage").nth(number).locator(".board:not([data-busy])").wait_for()
    found = await page.tab.evaluate(
        """number => [...document.querySelectorAll(".stage")[number].querySelectorAll(".pc")].map(piece =>
            "abcdefgh"[piece.style.getPropertyValue("--f")] + (+piece.style.getPropertyValue("--r") + 1))""",
        number,
    )
    return set(found)


async def test_a_newcomer_is_shown_three_boards_once(open_page: OpenPage) -> None:
    page = await open_page(newcomer=True)
    await screen(page, "learn")
    await page.locate(".stage").nth(2).wait_for()
    assert await page.locate(".stage").count() == 3
    await page.locate("#learn .line [data-do=leave]").click()
    await screen(page, "home")
    await page.visit("/")
    await screen(page, "home")


async def test_a_board_plays_its_moves_one_by_one_and_begins_again(open_page: OpenPage) -> None:
    page = await open_page("/learn/three")
    tap = page.locate(".stage .tap").nth(1)
    await tap.wait_for()
    assert await standing(page, 1) == {"c4", "g3", "c5", "d6", "g4", "a7"}
    await tap.click()
    assert await standing(page, 1) == {"e6", "g3", "g4", "a7"}
    assert await page.locate("#say").inner_text() == "White: c4xc6xe6"
    await tap.click()
    assert await standing(page, 1) == {"c4", "g3", "c5", "d6", "g4", "a7"}


async def test_coordinates_stand_round_every_board_and_the_present_chapter_is_marked(open_page: OpenPage) -> None:
    page = await open_page("/learn/three")
    await page.locate(".stage").nth(2).wait_for()
    assert await page.locate(".stage .co.fi:visible").count() == 3
    chosen, other = page.locate("nav [aria-current]"), page.locate("nav .btn:not([aria-current])").first
    ground = "element => getComputedStyle(element).backgroundColor"
    assert await chosen.evaluate(ground) != await other.evaluate(ground)


async def test_a_page_in_arabic_runs_from_right_to_left_round_boards_that_do_not(open_page: OpenPage) -> None:
    page = await open_page("/learn/three", locale="ar-EG")
    await page.locate(".stage").nth(2).wait_for()
    assert await page.locate("html[lang=ar][dir=rtl]").count() == 1
    board, text = await page.locate(".stage").first.bounding_box(), await page.locate("figcaption").first.bounding_box()
    assert board
    assert text
    assert text["x"] < board["x"]
    files = page.locate(".stage .fi").first.locator("span")
    first, last = await files.first.bounding_box(), await files.last.bounding_box()
    assert first
    assert last
    assert first["x"] < last["x"]
    assert await files.first.inner_text() == "a"


async def test_a_language_that_is_chosen_is_kept(open_page: OpenPage) -> None:
    page = await open_page("/", locale="de-DE")
    assert await page.locate("html[lang=en]").count() == 1
    await page.press("settings")
    await page.locate("#settings select[data-keep=language]").select_option("tr")
    await page.locate("html[lang=tr][data-ready]").wait_for(state="attached")
    assert await page.locate("[data-do=open][data-against=computer]").inner_text() == "Oyna"
    await page.visit("/")
    assert await page.locate("html[lang=tr]").count() == 1


async def test_back_leaves_the_lessons_wherever_one_came_from(open_page: OpenPage) -> None:
    page = await open_page()
    await page.press("learn")
    await page.press("learn", chapter="history")
    await page.locate("h1:text('Names and history')").wait_for()
    assert page.tab.url.endswith("/learn/history")
    await page.tab.go_back()
    await screen(page, "home")
    await page.press("learn")
    await page.press("leave")
    await screen(page, "home")


async def test_an_address_opens_its_chapter_and_the_arrow_leads_home(open_page: OpenPage) -> None:
    page = await open_page("/learn/house")
    await page.locate("h1:text('House rules')").wait_for()
    await page.press("leave")
    await screen(page, "home")
    await page.start("device")


async def test_the_invited_may_read_how_it_is_played_before_they_sit_down(open_page: OpenPage) -> None:
    host = await open_page()
    await host.start("friend")
    guest = await open_page(f"/t/{host.table_id}", newcomer=True)
    await guest.locate("#sheet [data-do=learn]").click()
    await guest.locate(".stage").nth(2).wait_for()
    await guest.press("leave")
    await guest.locate("#sheet [data-do=sit]").click()
    await guest.at_version(2)


@pytest.mark.parametrize("width", [320, 390, 1400])
async def test_every_chapter_fits_the_window(open_page: OpenPage, width: int) -> None:
    page = await open_page("/learn/three", width=width)
    for name in ("rules", "house", "strategy", "history", "questions", "three"):
        await page.press("learn", chapter=name)
        await page.locate(f"[data-chapter={name}][aria-current]").wait_for()
        assert await page.tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


async def test_lessons_that_cannot_be_had_are_asked_for_again(open_page: OpenPage) -> None:
    page = await open_page("/", forgiven="Failed to load")
    await page.tab.context.route("**/api/learn/*", lambda route: route.abort(), times=1)
    await page.press("learn")
    await page.locate(".stage").first.wait_for()
