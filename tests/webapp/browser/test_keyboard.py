"""The whole board without a finger: one stop for the keyboard, arrows, Enter, Escape; and what listeners hear."""

import pytest

from engine.board import Position
from engine.game import Step
from engine.notation import format_fen
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import taps
from tests.webapp.browser.test_whole_games import SHORT_GAME, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_moves_are_made_with_arrows_and_enter(open_page: OpenPage) -> None:
    page = await open_page(width=1400, height=900)
    await page.start("device")
    await page.square("a1").focus()
    keyboard = page.tab.keyboard
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "Enter", "ArrowUp", "Enter"):
        await keyboard.press(key)
    await page.at_version(2)
    assert (await page.pieces())["c4"] == "wm"
    assert await page.tab.evaluate("document.activeElement.dataset.square") == "c4"
    assert await page.locate("#board [tabindex='0']").count() == 1
    assert await page.locate("#say").inner_text() == "White: c3-c4. Black to move"


async def test_escape_puts_the_piece_down(open_page: OpenPage) -> None:
    page = await open_page()
    await page.start("device")
    await page.square("c3").focus()
    await page.tab.keyboard.press("Enter")
    assert await page.square("c3").get_attribute("aria-selected") == "true"
    await page.tab.keyboard.press("Escape")
    assert await page.square("c3").get_attribute("aria-selected") == "false"


async def test_the_board_is_a_grid_of_named_squares_read_from_ones_own_side(open_page: OpenPage, house: House) -> None:
    _, black = await seated(open_page)
    await house.put(black.table_id, "B:Wd4,Ke1:Bd5,b7")
    await black.at_version(3)
    rows = black.locate("#board [role=grid] > [role=row]")
    assert await rows.count() == 8
    assert await rows.first.locator("[role=gridcell]").count() == 8
    first = black.locate("#board [role=gridcell]").first
    assert await first.get_attribute("aria-label") == "h1, empty"
    assert await black.named("d5") == "d5, black man, must capture"
    assert await black.named("e1") == "e1, white king"


async def test_the_levels_are_one_group_for_the_keyboard(open_page: OpenPage) -> None:
    page = await open_page(width=1400, height=900)
    await page.locate("[data-level='3']").focus()
    await page.tab.keyboard.press("ArrowRight")
    assert await page.locate("[data-level='4']").get_attribute("aria-checked") == "true"
    assert await page.tab.evaluate("document.activeElement.dataset.level") == "4"
    assert "Level 4" in await page.locate("#home").inner_text()


async def test_a_whole_game_is_played_by_keys_and_every_move_of_it_is_said(open_page: OpenPage, house: House) -> None:
    page = await open_page()
    table = await house.put(await page.start("device"), format_fen(Position.start()), *SHORT_GAME[:10])
    game, version = table.game, 2
    for text in SHORT_GAME[10:]:
        await page.at_version(version)
        step = game.move(game.turn, text)
        assert isinstance(step, Step)
        assert step.move is not None
        for square in taps(game, step.move):
            await page.square(square).focus()
            await page.tab.keyboard.press("Enter")
        game, version = step.after, version + 1
        await page.at_version(version)
        assert str(step.move) in await page.locate("#say").inner_text()
    assert "White wins" in await page.locate("#say").inner_text()
