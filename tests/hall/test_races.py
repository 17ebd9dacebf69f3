"""Many fingers at once: one step from each version, whoever is first; everybody else is told how it stands."""

import asyncio
import random

import pytest

from engine.board import Side
from hall.actions import Action, ActionKind, Code, Done, Refused
from hall.model import Player, Status, Table
from hall.ports import Store
from hall.tables import Hall
from tests.hall.conftest import SECRET
from tests.hall.people import ADA, ANNA, BORA, Someone, heard, played, seated

TAPS, ROUNDS = 32, 100


def tap(table: Table, player: Player, text: str, op: str) -> Action:
    return Action(ActionKind.MOVE, table.id, None, table.version, f"p:{player.id}:{op}", text)


@pytest.fixture
def halls(request: pytest.FixtureRequest, store: Store) -> list[Hall]:
    """Two processes' halls on one store, where the store can be shared."""
    stores = request.getfixturevalue("real_stores") if "valkey" in request.node.name else [store, store]
    return [Hall(each, secret=SECRET) for each in stores]


async def test_of_racing_taps_one_moves_and_every_other_sees_the_move(halls: list[Hall]) -> None:
    table, chance = await seated(halls[0]), random.Random(7)
    for number in range(ROUNDS):
        if table.status is Status.FINISHED:
            table = await seated(halls[0])
        mover = table.on_move_seat
        assert mover in (ANNA, BORA)
        text = str(chance.choice(table.game.legal_moves()))
        answers = await asyncio.gather(
            *(halls[tapped % 2].act(mover, tap(table, mover, text, f"{number}-{tapped}")) for tapped in range(TAPS))
        )
        [winner] = [answer for answer in answers if isinstance(answer, Done)]
        assert winner.version == table.version + 1
        losers = [answer for answer in answers if isinstance(answer, Refused)]
        codes = {Code.STALE} if winner.table.status is Status.PLAYING else {Code.STALE, Code.FINISHED}
        assert len(losers) == TAPS - 1
        assert all(loser.table == winner.table and loser.code in codes for loser in losers)
        table = winner.table
        assert await halls[1].load(table.id) == table


async def test_of_one_racing_operation_one_moves_and_all_are_answered_with_it(halls: list[Hall]) -> None:
    table = await seated(halls[0])
    action = tap(table, ANNA, "a3-a4", "the-same")
    answers = await asyncio.gather(*(halls[number % 2].act(ANNA, action) for number in range(TAPS)))
    done = [answer for answer in answers if isinstance(answer, Done)]
    assert len(done) == TAPS
    assert sum(not answer.repeated for answer in done) == 1
    assert {answer.version for answer in done} == {3}


async def test_a_table_opened_many_times_at_once_is_one(halls: list[Hall]) -> None:
    op = Someone(halls[0], ANNA).op()
    tables = await asyncio.gather(*(Someone(halls[number % 2], ANNA).opens(op=op) for number in range(TAPS)))
    assert len({table.id for table in tables}) == 1
    assert await halls[0].tables_of(ANNA.id) == [tables[0].id]


async def test_of_many_who_sit_down_at_once_one_gets_the_seat(halls: list[Hall]) -> None:
    table = await Someone(halls[0], ANNA).opens()
    people = [halls[0].new_guest(f"Guest {number}") for number in range(TAPS)]
    answers = await asyncio.gather(
        *(Someone(halls[number % 2], who).tries(ActionKind.SIT, table) for number, who in enumerate(people))
    )
    [done] = [answer for answer in answers if isinstance(answer, Done)]
    assert all(answer.code == Code.TABLE_FULL for answer in answers if isinstance(answer, Refused))
    assert [who for who in people if done.table.sides_of(who.id)] == [done.table.black]


async def test_both_who_press_rematch_at_once_meet_at_one_table(halls: list[Hall]) -> None:
    for _ in range(10):
        over = await Someone(halls[0], ANNA).does(ActionKind.RESIGN, await seated(halls[0]))
        people = [Someone(halls[0], ANNA), Someone(halls[1], BORA)]
        await asyncio.gather(*(who.does(ActionKind.REMATCH, over) for who in people))
        agreed = await halls[0].load(over.id)
        assert agreed is not None
        assert agreed.next is not None
        assert agreed.next in await halls[1].tables_of(BORA.id)


async def test_moves_and_offers_at_once_both_happen(halls: list[Hall]) -> None:
    table = await seated(halls[0])
    moved, offered = await asyncio.gather(
        Someone(halls[0], ANNA).tries(ActionKind.MOVE, table, "a3-a4"),
        Someone(halls[1], BORA).tries(ActionKind.ASK_TAKEBACK, await played(halls[0], table, [])),
    )
    assert isinstance(moved, Done)
    assert isinstance(offered, Done | Refused)


async def test_versions_are_told_without_a_gap_whoever_races(halls: list[Hall], store: Store) -> None:
    table = await seated(halls[0])
    events = store.follow()
    kinds = [ActionKind.OFFER_DRAW, ActionKind.DECLINE_DRAW, ActionKind.RESIGN]
    await asyncio.gather(
        *(Someone(halls[n % 2], who).tries(kind, table) for n, kind in enumerate(kinds) for who in (ANNA, BORA))
    )
    present = await halls[0].load(table.id)
    assert present is not None
    versions = [event.version for event in await heard(events, table, present.version - table.version)]
    assert versions == list(range(table.version + 1, present.version + 1))


async def test_a_forged_operation_id_changes_nothing_for_the_one_it_was_taken_from(halls: list[Hall]) -> None:
    """A browser learns the id that another source will use next, and tries to use it up before that one comes."""
    table = await seated(halls[0], ADA, BORA)
    table_now = f"{table.id}:{table.version}"
    for op in (f"p:{ADA.id}:next", "tg:42:1001", f"computer:{table_now}", f"flag:{table_now}"):
        forged = await halls[1].act(BORA, Action(ActionKind.RESIGN, table.id, None, table.version, op))
        assert forged == Refused(Code.BAD_OP)
    assert await halls[0].load(table.id) == table
    told = await halls[0].act(ADA, Action(ActionKind.MOVE, table.id, Side.WHITE, table.version, "tg:42:1001", "a3-a4"))
    assert isinstance(told, Done)
    assert not told.repeated
