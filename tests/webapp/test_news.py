"""What concerns a player and no table reaches all open pages of all processes: a ban, a language chosen."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from hall import desk
from hall.model import PlayerId
from hall.settings import load_settings
from hall.store.memory import MemoryStore
from hall.store.preferences import NOTHING_CHOSEN, Preferences
from tests.webapp.house import Frame, House, Visitor, open_house, operation
from tests.webapp.test_sessions import BOT_TOKEN, signed


@pytest.fixture
async def houses() -> AsyncIterator[list[House]]:
    """Two processes over one store."""
    store = MemoryStore()
    async with open_house(store, bot_token=BOT_TOKEN) as one, open_house(store, bot_token=BOT_TOKEN) as other:
        yield [one, other]


async def asked(page: Visitor, kind: str, **fields: object) -> Frame:
    op = operation()
    await page.say(kind, op=op, **fields)
    while (frame := await page.next()).get("op") != op:
        pass
    return frame


def banned(frame: Frame) -> bool:
    return frame["code"] == "banned" and "excluded" in frame["text"]


async def test_a_ban_is_told_to_all_open_pages_and_ends_what_the_player_can_do(houses: list[House]) -> None:
    white, black, state = await houses[0].game()
    phone = await houses[1].guest(token=white.welcome["token"])
    social = houses[1].runtime.hall.people.social
    await social.ban(PlayerId(white.id), "cheating")
    for page in (white, phone):
        assert await page.hear("error", banned)
    for page in (white, phone):
        refused = await page.act(state, "move", side="white", move="d3-d4")
        assert (refused["t"], refused["code"], refused["state"]["version"]) == ("refused", "banned", state["version"])
        assert (await asked(page, "open", against="computer"))["code"] == "banned"
        assert (await asked(page, "seek", time=[300_000, 3_000]))["code"] == "banned"
        assert (await asked(page, "react", table=state["id"], reaction="wow"))["code"] == "banned"
        assert (await asked(page, "report", table=state["id"], ground="other"))["code"] == "banned"
        assert (await page.watch(state["id"]))["you"] == ["white"]
    assert banned(await (await houses[1].guest(token=white.welcome["token"])).hear("error"))
    await social.unban(PlayerId(white.id))
    moved = await acts_until_done(white, state)
    assert (await black.until(moved["version"]))["moves"] == ["d3-d4"]


async def acts_until_done(page: Visitor, state: Frame) -> Frame:
    """An unban is told to no page: its player tries again."""
    while (answer := await page.act(state, "move", side="white", move="d3-d4"))["t"] == "refused":
        assert answer["code"] == "banned"
    return dict(answer["state"])


async def test_the_banned_may_give_up_so_that_nobody_has_to_wait_for_them(houses: list[House]) -> None:
    white, black, state = await houses[0].game()
    await houses[0].runtime.hall.people.social.ban(PlayerId(black.id), "stalling")
    await black.hear("error", banned)
    assert (await black.act(state, "resign"))["state"]["status"] == "finished"
    assert (await white.until(state["version"] + 1))["outcome"]["winner"] == "white"


async def test_the_operators_command_reaches_pages_of_a_running_server(tmp_path: Path) -> None:
    settings = load_settings(None, data_dir=tmp_path)
    async with open_house(real=True, data_dir=tmp_path) as house:
        page = await house.guest()
        await desk.ban(settings, page.id, "rude")
        assert banned(await page.hear("error"))
        assert (await asked(page, "open", against="device"))["code"] == "banned"
        await desk.unban(settings, page.id)
        while (answer := await asked(page, "open", against="device"))["t"] == "refused":
            pass
        assert answer["t"] == "table"


async def test_a_language_chosen_on_one_page_holds_on_all_and_in_the_chat(houses: list[House]) -> None:
    page = await houses[0].guest(init=signed())
    phone = await houses[1].guest(token=page.welcome["token"], lang="en-GB")
    assert (phone.welcome["chosen"], phone.welcome["you"]["language"]) == ("", "en")
    assert (await asked(page, "prefer", language="ar"))["what"] == "prefer"
    for each in (page, phone):
        assert (await each.hear("preferred"))["language"] == "ar"
    assert (await houses[1].runtime.preferences.of(page.id)).language == "ar"
    again = await houses[1].guest(token=page.welcome["token"], lang="en-GB")
    assert (again.welcome["chosen"], again.welcome["you"]["language"]) == ("ar", "ar")
    refused = await asked(again, "open", against="friend", rules="chess")
    assert not refused["text"].isascii()


async def test_a_language_chosen_in_the_chat_holds_on_the_page_and_other_choices_stay(houses: list[House]) -> None:
    page = await houses[0].guest(init=signed())
    preferences = houses[1].runtime.preferences
    await preferences.change(page.id, lambda _: Preferences(language="tr", look="wood", quiet=(22, 8)))
    assert (await page.hear("preferred"))["language"] == "tr"
    assert (await asked(page, "prefer", language=""))["t"] == "noted"
    assert (await page.hear("preferred", lambda frame: not frame["language"]))["language"] == ""
    assert await preferences.of(page.id) == replace(NOTHING_CHOSEN, look="wood", quiet=(22, 8))
    async with houses[0].client.post(
        houses[0].url("/api/session"), json={}, headers={"Authorization": f"Bearer {page.welcome['token']}"}
    ) as answer:
        assert (await answer.json())["you"]["language"] == page.welcome["you"]["language"]


async def test_a_language_we_have_no_texts_in_is_refused_in_words(houses: list[House]) -> None:
    page = await houses[0].guest()
    for language in ("xx", "tr-TR", "../tr"):
        refused = await asked(page, "prefer", language=language)
        assert (refused["t"], refused["code"]) == ("refused", "unknown_language")


async def test_pages_that_have_gone_are_forgotten(houses: list[House]) -> None:
    async with AsyncExitStack() as stack:
        page = await houses[0].guest()
        stack.push_async_callback(page.socket.close)
        second = await houses[0].second_page(page)
        await second.socket.close()
        await asked(page, "prefer", language="ru")
        assert (await page.hear("preferred"))["language"] == "ru"
