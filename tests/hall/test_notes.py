"""What is chosen, and what is remembered for a while: the same in memory and in a real store."""

import asyncio
from dataclasses import replace

import pytest

from hall.model import Person, PlayerId, TableId, telegram_id
from hall.news import News, NewsKind
from hall.ports import Store
from hall.presence import HERE_S, LOOKED_AT, Present
from hall.store import keys
from hall.store.memory import MemoryStore
from hall.store.newsroom import newsroom_beside
from hall.store.notes import Notes, notes_beside
from hall.store.preferences import NOTHING_CHOSEN, Preferences, PreferenceStore, chat_owner, preferences_beside
from hall.store.presence import presence_beside
from hall.store.redis import RedisStore
from tests.hall.people import Watch

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


async def test_who_gave_a_sign_is_here(store: Store) -> None:
    presence, ann = presence_beside(store), Person(ANN, "Ann")
    assert not await presence.is_here(TABLE, ANN)
    assert await presence.sign(TABLE, ann) == Present({ANN: "Ann"}, 1)
    assert await presence.is_here(TABLE, ANN)
    assert not await presence.is_here(TableId("B" * 22), ANN)
    await presence.leave(TABLE, ANN)
    assert await presence.look(TABLE) == Present({}, 0)
    assert not await presence.is_here(TABLE, ANN)


async def test_comings_and_goings_are_news_and_further_signs_are_not(stores: list[Store]) -> None:
    presence, ann = presence_beside(stores[0]), Person(ANN, "Ann")
    news = newsroom_beside(stores[1]).follow()
    for _ in range(3):
        await presence.sign(TABLE, ann)
    for _ in range(2):
        await presence.leave(TABLE, ANN)
    await presence.sign(TABLE, ann)
    async with asyncio.timeout(10):
        heard = [await anext(news) for _ in range(3)]
    assert heard == [News(ANN, NewsKind.ATTENDANCE, TABLE)] * 3
    news.close()


async def test_of_very_many_the_last_to_give_a_sign_are_named(store: Store) -> None:
    presence = presence_beside(store)
    for number in range(LOOKED_AT + 5):
        present = await presence.sign(TABLE, Person(telegram_id(number + 1), f"No. {number}"))
    assert present.count == LOOKED_AT + 5
    assert len(present.people) == LOOKED_AT


async def test_who_gives_no_sign_for_half_a_minute_is_gone() -> None:
    clock = Watch()
    presence = presence_beside(MemoryStore(clock))
    await presence.sign(TABLE, Person(ANN, "Ann"))
    clock.now += HERE_S * 1000 + 1
    assert await presence.look(TABLE) == Present({}, 0)


async def test_a_sign_lapses_in_the_real_store_too(real_stores: list[Store]) -> None:
    [store, _] = real_stores
    assert isinstance(store, RedisStore)
    presence = presence_beside(store)
    await presence.sign(TABLE, Person(ANN, "Ann"))
    assert 0 < await store.client.pttl(keys.here_key(TABLE)) <= HERE_S * 1000
    long_ago = {str(telegram_id(8)): await store.now() - HERE_S * 1000 - 1}
    await store.client.zadd(keys.here_key(TABLE), long_ago)
    assert await presence.look(TABLE) == Present({ANN: "Ann"}, 1)
