"""Every screen in both looks, light and dark: axe objects to nothing, nothing scrolls sideways, fingers find it all."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from engine.board import Side
from hall.change import Change, ended
from hall.ports import Committed, EventKind
from tests.hall.games import game_of
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page
from tests.webapp.browser.test_keyboard import objections
from tests.webapp.browser.test_sizes import fits, small_targets

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def screens(page: Page, house: House) -> AsyncIterator[str]:
    """Leads the page through everything it can show; yields the name of what is there now."""
    yield "home"
    for dialog in ("settings", "games", "top"):
        await page.locate(f"[data-do={dialog}]:visible").first.click()
        await page.locate("#settings h2").wait_for()
        await settled(page, "#settings")
        yield dialog
        await page.tab.keyboard.press("Escape")
        await page.locate("#settings").wait_for(state="hidden")
    await page.press("seek")
    await page.locate("#sheet[data-name=seeking]").wait_for()
    await settled(page, "#sheet")
    yield "seeking"
    await page.press("unseek")
    await page.locate("#sheet").wait_for(state="hidden")
    await page.start("friend")
    await page.locate("#sheet[data-name=waiting]").wait_for()
    await settled(page, "#sheet")
    yield "waiting"
    await page.locate("#top [data-do=home]" if await page.locate("#top .back").is_visible() else "#head .brand").click()
    await page.locate("#home").wait_for()
    table_id = await page.start("computer")
    await page.at_version(1)
    yield "table"
    await page.tap("c3", "c4")
    await page.tab.get_by_text("Play this move?").wait_for()
    yield "confirming"
    await page.press("confirm")
    await page.later_than(2)
    await page.rested()
    await page.press("step", by=-1)
    await page.locate("#status").get_by_text("Looking back").wait_for()
    await page.rested()
    yield "looking back"
    await page.press("undo")
    table = await house.table(table_id)
    going = replace(table, game=game_of(20))
    change = ended(going, EventKind.RESIGNED, Side.BLACK, going.game.resign(Side.BLACK), table.moved_ms)
    assert isinstance(change, Change)
    assert isinstance(await house.runtime.store.commit(change.table, change.event, "test:end"), Committed)
    await page.locate("#sheet .terms").wait_for()
    await settled(page, "#sheet")
    yield "result"


async def settled(page: Page, sheet: str) -> None:
    """Wait until a sheet has risen."""
    await page.tab.wait_for_function("name => !document.querySelector(name).getAnimations().length", arg=sheet)


@pytest.mark.parametrize("look", ["wood", "candy"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_screen_has_faults_that_axe_finds(open_page: OpenPage, house: House, look: str, scheme: str) -> None:
    page = await open_page(color_scheme=scheme, bypass_csp=True, script=choices(look))
    faults = {name: await objections(page) async for name in screens(page, house)}
    assert not any(faults.values()), faults
    assert len(faults) == 10


async def test_no_screen_scrolls_sideways_at_200_percent(open_page: OpenPage, house: House) -> None:
    page = await open_page(script=choices("wood"))
    await page.tab.evaluate("document.documentElement.style.fontSize = '200%'")
    wide = [name async for name in screens(page, house) if not await fits(page)]
    assert wide == []


async def test_fingers_find_every_target_of_every_screen(open_page: OpenPage, house: House) -> None:
    page = await open_page(script=choices("candy"))
    small = {name: await small_targets(page, "main, #settings") async for name in screens(page, house)}
    assert {name: found for name, found in small.items() if found} == {}


def choices(look: str) -> str:
    """The settings under which most is shown."""
    return f"""localStorage.setItem('dama.settings', JSON.stringify({{look: '{look}', confirm: true}}));
        localStorage.setItem('dama.form', JSON.stringify({{side: 'white', level: 1}}));"""
