"""Finished tables in their lasting form: small, the same when read, alive again when somebody wants another game."""

import random
from dataclasses import replace
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Side
from engine.clock import Clock, TimeControl
from engine.game import Game, Step
from engine.rules import RULE_SETS, any_capture, apply
from hall.actions import ActionKind
from hall.archivist import Archivist
from hall.model import Computer, Paid, Person, PlayerId, Seat, Status, Table, Terms, telegram_id
from hall.ports import Committed, Event, EventKind, Missing, Store
from hall.store import keys
from hall.store.archive import Archive
from hall.store.archive_codec import Unreadable, decode_archived, encode_archived
from hall.store.redis import RedisStore
from hall.tables import Hall
from tests.hall.conftest import SECRET
from tests.hall.people import ANNA, BORA, Someone, random_game, seated, table_id

NAMES = ("Ahmet", "Ayşe Yılmaz", "Mehmet K.", "Anna", "Иван Петров", "محمد", "Bob", "Elif")


def finished(seed: int, game: Game, name: str = "") -> Table:
    """A rated live game between two people, over and paid."""
    chance = random.Random(seed)
    if game.outcome is None:
        step = game.resign(game.turn)
        assert isinstance(step, Step)
        game = step.after
    white, black = (
        Person(telegram_id(chance.randrange(10**8, 8 * 10**9)), chance.choice(NAMES), chance.choice(("tr", "en")))
        for _ in range(2)
    )
    control = TimeControl(300_000, 3_000)
    created = 1_790_000_000_000 + chance.randrange(10**10)
    clock = Clock(control, chance.randrange(300_000), chance.randrange(300_000), None, created + 700_000)
    candy = chance.choice((5, 8, 15))
    ratings = (chance.randrange(1300, 1800), chance.randrange(1300, 1800))
    return Table(
        id=table_id(name or f"game{seed}"),
        version=game.ply + 3,
        terms=Terms(time=control, rated=True, rules=game.rules.name),
        host=chance.choice((white, black)),
        white=white,
        black=black,
        status=Status.FINISHED,
        game=game,
        clock=clock,
        created_ms=created,
        moved_ms=created + chance.randrange(1_000_000),
        moved_version=game.ply + 2,
        paid=(
            Paid(candy, chance.randrange(100), 26, ratings[0], ratings[0] + 9),
            Paid(5, chance.randrange(100), 4, ratings[1], ratings[1] - 9),
        ),
    )


def careful_game(seed: int, plies: int) -> Game:
    """A game of random moves that often, as people do, avoid what can be taken at once; so it lasts longer."""
    chance, game = random.Random(seed), Game.new()
    while game.ply < plies and game.outcome is None:
        moves = game.legal_moves()
        safe = [move for move in moves if not any_capture(apply(game.position, move, game.rules))]
        step = game.move(game.turn, chance.choice(safe if safe and chance.random() < 0.8 else moves))
        assert isinstance(step, Step)
        game = step.after
    return game


def long_games(count: int) -> list[Table]:
    """Tables with games of 60 to 120 plies, each length as often as the others."""
    found: list[Table] = []
    seed = 0
    while len(found) < count:
        seed += 1
        plies = 60 + len(found) % 61
        if (game := careful_game(seed, plies)).ply == plies:
            found.append(finished(seed, game, f"long{seed}"))
    return found


@pytest.fixture
def valkey_store(real_stores: list[Store]) -> RedisStore:
    store = real_stores[0]
    assert isinstance(store, RedisStore)
    return store


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    plies=st.integers(0, 150),
    rules=st.sampled_from(sorted(RULE_SETS)),
    seat=st.sampled_from([None, Computer(4), ANNA]),
)
def test_a_table_read_from_its_lasting_form_is_the_same(seed: int, plies: int, rules: str, seat: Seat | None) -> None:
    table = finished(seed, random_game(seed, plies, RULE_SETS[rules]))
    table = replace(table, black=seat or table.black, previous=table_id("before"), white_offers=(3, 40))
    assert decode_archived(table.id, encode_archived(table)) == table


@given(data=st.binary(max_size=200), cut=st.integers(0, 300))
@settings(deadline=None)
def test_what_is_damaged_is_said_to_be_so(data: bytes, cut: int) -> None:
    whole = encode_archived(finished(1, random_game(1, 60)))
    for damaged in (data, whole[: min(cut, len(whole) - 1)], b"\x09" + whole[1:]):
        with pytest.raises(Unreadable):
            decode_archived(table_id("x"), damaged)


async def all_paid(store: RedisStore) -> None:
    """Nothing remains to be settled."""
    for bucket in keys.buckets():
        await store.client.delete(keys.unpaid_key(bucket))


async def archived(store: RedisStore, table: Table) -> None:
    """A table that is over, put away as if its day had passed."""
    opened = replace(table, version=1)
    event = Event(table.id, 1, EventKind.RESIGNED, Side.WHITE, over=True)
    assert await store.create(opened, event, f"open {table.id}") == Committed()
    assert await Archivist(store).put_away(table.id)


async def test_a_finished_game_takes_four_hundred_bytes_with_its_key_and_both_list_entries(
    valkey_store: RedisStore,
) -> None:
    client = valkey_store.client
    sizes = []
    players = (PlayerId("tg:1"), PlayerId("tg:2"))
    tables = long_games(61)
    before = 0
    for table in tables:
        await archived(valkey_store, table)
        for player in players:
            await valkey_store.finish_table(player, table.id)
        lists = sum([await client.memory_usage(keys.player_games_key(player), samples=0) or 0 for player in players])
        game = await client.memory_usage(keys.game_key(table.id), samples=0) or 0
        sizes.append(game + lists - before)
        before = lists
    assert mean(sizes) <= 400
    assert 80 <= mean(table.game.ply for table in tables) <= 100
    outboxes = {keys.table_bucket(table.id) for table in tables}
    assert await client.dbsize() == len(tables) + len(players) + len(outboxes)


async def test_an_archived_table_is_loaded_like_any_other(valkey_store: RedisStore) -> None:
    table = finished(5, random_game(5, 80))
    await archived(valkey_store, table)
    loaded = await valkey_store.load(table.id, "an operation of long ago")
    assert loaded is not None
    assert loaded.table == replace(table, version=1)
    assert loaded.seen is None
    assert await valkey_store.tail(table.id, 0) is None
    assert not await valkey_store.client.exists(keys.table_key(table.id))


async def test_who_wants_another_game_a_day_later_gets_it(valkey_store: RedisStore) -> None:
    hall = Hall(valkey_store, secret=SECRET)
    table = await Someone(hall, ANNA).does(ActionKind.RESIGN, await seated(hall))
    await all_paid(valkey_store)
    assert await Archivist(valkey_store, after_ms=-1000).tidy() == 1
    wished = await Someone(hall, BORA).does(ActionKind.REMATCH, table)
    assert wished.rematch == {Side.BLACK}
    agreed = await Someone(hall, ANNA).does(ActionKind.REMATCH, wished)
    assert agreed.next is not None
    assert await hall.tables_of(ANNA.id) == [agreed.next]
    await all_paid(valkey_store)
    assert await Archivist(valkey_store, after_ms=-1000).tidy() == 1
    assert await hall.load(table.id) == agreed


async def test_tables_are_tidied_a_day_after_their_end_and_not_before(valkey_store: RedisStore) -> None:
    hall = Hall(valkey_store, secret=SECRET)
    await Someone(hall, ANNA).does(ActionKind.RESIGN, await seated(hall))
    assert await Archivist(valkey_store).tidy() == 0
    assert len(await Archive(valkey_store).ended(await valkey_store.now() + 1, 10)) == 1


async def test_a_table_that_was_called_off_is_forgotten(valkey_store: RedisStore) -> None:
    hall = Hall(valkey_store, secret=SECRET)
    table = await Someone(hall, ANNA).does(ActionKind.ABORT, await seated(hall))
    assert await hall.games_of(ANNA.id) == []
    await all_paid(valkey_store)
    assert await Archivist(valkey_store, after_ms=-1000).tidy() == 1
    assert await hall.load(table.id) is None
    late = replace(table, version=table.version + 1)
    assert await valkey_store.commit(late, Event(table.id, late.version, EventKind.SAT), "late") == Missing()
    assert await Archivist(valkey_store, after_ms=-1000).tidy() == 0


async def test_a_table_that_moves_on_or_has_to_be_paid_is_not_archived(valkey_store: RedisStore) -> None:
    hall, archive = Hall(valkey_store, secret=SECRET), Archive(valkey_store)
    over = await Someone(hall, ANNA).does(ActionKind.RESIGN, await seated(hall))
    wished = await Someone(hall, BORA).does(ActionKind.REMATCH, over)
    assert not await archive.keep(over)
    assert not await archive.keep(wished)
    await all_paid(valkey_store)
    assert await archive.keep(wished)
    assert await hall.load(over.id) == wished


async def test_finished_games_are_listed_once_the_newest_first(store: Store) -> None:
    hall = Hall(store, secret=SECRET)
    first = await Someone(hall, ANNA).does(ActionKind.RESIGN, await seated(hall))
    second = await Someone(hall, BORA).does(ActionKind.RESIGN, await seated(hall))
    await Someone(hall, ANNA).does(ActionKind.REMATCH, first)
    assert await hall.games_of(ANNA.id) == await hall.games_of(BORA.id) == [second.id, first.id]
    assert await hall.games_of(ANNA.id, 1, 5) == [first.id]
    assert await hall.tables_of(ANNA.id) == []
