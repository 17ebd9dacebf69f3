"""Settlement: every payment once, whatever is told twice, breaks off or races."""

import asyncio
import random
from collections.abc import Callable
from itertools import count
from typing import Any, cast

import pytest

from hall.actions import ActionKind
from hall.ledger import Ledger, Limits, Payment, TooLate
from hall.model import Paid, Status, Table, TableId, Terms
from hall.nursery import Nursery
from hall.plan import Part, Plan
from hall.ports import Event, EventKind, Store, StoreDown, Subscription
from hall.ratings import DAY_MS, Rating, RatingRules, after_game
from hall.rewards import LONG_BOARD, RewardRules, shares
from hall.settle import Settler, reward_of
from hall.store.chats import ChatRef, chats_beside
from hall.store.ledger import ledger_beside
from hall.store.memory import MemoryStore
from hall.tables import Hall
from tests.hall.games import COMPUTER, FRIENDLY, RATED, House, finished, newcomer, over, playing
from tests.hall.people import ADA, ANNA, BIRGUL, BORA, Someone, Watch, calmly_played, heard, seated

RULES = RewardRules()
NEWCOMER = Rating()


@pytest.fixture
def house(store: Store) -> House:
    return House(store)


async def test_a_rated_game_pays_candy_points_and_ratings_and_the_table_says_so(house: House) -> None:
    table = await house.plays(ADA, BIRGUL, terms=RATED)
    assert reward_of(table, ADA.id) == Paid(15, 85, 26, 1500, 1662)
    assert reward_of(table, BIRGUL.id) == Paid(5, 95, 4, 1500, 1338)
    ada, birgul = await house.ledger.record(ADA.id), await house.ledger.record(BIRGUL.id)
    assert (ada.name, ada.candy, ada.points, ada.wins) == ("Ada", 15, 26, 1)
    assert (birgul.name, birgul.candy, birgul.points, birgul.wins) == ("Birgül", 5, 4, 0)
    assert (ada.ratings["classic"].shown, birgul.ratings["classic"].shown) == (1662, 1338)
    assert await house.ledger.unpaid(10) == []


async def test_a_game_against_the_computer_pays_accounts_and_guests_alike(house: House) -> None:
    for player in (ADA, ANNA):
        table = await house.plays(player, COMPUTER)
        assert table.paid == (Paid(6, 94), None)
        assert await house.candy(player.id) == 6


async def test_what_pays_nothing_stays_as_it_is(house: House) -> None:
    """Nobody is told anything, and nothing is left to be done."""
    for white, black, terms, plies in (
        (ANNA, BORA, FRIENDLY, 30),
        (ADA, ADA, Terms(one_device=True), 30),
        (COMPUTER, ADA, FRIENDLY, 30),
        (ADA, COMPUTER, FRIENDLY, 15),
    ):
        before = await finished(house.store, white, black, terms=terms, plies=plies)
        assert await house.settled(before) == before
    assert await house.ledger.unpaid(10) == []
    assert await house.candy(ADA.id) == await house.candy(ANNA.id) == 0


async def test_an_aborted_game_is_never_even_listed(house: House) -> None:
    table = await seated(Hall(house.store, secret=b"s" * 16), ADA, BIRGUL)
    aborted = await Someone(Hall(house.store, secret=b"s" * 16), ADA).does(ActionKind.ABORT, table)
    assert aborted.status is Status.ABORTED
    assert await house.ledger.unpaid(10) == []
    assert await house.settled(aborted) == aborted


async def test_a_short_rated_game_moves_the_ratings_and_pays_nothing(house: House) -> None:
    table = await house.plays(terms=RATED, plies=4)
    assert reward_of(table, ADA.id) == Paid(0, 100, 0, 1500, 1662)
    assert (await house.candy(ADA.id), await house.points(ADA.id)) == (0, 0)


async def test_every_rule_set_has_a_rating_of_its_own(house: House) -> None:
    await house.plays(terms=RATED)
    table = await house.plays(terms=Terms("federation", rated=True))
    assert reward_of(table, ADA.id) == Paid(15, 70, 26, 1500, 1662)
    assert set((await house.ledger.record(ADA.id)).ratings) == {"classic", "federation"}


async def test_settling_five_times_is_settling_once(house: House) -> None:
    table = await finished(house.store, terms=RATED)
    for _ in range(5):
        await house.settled(table)
    assert (await house.candy(ADA.id), await house.points(ADA.id)) == (15, 26)
    assert (await house.ledger.record(ADA.id)).ratings["classic"].games == 1


async def test_a_day_pays_a_hundred_candy_and_the_last_game_what_is_left(house: House) -> None:
    others = [newcomer() for _ in range(8)]
    paid = [reward_of(await house.plays(ADA, other), ADA.id) for other in others]
    assert [each and (each.candy, each.left) for each in paid][5:] == [(15, 10), (10, 0), (0, 0)]
    assert await house.candy(ADA.id) == 100


async def test_points_are_not_bounded_by_candy(house: House) -> None:
    for _ in range(8):
        table = await house.plays(ADA, newcomer(), terms=RATED)
    assert reward_of(table, ADA.id) is not None
    assert await house.points(ADA.id) == 8 * 26


async def test_the_same_two_are_rewarded_for_ten_games_a_day(house: House) -> None:
    paid = [await house.plays(ADA, BIRGUL, winner=None, terms=RATED) for _ in range(12)]
    assert [bool(reward_of(table, BIRGUL.id).points) for table in paid] == [True] * 10 + [False] * 2  # type: ignore[union-attr]
    assert await house.points(ADA.id) == 90
    assert await house.candy(ADA.id) == 80
    again = await house.plays(ADA, newcomer(), terms=RATED)
    assert reward_of(again, ADA.id) == Paid(15, 5, 26, *shown(again, ADA))


def shown(table: Table, who: Any) -> tuple[int | None, int | None]:
    paid = reward_of(table, who.id)
    assert paid is not None
    return paid.before, paid.after


async def test_budget_and_limit_begin_anew_with_the_players_own_day(watch: Watch) -> None:
    house = House(MemoryStore(watch))
    watch.now = 1_796_032_800_000  # 2026-11-30 10:00 UTC
    tokyo = (await house.ledger.record(ADA.id)).days.moved("Asia/Tokyo", watch.now - DAY_MS, chosen=True)
    await house.ledger.keep_days(ADA.id, tokyo)
    for _ in range(11):
        table = await house.plays(ADA, BIRGUL)
    assert (await house.candy(ADA.id), reward_of(table, ADA.id)) == (100, Paid(0, 0))
    watch.now += 5 * 3_600_000  # midnight in Tokyo, not where Birgül counts
    assert reward_of(await house.plays(ADA, BIRGUL), ADA.id) == Paid(15, 85)
    assert await house.candy(BIRGUL.id) == 50


async def test_a_game_counts_for_the_day_on_which_it_ended(watch: Watch) -> None:
    house = House(MemoryStore(watch))
    watch.now = 1_800_000_000_000  # 2027-01-15 08:00 UTC
    table = await finished(house.store)
    watch.now += 2 * DAY_MS
    await house.settled(table)
    assert await house.ledger.candy_on(ADA.id, "2027-01-15") == 15


async def test_the_badge_comes_with_the_fifth_win_against_another_person(house: House) -> None:
    await house.plays(ADA, COMPUTER)
    await house.plays(ADA, ANNA)
    await house.plays(BIRGUL, ADA)
    played = (FRIENDLY, RATED, FRIENDLY, FRIENDLY, RATED, RATED)
    tables = [await house.plays(ADA, BIRGUL, terms=terms) for terms in played]
    assert [reward_of(table, ADA.id).badge for table in tables] == [False] * 4 + [True, False]  # type: ignore[union-attr]
    record = await house.ledger.record(ADA.id)
    assert (record.wins, list(record.badges)) == (6, [LONG_BOARD])


async def test_a_badge_keeps_the_day_on_which_it_was_won(house: House) -> None:
    badges = []
    for _ in range(8):
        await house.plays(ADA, BIRGUL)
        badges.append((await house.ledger.record(ADA.id)).badges)
    assert badges == [{}] * 4 + [badges[4]] * 4
    assert badges[4]


async def test_which_of_the_two_is_paid_first_makes_no_difference(house: House) -> None:
    """Both ratings are frozen as they were: the second does not meet the first one's new rating."""
    table = await house.plays(terms=RATED)
    ended_ms = (await house.ledger.record(ADA.id)).ratings["classic"].at_ms
    assert ended_ms is not None
    for who, score in ((ADA, 1.0), (BIRGUL, 0.0)):
        rating = (await house.ledger.record(who.id)).ratings["classic"]
        assert rating == after_game(NEWCOMER, NEWCOMER, score, ended_ms, RatingRules())
    assert table.paid is not None


async def test_a_rating_that_moved_after_it_was_frozen_loses_neither_game(house: House) -> None:
    """Two games of one player end together, and both are frozen before either is paid."""
    first, second = [await finished(house.store, ADA, newcomer(), terms=RATED) for _ in range(2)]
    for table in (first, second):
        begun = await house.ledger.begin(table.id)
        assert begun is not None
        parts = tuple(Part(share, "2026-11-30", NEWCOMER) for share in shares(table, RULES))
        await house.ledger.begin(table.id, Plan(begun.ended_ms, "classic", parts))
    paid = [reward_of(await house.settled(table), ADA.id) for table in (first, second)]
    assert [each and each.before for each in paid] == [1500, 1662]
    assert (await house.ledger.record(ADA.id)).ratings["classic"].games == 2


async def test_a_takeback_and_a_rematch_double_nothing(house: House) -> None:
    hall = Hall(house.store, secret=b"s" * 16)
    ada, birgul = Someone(hall, ADA), Someone(hall, BIRGUL)
    table = await calmly_played(hall, await seated(hall, ADA, BIRGUL), 17)
    asked = await ada.does(ActionKind.ASK_TAKEBACK, table)
    table = await birgul.does(ActionKind.GRANT_TAKEBACK, asked)
    assert table.game.ply == 16
    over = await birgul.does(ActionKind.RESIGN, table)
    await ada.does(ActionKind.REMATCH, over)
    paid = await house.settled(over)
    assert paid.paid == (Paid(15, 85), Paid(5, 95))
    agreed = await birgul.does(ActionKind.REMATCH, paid)
    assert (await house.settled(agreed)).paid == paid.paid
    assert agreed.next is not None
    assert (await house.candy(ADA.id), await house.candy(BIRGUL.id)) == (15, 5)
    assert await house.ledger.unpaid(10) == []


async def test_taken_back_below_16_plies_a_game_pays_nothing(house: House) -> None:
    hall = Hall(house.store, secret=b"s" * 16)
    table = await calmly_played(hall, await seated(hall, ADA, BIRGUL), 17)
    for asker, granter in ((ADA, BIRGUL), (BIRGUL, ADA)):
        asked = await Someone(hall, asker).does(ActionKind.ASK_TAKEBACK, table)
        table = await Someone(hall, granter).does(ActionKind.GRANT_TAKEBACK, asked)
    assert table.game.ply == 15
    await house.settled(await Someone(hall, BIRGUL).does(ActionKind.RESIGN, table))
    assert await house.candy(ADA.id) == 0


# --- what may go wrong ------------------------------------------------------------------------------------------------


class Breaking:
    """Passes everything on, and breaks off at the n-th call in all, before or after it has had its effect."""

    def __init__(self, target: object, calls: Any, at: int, *, afterwards: bool) -> None:
        self._target, self._calls, self._at, self._afterwards = target, calls, at, afterwards

    def __getattr__(self, name: str) -> Callable[..., Any]:
        async def call(*args: Any, **named: Any) -> Any:
            mine = next(self._calls) == self._at
            if mine and not self._afterwards:
                raise StoreDown(name)
            answer = await getattr(self._target, name)(*args, **named)
            if mine:
                raise StoreDown(name)
            return answer

        return call


def breaking(house: House, at: int, *, afterwards: bool) -> Settler:
    calls = count(1)
    store, ledger, chats = (
        Breaking(target, calls, at, afterwards=afterwards)
        for target in (house.store, house.ledger, chats_beside(house.store))
    )
    return Settler(cast("Store", store), cast("Ledger", ledger), cast("Any", chats), RULES, Nursery())


@pytest.mark.parametrize("afterwards", [False, True])
async def test_broken_off_at_any_step_and_taken_up_again_it_pays_once(house: House, *, afterwards: bool) -> None:
    for step in count(1):
        white, black = newcomer("Wanda"), newcomer("Bahar")
        table = await finished(house.store, white, black, terms=RATED)
        try:
            await breaking(house, step, afterwards=afterwards).settle(table.id)
        except StoreDown:
            assert step < 100
        else:
            break
        settled = await house.settled(table)
        assert settled.paid == (Paid(15, 85, 26, 1500, 1662), Paid(5, 95, 4, 1500, 1338))
        assert (await house.candy(white.id), await house.points(white.id)) == (15, 26)
        assert (await house.candy(black.id), await house.points(black.id)) == (5, 4)
        assert await house.ledger.place("all", white.id) == (1, 26)
        for who in (white, black):
            assert (await house.ledger.record(who.id)).ratings["classic"].games == 1
        assert await house.ledger.unpaid(10) == []
    assert step > 12


async def test_a_settlement_that_breaks_off_again_and_again_comes_to_its_end(house: House) -> None:
    chance = random.Random(11)
    table = await finished(house.store, terms=RATED)
    for _ in range(30):
        try:
            await breaking(house, chance.randint(1, 12), afterwards=chance.random() < 0.5).settle(table.id)
        except StoreDown:
            continue
    await house.settled(table)
    assert (await house.candy(ADA.id), await house.points(BIRGUL.id)) == (15, 4)


async def test_the_first_plan_holds(house: House) -> None:
    table = await finished(house.store)
    plans = [Plan(1, "classic", tuple(Part(share, day) for share in shares(table, RULES))) for day in ("x", "y")]
    for plan in plans:
        begun = await house.ledger.begin(table.id, plan)
        assert begun is not None
        assert begun.plan == plans[0]


async def test_settings_that_change_half_way_change_nothing_that_was_frozen(house: House) -> None:
    table = await finished(house.store)
    with pytest.raises(StoreDown):
        await breaking(house, 8, afterwards=False).settle(table.id)
    assert (await house.ledger.begin(table.id)).plan is not None  # type: ignore[union-attr]
    doubled = House(house.store, RewardRules(candy=RULES.points))
    assert (await doubled.settled(table)).paid == (Paid(15, 85), Paid(5, 95))


@pytest.fixture
def houses(stores: list[Store]) -> list[House]:
    """Two processes on one store, where it can be shared."""
    return [House(each) for each in stores]


async def test_settlers_that_race_pay_once(houses: list[House]) -> None:
    for _ in range(5):
        white, black = newcomer(), newcomer()
        table = await finished(houses[0].store, white, black, terms=RATED)
        await asyncio.gather(*(houses[number % 2].settler.settle(table.id) for number in range(8)))
        settled = await houses[1].settled(table)
        assert settled.paid == (Paid(15, 85, 26, 1500, 1662), Paid(5, 95, 4, 1500, 1338))
        assert settled.version == table.version + 1
        assert (await houses[0].candy(white.id), await houses[0].points(black.id)) == (15, 4)


async def test_many_games_of_one_player_settled_at_once_all_count(houses: list[House]) -> None:
    ada = newcomer()
    tables = [await finished(houses[0].store, ada, newcomer(), terms=RATED) for _ in range(12)]
    await asyncio.gather(*(houses[n % 2].settler.settle(table.id) for n in range(4) for table in tables))
    record = await houses[1].ledger.record(ada.id)
    assert (record.candy, record.points, record.wins, record.ratings["classic"].games) == (100, 12 * 26, 12, 12)
    loaded = [await houses[0].store.load(table.id) for table in tables]
    paid = [reward_of(each.table, ada.id) for each in loaded if each is not None]
    assert sum(each.candy for each in paid if each) == 100
    assert sum(each.badge for each in paid if each) == 1


async def test_a_settlement_that_slept_for_hours_begins_anew(house: House) -> None:
    table = await finished(house.store)
    [share, *_] = shares(table, RULES)
    late = Payment(Part(share, "2026-11-30"), 0, Limits(100, 10, 5), None, (), until=1)
    with pytest.raises(TooLate):
        await house.ledger.pay(table.id, late)
    with pytest.raises(TooLate):
        await house.ledger.rank(table.id, "all", {ADA.id: 26}, until=1)
    assert await house.candy(ADA.id) == 0
    assert await house.ledger.place("all", ADA.id) is None


async def test_a_table_that_says_it_paid_is_only_taken_off_the_list(house: House) -> None:
    """Somebody died between the last two steps, long ago: the memories may have faded."""
    table = await finished(house.store)
    with pytest.raises(StoreDown):
        await breaking(house, 10, afterwards=False).settle(table.id)
    loaded = await house.store.load(table.id)
    assert loaded is not None
    assert loaded.table.paid is not None
    # its first call is to begin, and its second must not be to pay
    forgetful = cast("Ledger", Breaking(house.ledger, count(1), 2, afterwards=False))
    settler = Settler(house.store, forgetful, chats_beside(house.store), RULES, Nursery())
    with pytest.raises(StoreDown, match="close"):
        await settler.settle(table.id)
    assert await house.settled(table) == loaded.table
    assert await house.ledger.unpaid(10) == []


# --- by itself --------------------------------------------------------------------------------------------------------


async def test_games_are_settled_as_they_end_and_everybody_is_told(house: House) -> None:
    table = playing(terms=RATED)
    await house.store.create(table, Event(table.id, 1, EventKind.OPENED), "open")
    events = house.store.follow()
    async with Nursery() as nursery:
        settler = Settler(house.store, house.ledger, chats_beside(house.store), RULES, nursery)
        nursery.start(settler.run(), "settler")
        change = over(table)
        await house.store.commit(change.table, change.event, "end")
        told = await heard(events, table, 2)
        assert not nursery.failures
    assert [event.kind for event in told] == [EventKind.RESIGNED, EventKind.SETTLED]
    assert told[1] == Event(table.id, 3, EventKind.SETTLED, over=True)
    assert await house.candy(ADA.id) == 15


async def test_games_that_ended_while_nobody_ran_are_found_at_the_start(house: House) -> None:
    tables = [await finished(house.store, newcomer(), newcomer()) for _ in range(20)]
    events = house.store.follow()
    async with Nursery() as nursery:
        settler = Settler(house.store, house.ledger, chats_beside(house.store), RULES, nursery)
        nursery.start(settler.run(), "settler")
        settled = set[TableId]()
        while len(settled) < len(tables):
            event = await anext(events)
            settled |= {event.table} if event.kind is EventKind.SETTLED else set()
        assert not nursery.failures
    assert settled == {table.id for table in tables}


def tell_again(store: MemoryStore, table: Table) -> None:
    for _ in range(5):
        store._fanout.publish(Event(table.id, table.version, EventKind.RESIGNED, over=True, ends=True))


async def settlement_of(table: Table, events: Subscription) -> None:
    while (event := await anext(events)).table != table.id or event.kind is not EventKind.SETTLED:
        pass


async def test_the_end_of_a_game_told_five_times_pays_once(watch: Watch) -> None:
    store = MemoryStore(watch)
    house = House(store)
    events = store.follow()
    async with Nursery() as nursery:
        for _ in range(2):
            settler = Settler(store, house.ledger, chats_beside(store), RULES, nursery)
            nursery.start(settler.run(), "settler")
        table = await finished(store, terms=RATED)
        tell_again(store, table)
        await settlement_of(table, events)
        tell_again(store, table)
        await settlement_of(await finished(store, ANNA, COMPUTER), events)
        assert not nursery.failures
    assert (await house.candy(ADA.id), await house.points(ADA.id)) == (15, 26)
    loaded = await store.load(table.id)
    assert loaded is not None
    assert loaded.table.version == table.version + 1


async def test_a_store_that_does_not_answer_is_asked_again(monkeypatch: pytest.MonkeyPatch, watch: Watch) -> None:
    monkeypatch.setattr("hall.settle.RETRY_S", 0.0)
    house = House(MemoryStore(watch))
    table = await finished(house.store)
    events = house.store.follow()
    calls = count(1)
    stumbling = cast("Ledger", Breaking(house.ledger, calls, 3, afterwards=True))
    async with Nursery() as nursery:
        nursery.start(Settler(house.store, stumbling, chats_beside(house.store), RULES, nursery).run(), "settler")
        assert (await anext(events)).kind is EventKind.SETTLED
        assert not nursery.failures
    assert next(calls) > 4
    assert (await house.candy(ADA.id), table.paid) == (15, None)


@pytest.fixture
def watch() -> Watch:
    return Watch()


async def test_games_shown_in_a_group_count_for_its_leaderboard(house: House) -> None:
    table = await finished(house.store, terms=RATED)
    for chat in (-100, -200, 1):
        await chats_beside(house.store).put(table.id, ChatRef(chat))
    await house.settled(table)
    await house.plays(terms=RATED)
    for board, points in (("all", 52), ("chat:-100", 26), ("chat:-200", 26)):
        assert await house.ledger.place(board, ADA.id) == (1, points)
    assert await house.ledger.place("chat:1", ADA.id) is None


def test_the_ledger_lies_beside_its_store() -> None:
    store = MemoryStore()
    assert ledger_beside(store) is ledger_beside(store)
    assert ledger_beside(MemoryStore()) is not ledger_beside(store)
