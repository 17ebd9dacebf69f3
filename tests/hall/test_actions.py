"""What may be done at a table, by whom, and what comes of it."""

import pytest

from engine.board import Side
from engine.game import Outcome, Reason
from engine.refusal import RefusalCode
from hall.actions import Action, ActionKind, Code, Done, Refused
from hall.model import Status
from hall.ports import EventKind, Store
from hall.tables import Hall
from tests.hall.people import ANNA, BORA, CEM, Someone, heard, played, seated, table_id

OPENING = ["a3-a4", "h6-h5"]


async def test_a_move_is_made_and_told(hall: Hall, store: Store) -> None:
    table = await seated(hall)
    events = store.follow()
    done = await Someone(hall, ANNA).tries(ActionKind.MOVE, table, "d3-d4")
    assert isinstance(done, Done)
    assert (done.version, done.table.version, done.table.game.turn) == (3, 3, Side.BLACK)
    assert [done.event] == await heard(events, table, 1)
    assert done.event is not None
    assert done.event.kind is EventKind.MOVED
    assert (done.event.side, str(done.event.move)) == (Side.WHITE, "d3-d4")


async def test_the_same_action_sent_twice_is_done_once_and_answered_as_before(hall: Hall) -> None:
    table = await seated(hall)
    anna, op = Someone(hall, ANNA), f"p:{ANNA.id}:the-move"
    await anna.does(ActionKind.MOVE, table, "d3-d4", op=op)
    later = await Someone(hall, BORA).does(ActionKind.MOVE, (await hall.load(table.id)) or table, "d6-d5")
    assert await anna.tries(ActionKind.MOVE, table, "d3-d4", op=op) == Done(later, version=3, repeated=True)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hello", RefusalCode.NOT_A_MOVE),
        ("", RefusalCode.NOT_A_MOVE),
        ("d3-d5", RefusalCode.ILLEGAL),
        ("d6-d5", RefusalCode.ILLEGAL),
        ("d3-d4" * 1000, RefusalCode.NOT_A_MOVE),
    ],
)
async def test_what_the_rules_refuse_bears_their_reason(hall: Hall, text: str, code: RefusalCode) -> None:
    table = await seated(hall)
    assert await Someone(hall, ANNA).is_refused(ActionKind.MOVE, table, text) == code


async def test_who_must_capture_is_told_how_many(hall: Hall) -> None:
    table = await played(hall, await seated(hall), ["d3-d4", "d6-d5"])
    refused = await Someone(hall, ANNA).tries(ActionKind.MOVE, table, "h3-h4")
    assert refused == Refused(RefusalCode.MUST_CAPTURE, table, details={"count": 2})


async def test_not_your_turn(hall: Hall) -> None:
    table = await seated(hall)
    assert await Someone(hall, BORA).is_refused(ActionKind.MOVE, table, "d6-d5") == RefusalCode.NOT_YOUR_TURN


async def test_a_spectator_only_watches(hall: Hall) -> None:
    table = await seated(hall)
    for kind in set(ActionKind) - {ActionKind.SIT}:
        assert await Someone(hall, CEM).is_refused(kind, table, "d3-d4") == Code.NOT_YOUR_SEAT


async def test_nobody_acts_for_the_other_side(hall: Hall) -> None:
    table = await seated(hall)
    for kind in set(ActionKind) - {ActionKind.SIT}:
        assert await Someone(hall, ANNA).is_refused(kind, table, "d3-d4", side=Side.BLACK) == Code.NOT_YOUR_SEAT


async def test_an_unknown_table_is_named_as_such(hall: Hall) -> None:
    action = Action(ActionKind.MOVE, table_id("nowhere"), None, 1, f"p:{ANNA.id}:1", "d3-d4")
    assert await hall.act(ANNA, action) == Refused(Code.NO_SUCH_TABLE)
    assert await hall.load(table_id("nowhere")) is None


async def test_a_move_seen_on_an_old_board_is_refused_with_the_present_one(hall: Hall) -> None:
    table = await seated(hall)
    await played(hall, table, OPENING)
    assert await Someone(hall, ANNA).is_refused(ActionKind.MOVE, table, "d3-d4") == Code.STALE


async def test_a_version_from_the_future_is_stale_too(hall: Hall) -> None:
    table = await seated(hall)
    action = Action(ActionKind.MOVE, table.id, None, 99, f"p:{ANNA.id}:1", "d3-d4")
    assert await hall.act(ANNA, action) == Refused(Code.STALE, table)


async def test_an_offer_that_comes_in_between_does_not_make_a_move_fail(hall: Hall) -> None:
    table = await played(hall, await seated(hall), OPENING)
    await Someone(hall, BORA).does(ActionKind.OFFER_DRAW, table)
    await Someone(hall, BORA).does(ActionKind.ASK_TAKEBACK, table)
    moved = await Someone(hall, ANNA).does(ActionKind.MOVE, table, "b3-b4")
    assert (moved.version, moved.game.ply) == (table.version + 3, 3)


async def test_a_takeback_in_between_makes_a_move_fail(hall: Hall) -> None:
    table = await played(hall, await seated(hall), ["d3-d4"])
    asked = await Someone(hall, ANNA).does(ActionKind.ASK_TAKEBACK, table)
    await Someone(hall, BORA).does(ActionKind.GRANT_TAKEBACK, asked)
    assert await Someone(hall, BORA).is_refused(ActionKind.MOVE, table, "d6-d5") == Code.STALE


async def test_a_game_can_be_resigned_on_or_off_move_and_from_an_old_board(hall: Hall) -> None:
    table = await seated(hall)
    await played(hall, table, OPENING)
    over = await Someone(hall, BORA).does(ActionKind.RESIGN, table)
    assert (over.status, over.game.outcome) == (Status.FINISHED, Outcome(Side.WHITE, Reason.RESIGNATION))


async def test_a_finished_game_takes_nothing_but_a_rematch(hall: Hall) -> None:
    table = await Someone(hall, ANNA).does(ActionKind.RESIGN, await seated(hall))
    for kind in set(ActionKind) - {ActionKind.SIT, ActionKind.REMATCH}:
        assert await Someone(hall, ANNA).is_refused(kind, table, "d3-d4") == Code.FINISHED


async def test_a_game_ends_by_the_rules(hall: Hall) -> None:
    shuffle = ["a4-b4", "h5-g5", "b4-a4", "g5-h5"]
    table = await played(hall, await seated(hall), ["a3-a4", "h6-h5", *shuffle, *shuffle])
    assert (table.status, table.game.outcome) == (Status.FINISHED, Outcome(None, Reason.REPETITION))
    assert await hall.tables_of(ANNA.id) == []
