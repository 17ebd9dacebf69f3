"""The page at every size people have: nothing scrolls sideways, the board is whole, rows stay, fingers hit."""

import pytest

from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = [(320, 568), (360, 640), (390, 844), (820, 1180), (844, 390), (1400, 900)]
THREE_JUMPS = "W:WKc1,a3,b3,e2,e3,f3,h3,h2,a2,d2:Bc4,e6,g5,a6,a7,b7,h6,h7,b6,Kf8"
ROWS = ["#top", "#far", "#board", "#near", "#status", "#moves", "#tools"]


async def places(page: Page) -> dict[str, tuple[float, float]]:
    """Where the upper edge of each row of the table is, and how wide it is."""
    boxes = {row: await page.locate(row).bounding_box() for row in ROWS}
    return {row: (box["y"], box["width"]) for row, box in boxes.items() if box and row != "#top"}


async def fits(page: Page) -> bool:
    """Nothing is wider than the window."""
    return bool(await page.tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(("width", "height"), SIZES)
async def test_the_table_is_whole_and_its_rows_stand_still(
    open_page: OpenPage, house: House, width: int, height: int
) -> None:
    page = await open_page(width=width, height=height)
    assert await fits(page)
    table_id = await page.start("device")
    at_first = await places(page)
    await house.put(table_id, THREE_JUMPS)
    await page.at_version(2)
    await page.tap("c1", "c6", "g6")
    await page.rested()
    half_way = await places(page)
    assert half_way["#board"] == at_first["#board"]
    assert {row: half_way[row] for row in ROWS[1:5]} == {row: at_first[row] for row in ROWS[1:5]}
    assert await fits(page)
    board = await page.locate("#board").bounding_box()
    assert board
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= width
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= height
    await page.tap("g1")
    await page.at_version(3)
    assert await places(page) == at_first


async def test_the_board_stands_still_when_an_offer_a_note_and_a_result_come(
    open_page: OpenPage, house: House
) -> None:
    page = await open_page(width=390, height=844)
    table_id = await page.start("device")
    before = await page.locate("#board").bounding_box()
    await page.tap("c2")
    assert "cannot move" in await page.status()
    assert await page.locate("#board").bounding_box() == before
    await house.put(table_id, "W:Wc4,a2:Bc5", "c4xc6")
    await page.locate("#sheet[data-name=result]").wait_for()
    assert await page.locate("#board").bounding_box() == before
    sheet = await page.locate("#sheet").bounding_box()
    assert sheet
    assert before
    assert sheet["y"] >= before["y"] + before["height"]
    await page.press("close")
    assert await page.locate("#tools [data-do=rematch]").is_visible()


@pytest.mark.parametrize(("language", "look"), [("tr-TR", "wood"), ("ar", "wood"), ("ru-RU", "candy")])
async def test_the_look_is_that_of_the_browsers_language_until_another_is_picked(
    open_page: OpenPage, language: str, look: str
) -> None:
    page = await open_page(locale=language)
    assert await page.locate(f"html[data-look={look}]").count() == 1
    await page.start("device")
    await page.press("look")
    other = "wood" if look == "candy" else "candy"
    await page.tab.reload()
    assert await page.locate(f"html[data-look={other}]").count() == 1


@pytest.mark.parametrize("look", ["wood", "candy"])
async def test_every_drawing_of_a_look_can_be_drawn(open_page: OpenPage, look: str) -> None:
    page = await open_page(script=f"localStorage.setItem('dama.settings', JSON.stringify({{look: '{look}'}}))")
    empty = await page.tab.evaluate(
        """async () => {
            const names = ["wm", "wk", "bm", "bk", "ring-m", "ring-k", "ring-can", "ring-sel", "ring-sel-k", "take",
                "take-maybe", "last-from", "last-to", "dot", "dot-hit", "gone"];
            const empty = [];
            for (const name of names) {
                const value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
                const image = new Image(112, 112);
                image.src = value.trim().slice(5, -2);
                await image.decode().catch(() => empty.push(name));
                const canvas = new OffscreenCanvas(112, 112).getContext("2d");
                canvas.drawImage(image, 0, 0, 112, 112);
                if (!canvas.getImageData(0, 0, 112, 112).data.some(value => value > 0)) empty.push(name);
            }
            return empty;
        }"""
    )
    assert empty == []


async def test_dark_surroundings_follow_the_system(open_page: OpenPage) -> None:
    page = await open_page(color_scheme="dark")
    assert await page.locate("html[data-scheme=dark]").count() == 1
    await page.tab.emulate_media(color_scheme="light")
    await page.locate("html[data-scheme=light]").wait_for()
