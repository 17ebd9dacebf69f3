"""Who has the table open is told to the others, without a new version."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from hall.model import Person, TableId, telegram_id
from hall.store.memory import MemoryStore
from hall.store.presence import presence_beside
from tests.webapp.house import House, open_house
from tests.webapp.test_sessions import BOT_TOKEN, signed


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house() as opened:
        yield opened


async def test_a_player_who_goes_and_comes_back_is_seen_to(house: House) -> None:
    white, black, state = await house.game()
    assert (state["white"]["here"], state["black"]["here"]) == (True, True)
    black.break_off()
    gone = await white.hear("presence", lambda frame: not frame["black"])
    assert (gone["table"], gone["white"], gone["black"]) == (state["id"], True, False)
    back = await house.second_page(black)
    seen = await back.watch(state["id"])
    assert (seen["white"]["here"], seen["black"]["here"]) == (True, True)
    assert await white.hear("presence", lambda frame: bool(frame["black"]))


async def test_with_two_pages_a_player_is_here_until_the_last_one_goes(house: House) -> None:
    white, black, state = await house.game()
    phone = await house.second_page(black)
    await phone.watch(state["id"])
    black.break_off()
    moved = await white.act(state, "move", side="white", move="d3-d4")
    assert moved["state"]["black"]["here"]
    phone.break_off()
    await white.hear("presence", lambda frame: not frame["black"])


async def test_looking_at_another_table_is_not_being_here(house: House) -> None:
    white, black, state = await house.game()
    await black.open("device")
    await white.hear("presence", lambda frame: not frame["black"])
    assert not (await white.watch(state["id"]))["black"]["here"]


async def test_those_who_watch_are_not_counted_as_players(house: House) -> None:
    white, _, state = await house.game()
    spectator = await house.guest()
    seen = await spectator.watch(state["id"])
    assert (seen["white"]["here"], seen["black"]["here"]) == (True, True)
    spectator.break_off()
    moved = await white.act(state, "move", side="white", move="d3-d4")
    assert (moved["state"]["white"]["here"], moved["state"]["black"]["here"]) == (True, True)


async def test_who_sits_down_is_here_at_once(house: House) -> None:
    host, friend = await house.guest(), await house.guest()
    state = await host.open()
    await friend.watch(state["id"])
    await friend.act(state, "sit")
    seen = await host.until(state["version"] + 1)
    assert (seen["black"]["here"], seen["status"]) == (True, "playing")


async def test_following_the_same_table_again_is_not_going_away(house: House) -> None:
    white, black, state = await house.game()
    for _ in range(3):
        await black.watch(state["id"], last=state["version"])
    await black.act(state, "offer_draw", side="black")
    while (frame := await white.next())["t"] != "step":
        assert frame["t"] != "presence", frame


async def test_all_processes_know_which_table_a_telegram_account_has_open() -> None:
    async with open_house(bot_token=BOT_TOKEN) as house:
        ann = await house.guest(init=signed(user='{"id": 7, "first_name": "Ann"}'))
        presence, player = presence_beside(house.runtime.store), telegram_id(7)
        first = await ann.open("device")
        for number in range(2):
            await ann.ask("ping", "pong", n=number)
            assert await presence.is_here(first["id"], player)
            await ann.watch(first["id"])
        second = await ann.open("device")
        await ann.ask("ping", "pong", n=2)
        assert await presence.is_here(second["id"], player)
        async with asyncio.timeout(5):
            while await presence.is_here(first["id"], player):
                await ann.ask("ping", "pong", n=3)


@pytest.fixture
async def houses() -> AsyncIterator[list[House]]:
    """Two processes over one store."""
    store = MemoryStore()
    async with open_house(store, bot_token=BOT_TOKEN) as one, open_house(store, bot_token=BOT_TOKEN) as other:
        yield [one, other]


async def test_a_player_whose_page_hangs_on_another_process_is_here(houses: list[House]) -> None:
    white = await houses[0].guest()
    state = await white.open()
    black = await houses[1].guest()
    await black.watch(state["id"])
    sat = (await black.act(state, "sit"))["state"]
    assert (sat["white"]["here"], sat["black"]["here"]) == (True, True)
    if not (await white.until(sat["version"]))["black"]["here"]:
        assert await white.hear("presence", lambda frame: bool(frame["black"]))
    black.break_off()
    assert await white.hear("presence", lambda frame: not frame["black"])
    await (await houses[1].guest(token=black.welcome["token"])).watch(state["id"])
    assert await white.hear("presence", lambda frame: bool(frame["black"]))


async def test_everybody_at_a_table_is_told_who_watches_over_all_processes(houses: list[House]) -> None:
    white, black, state = await houses[0].game()
    ann = await houses[1].guest(init=signed(user='{"id": 7, "first_name": "Ann", "last_name": "Lee"}'))
    await ann.watch(state["id"])
    people = [{"name": "Ann", "kind": "telegram"}]
    for page in (white, black, ann):
        told = await page.hear("watchers", lambda frame: frame["people"] == people)
        assert (told["table"], told["count"]) == (state["id"], 1)
    guest = await houses[0].guest()
    await guest.watch(state["id"])
    name = guest.welcome["you"]["name"]
    for page in (white, black, ann, guest):
        told = await page.hear("watchers", lambda frame: frame["count"] == 2)
        assert told["people"] == [*people, {"name": name, "kind": "guest"}]
    ann.break_off()
    assert (await white.hear("watchers"))["people"] == [{"name": name, "kind": "guest"}]
    await guest.open("device")
    assert await white.hear("watchers") == {"t": "watchers", "table": state["id"], "count": 0, "people": []}


async def test_who_sits_down_watches_no_longer_and_two_pages_are_one_person(houses: list[House]) -> None:
    white = await houses[0].guest()
    state = await white.open()
    friend = await houses[1].guest()
    second = await houses[0].guest(token=friend.welcome["token"])
    for page in (friend, second):
        await page.watch(state["id"])
        assert (await page.hear("watchers"))["count"] == 1
    await friend.act(state, "sit")
    assert (await white.hear("watchers", lambda frame: not frame["count"]))["people"] == []


async def test_of_many_who_watch_a_few_are_named(house: House) -> None:
    white, _, state = await house.game()
    for number in range(20):
        person = Person(telegram_id(number + 1), f"No. {number:02}")
        await presence_beside(house.runtime.store).sign(TableId(state["id"]), person)
    told = await white.hear("watchers", lambda frame: frame["count"] == 20)
    assert [each["name"] for each in told["people"]] == [f"No. {number:02}" for number in range(12)]
