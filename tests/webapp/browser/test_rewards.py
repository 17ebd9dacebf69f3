"""What a game brought is told with its result."""

from dataclasses import replace

import pytest

from engine.board import Side
from hall.change import Change, ended
from hall.model import PlayerId
from hall.ports import Committed, EventKind
from tests.hall.games import game_of
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.test_whole_games import WHITE_ALWAYS

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_won_game_tells_the_candy_it_brought(open_page: OpenPage, house: House) -> None:
    page = await open_page(script=WHITE_ALWAYS)
    table = await house.table(await page.start("computer"))
    going = replace(table, game=game_of(20))
    change = ended(going, EventKind.RESIGNED, Side.BLACK, going.game.resign(Side.BLACK), table.moved_ms)
    assert isinstance(change, Change)
    assert isinstance(await house.runtime.store.commit(change.table, change.event, "test:end"), Committed)
    cells = page.locate("#sheet .terms div")
    await cells.first.wait_for()
    [candy] = await cells.all_inner_texts()
    assert candy.split() == ["Candy", "\u2066+6\u2069", "94", "left", "today"]


async def test_a_page_reports_its_time_zone(open_page: OpenPage, house: House) -> None:
    page = await open_page(script=WHITE_ALWAYS)
    table = await house.table(await page.start("computer"))
    zone = await page.tab.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    profile = await house.runtime.players.profile(PlayerId(table.host.id))
    assert zone in (profile.zone, profile.coming_zone)
