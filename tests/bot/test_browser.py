"""The link that makes a browser somebody's own: given in private, taken over HTTP, once and within ten minutes."""

import re
from pathlib import Path

from hall.actions import Done, Opening
from hall.model import Terms, telegram_id
from hall.store.links import LINK_S
from tests.bot.conftest import plain
from tests.bot.web import PUBLIC, HandClock, post, with_web
from tests.telegram import Person


async def code_for(person: Person) -> str:
    """What the bot gives: the code behind the link, which is shown and can be copied."""
    await person.says("/browser")
    message = await person.private.shows("Open this link in your browser", button="Copy the link")
    found = re.search(rf"{PUBLIC}/#bind=([\w-]{{22}})$", plain(message.text))
    assert found is not None, message.text
    assert message.button("Copy the link")["copy_text"]["text"] == found.group()
    return found[1]


async def test_the_link_makes_a_guest_the_account_and_moves_the_games(tmp_path: Path) -> None:
    async with with_web(tmp_path) as (dama, place):
        ann = dama.telegram.person("Ann <b>")
        _, session = await post(place, "session", {"guest": True})
        guest = dama.runtime.tokens.read(session["token"], session["now"]).player
        opened = await dama.runtime.hall.open(guest, Opening(Terms(one_device=True), None, None, f"p:{guest.id}:1"))
        assert isinstance(opened, Done)
        code = await code_for(ann)
        assert await post(place, "bind", {"code": code, "look": True}) == (200, {"name": "Ann <b>"})
        status, bound = await post(place, "bind", {"code": code}, session["token"])
        assert (status, bound["you"]["id"], bound["moved"]) == (200, telegram_id(ann.id), 1)
        assert await dama.runtime.hall.tables_of(telegram_id(ann.id)) == [opened.table.id]


async def test_the_link_is_good_once(tmp_path: Path) -> None:
    async with with_web(tmp_path) as (dama, place):
        code = await code_for(dama.telegram.person("Ann"))
        first, second = [(await post(place, "session", {"guest": True}))[1]["token"] for _ in range(2)]
        assert (await post(place, "bind", {"code": code}, first))[0] == 200
        assert (await post(place, "bind", {"code": code}, second))[0] == 410


async def test_the_link_is_good_for_ten_minutes(tmp_path: Path) -> None:
    clock = HandClock()
    async with with_web(tmp_path, clock) as (dama, place):
        code = await code_for(dama.telegram.person("Ann"))
        _, session = await post(place, "session", {"guest": True})
        clock.now_ms += LINK_S * 1000
        status, answer = await post(place, "bind", {"code": code}, session["token"])
        assert (status, answer["code"]) == (410, "bad_link")


async def test_a_deep_link_gives_it_too(tmp_path: Path) -> None:
    async with with_web(tmp_path) as (dama, _):
        ann = dama.telegram.person("Ann")
        await ann.opens("https://t.me/dama_test_bot?start=browser")
        await ann.private.shows("Open this link in your browser")


async def test_a_group_is_pointed_to_the_private_chat(tmp_path: Path) -> None:
    async with with_web(tmp_path) as (dama, _):
        group = dama.telegram.group("Coffee house")
        await dama.telegram.person("Ann").says("/browser", group)
        message = await group.shows("to me in private.")
        assert plain(message.text) == "Write /browser to me in private."


async def test_without_an_address_the_bot_says_what_is_missing(ann: Person) -> None:
    await ann.says("/browser")
    message = await ann.private.shows("PUBLIC_URL")
    assert message.labels == []
