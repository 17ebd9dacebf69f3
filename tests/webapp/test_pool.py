"""Finding an opponent and one's finished games, over sockets."""

from collections.abc import AsyncIterator

import pytest

from tests.webapp.house import House, open_house
from tests.webapp.test_manners import asks

CLOCK = [300_000, 3_000]


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house(new_guests_per_hour=1000) as opened:
        yield opened


async def test_two_pages_that_seek_the_same_game_are_brought_to_one_table(house: House) -> None:
    first, second = await house.guest(), await house.guest()
    waiting = await asks(first, "seek", time=CLOCK)
    assert (waiting["t"], waiting["since"] <= waiting["now"]) == ("seeking", True)
    opened = await asks(second, "seek", time=CLOCK)
    assert opened["t"] == "table"
    state = opened["state"]
    assert (state["status"], state["time"], len(state["you"])) == ("playing", CLOCK, 1)


async def test_who_asks_again_is_shown_the_table_that_was_found_meanwhile(house: House) -> None:
    first, second = await house.guest(), await house.guest()
    await first.say("seek", op="mine", days=2)
    assert (await first.hear("seeking"))["op"] == "mine"
    table = (await asks(second, "seek", days=2))["state"]
    await first.say("seek", op="mine", days=2)
    shown = await first.hear("table")
    assert (shown["op"], shown["state"]["id"], shown["state"]["days"]) == ("mine", table["id"], 2)


async def test_who_seeks_no_longer_is_found_by_nobody(house: House) -> None:
    first, second = await house.guest(), await house.guest()
    for on, answer in ((True, "seeking"), (False, "noted")):
        await first.say("seek", op="mine", time=CLOCK, on=on)
        await first.hear(answer)
    assert (await asks(second, "seek", time=CLOCK))["t"] == "seeking"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "bad_time"),
        ({"time": [1, 0]}, "bad_time"),
        ({"time": [0, 0]}, "bad_time"),
        ({"time": CLOCK, "rated": True}, "cannot_be_rated"),
        ({"time": CLOCK, "rules": "x"}, "unknown_rules"),
    ],
)
async def test_what_cannot_be_sought_is_refused_in_words(house: House, fields: dict[str, object], code: str) -> None:
    refused = await asks(await house.guest(), "seek", **fields)
    assert (refused["t"], refused["code"], bool(refused["text"])) == ("refused", code, True)


async def test_a_finished_game_leaves_the_running_ones_and_is_listed_with_its_end(house: House) -> None:
    white, black, state = await house.game()
    assert [one["id"] for one in (await white.ask("mine", "mine"))["tables"]] == [state["id"]]
    await black.act(state, "resign")
    for page in (white, black):
        [game] = (await page.ask("games", "games"))["tables"]
        outcome = game["outcome"]
        assert (game["id"], outcome["winner"], outcome["reason"]) == (state["id"], "white", "resignation")
        assert (await page.ask("mine", "mine"))["tables"] == []
        assert (await page.ask("games", "games", first=1))["tables"] == []
    shown = await (await house.guest()).watch(state["id"])
    assert shown["status"] == "finished"
