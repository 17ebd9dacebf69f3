"""A whole game of two who found each other, with every control that there is, in two languages and both looks."""

from dataclasses import dataclass, field, replace

import pytest

from engine.board import Side
from engine.game import Game, Step
from hall.actions import ActionKind
from hall.ports import Committed, Event, EventKind
from hall.timing import DAY_MS
from tests.webapp.browser.accounts import Elsewhere, account, kept
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page
from tests.webapp.browser.test_languages import said
from tests.webapp.browser.test_whole_games import SHORT_GAME, WHITE_ALWAYS

pytestmark = pytest.mark.asyncio(loop_scope="session")

CLOCK = kept(form={"time": [900_000, 10_000]})


@dataclass
class Pair:
    """Two pages at one table, and how its game stands."""

    white: Page
    black: Page
    version: int = 1
    game: Game = field(default_factory=Game.new)

    async def seen(self) -> None:
        """Wait until both pages show the next version, and the same pieces."""
        self.version += 1
        for page in (self.white, self.black):
            await page.at_version(self.version)
        assert await self.white.pieces() == await self.black.pieces()

    async def play(self, text: str, *, confirmed: bool = False) -> None:
        """The next move by taps; the other page says it to those who listen."""
        mover, other = (self.white, self.black) if self.game.turn is Side.WHITE else (self.black, self.white)
        step = self.game.move(self.game.turn, text)
        assert isinstance(step, Step)
        assert step.move is not None
        await mover.play(self.game, step.move)
        if confirmed:
            await mover.press("confirm")
        await self.seen()
        assert str(step.move) in await other.locate("#say").inner_text()
        self.game = step.after


async def paired(open_page: OpenPage, *locales: str) -> Pair:
    """Two who seek an opponent for the same game, each in a language."""
    pages = [await open_page(locale=locale, script=CLOCK) for locale in locales]
    for page in pages:
        await page.press("seek")
    for page in pages:
        await page.at_version(1)
    turned = [await page.locate("#board.turned").count() for page in pages]
    white, black = pages if turned == [0, 1] else pages[::-1]
    return Pair(white, black)


async def test_a_whole_game_with_every_control(open_page: OpenPage, house: House) -> None:
    pair = await paired(open_page, "tr-TR", "ru-RU")
    white, black = pair.white, pair.black
    assert {await page.locate("html").get_attribute("data-look") for page in (white, black)} == {"wood", "candy"}
    for text in SHORT_GAME[:3]:
        await pair.play(text)

    await white.press("offer_draw")
    await pair.seen()
    await black.press("decline_draw")
    await pair.seen()
    assert await black.locate(".offer").count() == 0
    assert await white.locate("#tools [data-do=offer_draw]").is_disabled(), "not again so soon"

    await white.press("ask_takeback")
    await pair.seen()
    await black.press("decline_takeback")
    await pair.seen()
    await pair.play(SHORT_GAME[3])
    before = pair.game
    await pair.play("c4xc6xa6xa8")
    await white.press("ask_takeback")
    await pair.seen()
    await black.press("grant_takeback")
    await pair.seen()
    pair.game = before
    assert (await black.pieces())["c4"] == "wm"

    await white.press("flip")
    assert await white.locate("#board.turned").count() == 1
    for text in SHORT_GAME[4:7]:
        await pair.play(text)
    await white.press("flip")

    await black.press("step", by=-1)
    await black.locate("#status [data-do=undo]").click()
    await pair.play(SHORT_GAME[7])

    await white.press("settings")
    await white.locate("[data-setting=confirm]").check()
    await white.tab.keyboard.press("Escape")
    await white.locate("#settings").wait_for(state="hidden")
    for text in SHORT_GAME[8:]:
        await pair.play(text, confirmed=pair.game.turn is Side.WHITE)
    for page, word in (white, "won"), (black, "lost"):
        language = await page.locate("html").get_attribute("lang") or ""
        assert await page.locate("#sheet h2").inner_text() == said(language, word)

    first = white.table_id
    await white.press("rematch")
    await black.press("rematch")
    for page in (white, black):
        await page.tab.wait_for_function("id => !location.pathname.includes(id)", arg=first)
        await page.at_version(1)
    await white.press("arm", what="abort")
    await white.press("abort")
    for page in (white, black):
        language = await page.locate("html").get_attribute("lang") or ""
        await page.tab.get_by_role("heading", name=said(language, "aborted")).wait_for()


async def test_a_game_that_was_left_is_claimed(open_page: OpenPage, house: House) -> None:
    page = await open_page(script=WHITE_ALWAYS)
    other = Elsewhere(house, account("Bora"))
    await other.does(ActionKind.SIT, await page.start("friend"))
    await page.at_version(2)
    await page.tap("c3", "c4")
    await page.at_version(3)
    await other.plays(page.table_id)
    await page.at_version(4)
    await page.tap("d3", "d4")
    await page.at_version(5)
    assert await page.locate("#tools [data-do=claim]").count() == 0
    table = await house.table(page.table_id)
    slept = replace(table, version=6, moved_ms=table.moved_ms - 15 * DAY_MS)
    event = Event(slept.id, 6, EventKind.SAT)
    assert isinstance(await house.runtime.store.commit(slept, event, "test:sleep"), Committed)
    await page.press("claim")
    await page.locate("#sheet[data-name=result]").wait_for()
    assert await page.locate("#sheet h2").inner_text() == "You win!"
    assert "\u2068Bora\u2069 left the game" in await page.locate("#sheet").inner_text()
