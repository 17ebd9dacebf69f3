"""What people do to each other at a table beside playing: quick words, blocks, reports; and who is only looking on."""

import pytest

from hall.actions import ActionKind
from hall.model import PlayerId
from hall.people import Ground
from hall.reactions import REACTIONS
from tests.hall.people import guest
from tests.webapp.browser.accounts import Elsewhere, account, kept, signed_in
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page
from tests.webapp.browser.test_whole_games import seated
from tests.webapp.browser.tour import THREE_JUMPS, faults
from webapp.services import SERVICES

pytestmark = pytest.mark.asyncio(loop_scope="session")

# The end of a quick word's short rest waits until the test lets it come.
RESTS = """() => {
    const later = setTimeout;
    window.laters = [];
    window.setTimeout = (deed, ms, ...given) =>
        ms === 700 ? window.laters.push(() => deed(...given)) : later(deed, ms, ...given);
}"""


async def player(page: Page) -> PlayerId:
    """Who this page is, as the house knows them."""
    token = await page.tab.evaluate("JSON.parse(localStorage['dama.token'])")
    return (await page.house.app[SERVICES].sessions.by_token(token)).player.id


async def dialog(page: Page, name: str) -> None:
    await page.press(name)
    await page.locate("#settings h2").wait_for()


async def test_quick_words_stand_in_the_speakers_bar_for_all_and_then_no_longer(open_page: OpenPage) -> None:
    white, black = await seated(open_page)
    watcher = await open_page(f"/t/{white.table_id}")
    await white.press("quick")
    assert await white.locate("#ways button").all_inner_texts() == list(REACTIONS.values())
    await white.press("react", reaction="well")
    await white.locate("#near .words").wait_for()
    for page, bar in ((black, "#far"), (watcher, "#near")):
        await page.locate(f"{bar} .words").wait_for()
        assert await page.locate(f"{bar} .words").inner_text() == "Well played!"
        assert (await page.locate("#say").inner_text()).endswith(": Well played!")
    await black.locate("#far .words").wait_for(state="detached")
    await white.tap("c3", "c4")
    await black.at_version(3)


async def test_a_second_tap_on_a_quick_word_lands_on_nothing_and_says_nothing_more(open_page: OpenPage) -> None:
    white, black = await seated(open_page)
    await black.tab.evaluate(RESTS)
    await black.press("quick")
    place = await black.locate("[data-reaction=thanks]").bounding_box()
    assert place
    await black.tab.mouse.dblclick(place["x"] + 9, place["y"] + 9)
    await white.locate("#far .words").wait_for()
    assert await black.locate("#tools").is_hidden()
    assert await black.locate("#ways button:not([disabled])").count() == 0
    await black.tab.evaluate("window.laters.splice(0).forEach(deed => deed())")
    await black.locate("#tools").wait_for()
    assert (await black.house.table(black.table_id)).draw_offer is None


async def test_quick_words_leave_a_piece_in_hand(open_page: OpenPage, house: House) -> None:
    white, black = await seated(open_page)
    await house.put(white.table_id, THREE_JUMPS)
    await white.at_version(3)
    await white.tap("c1", "c6", "g6")
    await black.press("quick")
    await black.press("react", reaction="wow")
    await white.locate("#far .words").wait_for()
    assert (await white.pieces())["g6"] == "wk"
    await white.tap("g2")
    await black.at_version(4)


async def test_who_hides_quick_words_hears_none_and_may_hear_them_again(open_page: OpenPage) -> None:
    white, black = await seated(open_page)
    await dialog(black, "person")
    await black.locate("[data-mute]").check()
    await black.tab.get_by_text("Quick words are hidden now").first.wait_for()
    await black.tab.go_back()
    await white.press("quick")
    await white.press("react", reaction="hello")
    await white.locate("#near .words").wait_for()
    await white.tap("c3", "c4")
    await black.at_version(3)
    assert await black.locate("#far .words").count() == 0
    await black.tab.reload()
    await black.connected()
    await dialog(black, "settings")
    assert await black.locate("[data-mute]").is_checked()
    await black.locate("[data-mute]").uncheck()
    await black.tab.get_by_text("Quick words are shown again").first.wait_for()


async def test_a_block_is_asked_once_more_told_and_can_be_lifted(open_page: OpenPage, house: House) -> None:
    white, black = await seated(open_page)
    mine, other = await player(white), await player(black)
    social = house.runtime.hall.people.social
    await dialog(white, "person")
    await white.press("arm", what="block")
    assert other not in (await social.standing(mine)).blocked
    await white.press("block")
    await white.locate("#settings").wait_for(state="hidden")
    await white.locate("#status").get_by_text("Blocked").wait_for()
    assert other in (await social.standing(mine)).blocked
    await dialog(white, "person")
    await white.press("block")
    await white.locate("#status").get_by_text("Unblocked").wait_for()
    assert other not in (await social.standing(mine)).blocked


async def test_a_report_names_its_ground_and_is_told_to_the_operator(open_page: OpenPage, house: House) -> None:
    white, black = await seated(open_page)
    await dialog(white, "person")
    await white.press("report")
    assert await white.tab.evaluate("document.activeElement.id") == "ground"
    await white.locate("#ground").select_option("stalling")
    await white.press("report")
    await white.locate("#status").get_by_text("Reported").wait_for()
    found = [each for each in await house.runtime.hall.people.social.reports() if each.table == white.table_id]
    assert [(each.reporter, each.reported, each.ground) for each in found] == [
        (await player(white), await player(black), Ground.STALLING)
    ]


@pytest.mark.parametrize("against", ["computer", "device"])
async def test_nothing_of_this_is_offered_where_nobody_sits_across(open_page: OpenPage, against: str) -> None:
    page = await open_page(script=kept(form={"side": "white", "level": 1}))
    await page.start(against)
    assert await page.locate(".bar button").count() == 0


async def test_who_looks_on_is_counted_and_named(open_page: OpenPage, house: House) -> None:
    white, _ = await seated(open_page, bypass_csp=True)
    watcher = await open_page(f"/t/{white.table_id}")
    other = await open_page(f"/t/{white.table_id}")
    await white.locate(".eye b:text-is('2')").wait_for()
    await dialog(white, "watchers")
    assert await white.locate("#settings h2").inner_text() == "2 people watch"
    assert await faults(white) == []
    names = await white.locate("#settings li").all_inner_texts()
    assert len(names) == 2
    assert all(name.strip().startswith("Guest") for name in names)
    await other.close()
    await white.locate("#settings h2:text-is('1 person watches')").wait_for()
    await white.tab.go_back()
    await watcher.visit("/")
    await white.locate(".eye").wait_for(state="detached")


async def test_a_ban_is_said_in_one_sentence_and_leaves_no_dead_button(open_page: OpenPage, house: House) -> None:
    white, black = await seated(open_page)
    await house.runtime.hall.people.social.ban(await player(white), "cheating")
    await white.locate("#status").get_by_text("excluded").wait_for()
    assert await white.locate("#tools button").all_inner_texts() == ["Abort", "Flip", "Look"]
    assert await white.locate(".bar [data-do=quick]").count() == 0
    assert await white.marks("ring.can") == set()
    await white.press("home")
    await white.locate("#home h2").get_by_text("excluded").wait_for()
    assert await white.locate("#home [data-do=open], #home [data-do=seek]").count() == 0
    table = await Elsewhere(house, guest("Cem")).someone.opens()
    await white.visit(f"/t/{table.id}")
    await white.locate("#sheet .why").get_by_text("excluded").wait_for()
    assert await white.locate("#sheet [data-do=sit]").count() == 0
    await white.visit(f"/t/{black.table_id}")
    await white.press("arm", what="abort")
    await white.press("abort")
    await black.locate("#sheet[data-name=result]").wait_for()
    await white.locate("#sheet[data-name=result]").wait_for()
    assert await white.locate("#sheet [data-do=rematch]").count() == 0


async def test_ratings_stand_beside_names_and_in_the_invitation(open_page: OpenPage, house: House) -> None:
    ada, bora = account("Ada"), account("Bora")
    page = await open_page(script=kept(form={"side": "white"}) + await signed_in(house, ada))
    table_id = await page.start("friend")
    guest_page = await open_page(f"/t/{table_id}")
    assert "1500?" in await guest_page.locate("#sheet .why").first.inner_text()
    await Elsewhere(house, bora).does(ActionKind.SIT, table_id)
    await page.at_version(2)
    for bar in ("#far", "#near"):
        assert "1500?" in await page.locate(f"{bar} .rate").inner_text()


async def test_a_first_game_says_that_it_is_made_easier(open_page: OpenPage) -> None:
    page = await open_page(script=kept(form={"side": "white", "level": 3}))
    await page.start("computer")
    assert "first games" in await page.status()
    await page.tap("c3")
    assert "first games" not in await page.status()
