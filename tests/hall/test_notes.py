"""What is chosen, and what is remembered for a while: the same in memory and in a real store."""

import asyncio
from dataclasses import replace

import pytest

from hall.model import Person, PlayerId, TableId
from hall.ports import Store
from hall.presence import Presence
from hall.store.notes import Notes, notes_beside
from hall.store.preferences import NOTHING_CHOSEN, Preferences, PreferenceStore, chat_owner, preferences_beside

ANN = PlayerId("tg:7")
TABLE = TableId("A" * 22)


@pytest.fixture
def notes(store: Store) -> Notes:
    return notes_beside(store)


@pytest.fixture
def preferences(store: Store) -> PreferenceStore:
    return preferences_beside(store)


async def test_what_was_chosen_is_found_again_and_can_be_forgotten(preferences: PreferenceStore) -> None:
    chosen = Preferences(language="tr", look="wood", text=True, quiet=(22, 8))
    assert await preferences.of(ANN) == NOTHING_CHOSEN
    assert await preferences.change(ANN, lambda _: chosen) == chosen
    assert await preferences.of(chat_owner(7)) == chosen
    await preferences.forget(ANN)
    assert await preferences.of(ANN) == NOTHING_CHOSEN


async def test_a_group_chooses_for_itself(preferences: PreferenceStore) -> None:
    await preferences.change(chat_owner(-7), lambda chosen: replace(chosen, language="ar"))
    assert (await preferences.of(chat_owner(-7))).language == "ar"
    assert await preferences.of(chat_owner(7)) == NOTHING_CHOSEN


async def test_choices_made_at_the_same_time_are_all_kept(stores: list[Store]) -> None:
    one, two = map(preferences_beside, stores)
    for number in range(10):
        await asyncio.gather(
            one.change(ANN, lambda chosen: replace(chosen, quiet=(number, 8))),  # noqa: B023 - awaited in this round
            two.change(ANN, lambda chosen: replace(chosen, look="wood" if number % 2 else "candy")),  # noqa: B023
            one.change(ANN, lambda chosen: replace(chosen, text=not number % 2)),  # noqa: B023
            two.change(ANN, lambda chosen: replace(chosen, language="tr")),
        )
        look = "wood" if number % 2 else "candy"
        assert await one.of(ANN) == Preferences("tr", look, text=not number % 2, quiet=(number, 8))


async def test_who_was_met_is_known_by_name(preferences: PreferenceStore) -> None:
    ann = Person(ANN, "\u0622\u0646 <b>", "ar")
    assert await preferences.met(ANN) is None
    await preferences.meet(ann)
    assert await preferences.met(ANN) == ann
    await preferences.forget(ANN)
    assert await preferences.met(ANN) is None


async def test_a_note_is_read_as_it_was_written(notes: Notes) -> None:
    assert await notes.read("file:x") is None
    await notes.write("file:x", "AgAC", 60)
    assert await notes.read("file:x") == "AgAC"


async def test_only_one_asker_is_the_first(notes: Notes) -> None:
    assert [await notes.first("update:42:1", 60) for _ in range(3)] == [True, False, False]
    assert await notes.first("update:42:2", 60)


async def test_who_gave_a_sign_is_here(notes: Notes) -> None:
    presence = Presence(notes)
    assert not await presence.is_here(TABLE, ANN)
    await presence.sign(TABLE, ANN)
    assert await presence.is_here(TABLE, ANN)
    assert not await presence.is_here(TableId("B" * 22), ANN)
    await presence.leave(TABLE, ANN)
    assert not await presence.is_here(TABLE, ANN)
