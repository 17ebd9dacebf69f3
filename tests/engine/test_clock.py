"""Clock arithmetic: whole milliseconds, now is an argument."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Side
from engine.clock import Clock, ClockError, TimeControl

WHITE, BLACK = Side.WHITE, Side.BLACK
THREE_PLUS_TWO = TimeControl(180_000, 2_000)


def test_a_new_clock_rests_and_costs_nobody_anything() -> None:
    clock = Clock.new(THREE_PLUS_TWO)
    assert clock.running is None
    assert clock.flag_at() is None
    assert clock.remaining(WHITE, 10**12) == clock.remaining(BLACK, 10**12) == 180_000
    assert clock.fallen(10**12) is None


def test_only_the_running_side_pays() -> None:
    clock = Clock.new(THREE_PLUS_TWO).start(1_000)
    assert clock.remaining(WHITE, 11_000) == 170_000
    assert clock.remaining(BLACK, 11_000) == 180_000


def test_a_press_adds_the_increment_and_starts_the_other_side() -> None:
    clock = Clock.new(THREE_PLUS_TWO).start(1_000).press(WHITE, 11_000)
    assert clock.running is BLACK
    assert clock.remaining(WHITE, 99_000) == 172_000
    assert clock.remaining(BLACK, 16_000) == 175_000


def test_without_an_increment_nothing_is_added() -> None:
    clock = Clock.new(TimeControl(60_000)).start(0).press(WHITE, 500)
    assert clock.remaining(WHITE, 500) == 59_500


def test_blacks_time_can_run_first() -> None:
    assert Clock.new(THREE_PLUS_TWO).start(0, BLACK).remaining(BLACK, 250) == 179_750


def test_the_flag_falls_at_the_very_instant_it_is_due() -> None:
    clock = Clock.new(TimeControl(60_000)).start(7)
    assert clock.flag_at() == 60_007
    assert clock.fallen(60_006) is None
    assert clock.remaining(WHITE, 60_006) == 1
    assert clock.fallen(60_007) is WHITE
    assert clock.remaining(WHITE, 60_007) == 0


def test_the_flag_moves_on_with_every_press() -> None:
    clock = Clock.new(THREE_PLUS_TWO).start(0).press(WHITE, 30_000)
    assert clock.flag_at() == 30_000 + 180_000
    assert clock.press(BLACK, 40_000).flag_at() == 40_000 + 152_000


def test_time_left_is_never_negative() -> None:
    clock = Clock.new(TimeControl(1_000)).start(0)
    assert clock.remaining(WHITE, 5_000_000) == 0
    assert clock.stop(5_000_000).white_ms == 0


def test_a_move_after_the_flag_fell_is_no_press() -> None:
    clock = Clock.new(TimeControl(1_000, 5_000)).start(0)
    assert clock.press(WHITE, 999).running is BLACK
    with pytest.raises(ClockError, match="flag of white has fallen"):
        clock.press(WHITE, 1_000)


def test_a_stopped_clock_keeps_what_was_left_and_can_run_again() -> None:
    stopped = Clock.new(THREE_PLUS_TWO).start(0).stop(20_000)
    assert stopped.running is None
    assert stopped.flag_at() is None
    assert stopped.remaining(WHITE, 10**9) == 160_000
    assert stopped.start(10**9, WHITE).flag_at() == 10**9 + 160_000
    assert stopped.stop(30_000) == stopped


def test_a_fallen_clock_stays_fallen() -> None:
    stopped = Clock.new(TimeControl(1_000)).start(0).stop(2_000)
    assert stopped.fallen(0) is WHITE
    with pytest.raises(ClockError, match="fallen"):
        stopped.start(3_000)


def test_presses_before_the_start_leave_the_clock_alone() -> None:
    clock = Clock.new(THREE_PLUS_TWO)
    assert clock.press(WHITE, 50_000).press(BLACK, 90_000) == clock


def test_the_waiting_side_cannot_press() -> None:
    with pytest.raises(ClockError, match="white's time that runs, not black's"):
        Clock.new(THREE_PLUS_TWO).start(0).press(BLACK, 1)


def test_a_running_clock_is_not_started_twice() -> None:
    with pytest.raises(ClockError, match="running already"):
        Clock.new(THREE_PLUS_TWO).start(0).start(1)


def test_where_now_steps_back_no_time_has_passed() -> None:
    clock = Clock.new(THREE_PLUS_TWO).start(10_000)
    assert clock.remaining(WHITE, 4_000) == 180_000
    pressed = clock.press(WHITE, 4_000)
    assert pressed.white_ms == 182_000
    assert pressed.remaining(BLACK, 5_000) == 179_000


@pytest.mark.parametrize(("base", "increment"), [(0, 0), (-1, 0), (1_000, -1)])
def test_a_senseless_time_control_is_refused(base: int, increment: int) -> None:
    with pytest.raises(ClockError):
        TimeControl(base, increment)


controls = st.builds(TimeControl, st.integers(1, 10**7), st.integers(0, 60_000))


@given(controls, st.lists(st.integers(0, 10**6), max_size=40), st.integers(-(10**12), 10**12))
def test_no_millisecond_is_lost_or_found(control: TimeControl, thinking: list[int], begin: int) -> None:
    """What a side has left is its base, plus its increments, less the time it thought; until its flag falls."""
    clock, now, side = Clock.new(control).start(begin), begin, WHITE
    spent, presses = {WHITE: 0, BLACK: 0}, {WHITE: 0, BLACK: 0}
    for think in thinking:
        now += think
        flag_at = clock.flag_at()
        assert flag_at is not None
        assert clock.remaining(side, now) == max(0, flag_at - now)
        assert (clock.fallen(now) is side) is (now >= flag_at)
        if now >= flag_at:
            return
        clock, presses[side], spent[side] = clock.press(side, now), presses[side] + 1, spent[side] + think
        side = side.other
        for each in Side:
            expected = control.base_ms + presses[each] * control.increment_ms - spent[each]
            assert clock.remaining(each, now) == expected > 0


@given(controls, st.integers(0, 10**9), st.lists(st.integers(-(10**9), 10**9), max_size=20))
def test_whatever_now_does_nobody_has_less_than_nothing(control: TimeControl, begin: int, nows: list[int]) -> None:
    clock = Clock.new(control).start(begin)
    for now in nows:
        assert all(clock.remaining(side, now) >= 0 for side in Side)
        if clock.running is not None and clock.fallen(now) is None:
            clock = clock.press(clock.running, now)


@given(controls, st.integers(0, 10**6), st.integers(0, 10**6))
def test_stopping_and_starting_again_costs_nothing(control: TimeControl, think: int, pause: int) -> None:
    running = Clock.new(control).start(0)
    if running.fallen(think) is not None:
        return
    again = running.stop(think).start(think + pause)
    assert again.remaining(WHITE, think + pause) == running.remaining(WHITE, think)
