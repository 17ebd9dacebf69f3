"""A guest becomes an account; somebody is forgotten: the games stay, under another name."""

import asyncio
from dataclasses import replace

import pytest

from engine.board import Side
from hall.actions import ActionKind, Code, Refused
from hall.binding import CODE_LENGTH, Binding, Bound
from hall.forgetting import Forgetting
from hall.inheritance import Inheritance
from hall.model import DELETED, Computer, Player, Status, Table, TableId, Terms
from hall.moving import Moving, reseated
from hall.nursery import Nursery
from hall.players import Players
from hall.ports import EventKind, Store
from hall.rewards import RewardRules
from hall.settle import Settler
from hall.store.chats import ChatRef, chats_beside
from hall.store.ledger import ledger_beside
from hall.store.legacies import legacies_beside
from hall.store.links import LINK_S, links_beside
from hall.store.memory import MemoryStore
from hall.store.preferences import Preferences, preferences_beside
from hall.tables import Hall
from tests.hall.games import COMPUTER, House, finished
from tests.hall.people import ADA, ANNA, BIRGUL, BORA, CEM, Someone, Watch, calmly_played, seated


@pytest.fixture
def settler(store: Store) -> Settler:
    return Settler(store, ledger_beside(store), chats_beside(store), RewardRules(), Nursery())


@pytest.fixture
def moving(store: Store, settler: Settler) -> Moving:
    return Moving(store, settler.settle)


@pytest.fixture
def binding(store: Store, moving: Moving) -> Binding:
    return binding_over(store, moving)


def binding_over(store: Store, moving: Moving) -> Binding:
    inheritance = Inheritance(legacies_beside(store), store.now, RewardRules().candy_a_day)
    return Binding(links_beside(store), moving, inheritance, preferences_beside(store))


@pytest.fixture
def forgetting(hall: Hall, store: Store, moving: Moving) -> Forgetting:
    players = Players(ledger_beside(store), store.now, RewardRules())
    return Forgetting(hall, moving, players, chats_beside(store), preferences_beside(store))


async def present(hall: Hall, table_id: TableId) -> Table:
    table = await hall.load(table_id)
    assert table is not None
    return table


async def bound(binding: Binding, guest: Player, code: str) -> Bound:
    answer = await binding.redeem(guest, code)
    assert isinstance(answer, Bound), answer
    return answer


async def test_a_guests_tables_move_to_the_account_running_and_finished(hall: Hall, binding: Binding) -> None:
    over = await Someone(hall, BORA).does(ActionKind.RESIGN, await seated(hall))
    running, waiting = await seated(hall), await Someone(hall, ANNA).opens()
    code = await binding.offer(ADA)
    assert len(code) == CODE_LENGTH
    assert await bound(binding, ANNA, code) == Bound(ADA, 3)
    for table in (over, running, waiting):
        moved = await present(hall, table.id)
        assert (moved.white, moved.host, moved.black) == (ADA, ADA, table.black)
        assert moved.game == table.game
    assert set(await hall.tables_of(ADA.id)) == {running.id, waiting.id}
    assert await hall.games_of(ADA.id) == [over.id]
    assert await hall.tables_of(ANNA.id) == await hall.games_of(ANNA.id) == []
    assert await Someone(hall, ANNA).is_refused(ActionKind.MOVE, await present(hall, running.id)) == Code.NOT_YOUR_SEAT
    await Someone(hall, ADA).does(ActionKind.MOVE, await present(hall, running.id), "a3-a4")


async def test_the_candy_moves_too_also_of_a_game_that_was_still_to_be_paid(store: Store, binding: Binding) -> None:
    house = House(store)
    await house.plays(ANNA, COMPUTER)
    table = await finished(store, ANNA, COMPUTER)
    await store.finish_table(ANNA.id, table.id)
    code = await binding.offer(ADA)
    assert await bound(binding, ANNA, code) == Bound(ADA, 1, 12)
    assert await bound(binding, ANNA, code) == Bound(ADA, 0, 0)
    assert (await house.candy(ANNA.id), await house.candy(ADA.id)) == (0, 12)


async def test_the_guests_language_is_the_accounts_if_that_has_chosen_none(store: Store, binding: Binding) -> None:
    preferences = preferences_beside(store)
    for guest, language in ((ANNA, "ar"), (BORA, "ru")):
        await preferences.change(guest.id, lambda own, language=language: replace(own, language=language))  # type: ignore[misc]
        await bound(binding, guest, await binding.offer(ADA))
        assert (await preferences.of(ADA.id)).language == "ar"


async def test_where_the_account_holds_the_other_seat_the_guest_keeps_its_own(hall: Hall, binding: Binding) -> None:
    table = await seated(hall, ANNA, ADA)
    assert await bound(binding, ANNA, await binding.offer(ADA)) == Bound(ADA, 0)
    assert await present(hall, table.id) == table
    assert await hall.tables_of(ANNA.id) == await hall.tables_of(ADA.id) == [table.id]


async def test_a_link_is_good_once(hall: Hall, binding: Binding) -> None:
    await seated(hall)
    code = await binding.offer(ADA)
    answers = await asyncio.gather(*(binding.redeem(guest, code) for guest in (ANNA, BORA, CEM)))
    assert sum(isinstance(answer, Bound) for answer in answers) == 1
    assert answers.count(Refused(Code.BAD_LINK)) == 2


async def test_the_guest_whose_answer_was_lost_may_ask_again(hall: Hall, binding: Binding) -> None:
    await seated(hall)
    code = await binding.offer(ADA)
    assert (await bound(binding, ANNA, code)).moved == 1
    assert (await bound(binding, ANNA, code)) == Bound(ADA, 0)
    assert await binding.redeem(BORA, code) == Refused(Code.BAD_LINK)


async def test_what_is_no_link_or_meets_no_guest_is_refused(binding: Binding) -> None:
    assert await binding.redeem(ANNA, "nonsense\ud800") == Refused(Code.BAD_LINK)
    assert await binding.redeem(BIRGUL, await binding.offer(ADA)) == Refused(Code.BAD_LINK)


async def test_a_browser_can_look_whose_link_it_is_before_it_takes_it(binding: Binding) -> None:
    code = await binding.offer(ADA)
    assert await binding.look(code) == await binding.look(code) == ADA
    await binding.redeem(ANNA, code)
    assert await binding.look(code) is None
    assert await binding.look("other") is None


async def test_a_link_is_good_for_ten_minutes() -> None:
    watch = Watch()
    store = MemoryStore(watch)
    binding = binding_over(store, Moving(store, Settler.settle))  # type: ignore[arg-type]  # nothing to settle
    early, late = await binding.offer(ADA), await binding.offer(ADA)
    watch.now += LINK_S * 1000 - 1
    assert isinstance(await binding.redeem(ANNA, early), Bound)
    watch.now += 1
    assert await binding.redeem(ANNA, late) == Refused(Code.BAD_LINK)


async def test_both_sides_of_a_table_for_one_device_move(hall: Hall, binding: Binding) -> None:
    shared = await Someone(hall, ANNA).opens(terms=Terms(one_device=True))
    await bound(binding, ANNA, await binding.offer(ADA))
    moved = await present(hall, shared.id)
    assert (moved.white, moved.black, moved.host) == (ADA, ADA, ADA)


async def test_what_a_finished_game_paid_is_paid_before_it_moves(hall: Hall, binding: Binding, store: Store) -> None:
    table = await seated(hall, BIRGUL, ADA)
    table = await calmly_played(hall, table, 16)
    over = await Someone(hall, BIRGUL).does(ActionKind.RESIGN, table)
    moving = binding.moving
    assert await moving.move_all(BIRGUL.id, DELETED, listed=False) == 1
    moved = await present(hall, over.id)
    assert moved.paid is not None
    assert (await ledger_beside(store).record(BIRGUL.id)).candy == 5
    assert (await ledger_beside(store).record(DELETED.id)).candy == 0


async def test_a_move_in_between_does_not_get_lost(hall: Hall, moving: Moving) -> None:
    table = await seated(hall)
    moved, _ = await asyncio.gather(
        moving.move_all(ANNA.id, ADA, listed=True), Someone(hall, ANNA).tries(ActionKind.MOVE, table, "a3-a4")
    )
    after = await present(hall, table.id)
    assert (moved, after.white) == (1, ADA)
    assert after.version in (table.version + 1, table.version + 2)


async def test_the_change_is_told_as_a_step(hall: Hall, store: Store, moving: Moving) -> None:
    table = await seated(hall)
    await moving.move_all(ANNA.id, ADA, listed=True)
    [event] = await store.tail(table.id, table.version) or []
    assert (event.kind, event.side, event.version) == (EventKind.RESEATED, Side.WHITE, table.version + 1)


async def test_a_table_somebody_only_hosted_changes_its_host(hall: Hall) -> None:
    table = await seated(hall)
    only_hosted = replace(table, white=CEM)
    change = reseated(only_hosted, ANNA.id, ADA)
    assert change is not None
    assert (change.table.host, change.table.white, change.table.black) == (ADA, CEM, BORA)
    assert reseated(table, CEM.id, ADA) is None


async def test_who_is_forgotten_gives_up_what_runs_and_opponents_keep_their_games(
    hall: Hall, forgetting: Forgetting
) -> None:
    over = await Someone(hall, BIRGUL).does(ActionKind.RESIGN, await seated(hall, ADA, BIRGUL))
    begun = await calmly_played(hall, await seated(hall, ADA, BIRGUL), 4)
    fresh, waiting = await seated(hall, BIRGUL, ADA), await Someone(hall, ADA).opens()
    alone = await Someone(hall, ADA).opens(opponent=Computer(3))
    assert await forgetting.forget(ADA) == 2
    for table, status in (
        (over, Status.FINISHED),
        (begun, Status.FINISHED),
        (fresh, Status.ABORTED),
        (waiting, Status.ABORTED),
        (alone, Status.ABORTED),
    ):
        left = await present(hall, table.id)
        assert (left.status, left.sides_of(ADA.id), left.host == ADA) == (status, (), False)
    for table in (over, begun):
        kept = await present(hall, table.id)
        assert (kept.white, kept.black, kept.host) == (DELETED, BIRGUL, DELETED)
    assert (await present(hall, begun.id)).game.moves == begun.game.moves
    assert set(await hall.games_of(BIRGUL.id)) == {over.id, begun.id}
    assert await hall.games_of(ADA.id) == await hall.tables_of(ADA.id) == []


async def test_nothing_of_a_forgotten_player_is_left_but_a_ban(
    hall: Hall, forgetting: Forgetting, store: Store
) -> None:
    table = await calmly_played(hall, await seated(hall, ADA, BIRGUL), 16)
    await Someone(hall, BIRGUL).does(ActionKind.RESIGN, table)
    await hall.people.block(ADA, table, 1)
    await hall.people.social.ban(ADA.id, "cheating")
    await chats_beside(store).put(table.id, ChatRef(chat=1))
    await preferences_beside(store).change(ADA.id, lambda _: Preferences(look="candy"))
    await forgetting.forget(ADA)
    await forgetting.forget(ADA)
    record = await ledger_beside(store).record(ADA.id)
    assert (record.name, record.candy, record.wins) == ("", 0, 0)
    assert await chats_beside(store).refs(table.id) == {}
    assert await preferences_beside(store).of(ADA.id) == Preferences()
    standing = await hall.people.social.standing(ADA.id)
    assert (standing.banned, standing.blocked) == ("cheating", frozenset())
    assert (await ledger_beside(store).record(BIRGUL.id)).candy > 0


async def test_a_guest_can_be_forgotten_too(hall: Hall, forgetting: Forgetting) -> None:
    over = await Someone(hall, BORA).does(ActionKind.RESIGN, await seated(hall))
    assert await forgetting.forget(ANNA) == 1
    assert (await present(hall, over.id)).white == DELETED


async def test_when_both_are_forgotten_the_game_still_stands(hall: Hall, forgetting: Forgetting) -> None:
    over = await Someone(hall, BORA).does(ActionKind.RESIGN, await seated(hall))
    await forgetting.forget(ANNA)
    await forgetting.forget(BORA)
    kept = await present(hall, over.id)
    assert (kept.white, kept.black, kept.host) == (DELETED, DELETED, DELETED)
    assert kept.game == over.game
