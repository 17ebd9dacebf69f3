"""Everything that can be done at a table, in any order, by anybody, late or twice, against a simple model."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.board import Side
from engine.game import Game, Step
from hall.actions import Action, ActionKind, Code, Done, Opening, Refused
from hall.model import Guest, Player, Status, Table, Terms, guest_id
from hall.ports import Store
from hall.store.fanout import Fanout
from hall.store.keys import LOG_TAIL, OPS_KEPT
from hall.store.memory import MemoryStore
from hall.store.redis import RedisStore, connect
from hall.tables import Hall
from tests.hall.conftest import SECRET
from tests.hall.people import calm_moves

PEOPLE = ("host", "friend", "stranger")
FRESH = {
    ActionKind.MOVE,
    ActionKind.OFFER_DRAW,
    ActionKind.ACCEPT_DRAW,
    ActionKind.ASK_TAKEBACK,
    ActionKind.GRANT_TAKEBACK,
}
"""What answers the board as the asker saw it: refused when the position has changed since."""
ENDS = (ActionKind.RESIGN, ActionKind.ABORT, ActionKind.REMATCH)
QUESTIONS = sorted(set(ActionKind) - {ActionKind.MOVE, ActionKind.CLAIM, ActionKind.SIT, *ENDS})
EDGES = ("nothing", "call off", "take back and call off", "host offers, take back", "friend offers, take back")
SOMEBODY = st.sampled_from(["host", "friend", "host", "friend", "stranger"])
BEHIND = st.sampled_from([0, 0, 0, 0, 1, 3])
CALM = calm_moves(Game.new(), 46)
numbers = count(1)


@dataclass
class Model:
    """A friendly, untimed table, told as simply as possible: the host is White, the friend may sit down."""

    version: int = 1
    moved_version: int = 1
    status: Status = Status.OPEN
    game: Game = field(default_factory=Game.new)
    draw: Side | None = None
    takeback: Side | None = None
    offered: dict[Side, list[int]] = field(default_factory=lambda: {side: [] for side in Side})
    wishes: set[Side] = field(default_factory=set)
    black: str | None = None

    def side_of(self, who: str) -> Side | None:
        return Side.WHITE if who == "host" else Side.BLACK if who == self.black else None

    def does(self, who: str, kind: ActionKind, version: int, text: str = "") -> bool:
        """Whether this is accepted; if so it has been done."""
        if kind is ActionKind.SIT:
            return self.sits(who)
        side = self.side_of(who)
        if side is None or (kind in FRESH and not self.moved_version <= version <= self.version):
            return False
        if kind is ActionKind.MOVE:
            return self.status is Status.PLAYING and self.moves(side, text)
        done: bool = getattr(self, kind.value)(side)
        self.version += done
        return done

    def sits(self, who: str) -> bool:
        if self.status is not Status.OPEN or who == "host":
            return False
        self.black, self.status = who, Status.PLAYING
        self.version += 1
        self.moved_version = self.version
        return True

    def moves(self, side: Side, text: str) -> bool:
        step = self.game.move(side, text)
        if not isinstance(step, Step):
            return False
        self.board_is(step.after)
        self.draw = None if self.draw is side.other or step.after.outcome is not None else self.draw
        return True

    def board_is(self, game: Game) -> None:
        self.game, self.takeback = game, None
        self.version += 1
        self.moved_version = self.version
        self.status = Status.PLAYING if game.outcome is None else Status.FINISHED

    def ends(self, step: Any) -> bool:
        self.game, self.status, self.draw, self.takeback = step.after, Status.FINISHED, None, None
        return True

    def resign(self, side: Side) -> bool:
        return self.status is Status.PLAYING and self.ends(self.game.resign(side))

    def offer_draw(self, side: Side) -> bool:
        if self.status is not Status.PLAYING:
            return False
        if self.draw is side.other:
            return self.ends(self.game.draw_by_agreement())
        last = self.offered[side][-1:]
        if self.draw is side or (last and own(side, self.game.ply) - own(side, last[0]) < 10):
            return False
        limit = self.game.rules.draw_offers_per_side
        if limit is not None and len(self.offered[side]) >= limit:
            return False
        self.draw = side
        self.offered[side].append(self.game.ply)
        return True

    def accept_draw(self, side: Side) -> bool:
        return self.draw is side.other and self.ends(self.game.draw_by_agreement())

    def decline_draw(self, side: Side) -> bool:
        open_question, self.draw = self.draw is side.other, None if self.draw is side.other else self.draw
        return open_question

    def ask_takeback(self, side: Side) -> bool:
        possible = self.status is Status.PLAYING and self.takeback is None
        if not possible or not isinstance(self.game.takeback(side), Step):
            return False
        self.takeback = side
        return True

    def grant_takeback(self, side: Side) -> bool:
        if self.takeback is not side.other:
            return False
        step = self.game.takeback(side.other)
        assert isinstance(step, Step)
        self.board_is(step.after)
        self.version -= 1  # the caller counts
        self.moved_version = self.version + 1
        self.draw = None
        return True

    def decline_takeback(self, side: Side) -> bool:
        asked, self.takeback = self.takeback is side.other, None if self.takeback is side.other else self.takeback
        return asked

    def abort(self, _: Side) -> bool:
        possible = self.status is Status.OPEN or (self.status is Status.PLAYING and self.game.ply < 2)
        if possible:
            self.status, self.draw, self.takeback = Status.ABORTED, None, None
        return possible

    def rematch(self, side: Side) -> bool:
        if self.status is not Status.FINISHED or len(self.wishes) == 2 or side in self.wishes:
            return False
        self.wishes.add(side)
        return True


def own(side: Side, ply: int) -> int:
    """How many of the first moves are this side's."""
    return (ply + (side is Side.WHITE)) // 2


class TableMachine(RuleBasedStateMachine):
    """Does things to a real table and to the model, and compares."""

    make_store: Callable[[], Store] = MemoryStore
    run: Callable[[Any], Any]

    def __init__(self) -> None:
        super().__init__()
        self.people: dict[str, Player] = {name: Guest(guest_id(), name) for name in PEOPLE}
        self.store = self.make_store()
        self.hall = Hall(self.store, secret=SECRET, open_tables=10_000)
        self.model = Model()
        self.done: list[tuple[str, Action, int]] = []
        op = self.op("host")
        opened = self.run(self.hall.open(self.people["host"], Opening(Terms(), Side.WHITE, None, op)))
        assert isinstance(opened, Done)
        self.id = opened.table.id

    def op(self, who: str) -> str:
        return f"p:{self.people[who].id}:{next(numbers)}"

    def table(self) -> Table:
        table = self.run(self.hall.load(self.id))
        assert isinstance(table, Table)
        return table

    def asks(self, who: str, kind: ActionKind, behind: int, text: str = "") -> None:
        """Ask for something, `behind` versions late; the answer must be the model's."""
        before = self.table()
        version = max(1, self.model.version - behind)
        action = Action(kind, self.id, None, version, self.op(who), text)
        answer = self.run(self.hall.act(self.people[who], action))
        if self.model.does(who, kind, version, text):
            assert isinstance(answer, Done), (answer, self.model)
            assert (answer.version, answer.repeated) == (self.model.version, False)
            self.done.append((who, action, answer.version))
        else:
            assert isinstance(answer, Refused), (answer, self.model)
            assert answer.table == before == self.table()

    @rule(who=SOMEBODY, kind=st.sampled_from(QUESTIONS), behind=BEHIND)
    def question(self, who: str, kind: ActionKind, behind: int) -> None:
        self.asks(who, kind, behind)

    @rule(who=SOMEBODY, kind=st.sampled_from(ENDS), behind=BEHIND)
    def end(self, who: str, kind: ActionKind, behind: int) -> None:
        if kind is ActionKind.ABORT and self.model.status is Status.OPEN and self.model.version == 1:
            who = "stranger"  # or most tables would never be played at
        self.asks(who, kind, behind)

    @initialize(
        seated=st.sampled_from([True, True, True, False]),
        plies=st.sampled_from([2, 1, 2, 3, 0, 20, 40]),
        then=st.sampled_from(EDGES),
        who=st.sampled_from(["host", "friend"]),
    )
    def begin(self, seated: bool, plies: int, then: str, who: str) -> None:
        """Most tables are played at when things begin to happen, and at many of them something happens at once."""
        if seated:
            self.asks("friend", ActionKind.SIT, 0)
            self.calmly(plies)
            self.comes_to(then, who)

    def comes_to(self, edge: str, who: str) -> None:
        """One of the places to which chance comes too seldom."""
        if edge == "call off":
            self.asks(who, ActionKind.ABORT, 0)
        elif edge != "nothing":
            if edge == "take back and call off":
                self.takes_back(who)
                self.asks(who, ActionKind.ABORT, 0)
            else:
                self.asks("host" if edge == "host offers, take back" else "friend", ActionKind.OFFER_DRAW, 0)
                self.takes_back(who)
                self.asks(who, ActionKind.ACCEPT_DRAW, 0)
        self.table_is_as_the_model_says()

    def mover(self) -> str:
        return "host" if self.model.game.turn is Side.WHITE else str(self.model.black)

    def calmly(self, plies: int) -> None:
        for text in CALM[:plies]:
            self.asks(self.mover(), ActionKind.MOVE, 0, text)

    @precondition(lambda self: self.model.status is Status.OPEN)
    @rule(who=st.sampled_from(["friend", "friend", "stranger", "host"]))
    def sit(self, who: str) -> None:
        self.asks(who, ActionKind.SIT, 0)

    @precondition(lambda self: self.model.status is Status.PLAYING)
    @rule(data=st.data(), plies=st.sampled_from([1, 1, 2, 5]))
    def moves(self, data: st.DataObject, plies: int) -> None:
        for _ in range(plies):
            if self.model.status is Status.PLAYING:
                text = str(data.draw(st.sampled_from(self.model.game.legal_moves())))
                self.asks(self.mover(), ActionKind.MOVE, 0, text)

    @precondition(lambda self: self.model.status is Status.PLAYING)
    @rule(data=st.data(), who=st.sampled_from(["host", "friend"]), plies=st.integers(17, 21), answered=st.booleans())
    def offer_now_and_again(self, data: st.DataObject, who: str, plies: int, answered: bool) -> None:
        self.asks(who, ActionKind.OFFER_DRAW, 0)
        if answered:
            self.asks("friend" if who == "host" else "host", ActionKind.DECLINE_DRAW, 1)
        for _ in range(plies):
            if self.model.status is Status.PLAYING:
                text = str(data.draw(st.sampled_from(self.model.game.legal_moves())))
                self.asks(self.mover(), ActionKind.MOVE, 0, text)
        self.asks(who, ActionKind.OFFER_DRAW, 0)

    def takes_back(self, who: str) -> None:
        self.asks(who, ActionKind.ASK_TAKEBACK, 0)
        self.asks(self.across(who), ActionKind.GRANT_TAKEBACK, 0)

    def across(self, who: str) -> str:
        return str(self.model.black) if who == "host" else "host"

    @rule(
        who=SOMEBODY,
        text=st.sampled_from(["a3-a4", "h6-h5", "a3-b4", "e4", "a1-a9", "", "x" * 100]),
        behind=st.sampled_from([0, 1, 2]),
    )
    def any_move(self, who: str, text: str, behind: int) -> None:
        self.asks(who, ActionKind.MOVE, behind, text)

    @precondition(lambda self: self.done)
    @rule(data=st.data())
    def again(self, data: st.DataObject) -> None:
        """An operation that was done is asked for once more: by whoever did it, or by somebody who saw its id."""
        who, action, version = data.draw(st.sampled_from(self.done[-OPS_KEPT + 1 :]))
        before = self.table()
        answer = self.run(self.hall.act(self.people[who], action))
        assert isinstance(answer, Done)
        assert (answer.repeated, answer.version, answer.table) == (True, version, before)
        other = next(name for name in PEOPLE if name != who)
        assert self.run(self.hall.act(self.people[other], action)) == Refused(Code.BAD_OP)

    @precondition(lambda self: self.done)
    @rule()
    def at_once(self) -> None:
        """The last operation comes five times at the same time."""
        who, action, version = self.done[-1]

        async def five() -> list[Done | Refused]:
            return await asyncio.gather(*(self.hall.act(self.people[who], action) for _ in range(5)))

        assert {(type(answer), answer.version) for answer in self.run(five())} == {(Done, version)}

    @invariant()
    def table_is_as_the_model_says(self) -> None:
        table, model = self.table(), self.model
        assert (table.version, table.moved_version, table.status) == (model.version, model.moved_version, model.status)
        assert (table.game, table.draw_offer, table.takeback_offer) == (model.game, model.draw, model.takeback)
        assert (set(table.rematch), table.next is not None) == (model.wishes, len(model.wishes) == 2)
        assert {side: list(table.offers(side)) for side in Side} == model.offered

    @invariant()
    def log_has_no_gap(self) -> None:
        since = max(0, self.model.version - LOG_TAIL)
        tail = self.run(self.store.tail(self.id, since))
        assert [event.version for event in tail] == list(range(since + 1, self.model.version + 1))

    @invariant()
    def lists_name_the_table_where_it_belongs(self) -> None:
        running = self.model.status.running
        assert (self.id in self.run(self.hall.tables_of(self.people["host"].id))) == running
        finished = [self.id] if self.model.status is Status.FINISHED else []
        assert self.run(self.hall.games_of(self.people["host"].id)) == finished


def tried(machine: type[TableMachine], examples: int, steps: int) -> None:
    quiet = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    run_state_machine_as_test(
        machine,
        settings=settings(max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=quiet),
    )


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("plies", range(5))
@pytest.mark.parametrize("who", ["host", "friend"])
def test_at_the_edges_the_table_does_what_the_model_does(edge: str, plies: int, who: str) -> None:
    with asyncio.Runner() as runner:

        class InMemory(TableMachine):
            run = staticmethod(runner.run)

        machine = InMemory()
        machine.asks("friend", ActionKind.SIT, 0)
        machine.calmly(plies)
        machine.comes_to(edge, who)


def test_whatever_is_done_at_a_table_in_memory_is_what_the_model_does() -> None:
    with asyncio.Runner() as runner:

        class InMemory(TableMachine):
            run = staticmethod(runner.run)

        tried(InMemory, 80, 40)


def test_whatever_is_done_at_a_table_in_valkey_is_what_the_model_does(valkey: str) -> None:
    with asyncio.Runner() as runner:

        async def opened() -> RedisStore:
            return RedisStore(connect(valkey), Fanout())

        store = runner.run(opened())

        class InValkey(TableMachine):
            make_store = staticmethod(lambda: store)
            run = staticmethod(runner.run)

        tried(InValkey, 15, 30)
        runner.run(store.client.aclose(close_connection_pool=True))


@pytest.mark.parametrize("kind", sorted(ActionKind))
async def test_nothing_can_be_done_at_a_table_that_is_not_there(kind: ActionKind, memory_hall: Hall) -> None:
    somebody = Guest(guest_id(), "somebody")
    action = Action(kind, "-" * 22, None, 1, f"p:{somebody.id}:1", "a3-a4")  # type: ignore[arg-type]
    answer = await memory_hall.act(somebody, action)
    assert answer == Refused(Code.NO_SUCH_TABLE)
