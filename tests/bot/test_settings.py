"""What people choose for their chats, and how the bot keeps to it."""

from dataclasses import replace

import pytest

from bot.tastes import hour_in, within
from hall.model import Person as Account
from hall.model import telegram_id
from hall.store.preferences import Preferences, preferences_beside
from hall.store.presence import presence_beside
from tests.bot.conftest import Dama, friends, new_game, plain
from tests.telegram import FakeTelegram, Person


async def test_settings_are_pages_of_one_message(ann: Person) -> None:
    await ann.says("/settings")
    first = await ann.private.shows("Settings", button="Time zone: UTC")
    await ann.taps("Quiet hours: none")
    await ann.private.shows("without a sound", button="22")
    await ann.taps("22")
    await ann.private.shows("Settings", button="22")
    await ann.taps("Time zone")
    await ann.private.shows("Choose your time zone", button="Europe/Istanbul")
    await ann.taps("Back")
    await ann.private.shows("Settings", button="Board: fits the language")
    assert ann.private.last.id == first.id


async def test_a_time_zone_can_be_written(dama: Dama, ann: Person) -> None:
    await ann.says("/settings Mars/Olympus")
    await ann.private.shows("There is no time zone of this name.")
    await ann.says("/settings Europe/Istanbul")
    await ann.private.shows("Settings")
    profile = await dama.runtime.players.profile(telegram_id(ann.id))
    assert "Europe/Istanbul" in (profile.zone, profile.coming_zone)


async def test_another_look_shows_at_once_on_running_games(ann: Person) -> None:
    await new_game(ann, "Two on one device")
    board = await ann.private.shows("White moves.")
    before = board.picture
    await ann.says("/settings")
    await ann.private.shows("Settings", button="Board: fits the language")
    await ann.taps("Board: fits the language")
    await ann.private.until(lambda _: board.picture != before, "the other look")


async def test_boards_can_be_had_as_text(ann: Person) -> None:
    await ann.says("/settings")
    await ann.private.shows("Settings", button="Boards as text: off")
    await ann.taps("Boards as text: off")
    await new_game(ann, "Two on one device")
    board = await ann.private.shows("White moves.", "3 o o o o o o o o")
    assert board.picture is None
    await ann.says("d3-d4")
    await ann.private.shows("Black moves.", "4 \u00b7 \u00b7 \u00b7 o \u00b7 \u00b7 \u00b7 \u00b7")


@pytest.mark.parametrize(
    "data", ["p:l:xx", "p:q:12-13", "p:k:gold", "p:t:maybe", "p:z:Mars/Olympus", "p:h:x"]
)
async def test_what_was_never_offered_cannot_be_chosen(dama: Dama, ann: Person, data: str) -> None:
    await ann.says("/settings")
    message = await ann.private.shows("Settings")
    press = await ann.presses(data, message)
    assert "cannot be chosen" in press.answer["text"]


async def test_quick_taps_on_different_settings_are_all_kept(dama: Dama, ann: Person) -> None:
    await ann.says("/settings")
    message = await ann.private.shows("Settings", button="Boards as text: off")
    taps = ("p:t:on", "p:k:wood", "p:q:22-07", "p:l:en")
    presses = [await ann.presses(data, message, wait=False) for data in taps]
    await dama.telegram.world.until(lambda: all(press.answered_at for press in presses), "all answers")
    chosen = await preferences_beside(dama.runtime.store).of(telegram_id(ann.id))
    assert chosen == Preferences("en", "wood", text=True, quiet=(22, 7))
    await ann.private.shows("Settings", button="Boards as text: on")
    await ann.private.until(
        lambda chat: {"Language: English", "Board: wood and ivory"} <= set(map(plain, chat.last.labels)), "all of it"
    )


async def test_at_night_messages_make_no_sound(dama: Dama, ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    hour = hour_in("UTC", await dama.runtime.store.now())
    preferences = preferences_beside(dama.runtime.store)
    night = (hour, (hour + 2) % 24)
    await preferences.change(telegram_id(bob.id), lambda chosen: replace(chosen, quiet=night))
    await ann.says("d3-d4")
    assert (await bob.private.shows("Your move.")).silent
    await bob.says("d6-d5")
    assert not (await ann.private.shows("Your move.", "d6-d5")).silent


async def test_nobody_is_called_who_has_the_board_open(dama: Dama, ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    message = bob.private.last
    (table,) = await dama.runtime.hall.tables_of(telegram_id(bob.id))
    presence = presence_beside(dama.runtime.store)
    await presence.sign(table, Account(telegram_id(bob.id), "Bob"))
    await ann.says("d3-d4")
    board = await bob.private.shows("Your move.")
    assert board.id == message.id
    await presence.leave(table, telegram_id(bob.id))
    await bob.private.until(lambda chat: chat.last.id > message.id and "Your move." in chat.last.text, "the call")


async def test_a_group_s_language_is_for_its_admins_to_choose(telegram: FakeTelegram, ann: Person, bob: Person) -> None:
    group = telegram.group("Coffee house")
    group.state.admins.add(ann.id)
    await bob.says("/language", group)
    message = await group.shows("in this group", button="English")
    assert "Only admins" in (await bob.taps("English", on=message)).answer["text"]
    await ann.taps("English", on=message)
    await group.shows("in this group", button="\u2713 English")


@pytest.mark.parametrize(
    ("quiet", "hour", "expected"),
    [((22, 7), 23, True), ((22, 7), 6, True), ((22, 7), 7, False), ((0, 9), 0, True), ((0, 9), 9, False)],
)
def test_a_night_may_begin_before_midnight(quiet: tuple[int, int], hour: int, *, expected: bool) -> None:
    assert within(quiet, hour) is expected


def test_the_hour_is_the_one_on_the_player_s_own_clock() -> None:
    assert hour_in("UTC", 1_800_000_000_000) == 8
    assert hour_in("Europe/Istanbul", 1_800_000_000_000) == 11
