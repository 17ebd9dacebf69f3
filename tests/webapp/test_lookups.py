"""Looking back at a game and at the leaderboards, over sockets."""

from collections.abc import AsyncIterator

import pytest

from engine.board import Position
from engine.game import Game, Step
from engine.notation import parse_fen
from engine.rules import CLASSIC
from hall.ledger import ALL_TIME
from hall.model import PlayerId, TableId
from hall.store.ledger import ledger_beside
from tests.webapp.house import House, open_house
from tests.webapp.test_games import move_on
from webapp.lookups import course


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house(new_guests_per_hour=1000) as opened:
        yield opened


async def test_a_game_is_told_from_its_start_to_anybody_who_asks(house: House) -> None:
    white, black, state = await house.game()
    state = await move_on(white, await white.watch(state["id"]))
    state = await move_on(black, await black.watch(state["id"]))
    told = await (await house.guest()).ask("replay", "replay", table=state["id"])
    assert (told["table"], told["version"]) == (state["id"], state["version"])
    assert len(told["start"]) == 32
    assert [move["side"] for move in told["moves"]] == ["white", "black"]
    assert told["moves"][-1]["path"] == state["last"]["path"]


async def test_a_table_that_does_not_exist_has_no_past(house: House) -> None:
    page = await house.guest()
    for table in ("x", "x" * 22):
        error = await page.ask("replay", "error", table=table)
        assert (error["code"], error["table"]) == ("no_such_table", table)


def test_the_course_of_a_game_says_who_was_taken_and_who_was_crowned() -> None:
    game = Game.new(CLASSIC, parse_fen("W:Wc6,a2:Bc7,h7"))
    for text in ("c6xc8", "h7-h6"):
        step = game.move(game.turn, text)
        assert isinstance(step, Step)
        game = step.after
    first, second = course(game)
    assert first == {"path": ["c6", "c8"], "taken": ["c7"], "crowned": True, "side": "white"}
    assert (second["crowned"], second["side"]) == (False, "black")
    assert course(Game.new(CLASSIC, Position.start())) == []


async def test_the_leaderboards_are_empty_without_games(house: House) -> None:
    top = await (await house.guest()).ask("top", "top")
    assert (top["all"], top["month"]) == ([], [])


async def test_who_stands_below_the_first_ten_finds_the_own_line_after_them(house: House) -> None:
    page = await house.guest()
    table = TableId((await page.open())["id"])
    points = {PlayerId(f"tg:{number}"): 100 - number for number in range(1, 12)} | {PlayerId(page.id): 4}
    await ledger_beside(house.runtime.store).rank(table, ALL_TIME, points, until=2**50)
    rows = (await page.ask("top", "top"))["all"]
    assert [row["place"] for row in rows] == [*range(1, 11), 12]
    assert [row["points"] for row in rows if row["you"]] == [4]
