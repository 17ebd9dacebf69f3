"""What the page follows: its container's sleep and waking, and the language that its player has chosen elsewhere."""

from dataclasses import replace

import pytest

from hall.actions import ActionKind
from hall.model import Person
from hall.store.preferences import preferences_beside
from tests.webapp.browser.accounts import Elsewhere, account, kept, signed_in
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.container import launch_path, proxy
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page
from tests.webapp.browser.test_telegram import telegram

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def inside(open_page: OpenPage, house: House, version: str, ada: Person) -> Page:
    """This account's page in Telegram, at a table of its own."""
    container = proxy()
    script = container["script"] + kept(form={"side": "white"}) + await signed_in(house, ada)
    page = await open_page(launch_path(version), script=script, routes=container["routes"])
    await page.tab.wait_for_function("() => window.Telegram?.WebApp.calls.some(([name]) => name === 'expand')")
    await page.start("friend")
    return page


async def chosen(house: House, person: Person, language: str) -> None:
    """What the bot's settings do."""
    store = preferences_beside(house.runtime.store)
    await store.change(person.id, lambda before: replace(before, language=language))


async def test_a_page_put_away_leaves_its_table_and_comes_back_with_all_that_happened(
    open_page: OpenPage, house: House
) -> None:
    ada, bora = account("Ada"), account("Bora")
    page = await inside(open_page, house, "8.0", ada)
    friend = Elsewhere(house, bora)
    await friend.does(ActionKind.SIT, page.table_id)
    await page.at_version(2)
    await page.tap("c3", "c4")
    await telegram(page, "event('deactivated')")
    watcher = await open_page(f"/t/{page.table_id}")
    await watcher.locate("#near .rate").get_by_text("away").wait_for()
    await watcher.at_version(3)
    await friend.plays(page.table_id)
    await watcher.at_version(4)
    assert await page.now_at() in (2, 3)
    assert await page.locate(".conn.off").count() == 0
    await telegram(page, "event('activated')")
    await page.at_version(4)
    await watcher.locate("#near .rate").get_by_text("away").wait_for(state="detached")
    assert len((await house.table(page.table_id)).game.moves) == 2


async def test_an_older_container_that_tells_nothing_is_not_asked(open_page: OpenPage, house: House) -> None:
    page = await inside(open_page, house, "7.7", account("Ada"))
    names = await page.tab.evaluate("Telegram.WebApp.calls.map(([name]) => name)")
    assert not {"on activated", "on deactivated"} & set(names)


async def test_the_page_speaks_the_language_its_account_has_chosen(open_page: OpenPage, house: House) -> None:
    ada = account("Ada")
    await chosen(house, ada, "tr")
    page = await open_page(script=await signed_in(house, ada))
    await page.locate("html[lang=tr][data-ready]").wait_for(state="attached")
    await page.locate("[data-do=open][data-against=computer]:text-is('Oyna')").wait_for()
    await chosen(house, ada, "ru")
    await page.locate("html[lang=ru][data-ready]").wait_for(state="attached")
    await chosen(house, ada, "")
    await page.locate("html[lang=en][data-ready]").wait_for(state="attached")
    assert await page.tab.evaluate("localStorage['dama.language']") == '""'


async def test_a_language_chosen_on_one_page_is_spoken_by_the_accounts_other_pages(
    open_page: OpenPage, house: House
) -> None:
    ada = account("Ada")
    pages = [await open_page(script=await signed_in(house, ada)) for _ in range(2)]
    await pages[0].press("settings")
    await pages[0].locate("#settings [data-keep=language]").select_option("ar")
    for page in pages:
        await page.locate("html[lang=ar][dir=rtl][data-ready]").wait_for(state="attached")
    await pages[1].press("settings")
    await pages[1].locate("#settings [data-keep=language]").select_option("")
    for page in pages:
        await page.locate("html[lang=en][dir=ltr][data-ready]").wait_for(state="attached")


async def test_where_nothing_can_be_kept_a_chosen_language_does_not_load_the_page_for_ever(
    open_page: OpenPage, house: House
) -> None:
    ada = account("Ada")
    await chosen(house, ada, "tr")
    forbidden = """
        const given = {"dama.token": %s, "dama.taught": "true"};
        Object.defineProperty(Storage.prototype, "getItem", {value: name => given[name] ?? null});
        Object.defineProperty(Storage.prototype, "setItem", {value() { throw new Error("forbidden"); }});"""
    token = house.runtime.tokens.issue(ada, await house.runtime.store.now())
    page = await open_page(script=forbidden % repr(f'"{token}"'))
    await page.start("device")
    await page.tap("c3", "c4")
    await page.at_version(2)
    assert await page.locate("html[lang=en]").count() == 1
