"""Undoing the last steps of a table finds the tables that were: the ones a page missed while it was away."""

import random
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Side
from hall.actions import Action, ActionKind, Done, Opening
from hall.model import Guest, Player, PlayerId, Table, Terms
from hall.ports import Event
from hall.store.memory import MemoryStore
from hall.tables import Hall
from webapp.history import before, tables_after

ANNA = Guest(PlayerId("guest:" + "a" * 22), "Anna")
BORA = Guest(PlayerId("guest:" + "b" * 22), "Bora")


@dataclass
class Played:
    """A table with everything that was seen of it: each version and the event that led there."""

    hall: Hall
    tables: list[Table]
    events: list[Event]

    @classmethod
    async def begun(cls) -> "Played":
        hall = Hall(MemoryStore(), secret=b"a secret of the tests")
        opened = await hall.open(ANNA, Opening(Terms(), Side.WHITE, None, f"p:{ANNA.id}:open"))
        assert isinstance(opened, Done)
        assert opened.event is not None
        return cls(hall, [opened.table], [opened.event])

    async def do(self, player: Player, kind: ActionKind, text: str = "") -> None:
        table = self.tables[-1]
        op = f"p:{player.id}:{table.version}"
        done = await self.hall.act(player, Action(kind, table.id, None, table.version, op, text))
        assert isinstance(done, Done)
        assert done.event is not None
        self.tables.append(done.table)
        self.events.append(done.event)

    def looks(self) -> list[tuple[object, ...]]:
        return [looks(table) for table in self.tables]


def looks(table: Table) -> tuple[object, ...]:
    """What a step shows of a table."""
    offers = (table.draw_offer, table.takeback_offer, table.rematch, table.next)
    return (table.version, table.status, table.white, table.black, table.game, *offers)


async def a_game(*last: tuple[Player, ActionKind, str]) -> Played:
    """A game of four moves, and then what is given."""
    played = await Played.begun()
    await played.do(BORA, ActionKind.SIT)
    for number, text in enumerate(("a3-a4", "b6-b5", "h3-h4", "g6-g5")):
        await played.do((ANNA, BORA)[number % 2], ActionKind.MOVE, text)
    for player, kind, text in last:
        await played.do(player, kind, text)
    return played


@pytest.mark.parametrize(
    "ending",
    [
        [(ANNA, ActionKind.RESIGN, "")],
        [(ANNA, ActionKind.OFFER_DRAW, ""), (BORA, ActionKind.DECLINE_DRAW, "")],
        [(ANNA, ActionKind.OFFER_DRAW, ""), (BORA, ActionKind.ACCEPT_DRAW, "")],
        [(ANNA, ActionKind.ASK_TAKEBACK, ""), (BORA, ActionKind.DECLINE_TAKEBACK, ""), (ANNA, ActionKind.RESIGN, "")],
        [(ANNA, ActionKind.RESIGN, ""), (BORA, ActionKind.REMATCH, ""), (ANNA, ActionKind.REMATCH, "")],
    ],
)
async def test_every_kind_of_step_is_undone(ending: list[tuple[Player, ActionKind, str]]) -> None:
    played = await a_game(*ending)
    found = tables_after(played.tables[-1], played.events)
    assert found is not None
    for then, was in zip(found, played.tables, strict=True):
        assert looks(then)[:-4] == looks(was)[:-4]
    assert looks(found[-1]) == looks(played.tables[-1])


async def test_offers_appear_and_vanish_in_the_right_steps() -> None:
    offer, answer = (ANNA, ActionKind.OFFER_DRAW, ""), (BORA, ActionKind.DECLINE_DRAW, "")
    played = await a_game(offer, answer, (ANNA, ActionKind.RESIGN, ""))
    found = tables_after(played.tables[-1], played.events[-3:])
    assert found is not None
    assert [table.draw_offer for table in found] == [Side.WHITE, None, None]


async def test_an_aborted_table_was_open_before_somebody_came() -> None:
    played = await Played.begun()
    await played.do(ANNA, ActionKind.ABORT)
    found = tables_after(played.tables[-1], played.events)
    assert found is not None
    assert [looks(table) for table in found] == played.looks()


async def test_what_lies_before_a_takeback_is_not_guessed() -> None:
    played = await a_game((ANNA, ActionKind.ASK_TAKEBACK, ""), (BORA, ActionKind.GRANT_TAKEBACK, ""))
    assert tables_after(played.tables[-1], played.events[-2:]) is None
    assert tables_after(played.tables[-1], played.events[-1:]) == [played.tables[-1]]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 60))
async def test_a_row_of_moves_is_undone_one_by_one(seed: int, plies: int) -> None:
    chance = random.Random(seed)
    played = await Played.begun()
    await played.do(BORA, ActionKind.SIT)
    while played.tables[-1].status.running and played.tables[-1].game.ply < plies:
        game = played.tables[-1].game
        player = ANNA if game.turn is Side.WHITE else BORA
        await played.do(player, ActionKind.MOVE, str(chance.choice(game.legal_moves())))
    table = played.tables[-1]
    for was, event in zip(played.tables[-2::-1], played.events[::-1], strict=False):
        table = before(table, event)
        assert looks(table) == looks(was)
