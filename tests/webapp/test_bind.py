"""A browser becomes a Telegram account by the bot's link; games of the forgotten bear no name."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from hall.model import Guest, Person, PlayerId, telegram_id
from tests.webapp.house import Frame, House, Visitor, open_house

ADA = Person(telegram_id(77), "Ada", "tr")


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house(new_guests_per_hour=1000) as opened:
        yield opened


async def post(house: House, body: Any, page: Visitor | None = None, **headers: str) -> tuple[int, Frame]:
    if page is not None:
        headers["Authorization"] = f"Bearer {page.welcome['token']}"
    async with house.client.post(house.url("/api/bind"), json=body, headers=headers) as answer:
        return answer.status, await answer.json()


async def test_a_guests_games_are_the_accounts_after_the_link(house: House) -> None:
    white, black, state = await house.game()
    code = await house.runtime.binding.offer(ADA)
    assert await post(house, {"code": code, "look": True}) == (200, {"name": "Ada"})
    status, answer = await post(house, {"code": code}, white)
    assert (status, answer["moved"], answer["candy"]) == (200, 1, 0)
    assert answer["you"] == {"id": ADA.id, "name": "Ada", "kind": "telegram", "language": "tr"}
    step = await black.hear("step")
    assert (step["event"], step["state"]["white"]["name"]) == ("reseated", "Ada")
    account = await house.guest(token=answer["token"])
    assert account.id == ADA.id
    assert (await account.watch(state["id"]))["you"] == ["white"]


async def test_a_link_is_good_once_and_says_so_in_words(house: House) -> None:
    one, two = await house.guest(), await house.guest()
    code = await house.runtime.binding.offer(ADA)
    assert (await post(house, {"code": code}, one))[0] == 200
    status, answer = await post(house, {"code": code}, two)
    assert (status, answer["code"], bool(answer["text"])) == (410, "bad_link", True)
    assert (await post(house, {"code": code, "look": True}))[0] == 410


@pytest.mark.parametrize("body", [None, [], "x", {}, {"code": 7}, {"code": None}])
async def test_what_is_no_link_is_malformed(house: House, body: Any) -> None:
    assert (await post(house, body))[0] == 400


async def test_without_a_guest_there_is_nothing_to_bind(house: House) -> None:
    code = await house.runtime.binding.offer(ADA)
    assert (await post(house, {"code": code}))[0] == 401
    assert (await post(house, {"code": code}, Authorization="Bearer nonsense"))[0] == 401
    assert (await post(house, {"code": code}, await house.guest()))[0] == 200


async def test_games_of_the_forgotten_stay_without_a_name(house: House) -> None:
    white, black, state = await house.game()
    await house.runtime.forgetting.forget(Guest(PlayerId(white.id), "White"))
    over = await black.watch(state["id"])
    assert over["white"]["name"] == "Deleted player"
    assert (over["status"], over["you"]) == ("aborted", ["black"])
