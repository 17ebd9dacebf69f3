"""Leaderboards: of all time, of the month, of a chat."""

import pytest

from engine.board import Side
from hall.days import Days
from hall.ledger import month_board
from hall.model import Person
from hall.ports import Store
from hall.standings import Row, Standings
from hall.store import keys
from hall.store.chats import ChatRef, chats_beside
from hall.store.memory import MemoryStore
from hall.store.redis import RedisStore
from tests.hall.games import COMPUTER, FRIENDLY, RATED, House, finished, newcomer
from tests.hall.people import ADA, ANNA, BIRGUL, Watch


@pytest.fixture
def house(store: Store) -> House:
    return House(store)


def standings(house: House) -> Standings:
    return Standings(house.ledger, house.store.now, chats_beside(house.store))


async def test_nobody_stands_on_an_empty_board(house: House) -> None:
    board = standings(house)
    assert await board.all_time() == await board.this_month() == await board.in_chat(-5) == []
    assert await board.row_of(ADA.id) is None
    assert await board.row_this_month(ADA.id) is None
    assert await board.row_in_chat(-5, ADA.id) is None


async def test_points_of_rated_games_add_up(house: House) -> None:
    await house.plays(ADA, BIRGUL, terms=RATED)
    await house.plays(ADA, BIRGUL, winner=None, terms=RATED)
    await house.plays(ADA, BIRGUL, terms=FRIENDLY)
    rows = [Row(1, ADA.id, "Ada", 35), Row(2, BIRGUL.id, "Birgül", 13)]
    assert await standings(house).all_time() == rows
    assert await standings(house).this_month() == rows
    assert await standings(house).row_of(BIRGUL.id) == await standings(house).row_this_month(BIRGUL.id) == rows[1]


async def test_who_has_as_many_points_shares_a_place(house: House) -> None:
    first = newcomer("First")
    await house.plays(first, newcomer("Second"), terms=RATED)
    await house.plays(newcomer("Third"), newcomer("Fourth"), winner=Side.BLACK, terms=RATED)
    rows = await standings(house).all_time()
    assert [(row.place, row.points) for row in rows] == [(1, 26), (1, 26), (3, 4), (3, 4)]
    assert {row.name for row in rows[:2]} == {"First", "Fourth"}


async def test_a_board_shows_the_first_and_everybody_their_own_place(house: House) -> None:
    ada = newcomer("Ada")
    for _ in range(3):
        await house.plays(newcomer(), ada, terms=RATED)
    assert [row.points for row in await standings(house).all_time(2)] == [26, 26]
    assert await standings(house).row_of(ada.id) == Row(4, ada.id, "Ada", 12)


async def test_a_month_begins_with_nobody(watch: Watch) -> None:
    house = House(MemoryStore(watch))
    watch.now = 1_796_083_199_000  # 2026-11-30 23:59:59 UTC
    table = await finished(house.store, ADA, BIRGUL, terms=RATED)
    watch.now += 1_000
    await house.settled(table)  # it ended in November
    assert await standings(house).this_month() == []
    await house.plays(BIRGUL, ADA, terms=RATED)
    assert await standings(house).this_month() == [Row(1, BIRGUL.id, "Birgül", 26), Row(2, ADA.id, "Ada", 4)]
    assert [row.points for row in await standings(house).all_time()] == [30, 30]


async def test_a_chats_board_holds_the_games_shown_there(house: House) -> None:
    here, elsewhere = newcomer("Here"), newcomer("Elsewhere")
    table = await finished(house.store, here, BIRGUL, terms=RATED)
    await chats_beside(house.store).put(table.id, ChatRef(-5))
    await house.settled(table)
    await house.plays(elsewhere, BIRGUL, terms=RATED)
    assert [row.name for row in await standings(house).in_chat(-5)] == ["Here", "Birgül"]
    assert await standings(house).row_in_chat(-5, BIRGUL.id) == Row(2, BIRGUL.id, "Birgül", 4)
    assert await standings(house).row_in_chat(-5, elsewhere.id) is None


async def test_a_group_that_has_another_number_keeps_what_was_won_in_it(house: House) -> None:
    chats = chats_beside(house.store)
    for chat in (-5, -5, -1005):
        table = await finished(house.store, ADA, BIRGUL, terms=RATED)
        await chats.put(table.id, ChatRef(chat))
        await house.settled(table)
    for _ in range(2):
        await chats.renumber(-5, -1005)
    board = standings(house)
    assert await board.in_chat(-1005) == [Row(1, ADA.id, "Ada", 78), Row(2, BIRGUL.id, "Birg\u00fcl", 12)]
    assert await board.in_chat(-1005, 1) == [Row(1, ADA.id, "Ada", 78)]
    assert await board.row_in_chat(-1005, BIRGUL.id) == Row(2, BIRGUL.id, "Birg\u00fcl", 12)
    assert await board.row_in_chat(-1005, newcomer("Nobody").id) is None
    await house.ledger.forget(ADA.id, ())
    assert [row.player for row in await board.in_chat(-1005)] == [BIRGUL.id]


async def test_a_name_is_as_it_was_at_the_last_game(house: House) -> None:
    await house.plays(ADA, BIRGUL, terms=RATED)
    await house.plays(Person(ADA.id, "Countess Ada"), BIRGUL, terms=RATED)
    assert (await standings(house).all_time())[0].name == "Countess Ada"


async def test_who_is_forgotten_stands_nowhere(house: House) -> None:
    table = await finished(house.store, ADA, BIRGUL, terms=RATED)
    await chats_beside(house.store).put(table.id, ChatRef(-5))
    await house.settled(table)
    await house.ledger.forget(ADA.id, ())
    board = standings(house)
    for rows in (await board.all_time(), await board.this_month(), await board.in_chat(-5)):
        assert [row.player for row in rows] == [BIRGUL.id]
    assert (await house.ledger.record(ADA.id)).ratings == {}


async def test_what_is_remembered_of_a_settlement_fades_and_what_counts_stays(real_stores: list[Store]) -> None:
    [store, _] = real_stores
    assert isinstance(store, RedisStore)
    house = House(store)
    table = await house.plays(ADA, BIRGUL, terms=RATED)
    month, today = month_board(await store.now()), (await house.ledger.record(ADA.id)).days.day(await store.now())
    lifetimes = {
        keys.paid_key(ADA.id, table.id): keys.MEMORY_S,
        keys.ranked_key("all", table.id): keys.MEMORY_S,
        keys.ranked_key(month, table.id): keys.MEMORY_S,
        keys.day_key(ADA.id, today.isoformat()): keys.DAY_KEPT_S,
        keys.board_key(month): keys.MONTH_KEPT_S,
    }
    for key, seconds in lifetimes.items():
        assert seconds - 60 < await store.client.ttl(key) <= seconds, key
    for key in (keys.player_key(ADA.id), keys.boards_key(ADA.id), keys.board_key("all")):
        assert await store.client.ttl(key) == -1, key
    assert await store.client.exists(keys.plan_key(table.id)) == 0


async def test_guests_are_remembered_for_a_year_and_accounts_for_good(real_stores: list[Store]) -> None:
    [store, _] = real_stores
    assert isinstance(store, RedisStore)
    house = House(store)
    for who, lifetime in ((ANNA, keys.GUEST_KEPT_S), (ADA, -1)):
        await house.ledger.keep_days(who.id, Days("Asia/Tokyo"))
        assert await store.client.ttl(keys.player_key(who.id)) in (lifetime, lifetime - 1)
        await house.plays(who, COMPUTER)
        assert await store.client.ttl(keys.player_key(who.id)) in (lifetime, lifetime - 1)
        assert (await house.ledger.record(who.id)).days == Days("Asia/Tokyo")


@pytest.fixture
def watch() -> Watch:
    return Watch()
