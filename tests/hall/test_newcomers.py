"""A new player's first three finished games against the computer are one step easier, and the table says so."""

import pytest

from engine.board import Side
from hall.actions import ActionKind
from hall.locales import translator
from hall.model import Computer, Player, PlayerId, Table, Terms, telegram_id
from hall.moving import Moving
from hall.newcomers import LOOKED_AT
from hall.phrases import table_note
from hall.ports import Store
from hall.store.codec import decode_table, encode_table
from hall.tables import Hall
from tests.hall.games import newcomer
from tests.hall.people import ANNA, BORA, Someone, guest, seated


async def lost(hall: Hall, player: Player, level: int = 4) -> Table:
    """A game against the computer, given up by the player; as it was opened."""
    someone = Someone(hall, player)
    table = await someone.opens(opponent=Computer(level))
    await someone.does(ActionKind.RESIGN, table)
    return table


@pytest.mark.parametrize("player", [guest("new"), newcomer()], ids=["guest", "account"])
async def test_the_first_three_finished_games_are_one_step_easier(hall: Hall, player: Player) -> None:
    opened = [await lost(hall, player) for _ in range(5)]
    assert [table.black for table in opened] == [Computer(4, plays=3)] * 3 + [Computer(4)] * 2
    assert [seat.strength for table in opened if isinstance(seat := table.black, Computer)] == [3, 3, 3, 4, 4]


async def test_the_lowest_level_is_as_easy_as_it_gets(hall: Hall) -> None:
    assert (await lost(hall, ANNA, level=1)).black == Computer(1)


async def test_games_that_were_called_off_or_against_people_do_not_count(hall: Hall) -> None:
    for _ in range(3):
        await Someone(hall, ANNA).does(ActionKind.ABORT, await Someone(hall, ANNA).opens(opponent=Computer(4)))
        await Someone(hall, ANNA).does(ActionKind.RESIGN, await seated(hall))
        device = await Someone(hall, ANNA).opens(terms=Terms(one_device=True))
        await Someone(hall, ANNA).does(ActionKind.RESIGN, device, side=Side.WHITE)
    assert (await lost(hall, ANNA)).black == Computer(4, plays=3)


async def test_who_has_played_much_with_people_is_new_no_more(hall: Hall) -> None:
    for _ in range(LOOKED_AT):
        await Someone(hall, ANNA).does(ActionKind.RESIGN, await seated(hall))
    assert (await lost(hall, ANNA)).black == Computer(4)
    assert (await lost(hall, BORA)).black == Computer(4)


async def test_another_game_is_fitted_anew_and_asked_for_twice_it_is_the_same(hall: Hall) -> None:
    for _ in range(2):
        await lost(hall, ANNA)
    someone = Someone(hall, ANNA)
    table = await someone.opens(opponent=Computer(4))
    over = await someone.does(ActionKind.RESIGN, table)
    op = someone.op()
    again = [(await someone.does(ActionKind.REMATCH, over, op=op)).next for _ in range(2)]
    assert again[0] is not None
    assert again[0] == again[1]
    following = await hall.load(again[0])
    assert following is not None
    assert (table.black, following.white) == (Computer(4, plays=3), Computer(4))


async def test_the_same_opening_asked_for_later_is_the_table_as_it_was_opened(hall: Hall) -> None:
    op = Someone(hall, ANNA).op()
    first = await Someone(hall, ANNA).opens(opponent=Computer(5), op=op)
    for _ in range(3):
        await lost(hall, ANNA)
    assert await Someone(hall, ANNA).opens(opponent=Computer(5), op=op) == first


async def test_a_guests_games_count_for_the_account_the_guest_becomes(hall: Hall, store: Store) -> None:
    async def settle(_: object) -> None: ...

    visitor, account = guest("visitor"), newcomer()
    for _ in range(3):
        await lost(hall, visitor)
    assert await Moving(store, settle).move_all(visitor.id, account, listed=True) == 3
    assert (await lost(hall, account)).black == Computer(4)


async def test_only_the_player_it_is_about_is_told_and_the_level_shown_is_the_one_asked_for(hall: Hall) -> None:
    table = await Someone(hall, ANNA).opens(opponent=Computer(6))
    assert isinstance(table.black, Computer)
    assert table.black.level == 6
    english = translator("en")
    assert table_note(table, ANNA.id, english) == "One of your first games: the computer plays one level easier."
    assert table_note(table, PlayerId(telegram_id(99)), english) is None
    assert table_note(table, ANNA.id, translator("tr")) not in (None, table_note(table, ANNA.id, english))
    assert decode_table(table.id, encode_table(table)) == table
