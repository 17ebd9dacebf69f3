"""Opening tables and sitting down."""

import pytest

from engine.board import Side
from engine.clock import TimeControl
from hall.actions import ActionKind, Code, Done, Opening, Refused
from hall.model import Computer, Status, Terms, is_table_id
from hall.ports import EventKind, Store
from hall.tables import Hall
from tests.hall.people import ADA, ANNA, BIRGUL, BORA, CEM, Someone, played, seated


async def test_a_table_for_a_friend_waits_until_somebody_sits_down(hall: Hall) -> None:
    table = await Someone(hall, ANNA).opens(side=Side.BLACK)
    assert is_table_id(table.id)
    assert (table.version, table.status, table.white, table.black) == (1, Status.OPEN, None, ANNA)
    table = await Someone(hall, BORA).does(ActionKind.SIT, table)
    assert (table.version, table.status, table.white, table.black) == (2, Status.PLAYING, BORA, ANNA)


async def test_a_table_against_the_computer_or_for_one_device_is_played_at_once(hall: Hall) -> None:
    against = await Someone(hall, ANNA).opens(opponent=Computer(3))
    assert (against.status, against.black) == (Status.PLAYING, Computer(3, plays=2))
    shared = await Someone(hall, ANNA).opens(terms=Terms(one_device=True))
    assert (shared.status, shared.sides_of(ANNA.id)) == (Status.PLAYING, (Side.WHITE, Side.BLACK))


async def test_the_same_operation_opens_one_table_however_often_it_is_sent(hall: Hall) -> None:
    anna = Someone(hall, ANNA)
    op = anna.op()
    table = await anna.opens(op=op, side=None)
    table = await Someone(hall, BORA).does(ActionKind.SIT, table)
    again = await anna.tries_to_open(op=op, side=None)
    assert again == Done(table, version=1, repeated=True)
    assert await hall.tables_of(ANNA.id) == [table.id]


async def test_different_operations_open_different_tables_and_draw_both_sides(hall: Hall) -> None:
    hall = Hall(hall._store, secret=b"x", open_tables=100)
    tables = [await Someone(hall, ANNA).opens(side=None) for _ in range(40)]
    assert len({table.id for table in tables}) == 40
    assert {table.sides_of(ANNA.id) for table in tables} == {(Side.WHITE,), (Side.BLACK,)}


async def test_another_secret_gives_other_ids(store: Store) -> None:
    ids = [Hall(store, secret=secret).lots.table_id("p:x:1") for secret in (b"one", b"two", b"one")]
    assert ids[0] != ids[1]
    assert ids[0] == ids[2]


@pytest.mark.parametrize(
    ("terms", "opponent", "code"),
    [
        (Terms(rules="chess"), None, Code.UNKNOWN_RULES),
        (Terms(), Computer(0), Code.BAD_LEVEL),
        (Terms(), Computer(9), Code.BAD_LEVEL),
        (Terms(time=TimeControl(29_999)), None, Code.BAD_TIME),
        (Terms(time=TimeControl(86_400_000)), None, Code.BAD_TIME),
        (Terms(time=TimeControl(60_000, 200_000)), None, Code.BAD_TIME),
        (Terms(), ANNA, Code.ALREADY_SEATED),
        (Terms(rated=True), None, Code.CANNOT_BE_RATED),
    ],
)
async def test_terms_that_are_not_offered_are_refused_by_name(
    hall: Hall, terms: Terms, opponent: Computer | None, code: Code
) -> None:
    assert await Someone(hall, ANNA).tries_to_open(terms=terms, opponent=opponent) == Refused(code)
    assert await hall.tables_of(ANNA.id) == []


@pytest.mark.parametrize("rules", ["classic", "federation"])
async def test_rated_games_are_for_two_telegram_accounts(hall: Hall, rules: str) -> None:
    table = await Someone(hall, ADA).opens(terms=Terms(rules, rated=True))
    assert await Someone(hall, ANNA).is_refused(ActionKind.SIT, table) == Code.CANNOT_BE_RATED
    assert (await Someone(hall, BIRGUL).does(ActionKind.SIT, table)).terms.rated


@pytest.mark.parametrize(
    ("terms", "opponent"),
    [
        (Terms("club", rated=True), None),
        (Terms(rated=True), Computer(3)),
        (Terms(rated=True), ANNA),
        (Terms(rated=True, one_device=True), None),
    ],
)
async def test_other_games_are_never_rated(hall: Hall, terms: Terms, opponent: Computer | None) -> None:
    answer = await Someone(hall, ADA).tries_to_open(terms=terms, opponent=opponent)
    assert answer == Refused(Code.CANNOT_BE_RATED)


async def test_nobody_takes_both_seats_nor_a_taken_one(hall: Hall) -> None:
    table = await Someone(hall, ANNA).opens()
    assert await Someone(hall, ANNA).is_refused(ActionKind.SIT, table) == Code.ALREADY_SEATED
    assert await Someone(hall, BORA).is_refused(ActionKind.SIT, table, side=Side.WHITE) == Code.SEAT_TAKEN
    table = await Someone(hall, BORA).does(ActionKind.SIT, table, side=Side.BLACK)
    assert await Someone(hall, CEM).is_refused(ActionKind.SIT, table) == Code.TABLE_FULL
    assert await Someone(hall, CEM).is_refused(ActionKind.SIT, table, side=Side.BLACK) == Code.TABLE_FULL


async def test_a_closed_table_takes_nobody(hall: Hall) -> None:
    table = await Someone(hall, ANNA).opens()
    table = await Someone(hall, ANNA).does(ActionKind.ABORT, table)
    assert table.status is Status.ABORTED
    assert await Someone(hall, BORA).is_refused(ActionKind.SIT, table) == Code.NOT_OPEN


async def test_nothing_is_played_before_somebody_sits_down(hall: Hall) -> None:
    table = await Someone(hall, ANNA).opens()
    assert await Someone(hall, ANNA).is_refused(ActionKind.MOVE, table, "d3-d4") == Code.NOT_STARTED
    assert await Someone(hall, ANNA).is_refused(ActionKind.RESIGN, table) == Code.NOT_STARTED


async def test_a_player_has_so_many_tables_and_no_more(store: Store) -> None:
    hall = Hall(store, secret=b"x", open_tables=2)
    anna = Someone(hall, ANNA)
    first, second = await anna.opens(), await anna.opens(opponent=Computer(1))
    assert await anna.tries_to_open() == Refused(Code.TOO_MANY_TABLES, details={"count": 2})
    await anna.does(ActionKind.RESIGN, second)
    third = await anna.opens()
    assert set(await hall.tables_of(ANNA.id)) == {first.id, third.id}


async def test_sitting_down_elsewhere_is_never_refused_for_too_many_tables(store: Store) -> None:
    hall = Hall(store, secret=b"x", open_tables=1)
    await Someone(hall, BORA).opens()
    table = await seated(hall, ANNA, BORA)
    assert table.id in await hall.tables_of(BORA.id)


async def test_running_tables_are_listed_for_both_and_vanish_when_they_end(hall: Hall) -> None:
    table = await seated(hall)
    assert await hall.tables_of(ANNA.id) == await hall.tables_of(BORA.id) == [table.id]
    await Someone(hall, ANNA).does(ActionKind.RESIGN, table)
    assert await hall.tables_of(ANNA.id) == await hall.tables_of(BORA.id) == []


async def test_a_list_entry_without_its_table_is_passed_over(hall: Hall, store: Store) -> None:
    lost = hall.lots.table_id("p:never:opened")
    await store.add_table(ANNA.id, lost, 1)
    table = await Someone(hall, ANNA).opens()
    assert await hall.tables_of(ANNA.id) == [table.id]
    assert lost not in await store.tables_of(ANNA.id)


async def test_an_opponent_who_is_named_is_seated_at_once(hall: Hall) -> None:
    table = await Someone(hall, ANNA).opens(opponent=BORA)
    assert (table.status, table.black) == (Status.PLAYING, BORA)
    assert await hall.tables_of(BORA.id) == [table.id]
    await played(hall, table, ["d3-d4", "d6-d5"])


async def test_a_new_guest_is_like_no_other_and_has_a_decent_name(hall: Hall) -> None:
    one, two = hall.new_guest("  A\u202en\nna  ", "tr"), hall.new_guest()
    assert one.id != two.id
    assert (one.name, one.language, two.name) == ("A n na", "tr", "Guest")


async def test_an_opening_is_told(hall: Hall, store: Store) -> None:
    events = store.follow()
    table = await Someone(hall, ANNA).opens(side=Side.BLACK, opponent=Computer(2))
    event = await anext(events)
    assert (event.table, event.version, event.kind) == (table.id, 1, EventKind.OPENED)
    assert event.awaits_computer


@pytest.mark.parametrize(
    "op",
    ["", "p:", f"p:{BORA.id}:1", f"p:{ANNA.id}", f"p:{ANNA.id}:", "computer:x:1", "flag:x:1", "tg:1:2", "rematch:x"],
)
async def test_an_operation_id_of_somebody_else_opens_nothing(hall: Hall, op: str) -> None:
    answer = await hall.open(ANNA, Opening(Terms(), None, None, op))
    assert answer == Refused(Code.BAD_OP)


async def test_a_foreign_operation_id_is_refused_for_actions_too(hall: Hall) -> None:
    table = await seated(hall)
    anna, bora = Someone(hall, ANNA), Someone(hall, BORA)
    refused = await anna.tries(ActionKind.MOVE, table, "d3-d4", op=bora.op())
    assert refused == Refused(Code.BAD_OP)
    assert await hall.load(table.id) == table
