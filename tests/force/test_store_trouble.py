"""The store stalls, or is full, while people play through real processes; and deadlines pass while nobody is there."""

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from engine.clock import Clock, TimeControl
from engine.outcome import Reason
from hall.actions import Action, ActionKind, Done
from hall.embedded import socket_path
from hall.model import Status, Terms
from hall.nursery import Nursery
from hall.ports import Committed, Event, EventKind, Store
from hall.runtime import open_hall
from hall.settings import load_settings
from hall.store.opened import open_store
from hall.store.redis import CONNECTIONS, connect
from hall.tables import Hall
from tests.force.run import Progress, troubled
from tests.force.village import Village
from tests.hall.conftest import SECRET
from tests.hall.people import ADA, BIRGUL, event_of, seated
from tests.hall.test_store import table

STALL_S = 6.0


async def test_a_stall_of_six_seconds_loses_and_doubles_nothing(tmp_path: Path) -> None:
    async def stall(place: Village, progress: Progress) -> None:
        store = await place.store_pid()
        os.kill(store, signal.SIGSTOP)
        with pytest.raises(TimeoutError):
            await progress.more(moves=21, patience_s=STALL_S)  # more than were on their way
        os.kill(store, signal.SIGCONT)
        await progress.more(moves=100)

    report = await troubled(tmp_path, 20, stall)
    assert report.wrong == []


async def test_a_full_store_refuses_cleanly_and_nothing_is_half_done(tmp_path: Path) -> None:
    async def fill(place: Village, progress: Progress) -> None:
        client = connect(f"unix://{socket_path(tmp_path / 'data')}")
        for _ in range(3):
            await client.config_set("maxmemory", 1)
            moves = progress.moves
            await progress.more(refusals=20)
            assert progress.moves - moves <= 20  # only what was on its way
            await client.config_set("maxmemory", 0)
            await progress.more(moves=50)
        await client.aclose(close_connection_pool=True)

    report = await troubled(tmp_path, 20, fill)
    assert report.wrong == []


async def test_a_flag_due_while_nobody_ran_falls_at_the_next_start_at_its_instant(tmp_path: Path) -> None:
    settings = load_settings(None, data_dir=tmp_path, secret_key=SECRET.decode())
    async with Nursery() as nursery, open_store(settings, nursery) as store:
        due = await timed_out(store, in_ms=50)
    async with Nursery() as nursery, open_hall(settings, nursery) as runtime, asyncio.timeout(20):
        events = runtime.store.follow()
        while (found := await runtime.hall.load(table("late").id)) and found.status is Status.PLAYING:
            await anext(events)
        assert found is not None
        assert found.clock is not None
        assert found.game.outcome is not None
        assert found.game.outcome.reason is Reason.TIME
        assert (found.clock.since_ms, found.clock.white_ms, found.clock.running) == (due, 0, None)
        assert not nursery.failures


async def timed_out(store: Store, in_ms: int) -> int:
    """A game whose flag is due soon; the instant, once it has passed."""
    now = await store.now()
    control = TimeControl(in_ms)
    clock = Clock.new(control).start(now, table().game.turn)
    opened = table("late", terms=Terms(time=control), clock=clock, moved_ms=now)
    assert await store.create(opened, Event(opened.id, 1, EventKind.OPENED), "open") == Committed()
    played = table("late").game
    for _ in range(2):
        step = played.move(played.turn, played.legal_moves()[0])
        played = step.after  # type: ignore[union-attr]
    moved = replace(opened, version=2, game=played)
    assert await store.commit(moved, event_of(moved), "moves") == Committed()
    while await store.next_due() != 0:
        pass  # each look is a round trip
    return now + in_ms


async def test_one_update_of_telegram_received_by_two_processes_is_done_once(real_stores: list[Store]) -> None:
    halls = [Hall(store, secret=SECRET) for store in real_stores]
    playing = await seated(halls[0], ADA, BIRGUL)
    for update in range(20):
        mover = ADA if update % 2 == 0 else BIRGUL
        text = str(playing.game.legal_moves()[0])
        action = Action(ActionKind.MOVE, playing.id, None, playing.version, f"tg:42:{1000 + update}", text)
        answers = await asyncio.gather(*(hall.act(mover, action) for hall in halls))
        assert all(isinstance(answer, Done) for answer in answers), answers
        done = [answer for answer in answers if isinstance(answer, Done)]
        assert sorted(answer.repeated for answer in done) == [False, True]
        assert {answer.version for answer in done} == {playing.version + 1}
        playing = done[0].table
        if playing.game.outcome is not None:
            break
    assert playing.version == 2 + playing.game.ply


async def test_many_more_who_ask_than_there_are_connections_are_all_answered(real_stores: list[Store]) -> None:
    async def ask() -> None:
        for _ in range(20):
            await real_stores[0].now()

    await asyncio.gather(*(ask() for _ in range(10 * CONNECTIONS)))
