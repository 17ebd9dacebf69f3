"""The way a move travels costs no time, within bounds: half a second a move, three seconds a game, live games only."""

import pytest

from engine.board import Side
from engine.clock import TimeControl
from hall.actions import Action, ActionKind, Done
from hall.judge import LAG_A_GAME_MS, LAG_A_MOVE_MS
from hall.model import Person, Table, Terms, is_player
from hall.opening import by_message
from hall.store.memory import MemoryStore
from hall.tables import Hall
from tests.hall.conftest import SECRET
from tests.hall.people import Someone, Watch, calm_moves, played, seated

BLITZ = Terms(time=TimeControl(180_000))


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def timed(watch: Watch) -> Hall:
    return Hall(MemoryStore(watch), secret=SECRET)


async def lagging(hall: Hall, table: Table, lag_ms: int) -> Table:
    """A calm move that arrives with this round trip."""
    seat, [text] = table.on_move_seat, calm_moves(table.game, 1)
    assert is_player(seat)
    op = Someone(hall, seat).op()
    done = await hall.act(seat, Action(ActionKind.MOVE, table.id, None, table.version, op, text, lag_ms))
    assert isinstance(done, Done), done
    return done.table


async def begun(hall: Hall, terms: Terms = BLITZ) -> Table:
    return await played(hall, await seated(hall, terms=terms), ["a3-a4", "h6-h5"])


def white_left(table: Table) -> int:
    assert table.clock is not None
    return table.clock.white_ms


@pytest.mark.parametrize(("lag", "given"), [(0, 0), (120, 120), (500, 500), (501, 500), (60_000, 500), (-5, 0)])
async def test_a_move_is_given_back_its_way_up_to_half_a_second(
    timed: Hall, watch: Watch, lag: int, given: int
) -> None:
    table = await begun(timed)
    watch.now += 10_000
    assert white_left(await lagging(timed, table, lag)) == 170_000 + given


async def test_nobody_gets_more_back_than_the_move_took(timed: Hall, watch: Watch) -> None:
    table = await begun(timed)
    watch.now += 80
    table = await lagging(timed, table, 300)
    assert (white_left(table), table.lag_ms(Side.WHITE)) == (180_000, 80)


async def test_a_game_gives_back_three_seconds_to_each_side_at_most(timed: Hall, watch: Watch) -> None:
    table, moves = await begun(timed), 10
    for _ in range(moves):
        watch.now += 1_000
        table = await lagging(timed, table, LAG_A_MOVE_MS)
        table = await lagging(timed, table, 0)
    assert white_left(table) == 180_000 - 1_000 * moves + LAG_A_GAME_MS
    assert (table.lag_ms(Side.WHITE), table.lag_ms(Side.BLACK)) == (LAG_A_GAME_MS, 0)


async def test_the_first_moves_and_games_by_message_need_none(timed: Hall, watch: Watch) -> None:
    table = await seated(timed, terms=BLITZ)
    watch.now += 5_000
    table = await lagging(timed, table, 400)
    assert (white_left(table), table.lag_ms(Side.WHITE)) == (180_000, 0)
    days = await begun(timed, Terms(time=by_message(1)))
    watch.now += 5_000
    assert (await lagging(timed, days, 400)).lag_ms(Side.WHITE) == 0


async def test_a_flag_that_has_fallen_stays_fallen_however_long_the_way_was(timed: Hall, watch: Watch) -> None:
    table = await begun(timed)
    watch.now += 180_000
    seat = table.on_move_seat
    assert not isinstance(seat, Person)
    assert is_player(seat)
    late = Action(ActionKind.MOVE, table.id, None, table.version, Someone(timed, seat).op(), "b3-b4", 400)
    assert not isinstance(await timed.act(seat, late), Done)
