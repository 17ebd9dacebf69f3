"""What one player asks of the other: draws, takebacks, calling off, another game."""

import pytest

from engine.board import Side
from engine.game import Outcome, Reason
from engine.refusal import RefusalCode
from hall.actions import ActionKind, Code, Refused
from hall.model import Computer, Player, Status, Terms
from hall.ports import EventKind, Store
from hall.tables import Hall
from tests.hall.people import ADA, ANNA, BIRGUL, BORA, Someone, calmly_played, heard, played, seated


async def test_a_draw_is_offered_and_accepted(hall: Hall) -> None:
    table = await Someone(hall, ANNA).does(ActionKind.OFFER_DRAW, await seated(hall))
    assert table.draw_offer is Side.WHITE
    over = await Someone(hall, BORA).does(ActionKind.ACCEPT_DRAW, table)
    assert (over.status, over.game.outcome) == (Status.FINISHED, Outcome(None, Reason.AGREEMENT))
    assert over.draw_offer is None


async def test_two_offers_are_an_agreement(hall: Hall) -> None:
    table = await seated(hall)
    await Someone(hall, ANNA).does(ActionKind.OFFER_DRAW, table)
    assert (await Someone(hall, BORA).does(ActionKind.OFFER_DRAW, table)).status is Status.FINISHED


async def test_a_declined_offer_is_gone(hall: Hall) -> None:
    table = await Someone(hall, ANNA).does(ActionKind.OFFER_DRAW, await seated(hall))
    table = await Someone(hall, BORA).does(ActionKind.DECLINE_DRAW, table)
    assert table.draw_offer is None
    assert await Someone(hall, BORA).is_refused(ActionKind.ACCEPT_DRAW, table) == Code.NO_OFFER


async def test_only_the_receiver_answers_an_offer(hall: Hall) -> None:
    table = await Someone(hall, ANNA).does(ActionKind.OFFER_DRAW, await seated(hall))
    for kind in (ActionKind.ACCEPT_DRAW, ActionKind.DECLINE_DRAW):
        assert await Someone(hall, ANNA).is_refused(kind, table) == Code.NO_OFFER
    assert await Someone(hall, ANNA).is_refused(ActionKind.OFFER_DRAW, table) == Code.ALREADY_ASKED


async def test_an_offer_stands_while_the_offerer_moves_and_lapses_when_the_receiver_does(hall: Hall) -> None:
    table = await Someone(hall, ANNA).does(ActionKind.OFFER_DRAW, await seated(hall))
    table = await played(hall, table, ["a3-a4"])
    assert table.draw_offer is Side.WHITE
    table = await played(hall, table, ["h6-h5"])
    assert table.draw_offer is None


@pytest.mark.parametrize("offering", [ANNA, BORA])
@pytest.mark.parametrize("asking", [ANNA, BORA])
async def test_a_draw_offer_does_not_survive_a_takeback(hall: Hall, offering: Player, asking: Player) -> None:
    table = await played(hall, await seated(hall), ["a3-a4", "h6-h5"])
    table = await Someone(hall, offering).does(ActionKind.OFFER_DRAW, table)
    table = await Someone(hall, asking).does(ActionKind.ASK_TAKEBACK, table)
    assert table.draw_offer is not None
    granting, receiving = (BORA if each is ANNA else ANNA for each in (asking, offering))
    table = await Someone(hall, granting).does(ActionKind.GRANT_TAKEBACK, table)
    assert table.draw_offer is None
    assert await Someone(hall, receiving).is_refused(ActionKind.ACCEPT_DRAW, table) == Code.NO_OFFER


async def test_an_offer_to_the_computer_does_not_survive_the_takeback_it_grants(hall: Hall) -> None:
    anna = Someone(hall, ANNA)
    table = await anna.does(ActionKind.MOVE, await anna.opens(opponent=Computer(3)), "a3-a4")
    table = await anna.does(ActionKind.OFFER_DRAW, table)
    assert (await anna.does(ActionKind.ASK_TAKEBACK, table)).draw_offer is None


@pytest.mark.parametrize("plies", [0, 1, 2, 3])
async def test_a_game_is_called_off_by_either_side_until_both_have_moved(hall: Hall, plies: int) -> None:
    for player in (ANNA, BORA):
        table = await calmly_played(hall, await seated(hall), plies)
        if plies < 2:
            assert (await Someone(hall, player).does(ActionKind.ABORT, table)).status is Status.ABORTED
        else:
            assert await Someone(hall, player).is_refused(ActionKind.ABORT, table) == Code.TOO_LATE_TO_ABORT


async def test_nobody_agrees_to_a_draw_on_a_board_not_seen(hall: Hall) -> None:
    table = await Someone(hall, ANNA).does(ActionKind.OFFER_DRAW, await seated(hall))
    await played(hall, table, ["a3-a4"])
    assert await Someone(hall, BORA).is_refused(ActionKind.ACCEPT_DRAW, table) == Code.STALE


async def test_an_offer_is_not_repeated_within_ten_own_moves(hall: Hall) -> None:
    anna, bora = Someone(hall, ANNA), Someone(hall, BORA)
    table = await anna.does(ActionKind.OFFER_DRAW, await seated(hall))
    table = await bora.does(ActionKind.DECLINE_DRAW, table)
    for own_moves in range(10):
        refused = await anna.tries(ActionKind.OFFER_DRAW, table)
        assert refused == Refused(Code.OFFER_TOO_SOON, table, details={"count": 10 - own_moves})
        table = await calmly_played(hall, table, 2)
    assert (await anna.does(ActionKind.OFFER_DRAW, table)).draw_offer is Side.WHITE


async def test_federation_rules_allow_two_offers_by_a_side(hall: Hall) -> None:
    table = await seated(hall, terms=Terms("federation"))
    anna, bora = Someone(hall, ANNA), Someone(hall, BORA)
    for _ in range(2):
        table = await bora.does(ActionKind.DECLINE_DRAW, await anna.does(ActionKind.OFFER_DRAW, table))
        table = await calmly_played(hall, table, 20)
    assert await anna.is_refused(ActionKind.OFFER_DRAW, table) == RefusalCode.TOO_MANY_OFFERS
    assert (await bora.does(ActionKind.OFFER_DRAW, table)).draw_offer is Side.BLACK


async def test_a_move_is_taken_back_when_the_other_side_agrees(hall: Hall, store: Store) -> None:
    table = await played(hall, await seated(hall), ["a3-a4"])
    events = store.follow()
    asked = await Someone(hall, ANNA).does(ActionKind.ASK_TAKEBACK, table)
    assert (asked.takeback_offer, asked.game.ply) == (Side.WHITE, 1)
    back = await Someone(hall, BORA).does(ActionKind.GRANT_TAKEBACK, asked)
    assert (back.takeback_offer, back.game.ply, back.game.turn) == (None, 0, Side.WHITE)
    kinds = [event.kind for event in await heard(events, table, 2)]
    assert kinds == [EventKind.TAKEBACK_ASKED, EventKind.TAKEN_BACK]


async def test_a_takeback_on_move_undoes_both_moves(hall: Hall) -> None:
    table = await played(hall, await seated(hall), ["a3-a4", "h6-h5", "b3-b4"])
    asked = await Someone(hall, BORA).does(ActionKind.ASK_TAKEBACK, table)
    back = await Someone(hall, ANNA).does(ActionKind.GRANT_TAKEBACK, asked)
    assert [str(move) for move in back.game.moves] == ["a3-a4"]


async def test_a_takeback_can_be_declined_and_lapses_with_the_next_move(hall: Hall) -> None:
    table = await played(hall, await seated(hall), ["a3-a4"])
    asked = await Someone(hall, ANNA).does(ActionKind.ASK_TAKEBACK, table)
    assert await Someone(hall, ANNA).is_refused(ActionKind.GRANT_TAKEBACK, asked) == Code.NO_OFFER
    declined = await Someone(hall, BORA).does(ActionKind.DECLINE_TAKEBACK, asked)
    assert declined.takeback_offer is None
    asked = await Someone(hall, ANNA).does(ActionKind.ASK_TAKEBACK, declined)
    assert await Someone(hall, ANNA).is_refused(ActionKind.ASK_TAKEBACK, asked) == Code.ALREADY_ASKED
    moved = await played(hall, asked, ["h6-h5"])
    assert moved.takeback_offer is None
    assert await Someone(hall, BORA).is_refused(ActionKind.GRANT_TAKEBACK, moved) == Code.NO_OFFER


async def test_there_must_be_a_move_to_take_back(hall: Hall) -> None:
    table = await played(hall, await seated(hall), ["a3-a4"])
    code = await Someone(hall, BORA).is_refused(ActionKind.ASK_TAKEBACK, table)
    assert code == RefusalCode.NOTHING_TO_TAKE_BACK


async def test_nothing_is_taken_back_in_a_rated_game(hall: Hall) -> None:
    table = await played(hall, await seated(hall, ADA, BIRGUL, Terms(rated=True)), ["a3-a4"])
    assert await Someone(hall, ADA).is_refused(ActionKind.ASK_TAKEBACK, table) == Code.RATED_NO_TAKEBACK


async def test_the_computer_grants_a_takeback_at_once_and_its_late_move_is_refused(hall: Hall) -> None:
    table = await Someone(hall, ANNA).opens(opponent=Computer(1))
    table = await Someone(hall, ANNA).does(ActionKind.MOVE, table, "a3-a4")
    back = await Someone(hall, ANNA).does(ActionKind.ASK_TAKEBACK, table)
    assert (back.game.ply, back.game.turn) == (0, Side.WHITE)


@pytest.mark.parametrize("moves", [[], ["a3-a4"]])
async def test_a_game_can_be_called_off_until_both_have_moved(hall: Hall, moves: list[str]) -> None:
    table = await played(hall, await seated(hall), moves)
    off = await Someone(hall, BORA).does(ActionKind.ABORT, table)
    assert (off.status, off.game.outcome) == (Status.ABORTED, None)
    assert await hall.tables_of(ANNA.id) == await hall.tables_of(BORA.id) == []
    assert await Someone(hall, ANNA).is_refused(ActionKind.REMATCH, off) == Code.NOT_OPEN


async def test_later_it_can_only_be_resigned(hall: Hall) -> None:
    table = await played(hall, await seated(hall), ["a3-a4", "h6-h5"])
    assert await Someone(hall, ANNA).is_refused(ActionKind.ABORT, table) == Code.TOO_LATE_TO_ABORT


async def test_another_game_begins_when_both_want_it_with_the_sides_swapped(hall: Hall, store: Store) -> None:
    over = await Someone(hall, ANNA).does(ActionKind.RESIGN, await seated(hall))
    events = store.follow()
    wished = await Someone(hall, ANNA).does(ActionKind.REMATCH, over)
    assert (wished.rematch, wished.next) == (frozenset({Side.WHITE}), None)
    assert await Someone(hall, ANNA).is_refused(ActionKind.REMATCH, wished) == Code.ALREADY_ASKED
    agreed = await Someone(hall, BORA).does(ActionKind.REMATCH, over)
    assert agreed.next is not None
    following = await hall.load(agreed.next)
    assert following is not None
    assert (following.white, following.black, following.status) == (BORA, ANNA, Status.PLAYING)
    assert (following.previous, following.terms) == (over.id, over.terms)
    assert await hall.tables_of(ANNA.id) == await hall.tables_of(BORA.id) == [following.id]
    kinds = [event.kind for event in await heard(events, over, 3)]
    assert kinds == [EventKind.REMATCH_WISHED, EventKind.OPENED, EventKind.REMATCH_OPENED]
    assert await Someone(hall, BORA).is_refused(ActionKind.REMATCH, agreed) == Code.STALE


async def test_no_rematch_while_the_game_goes_on(hall: Hall) -> None:
    assert await Someone(hall, ANNA).is_refused(ActionKind.REMATCH, await seated(hall)) == Code.NOT_FINISHED


async def test_the_computer_always_wants_another_game(hall: Hall) -> None:
    table = await Someone(hall, ANNA).opens(opponent=Computer(4))
    over = await Someone(hall, ANNA).does(ActionKind.RESIGN, table)
    agreed = await Someone(hall, ANNA).does(ActionKind.REMATCH, over)
    assert agreed.next is not None
    following = await hall.load(agreed.next)
    assert following is not None
    assert (following.white, following.black, following.awaits_computer) == (Computer(4, plays=3), ANNA, True)


async def test_on_one_device_the_host_does_everything_for_both(hall: Hall) -> None:
    anna = Someone(hall, ANNA)
    table = await anna.opens(terms=Terms(one_device=True))
    for side, text in ((Side.WHITE, "a3-a4"), (Side.BLACK, "h6-h5"), (None, "b3-b4"), (None, "g6-g5")):
        table = await anna.does(ActionKind.MOVE, table, text, side=side)
    table = await anna.does(ActionKind.ASK_TAKEBACK, table)
    assert (table.game.ply, table.game.turn) == (3, Side.BLACK)
    over = await anna.does(ActionKind.OFFER_DRAW, table)
    assert over.game.outcome == Outcome(None, Reason.AGREEMENT)
    following = (await anna.does(ActionKind.REMATCH, over)).next
    assert following is not None
    assert await hall.tables_of(ANNA.id) == [following]


async def test_on_one_device_the_named_side_resigns(hall: Hall) -> None:
    anna = Someone(hall, ANNA)
    table = await anna.opens(terms=Terms(one_device=True))
    over = await anna.does(ActionKind.RESIGN, table, side=Side.BLACK)
    assert over.game.outcome == Outcome(Side.WHITE, Reason.RESIGNATION)
