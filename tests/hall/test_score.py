"""The score between two who play one game after another."""

import pytest

from engine.board import Side
from hall.actions import ActionKind
from hall.model import Computer, Player, Table, Terms
from hall.ports import Store
from hall.tables import Hall
from tests.hall.people import ANNA, BORA, Someone, seated


async def next_game(hall: Hall, over: Table) -> Table:
    """The game after this one, when both want it."""
    for player in over.players:
        present = await hall.load(over.id)
        assert present is not None
        if present.next is None:
            over = await Someone(hall, player).does(ActionKind.REMATCH, present)
    assert over.next is not None
    table = await hall.load(over.next)
    assert table is not None
    return table


async def lost_by(hall: Hall, loser: Player, table: Table) -> Table:
    return await Someone(hall, loser).does(ActionKind.RESIGN, table)


async def drawn(hall: Hall, table: Table) -> Table:
    offered = await Someone(hall, ANNA).does(ActionKind.OFFER_DRAW, table)
    return await Someone(hall, BORA).does(ActionKind.ACCEPT_DRAW, offered)


async def test_the_score_follows_the_players_whatever_their_colours(hall: Hall) -> None:
    first = await seated(hall)
    assert first.score == (0, 0)
    over = await lost_by(hall, BORA, first)
    assert over.score == (2, 0)
    second = await next_game(hall, over)
    assert (second.white, second.score) == (BORA, (0, 2))
    over = await drawn(hall, second)
    assert over.score == (1, 3)
    third = await next_game(hall, over)
    assert (third.white, third.score) == (ANNA, (3, 1))
    assert (await lost_by(hall, ANNA, third)).score == (3, 3)


async def test_a_game_called_off_counts_nothing(hall: Hall) -> None:
    second = await next_game(hall, await lost_by(hall, BORA, await seated(hall)))
    off = await Someone(hall, ANNA).does(ActionKind.ABORT, second)
    assert off.score == (0, 2)


@pytest.mark.parametrize("opponent", [Computer(1), None])
async def test_against_the_computer_the_score_goes_on_but_on_one_device_there_is_none(
    hall: Hall, opponent: Computer | None
) -> None:
    table = await Someone(hall, ANNA).opens(opponent=opponent, terms=Terms(one_device=opponent is None))
    second = await next_game(hall, await lost_by(hall, ANNA, table))
    assert second.earlier == ((2, 0) if opponent else (0, 0))


async def test_the_score_is_kept_with_the_table(hall: Hall, store: Store) -> None:
    second = await next_game(hall, await lost_by(hall, BORA, await seated(hall)))
    loaded = await store.load(second.id)
    assert loaded is not None
    assert loaded.table.earlier == (0, 2)
    assert loaded.table.sides_of(ANNA.id) == (Side.BLACK,)
