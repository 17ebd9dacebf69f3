"""A live game's clock through moves, lag, waiting, restarts and outages in any order, against simple bookkeeping."""

import asyncio
from dataclasses import dataclass, field

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from engine.board import Side
from engine.clock import TimeControl
from engine.game import Outcome, Reason
from hall.actions import Action, ActionKind, Code, Done, Refused
from hall.judge import LAG_A_GAME_MS, LAG_A_MOVE_MS
from hall.model import Status, Table, Terms, is_player
from hall.ports import EventKind
from hall.store.memory import MemoryStore
from hall.store.pulses import GAP_MS, pulse_beside
from hall.tables import Hall
from hall.timing import FIRST_MOVE_MS, REMINDER_FROM_MS
from tests.hall.conftest import SECRET
from tests.hall.people import Someone, Watch, calm_moves, seated

BASE_MS, INCREMENT_MS = 400_000, 2_000
BEAT_MS = 1_000


@dataclass
class Books:
    """What each side has left by plain accounting. `span`: what counts as one wait, from a move or an outage on."""

    left: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, BASE_MS))
    lag: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    turn: Side = Side.WHITE
    plies: int = 0
    first: int = FIRST_MOVE_MS
    span: int = 0
    span_left: int = BASE_MS
    reminders: int = 0
    over: bool = False

    def charge(self, milliseconds: int) -> None:
        """Time passes while the service is there, or away too briefly to count."""
        if self.over:
            return
        if self.plies < 2:
            self.first -= milliseconds
            self.over = self.first <= 0
        else:
            self.left[self.turn] = max(0, self.left[self.turn] - milliseconds)
            self.span += milliseconds
            self.over = self.left[self.turn] == 0

    def resume(self) -> None:
        """The service is back."""
        if not self.over:
            self.first = FIRST_MOVE_MS
            self.span, self.span_left = 0, self.left[self.turn]

    def move(self, lag_ms: int) -> None:
        """Whoever is on move moves."""
        if self.plies >= 2:
            credit = min(lag_ms, LAG_A_MOVE_MS, LAG_A_GAME_MS - self.lag[self.turn], self.span)
            self.lag[self.turn] += credit
            self.left[self.turn] += credit + INCREMENT_MS
        self.turn, self.plies, self.reminders = self.turn.other, self.plies + 1, 0
        self.resume()

    @property
    def wants_reminder(self) -> bool:
        """Whether a tenth is left of a wait that began with enough, and nobody was reminded in this turn."""
        used_up = self.span >= self.span_left - self.span_left // 10
        return self.plies >= 2 and self.span_left >= REMINDER_FROM_MS and used_up and self.reminders == 0


class ClockMachine(RuleBasedStateMachine):
    """Lets time pass, and plays."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.watch, self.books = Watch(), Books()
        self.store = MemoryStore(self.watch)
        self.pulse = pulse_beside(self.store)
        self.hall = Hall(self.store, secret=SECRET)
        control = TimeControl(BASE_MS, INCREMENT_MS)
        self.beat()
        self.known = self.runner.run(seated(self.hall, terms=Terms(time=control)))

    def teardown(self) -> None:
        self.runner.close()

    def beat(self) -> None:
        self.runner.run(self.pulse.beat())

    def table(self) -> Table:
        table = self.runner.run(self.hall.load(self.known.id))
        assert table is not None
        return table

    @rule(milliseconds=st.integers(0, 70_000) | st.sampled_from([0, 59_999, 60_000, BASE_MS // 10 * 9, BASE_MS]))
    def wait(self, milliseconds: int) -> None:
        """The service is there all the while."""
        while milliseconds > 0:
            passed = min(BEAT_MS, milliseconds)
            self.watch.now += passed
            self.beat()
            self.books.charge(passed)
            milliseconds -= passed

    @rule(milliseconds=st.integers(1, GAP_MS * 3) | st.sampled_from([GAP_MS, GAP_MS + 1, 10 * BASE_MS]))
    def vanish(self, milliseconds: int) -> None:
        """Nobody is there, then somebody is again."""
        self.watch.now += milliseconds
        if milliseconds > GAP_MS:
            self.books.resume()
        else:
            self.books.charge(milliseconds)
        self.beat()

    @rule(lag_ms=st.integers(0, 2_000))
    def move(self, lag_ms: int) -> None:
        seat, [text] = self.known.on_move_seat, calm_moves(self.known.game, 1)
        if not is_player(seat) or self.known.game.ply >= 40:
            return
        op = Someone(self.hall, seat).op()
        action = Action(ActionKind.MOVE, self.known.id, None, self.known.version, op, text, lag_ms)
        answer = self.runner.run(self.hall.act(seat, action))
        if self.books.over:
            assert isinstance(answer, Refused)
            assert answer.code == Code.FINISHED
            return
        assert isinstance(answer, Done), answer
        self.books.move(lag_ms)
        self.known = answer.table

    @rule()
    def look(self) -> None:
        """Somebody keeps time; then the table is as the books say, to the millisecond."""
        for _ in range(4):
            self.runner.run(self.hall.let_time_fall(self.known.id))
        table, books = self.table(), self.books
        self.count_reminders(table)
        assert table.clock is not None
        if books.over:
            expected = Outcome(books.turn.other, Reason.TIME) if books.plies >= 2 else None
            status = Status.FINISHED if books.plies >= 2 else Status.ABORTED
            assert (table.status, table.game.outcome) == (status, expected)
        else:
            assert table.status is Status.PLAYING
        assert {side: table.clock.remaining(side, self.watch.now) for side in Side} == books.left
        assert {side: table.lag_ms(side) for side in Side} == books.lag
        self.known = table if table.status is Status.PLAYING else self.known

    def count_reminders(self, table: Table) -> None:
        tail = self.runner.run(self.store.tail(table.id, self.known.version))
        found = sum(event.kind is EventKind.REMINDED for event in tail or [])
        assert found <= 1
        assert found == 0 or not self.books.reminders
        assert self.books.over or bool(found) == self.books.wants_reminder
        self.books.reminders += found


def test_the_clock_is_never_wrong_whatever_happens_in_whatever_order() -> None:
    run_state_machine_as_test(
        ClockMachine, settings=settings(max_examples=120, stateful_step_count=25, deadline=None)
    )
