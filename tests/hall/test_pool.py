"""Finding an opponent: two who seek the same game meet at one table, however many processes they ask."""

import asyncio

import pytest

from engine.board import Side
from engine.clock import TimeControl
from hall.actions import Action, ActionKind, Code, Done, Refused
from hall.model import Player, PlayerId, Status, Table, Terms
from hall.opening import by_message
from hall.pool import PAIR_MS, UNSEEN_MS, WINDOW, WINDOW_A_SECOND, Pool, Seeker, Waiting, lane_of
from hall.ports import Store
from hall.ratings import Rating
from hall.store.memory import MemoryStore
from hall.store.queue import queue_beside
from hall.tables import Hall
from tests.hall.conftest import SECRET
from tests.hall.people import ADA, ANNA, BIRGUL, BORA, CEM, Someone, Watch, guest, person, seated

BLITZ = Terms(time=TimeControl(180_000, 2_000))
RATED = Terms(time=TimeControl(180_000, 2_000), rated=True)
NOW = 1_800_000_000_000


class Ratings(dict[PlayerId, float]):
    """What the test says of players' ratings."""

    async def __call__(self, player_id: PlayerId, rules: str) -> Rating:
        assert rules == "classic"
        return Rating(self.get(player_id, 1500.0))


@pytest.fixture
def ratings() -> Ratings:
    return Ratings()


def pool_on(store: Store, ratings: Ratings) -> Pool:
    return Pool(Hall(store, secret=SECRET), queue_beside(store), ratings)


@pytest.fixture
def pool(store: Store, ratings: Ratings) -> Pool:
    return pool_on(store, ratings)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def timed(watch: Watch, ratings: Ratings) -> Pool:
    return pool_on(MemoryStore(watch), ratings)


def _seeker(player: Player) -> Seeker:
    return Seeker(player, f"p:{player.id}:seek", lane_of(BLITZ), 1500)


async def seeks(pool: Pool, player: Player, terms: Terms = BLITZ, op: str = "seek") -> Done | Waiting | Refused:
    return await pool.seek(player, terms, f"p:{player.id}:{op}")


async def found(pool: Pool, player: Player, terms: Terms = BLITZ, op: str = "seek") -> Table:
    answer = await seeks(pool, player, terms, op)
    assert isinstance(answer, Done), answer
    return answer.table


async def waits(pool: Pool, player: Player, terms: Terms = BLITZ, op: str = "seek") -> bool:
    return isinstance(await seeks(pool, player, terms, op), Waiting)


async def test_two_who_seek_the_same_game_meet_at_one_table(pool: Pool) -> None:
    assert await waits(pool, ANNA)
    table = await found(pool, BORA)
    assert (table.status, set(table.players), table.terms) == (Status.PLAYING, {ANNA, BORA}, BLITZ)
    assert await found(pool, ANNA) == table
    assert await found(pool, BORA) == table
    for player in (ANNA, BORA):
        assert await pool.hall.tables_of(player.id) == [table.id]


async def test_who_waits_is_told_since_when_and_keeps_the_place(timed: Pool, watch: Watch) -> None:
    first = await seeks(timed, ANNA)
    watch.now += 10_000
    assert await seeks(timed, ANNA) == first == Waiting(watch.now - 10_000)


async def test_nobody_meets_themselves_and_all_ones_devices_meet_the_same(pool: Pool) -> None:
    assert await waits(pool, ANNA)
    assert await waits(pool, ANNA, op="another-device")
    table = await found(pool, BORA)
    assert await found(pool, ANNA) == await found(pool, ANNA, op="another-device") == table


@pytest.mark.parametrize(
    "other",
    [
        Terms(time=TimeControl(300_000, 3_000)),
        Terms(time=TimeControl(180_000)),
        Terms(time=by_message(1)),
        Terms(rules="club", time=BLITZ.time),
        RATED,
    ],
)
async def test_another_clock_rule_set_or_stake_is_another_game(store: Store, other: Terms) -> None:
    async def rating(_player: PlayerId, _rules: str) -> Rating:
        return Rating()

    pool = Pool(Hall(store, secret=SECRET), queue_beside(store), rating)
    assert await waits(pool, ADA)
    assert await waits(pool, BIRGUL, other)


async def test_rated_games_are_sought_by_telegram_accounts(pool: Pool) -> None:
    assert await seeks(pool, ANNA, RATED) == Refused(Code.CANNOT_BE_RATED)
    assert await waits(pool, ADA, RATED)
    assert (await found(pool, BIRGUL, RATED)).terms.rated


@pytest.mark.parametrize("terms", [Terms(), Terms(time=TimeControl(1)), Terms(time=BLITZ.time, one_device=True)])
async def test_only_games_with_a_clock_that_is_offered_are_sought(pool: Pool, terms: Terms) -> None:
    assert await seeks(pool, ANNA, terms) == Refused(Code.BAD_TIME)


@pytest.mark.parametrize(("rating", "expected"), [(1440, "1560"), (1420, "1300"), (1430, "1300")])
async def test_the_nearest_rating_is_chosen_and_of_equals_who_waits_longest(
    timed: Pool, watch: Watch, ratings: Ratings, rating: int, expected: str
) -> None:
    people = [person(100 + number, str(rating)) for number, rating in enumerate((1300, 1560))]
    ratings.update({who.id: float(who.name) for who in people} | {ADA.id: rating})
    for who in people:
        assert await waits(timed, who, RATED)
        watch.now += 1
    assert {player.name for player in (await found(timed, ADA, RATED)).players} == {"Ada", expected}


async def test_ratings_too_far_apart_meet_after_a_while(timed: Pool, watch: Watch, ratings: Ratings) -> None:
    ratings.update({ADA.id: 1500, BIRGUL.id: 1500 + WINDOW + 100})
    assert await waits(timed, ADA, RATED)
    assert await waits(timed, BIRGUL, RATED)
    watch.now += 1000 * 100 // WINDOW_A_SECOND - 1
    assert await waits(timed, ADA, RATED)
    watch.now += 1
    assert set((await found(timed, ADA, RATED)).players) == {ADA, BIRGUL}


async def test_who_left_is_found_by_nobody(pool: Pool) -> None:
    assert await waits(pool, ANNA)
    assert await pool.leave(ANNA, BLITZ, f"p:{ANNA.id}:seek") is None
    assert await pool.leave(ANNA, BLITZ, f"p:{ANNA.id}:seek") is None
    assert await waits(pool, BORA)


async def test_who_leaves_too_late_is_told_of_the_table(pool: Pool) -> None:
    assert await waits(pool, ANNA)
    table = await found(pool, BORA)
    late = await pool.leave(ANNA, BLITZ, f"p:{ANNA.id}:seek")
    assert isinstance(late, Done)
    assert late.table == table


async def test_who_does_not_ask_again_has_gone(timed: Pool, watch: Watch) -> None:
    assert await waits(timed, ANNA)
    watch.now += UNSEEN_MS
    assert set((await found(timed, CEM)).players) == {ANNA, CEM}
    assert await waits(timed, BORA, op="one")
    watch.now += UNSEEN_MS + 1
    assert await waits(timed, CEM, op="two")


async def test_a_pair_is_remembered_long_enough_for_both_and_not_for_ever(timed: Pool, watch: Watch) -> None:
    assert await waits(timed, ANNA)
    table = await found(timed, BORA)
    watch.now += PAIR_MS
    assert (await found(timed, ANNA)).id == table.id
    watch.now += 1
    assert await waits(timed, ANNA)


async def test_a_new_search_is_a_new_game(pool: Pool) -> None:
    await seeks(pool, ANNA)
    first = await found(pool, BORA)
    assert await waits(pool, BORA, op="again")
    second = await found(pool, ANNA, op="again")
    assert first.id != second.id


async def test_the_blocked_do_not_meet_whoever_blocked_whom(pool: Pool) -> None:
    await pool.hall.people.block(ANNA, await seated(pool.hall), NOW)
    assert await waits(pool, ANNA)
    assert await waits(pool, BORA)
    assert set((await found(pool, CEM)).players) in ({ANNA, CEM}, {BORA, CEM})


async def test_the_banned_and_who_has_too_many_tables_are_refused(pool: Pool) -> None:
    await pool.hall.people.social.ban(BORA.id, "")
    assert await seeks(pool, BORA) == Refused(Code.BANNED)
    for _ in range(10):
        await Someone(pool.hall, ANNA).opens()
    assert await seeks(pool, ANNA) == Refused(Code.TOO_MANY_TABLES, details={"count": 10})


async def test_nobody_seeks_under_anothers_name(pool: Pool) -> None:
    assert await pool.seek(ANNA, BLITZ, f"p:{BORA.id}:1") == Refused(Code.BAD_OP)


async def test_of_many_who_seek_at_once_in_two_processes_each_meets_one(
    stores: list[Store], ratings: Ratings
) -> None:
    pools = [pool_on(each, ratings) for each in stores]
    people = [guest(f"g{number}") for number in range(20)]
    await asyncio.gather(*(seeks(pools[number % 2], who) for number, who in enumerate(people)))
    tables = await asyncio.gather(*(found(pools[(number + 1) % 2], who) for number, who in enumerate(people)))
    assert len({table.id for table in tables}) == 10
    for who, table in zip(people, tables, strict=True):
        assert len(table.sides_of(who.id)) == 1
        assert len(table.players) == 2


async def test_a_pair_whose_finder_died_gets_its_table_from_the_other(pool: Pool) -> None:
    """Somebody found a partner and the process died before it opened the table."""
    assert await waits(pool, ANNA)
    pair = await pool.queue.seek(_seeker(BORA))
    assert not isinstance(pair, Waiting)
    table = await found(pool, ANNA)
    assert set(table.players) == {ANNA, BORA}
    mover = table.seat(Side.WHITE)
    assert isinstance(mover, type(ANNA))
    moved = await pool.hall.act(mover, Action(ActionKind.MOVE, table.id, None, 1, f"p:{mover.id}:m", "a3-a4"))
    assert isinstance(moved, Done)
