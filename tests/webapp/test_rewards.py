"""What a finished game brought, as its players' pages are told; and the time zone that a page reports."""

from collections.abc import AsyncIterator

import pytest

from hall.model import PlayerId
from tests.hall.games import CALM
from tests.webapp.house import Frame, House, Visitor, open_house
from tests.webapp.test_sessions import BOT_TOKEN, signed

PLIES = 16


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house(bot_token=BOT_TOKEN) as opened:
        yield opened


async def account(house: House, number: int, name: str) -> Visitor:
    """A page inside Telegram."""
    return await house.guest(init=signed(user=f'{{"id": {number}, "first_name": "{name}"}}'))


async def resigned(white: Visitor, black: Visitor, state: Frame) -> Frame:
    """The state after a calm game that Black gives up."""
    pages = [white, black]
    for ply, text in enumerate(CALM[:PLIES]):
        state = (await pages[ply % 2].act(state, "move", move=text))["state"]
        state = await pages[1 - ply % 2].until(state["version"])
    return dict((await black.act(state, "resign"))["state"])


async def test_each_player_is_told_the_own_reward_as_soon_as_the_game_is_settled(house: House) -> None:
    white, black, watching = await account(house, 1, "Ada"), await account(house, 2, "Bora"), await house.guest()
    opened = await white.open(rated=True)
    await black.watch(opened["id"])
    sat = (await black.act(opened, "sit"))["state"]
    await watching.watch(opened["id"])
    over = await resigned(white, black, await white.until(sat["version"]))
    assert over["reward"] is None
    rewards = []
    for page in (white, black, watching):
        step = await page.hear("step", lambda frame: frame["event"] == "settled")
        rewards.append(step["state"]["reward"])
    assert rewards == [
        {
            "candy": 15, "left": 85, "points": 26, "before": 1500, "after": 1662, "badge": False,
            "text": ["You get 15 candies.", "26 points for the ladder.", "Your rating: 1662 (\u2066+162\u2069)."],
        },
        {
            "candy": 5, "left": 95, "points": 4, "before": 1500, "after": 1338, "badge": False,
            "text": ["You get 5 candies.", "4 points for the ladder.", "Your rating: 1338 (\u2066\u2212162\u2069)."],
        },
        None,
    ]  # fmt: skip
    again = await (await house.second_page(white)).watch(opened["id"])
    assert again["reward"] == rewards[0]


async def test_a_page_that_was_away_is_told_the_settlement_as_the_last_step(house: House) -> None:
    white, black = await account(house, 1, "Ada"), await account(house, 2, "Bora")
    opened = await white.open()
    await black.watch(opened["id"])
    sat = (await black.act(opened, "sit"))["state"]
    over = await resigned(white, black, await white.until(sat["version"]))
    await black.hear("step", lambda frame: frame["event"] == "settled")
    back = await house.second_page(white)
    await back.say("watch", table=over["id"], last=over["version"] - 1)
    steps = [await back.hear("step"), await back.hear("step")]
    told = [(step["event"], step["state"]["reward"] is not None) for step in steps]
    assert told == [("resigned", False), ("settled", True)]


async def test_both_ratings_are_seen_by_everybody_before_and_after_a_rated_game(house: House) -> None:
    white, black, invited = await account(house, 1, "Ada"), await account(house, 2, "Bora"), await house.guest()
    opened = await white.open(rated=True)
    terms = await invited.watch(opened["id"])
    assert (terms["white"]["rating"], terms["white"]["unsure"]) == (1500, True)
    await black.watch(opened["id"])
    sat = (await black.act(opened, "sit"))["state"]
    assert ratings(sat) == ratings(await invited.until(sat["version"])) == (1500, 1500)
    over = await resigned(white, black, await white.until(sat["version"]))
    settled = await invited.hear("step", lambda frame: frame["event"] == "settled")
    assert ratings(settled["state"]) == (1500, 1500), "those the game was played with"
    next_one = await white.open(rules="classic")
    assert next_one["white"]["rating"] == 1662
    assert "rating" not in (await white.open(rules="levant"))["white"]
    assert "rating" not in (await white.open("computer"))["black"]
    assert ratings(await black.watch(over["id"])) == (1500, 1500)


def ratings(state: Frame) -> tuple[int | None, int | None]:
    return state["white"].get("rating"), state["black"].get("rating")


async def test_guests_have_no_rating(house: House) -> None:
    _, _, state = await house.game()
    assert ratings(state) == (None, None)


async def test_the_zone_a_page_reports_is_the_players(house: House) -> None:
    page = await house.guest(zone="Asia/Tokyo")
    await page.ask("ping", "pong", n=1)
    profile = await house.runtime.players.profile(PlayerId(page.id))
    assert (profile.zone, profile.coming_zone) == ("UTC", "Asia/Tokyo")


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "x" * 3000])
async def test_a_zone_that_is_none_is_passed_over(house: House, zone: str) -> None:
    page = await house.guest(zone=zone)
    await page.ask("ping", "pong", n=1)
    assert (await house.runtime.players.profile(PlayerId(page.id))).coming_zone == ""
