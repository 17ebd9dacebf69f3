"""Sharing from the board: the page asks over HTTP, the bot prepares, Telegram sends, and the message lives on."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hall.actions import Done, Opening
from hall.model import Person as Player
from hall.model import Table, TableId, Terms, telegram_id
from hall.store.preferences import Preferences, preferences_beside
from tests.bot.conftest import Dama, friends, plain
from tests.bot.web import post, with_web
from tests.telegram import FakeTelegram, Person
from tests.telegram.errors import ApiError


class Page:
    """The board in Telegram, as far as sharing goes."""

    def __init__(self, dama: Dama, place: str) -> None:
        self.dama, self.place = dama, place

    async def shares(self, who: Person, table: str) -> str | None:
        """What the page is given to share a table with."""
        status, answer = await post(self.place, "share", {"table": table}, await self.token(who))
        assert status == 200
        message: str | None = answer["message"]
        return message

    async def token(self, who: Person) -> str:
        now_ms = await self.dama.runtime.store.now()
        return self.dama.runtime.tokens.issue(_player(who), now_ms)


def _player(who: Person) -> Player:
    return Player(telegram_id(who.id), who.user["first_name"], who.user["language_code"])


async def _open(dama: Dama, who: Person) -> Table:
    done = await dama.runtime.hall.open(_player(who), Opening(Terms(), None, None, f"p:{telegram_id(who.id)}:1"))
    assert isinstance(done, Done)
    return done.table


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[Page]:
    async with with_web(tmp_path) as (dama, place):
        yield Page(dama, place)


@pytest.fixture
def dama(page: Page) -> Dama:
    return page.dama


async def _playing(page: Page, ann: Person, bob: Person) -> TableId:
    await friends(ann, bob)
    (table,) = await page.dama.runtime.hall.tables_of(telegram_id(ann.id))
    return table


async def test_an_open_table_is_an_invitation_that_lives_from_the_first_press(
    page: Page, telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    for person in (ann, bob):
        await person.says("/start")
    table, elsewhere = await _open(page.dama, ann), telegram.group("Where the bot is not")
    elsewhere.state.kicked = True
    prepared = await page.shares(ann, table.id)
    assert prepared is not None
    card = await ann.shares(prepared, elsewhere)
    assert "wants to play" in card.text
    await bob.taps("Sit down", on=card)
    await elsewhere.shows("is on move", "3 o o o o o o o o")
    white = ann if "Ann" in plain(card.text).split("\u26ab")[0] else bob
    await white.private.shows("Your move.")
    await white.says("d3-d4")
    await elsewhere.shows("d3-d4", "4 \u00b7 \u00b7 \u00b7 o")


async def test_a_running_game_is_followed_and_its_result_is_sent_by_either_player(
    page: Page, telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    table, elsewhere = await _playing(page, ann, bob), telegram.group("Where the bot is not")
    prepared = await page.shares(bob, table)
    assert prepared is not None
    card = await bob.shares(prepared, elsewhere)
    await telegram.person("Carol").taps("Follow it here", on=card)
    await ann.says("d3-d4")
    await elsewhere.shows("d3-d4")
    await ann.says("/resign")
    await ann.private.shows("Do you want to resign", button="Yes, resign")
    await ann.taps("Yes, resign")
    await elsewhere.shows("By resignation.")
    prepared = await page.shares(ann, table)
    assert prepared is not None
    result = await ann.shares(prepared, telegram.group("Another one"))
    assert "Bob wins. By resignation." in plain(result.text)


async def test_the_message_speaks_the_language_that_its_sender_has_chosen(
    page: Page, telegram: FakeTelegram, ann: Person
) -> None:
    table = await _open(page.dama, ann)
    preferences = preferences_beside(page.dama.runtime.store)
    await preferences.change(telegram_id(ann.id), lambda _: Preferences(language="tr"))
    prepared = await page.shares(ann, table.id)
    assert prepared is not None
    assert "Otur" in " ".join((await ann.shares(prepared, telegram.group("Kahve"))).labels)


async def test_nobody_shares_the_tables_of_others_nor_what_is_no_table(page: Page, ann: Person, bob: Person) -> None:
    table = await _open(page.dama, ann)
    assert await page.shares(bob, table.id) is None
    assert await page.shares(ann, "x" * 21 + "A") is None


@pytest.mark.parametrize("fault", [{"error": ApiError(400, "Bad Request: something new")}, {"lost": True}])
async def test_what_telegram_does_not_take_is_no_message(
    page: Page, telegram: FakeTelegram, ann: Person, fault: dict[str, ApiError | bool]
) -> None:
    table = await _open(page.dama, ann)
    telegram.fail("savePreparedInlineMessage", **fault)
    assert await page.shares(ann, table.id) is None
    assert await page.shares(ann, table.id) is not None


async def test_bad_requests_get_a_sentence(page: Page, ann: Person) -> None:
    token = await page.token(ann)
    for body in ({}, {"table": 7}, {"table": "short"}, {"table": "x" * 5000}):
        status, answer = await post(page.place, "share", body, token)
        assert (status, answer["code"], bool(answer["text"])) == (400, "malformed", True)
    status, answer = await post(page.place, "share", {"table": "A" * 22}, "nonsense")
    assert (status, answer["code"]) == (401, "bad_token")


async def test_who_shares_without_end_is_slowed_down(page: Page, ann: Person) -> None:
    table, token = await _open(page.dama, ann), await page.token(ann)
    statuses = [(await post(page.place, "share", {"table": table.id}, token))[0] for _ in range(12)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
