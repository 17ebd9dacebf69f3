"""Computers at their tables: they move, answer, are found after a restart, and get along with each other."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field

import pytest

from engine.board import Move, Side
from engine.clock import TimeControl
from engine.game import Game
from hall.actions import ActionKind
from hall.computers import Computers
from hall.model import Computer, Status, Table, TableId, Terms
from hall.nursery import Nursery
from hall.ports import Event, EventKind, Store, StoreDown, Subscription, Thinker
from hall.store.memory import MemoryStore
from hall.tables import Hall
from hall.thinker import EngineThinker
from tests.hall.conftest import SECRET
from tests.hall.people import ANNA, Someone, calm_moves, calmly_played, heard, played


@dataclass
class CalmThinker:
    """Answers at once with a calm move, or when the test lets it."""

    score: int = 0
    asked: list[tuple[str, int | None]] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    may_answer: asyncio.Event | None = None

    async def choose(self, game: Game, level: int, _seed: int, *, owner: str, max_ms: int | None = None) -> Move:
        self.asked.append((owner, max_ms))
        self.levels.append(level)
        self.begun.set()
        if self.may_answer is not None:
            await self.may_answer.wait()
        [text] = calm_moves(game, 1)
        return next(move for move in game.legal_moves() if str(move) == text)

    async def judge(self, _game: Game, *, owner: str) -> int:
        return self.score if owner else 0


Start = Callable[[Thinker], AbstractAsyncContextManager[Nursery]]


@pytest.fixture
def computers(hall: Hall, store: Store) -> Start:
    @asynccontextmanager
    async def start(thinker: Thinker) -> AsyncIterator[Nursery]:
        async with Nursery() as nursery:
            nursery.start(Computers(hall, store, thinker, nursery).run(), "computers")
            yield nursery
            assert not nursery.failures

    return start


async def until(events: Subscription, kind: EventKind) -> Event:
    while True:
        event = await anext(events)
        if event.kind is kind:
            return event


async def present(hall: Hall, table: Table) -> Table:
    found = await hall.load(table.id)
    assert found is not None
    return found


async def test_the_computer_answers_every_move(hall: Hall, store: Store, computers: Start) -> None:
    async with computers(CalmThinker()):
        table = await Someone(hall, ANNA).opens(opponent=Computer(3))
        for _ in range(5):
            events = store.follow()
            table = await calmly_played(hall, table, 1)
            [answer] = await heard(events, table, 1)
            assert (answer.kind, answer.side) == (EventKind.MOVED, Side.BLACK)
            table = await present(hall, table)
        assert table.game.ply == 10


async def test_the_computer_begins_where_it_has_white(hall: Hall, store: Store, computers: Start) -> None:
    thinker = CalmThinker()
    async with computers(thinker):
        events = store.follow()
        table = await Someone(hall, ANNA).opens(side=Side.BLACK, opponent=Computer(3))
        assert (await until(events, EventKind.MOVED)).side is Side.WHITE
        assert (await present(hall, table)).game.turn is Side.BLACK
    assert thinker.asked == [(ANNA.id, None)]


async def test_the_computer_thinks_at_the_level_that_the_table_says(
    hall: Hall, store: Store, computers: Start
) -> None:
    thinker, someone = CalmThinker(), Someone(hall, ANNA)
    async with computers(thinker):
        for _ in range(4):
            events = store.follow()
            table = await someone.opens(side=Side.BLACK, opponent=Computer(6))
            await until(events, EventKind.MOVED)
            await someone.does(ActionKind.RESIGN, await present(hall, table))
    assert thinker.levels == [5, 5, 5, 6]


async def test_a_table_that_waited_while_nobody_ran_is_found(hall: Hall, store: Store, computers: Start) -> None:
    waiting = [await Someone(hall, ANNA).opens(side=Side.BLACK, opponent=Computer(3)) for _ in range(3)]
    events = store.follow()
    async with computers(CalmThinker()):
        moved = {(await until(events, EventKind.MOVED)).table for _ in waiting}
    assert moved == {table.id for table in waiting}


async def test_many_processes_make_one_move(hall: Hall, store: Store, computers: Start) -> None:
    async with computers(CalmThinker()), computers(CalmThinker()), computers(CalmThinker()):
        table = await Someone(hall, ANNA).opens(opponent=Computer(3))
        events = store.follow()
        table = await calmly_played(hall, table, 1)
        await heard(events, table, 1)
        table = await calmly_played(hall, await present(hall, table), 1)
        await heard(events, table, 1)
        assert [event.version for event in await store.tail(table.id, 0) or []] == [1, 2, 3, 4, 5]


async def test_a_move_thought_out_too_late_is_refused_and_another_is_found(
    hall: Hall, store: Store, computers: Start
) -> None:
    thinker = CalmThinker(may_answer=asyncio.Event())
    assert thinker.may_answer is not None
    async with computers(thinker):
        table = await Someone(hall, ANNA).opens(opponent=Computer(3))
        moved = await Someone(hall, ANNA).does(ActionKind.MOVE, table, "h3-h4")
        await thinker.begun.wait()
        back = await Someone(hall, ANNA).does(ActionKind.ASK_TAKEBACK, moved)
        again = await Someone(hall, ANNA).does(ActionKind.MOVE, back, "a3-a4")
        events = store.follow()
        thinker.may_answer.set()
        await heard(events, again, 1)
        table = await present(hall, table)
        assert [str(move) for move in table.game.moves[:1]] == ["a3-a4"]
        assert table.game.ply == 2


@pytest.mark.parametrize(
    ("plies", "score", "kind"),
    [
        (0, 0, EventKind.DRAW_DECLINED),
        (0, 150, EventKind.DRAW_AGREED),
        (40, 0, EventKind.DRAW_AGREED),
        (40, -80, EventKind.DRAW_DECLINED),
    ],
)
async def test_a_draw_offer_is_answered_by_how_the_computer_stands(
    hall: Hall, store: Store, computers: Start, plies: int, score: int, kind: EventKind
) -> None:
    """The score is that of the side on move, Anna's."""
    async with computers(CalmThinker(score=score)):
        table = await Someone(hall, ANNA).opens(opponent=Computer(3))
        for _ in range(plies // 2):
            events = store.follow()
            table = await calmly_played(hall, table, 1)
            await heard(events, table, 1)
            table = await present(hall, table)
        events = store.follow()
        offered = await Someone(hall, ANNA).does(ActionKind.OFFER_DRAW, table)
        [answer] = await heard(events, offered, 1)
        assert (answer.kind, answer.side) == (kind, Side.BLACK)


async def test_an_offer_made_while_the_computer_thinks_lapses_with_its_move(
    hall: Hall, store: Store, computers: Start
) -> None:
    thinker = CalmThinker(may_answer=asyncio.Event())
    assert thinker.may_answer is not None
    async with computers(thinker):
        table = await Someone(hall, ANNA).opens(opponent=Computer(3))
        moved = await calmly_played(hall, table, 1)
        await thinker.begun.wait()
        events = store.follow()
        offered = await Someone(hall, ANNA).does(ActionKind.OFFER_DRAW, moved)
        thinker.may_answer.set()
        await heard(events, offered, 1)
        table = await present(hall, table)
        assert (table.draw_offer, table.game.ply) == (None, 2)


async def test_with_a_clock_the_computer_spends_a_small_part_of_its_time(
    hall: Hall, store: Store, computers: Start
) -> None:
    thinker = CalmThinker()
    async with computers(thinker):
        events = store.follow()
        terms = Terms(time=TimeControl(60_000))
        await Someone(hall, ANNA).opens(side=Side.BLACK, opponent=Computer(8), terms=terms)
        await until(events, EventKind.MOVED)
    assert thinker.asked == [(ANNA.id, 3_000)]


async def test_a_whole_game_against_the_engine_comes_to_its_end(memory_hall: Hall) -> None:
    store = memory_hall._store
    async with EngineThinker(workers=1) as thinker, Nursery() as nursery:
        nursery.start(Computers(memory_hall, store, thinker, nursery).run(), "computers")
        events = store.follow(size=4096)
        table = await Someone(memory_hall, ANNA).opens(opponent=Computer(2))
        while table.status is Status.PLAYING:
            table = await played(memory_hall, table, [str(table.game.legal_moves()[0])])
            while table.awaits_computer:
                event = await anext(events)
                table = await present(memory_hall, table)
                assert event.kind is not EventKind.ABORTED
        assert table.game.outcome is not None
        assert not nursery.failures


class ShakyStore(MemoryStore):
    """Is down a few times before it answers."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures = failures

    async def awaiting_computers(self) -> list[TableId]:
        self._fail()
        return await super().awaiting_computers()

    def _fail(self) -> None:
        if self.failures > 0:
            self.failures -= 1
            raise StoreDown("for the test")


async def test_a_store_that_is_down_at_first_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hall.computers.RETRY_S", 0.0)
    store = ShakyStore(3)
    hall = Hall(store, secret=SECRET)
    events = store.follow()
    await Someone(hall, ANNA).opens(side=Side.BLACK, opponent=Computer(3))
    async with Nursery() as nursery:
        nursery.start(Computers(hall, store, CalmThinker(), nursery).run(), "computers")
        await until(events, EventKind.MOVED)
    assert store.failures == 0
