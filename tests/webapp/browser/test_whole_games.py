"""Whole games played by taps: two people, the computer, two on one device."""

import pytest

from engine.board import Position, Side
from engine.game import Game, Step
from engine.notation import format_fen
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page
from tests.webapp.browser.test_languages import said

pytestmark = pytest.mark.asyncio(loop_scope="session")

# From the first move to the last piece, with captures of several jumps by men and kings.
SHORT_GAME = [
    "c3-c4", "a6-a5", "e3-e4", "c6-c5", "c4xc6xa6xa8", "b7-a7", "a8xa6xa4", "f6-f5", "a4-a5", "e6-e5", "e4xe6xc6xc8",
    "g6-f6", "a5xg5xg8", "f7-g7", "g8xg6xe6xe8", "d7-e7", "e8xe6", "h6-g6", "e6xh6xh8",
]
WHITE_ALWAYS = "localStorage.setItem('dama.form', JSON.stringify({side: 'white', level: 1}))"


async def seated(open_page: OpenPage, *, black_speaks: str = "en-US", **context: object) -> tuple[Page, Page]:
    """Two people at one table, the first with White."""
    white = await open_page(script=WHITE_ALWAYS, **context)
    await white.start("friend")
    black = await open_page(f"/t/{white.table_id}", locale=black_speaks, **context)
    await black.press("sit")
    await white.at_version(2)
    await black.at_version(2)
    return white, black


async def play_on(game: Game, text: str, by: Page, version: int, *watching: Page) -> Game:
    """One move by taps, seen by everybody as `version`."""
    step = game.move(game.turn, text)
    assert isinstance(step, Step)
    assert step.move is not None
    await by.play(game, step.move)
    for page in (by, *watching):
        await page.at_version(version)
    return step.after


async def test_two_people_play_a_whole_game_over_a_reload_and_a_broken_line(open_page: OpenPage, house: House) -> None:
    white, black = await seated(open_page, black_speaks="ar-EG")
    game = Game.new()
    for number, text in enumerate(SHORT_GAME):
        if number == 6:
            await black.tab.reload()
            await black.connected()
            await black.at_version(2 + number)
        if number == 11:
            house.cut_lines()
            await white.tab.wait_for_selector("html:not([data-ready])", state="attached")
            await white.connected()
            await black.connected()
        mover, other = (white, black) if game.turn is Side.WHITE else (black, white)
        game = await play_on(game, text, mover, number + 3, other)
        assert await white.pieces() == await black.pieces()
    assert "You win!" in await white.locate("#sheet").inner_text()
    assert "no pieces left" in await white.locate("#sheet").inner_text()
    assert said("ar", "lost") in await black.locate("#sheet").inner_text()


async def test_both_want_a_rematch_and_sit_at_the_next_table_with_sides_swapped(
    open_page: OpenPage, house: House
) -> None:
    white, black = await seated(open_page)
    first = white.table_id
    await house.put(first, "W:Wc4,a2:Bc5", "c4xc6")
    await white.press("rematch")
    await black.tab.get_by_text("wants a rematch").wait_for()
    await black.press("rematch")
    for page in (white, black):
        await page.tab.wait_for_url(lambda url: not url.endswith(first))
        await page.at_version(1)
    assert await white.locate("#board.turned").count() == 1
    assert await black.locate("#board.turned").count() == 0
    assert "Your move" in await black.status()


async def test_two_on_one_device_play_to_the_end_and_begin_again(open_page: OpenPage, house: House) -> None:
    page = await open_page()
    table = await house.put(await page.start("device"), format_fen(Position.start()), *SHORT_GAME[:14])
    game = table.game
    for number, text in enumerate(SHORT_GAME[14:]):
        await page.at_version(2 + number)
        assert ("White" if game.turn is Side.WHITE else "Black") in await page.status()
        game = await play_on(game, text, page, number + 3)
    assert "White wins" in await page.locate("#sheet").inner_text()
    await page.press("rematch")
    await page.at_version(1)
    assert len(await page.pieces()) == 32


async def test_a_game_against_the_computer_is_played_to_its_end(open_page: OpenPage, house: House) -> None:
    page = await open_page(script=WHITE_ALWAYS)
    table_id = await page.start("computer")
    assert "level 1" in await page.locate("#far").inner_text()
    await house.put(table_id, "W:WKa1,Kh1,Kd3,c4:Bc7,f6")
    await page.at_version(2)
    while (table := await house.table(table_id)).game.outcome is None:
        if table.game.turn is Side.WHITE:
            await page.at_version(table.version)
            await page.play(table.game, max(table.game.legal_moves(), key=lambda move: move.taken.bit_count()))
        await page.later_than(table.version)
    await page.at_version(table.version)
    assert await page.locate("#sheet[data-name=result]").is_visible()
    assert await page.locate("#sheet h2").inner_text() in ("You win!", "You lose", "Draw")
