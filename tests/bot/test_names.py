"""People as they come: without names, with markup in them, from right to left, with numbers nobody can have."""

import pytest

from tests.bot.conftest import Dama, plain
from tests.telegram import FakeTelegram, Person

NAMES = [
    "<b>Bold</b>",
    "&lt;script&gt;",
    "\u0639\u0645\u0631 \u202eevil",
    "\u2067\u2067\u2067",
    "%(name)s %s {0}",
    "A" * 64,
    "\U0001f469\u200d\U0001f680",
]


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_changes_nothing_but_where_it_stands(
    telegram: FakeTelegram, ann: Person, bob: Person, name: str
) -> None:
    group, odd = telegram.group("Coffee house"), telegram.person(name, started=True)
    await odd.says("/play", group)
    card = await group.shows("wants to play Dama. Who sits down?", button="Sit down")
    assert "\u202e" not in card.text
    assert {entity["type"] for entity in card.content.get("caption_entities", [])} <= {"bold"}
    await bob.taps("Sit down", on=card)
    board = await group.shows("is on move")
    assert board.text.count("\u2068") == board.text.count("\u2069") - board.text.count("\u2066")


async def test_somebody_without_a_name_can_play(telegram: FakeTelegram, ann: Person) -> None:
    group, nobody = telegram.group("Coffee house"), telegram.person("\u2060\u200b", started=True)
    await nobody.says("/play", group)
    card = await group.shows("wants to play", button="Sit down")
    assert plain(card.text).startswith("?")


async def test_what_no_account_can_have_sent_is_skipped_and_its_press_answered(
    dama: Dama, telegram: FakeTelegram, ann: Person
) -> None:
    await ann.says("/start")
    menu = await ann.private.shows("Dama", button="Play the computer")
    data = menu.button("Play the computer")["callback_data"]
    for number in (-5, 0, 2**60):
        stranger = Person(telegram.world, telegram.updates, {**ann.user, "id": ann.id})
        stranger.user["id"] = number
        press = await stranger.presses(data, menu)
        assert press.answer.get("text") is None
    await dama.settled()
    assert menu.labels[0] == "Play the computer"
