"""A browser that is opened by the bot's one-time link becomes a Telegram account, if its person wants that."""

import pytest

from tests.webapp.browser.accounts import account
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page
from tests.webapp.browser.test_whole_games import WHITE_ALWAYS
from tests.webapp.browser.tour import EVERY_LOOK, faults, settled

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def opened(open_page: OpenPage, code: str, **context: object) -> Page:
    page = await open_page(f"/#bind={code}", **context)
    await settled(page, "#settings")
    return page


async def test_the_page_tells_whose_account_it_is_and_goes_on_as_that(open_page: OpenPage, house: House) -> None:
    ada = account("Ada")
    page = await open_page(script=WHITE_ALWAYS)
    table_id = await page.start("friend")
    await page.press("home")
    await page.visit(f"/#bind={await house.runtime.binding.offer(ada)}")
    await page.locate("#settings h2:text-is('Go on as \u2068Ada\u2069?')").wait_for()
    assert page.tab.url == f"{house.url}/"
    await page.press("signIn")
    await page.locate("#toast").get_by_text("You are \u2068Ada\u2069 here now · 1 game has come along").wait_for()
    assert await page.locate("#settings").is_hidden()
    assert (await house.table(table_id)).white == ada
    await page.press("enter", table=table_id)
    await page.locate("#near .name").get_by_text("Ada").wait_for()
    await page.tab.reload()
    await page.connected()
    await page.locate("#near .name").get_by_text("Ada").wait_for()


async def test_who_does_not_want_it_stays_a_guest(open_page: OpenPage, house: House) -> None:
    code = await house.runtime.binding.offer(account("Ada"))
    page = await opened(open_page, code)
    await page.locate("#settings .pair [data-do=bind]").click()
    await page.locate("#settings").wait_for(state="hidden")
    assert page.tab.url == f"{house.url}/"
    assert await house.runtime.binding.look(code) is not None


async def test_a_used_link_says_so_in_one_sentence(open_page: OpenPage, house: House) -> None:
    code = await house.runtime.binding.offer(account("Ada"))
    page = await opened(open_page, code, forgiven="Failed to load")
    await page.locate("[data-do=signIn]:not([disabled])").click()
    await page.locate("#settings").wait_for(state="hidden")
    late = await opened(open_page, code, forgiven="Failed to load")
    await late.locate("#settings .why").get_by_text("link").wait_for()
    assert await late.locate("#settings [data-do=signIn]").count() == 0
    await late.locate("#settings .verdict [data-do=bind]").click()
    await late.locate("#home .card").first.wait_for()


async def test_a_newcomer_signs_in_over_the_first_run(open_page: OpenPage, house: House) -> None:
    code = await house.runtime.binding.offer(account("Ada"))
    page = await opened(open_page, code, newcomer=True)
    await page.locate("[data-do=signIn]:not([disabled])").click()
    await page.locate("#toast").get_by_text("You are \u2068Ada\u2069 here now").wait_for()
    assert await page.locate("#learn .stage").first.is_visible()


async def test_the_dialog_has_no_faults_in_any_look(open_page: OpenPage, house: House) -> None:
    page = await opened(open_page, await house.runtime.binding.offer(account("Ada")), bypass_csp=True)
    await page.locate("[data-do=signIn]").wait_for()
    assert await faults(page, EVERY_LOOK) == []
