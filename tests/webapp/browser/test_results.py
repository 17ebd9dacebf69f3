"""What the sheet at the end of a game tells and offers: won, lost, drawn, called off; to players and to watchers."""

import pytest

from engine.board import Side
from hall.actions import ActionKind
from tests.webapp.browser.accounts import Elsewhere, account, end, kept, signed_in
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page

pytestmark = pytest.mark.asyncio(loop_scope="session")

RATED_WITH_A_CLOCK = {"side": "white", "time": [300_000, 3000]}


async def cells(page: Page) -> dict[str, list[str]]:
    """What the result sheet of a rated game tells beside the verdict once it is paid, by the words above each cell;
    directions of writing left out."""
    await page.locate("#sheet[data-name=result] .terms").get_by_text("Rating", exact=True).wait_for()
    found = {}
    for cell in await page.locate("#sheet .terms div").all_inner_texts():
        name, *values = cell.translate({0x2066: None, 0x2069: None}).splitlines()
        found[name] = values
    return found


class Rivals:
    """A page and somebody elsewhere who play one game after the other."""

    def __init__(self, page: Page, house: House, other: Elsewhere) -> None:
        self.page = page
        self.house = house
        self.other = other
        self.mine = Side.WHITE

    async def end(self, won: bool | None) -> dict[str, list[str]]:
        """The cells after a game of twenty plies that the page's player has won, lost or drawn."""
        await end(self.house, self.page.table_id, None if won is None else self.mine if won else self.mine.other)
        return await cells(self.page)

    async def play_another(self) -> None:
        table_id = self.page.table_id
        await self.other.does(ActionKind.REMATCH, table_id)
        await self.page.tab.get_by_text("wants a rematch").wait_for()
        await self.page.press("rematch")
        await self.page.tab.wait_for_function("id => !location.pathname.includes(id)", arg=table_id)
        await self.page.at_version(1)
        self.mine = self.mine.other


async def test_rewards_rating_and_score_are_told_after_every_kind_of_end(open_page: OpenPage, house: House) -> None:
    ada, bora = account("Ada"), account("Bora")
    page = await open_page(script=kept(form=RATED_WITH_A_CLOCK) + await signed_in(house, ada))
    rivals = Rivals(page, house, Elsewhere(house, bora))
    await rivals.other.does(ActionKind.SIT, await page.start("friend"))
    await page.at_version(2)

    won = await rivals.end(won=True)
    assert won == {"Candy": ["+15", "85 left today"], "Points": ["+26"], "Rating": ["1662", "+162"]}
    assert await page.locate("#sheet h2").inner_text() == "You win!"
    assert "\u2068Bora\u2069 resigned · 10\u00a0moves" in await page.locate("#sheet .why").first.inner_text()
    assert await page.locate("#sheet .crest i.wk").count() == 1
    assert await page.locate("#sheet .won").count() == 0

    await rivals.play_another()
    lost = await rivals.end(won=False)
    before, after = 1662, int(lost["Rating"][0])
    assert lost == {
        "Candy": ["+5", "80 left today"],
        "Points": ["+4"],
        "Rating": [str(after), f"−{before - after}"],
        "Score": ["1 : 1"],
    }
    assert await page.locate("#sheet h2").inner_text() == "You lose"
    assert await page.locate("#sheet .crest i.bm").count() == 1

    await rivals.play_another()
    drawn = await rivals.end(won=None)
    assert (drawn["Candy"], drawn["Points"], drawn["Score"]) == (["+8", "72 left today"], ["+9"], ["1.5 : 1.5"])
    assert await page.locate("#sheet h2").inner_text() == "Draw"
    assert await page.locate("#sheet .crest i").count() == 2

    for wins in range(2, 6):
        await rivals.play_another()
        await rivals.end(won=True)
        assert await page.locate("#sheet .won").count() == (wins == 5), "the badge comes with the fifth win"
    assert "The Long Board" in await page.locate("#sheet .won").inner_text()
    assert (await cells(page))["Score"] == ["5.5 : 1.5"]

    await rivals.play_another()
    await page.press("arm", what="abort")
    await page.press("abort")
    await page.locate("#sheet[data-name=result]").wait_for()
    assert await page.locate("#sheet h2").inner_text() == "The game was aborted"
    assert await page.locate("#sheet .terms div").count() == 1, "the score alone: a game called off pays nothing"
    assert await page.locate("#sheet [data-do=rematch]").count() == 0
    await page.press("seek")
    await page.locate("#sheet[data-name=seeking]").wait_for()
    assert "5+3" in await page.locate("#sheet").inner_text()
    await page.press("unseek")


async def test_a_watcher_is_told_who_won_and_nothing_of_rewards(open_page: OpenPage, house: House) -> None:
    host, other = Elsewhere(house, account("Ada")), Elsewhere(house, account("Bora"))
    table = await host.someone.opens()
    await other.does(ActionKind.SIT, table.id)
    page = await open_page(f"/t/{table.id}")
    await end(house, table.id, Side.BLACK)
    await page.locate("#sheet[data-name=result]").wait_for()
    assert await page.locate("#sheet h2").inner_text() == "Black wins"
    assert await page.locate("#sheet .terms").count() == 0
    assert await page.locate("#sheet [data-do=rematch]").count() == 0
