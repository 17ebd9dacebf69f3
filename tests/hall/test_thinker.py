"""Thinking off the event loop: fair turns, and an answer whatever happens to a search."""

import asyncio
import logging
import os
import select
import signal
import subprocess
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Never

import pytest

from engine.ai.levels import choose
from engine.board import Move
from engine.game import Game
from hall import thinker as thinking
from hall.fairness import FairQueue
from hall.thinker import EngineThinker
from tests.hall.people import random_game

GAME = random_game(4, 12)


async def test_a_level_answers_with_a_legal_move_the_same_for_the_same_seed() -> None:
    async with EngineThinker(workers=1) as thinker:
        moves = [await thinker.choose(GAME, 4, 7, owner="anna") for _ in range(2)]
    assert moves[0] == moves[1]
    assert moves[0] in GAME.legal_moves()


async def test_the_event_loop_goes_on_while_the_computer_thinks() -> None:
    async with EngineThinker(workers=1) as thinker:
        thought = asyncio.gather(thinker.choose(GAME, 8, 1, owner="anna", max_ms=200))
        turns = 0
        while not thought.done():
            turns += 1
            await asyncio.sleep(0)
        assert turns > 100


async def test_a_position_is_judged_by_the_side_on_move() -> None:
    async with EngineThinker(workers=1) as thinker:
        assert abs(await thinker.judge(Game.new(), owner="anna")) < 100


async def test_a_search_that_fails_once_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []

    def shaky(game: Game, level: int, seed: int, max_ms: int) -> object:
        tries.append(level)
        if len(tries) == 1:
            raise MemoryError
        return game.legal_moves()[-1]

    monkeypatch.setattr(thinking, "choose_move", shaky)
    async with EngineThinker(workers=1, new_place=a_thread) as thinker:
        assert await thinker.choose(GAME, 3, 0, owner="anna") == GAME.legal_moves()[-1]
    assert tries == [3, 3]


@pytest.mark.parametrize("answer", [MemoryError, None])
async def test_a_search_that_fails_or_answers_nonsense_twice_is_replaced_by_a_legal_move(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, answer: type[BaseException] | None
) -> None:
    def broken(*_: object) -> None:
        if answer is not None:
            raise answer

    monkeypatch.setattr(thinking, "choose_move", broken)
    monkeypatch.setattr(thinking, "judge_position", broken)
    async with EngineThinker(workers=1, new_place=a_thread) as thinker:
        assert await thinker.choose(GAME, 3, 0, owner="anna") == GAME.legal_moves()[0]
        assert await thinker.judge(GAME, owner="anna") == 0
    assert [record.levelno for record in caplog.records if "first legal move" in record.message] == [logging.ERROR]


async def test_a_thinking_process_that_dies_is_replaced(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with EngineThinker(workers=1) as thinker:
        monkeypatch.setattr(thinking, "choose_move", end_of_this_process)
        assert await thinker.choose(GAME, 1, 7, owner="anna") == GAME.legal_moves()[0]
        assert [record.message for record in caplog.records].count("a thinking process died") == 2
        monkeypatch.undo()
        assert await thinker.choose(GAME, 1, 7, owner="anna") in GAME.legal_moves()


async def test_a_process_that_dies_takes_nobody_elses_search_with_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "choose_move", die_at_level_1)
    async with EngineThinker(workers=2) as thinker, asyncio.TaskGroup() as group:
        neighbour = group.create_task(thinker.choose(GAME, 8, 7, owner="ben", max_ms=300))
        assert await thinker.choose(GAME, 1, 7, owner="anna") == GAME.legal_moves()[0]
        assert await neighbour in GAME.legal_moves()
    assert [record.message for record in caplog.records].count("a thinking process died") == 2


def test_a_thinking_process_ends_with_the_one_that_asks_it() -> None:
    """Even if that one is killed, and can tell nobody."""
    asking = subprocess.run([sys.executable, "-c", ASKS_AND_IS_KILLED], stdout=subprocess.PIPE, check=False, timeout=60)
    assert asking.returncode == -signal.SIGKILL
    try:
        thinking_process = os.pidfd_open(int(asking.stdout))
    except ProcessLookupError:
        return
    assert select.select([thinking_process], [], [], 30)[0]


ASKS_AND_IS_KILLED = """
import os, signal
from hall.thinker import thinking_process
print(thinking_process().submit(os.getpid).result(), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def die_at_level_1(game: Game, level: int, seed: int, max_ms: int) -> Move:
    return choose(game, level, seed, max_ms=max_ms) if level > 1 else end_of_this_process()


def a_thread() -> Executor:
    """A place where a test's own functions can run in the place of a search."""
    return ThreadPoolExecutor(1)


def end_of_this_process(*_: object) -> Never:
    while True:
        os.kill(os.getpid(), signal.SIGKILL)


class Turns:
    """Work that lasts until the test ends it, and the order in which it began."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.begun: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}

    async def work(self, name: str) -> None:
        self.ends[name] = asyncio.Event()
        async with self.queue.turn(name[0]):
            self.begun.append(name)
            await self.ends[name].wait()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def end(self, name: str) -> None:
        self.ends[name].set()
        await self.settle()


async def test_nobody_has_more_turns_at_once_than_allowed_and_those_who_wait_are_served_in_rotation() -> None:
    turns = Turns(FairQueue(places=2, per_owner=1))
    async with asyncio.TaskGroup() as group:
        for name in ("a1", "a2", "a3", "b1", "c1"):
            group.create_task(turns.work(name))
        await turns.settle()
        assert turns.begun == ["a1", "b1"]
        assert turns.queue.waiting == 3
        await turns.end("b1")
        assert turns.begun == ["a1", "b1", "c1"]
        await turns.end("c1")
        assert turns.begun == ["a1", "b1", "c1"]
        await turns.end("a1")
        assert turns.begun == ["a1", "b1", "c1", "a2"]
        await turns.end("a2")
        await turns.end("a3")
    assert turns.queue.waiting == 0


async def test_who_leaves_the_queue_takes_nobodys_place() -> None:
    turns = Turns(FairQueue(places=1, per_owner=1))
    async with asyncio.TaskGroup() as group:
        first = group.create_task(turns.work("a1"))
        waiting = group.create_task(turns.work("b1"))
        group.create_task(turns.work("c1"))
        await turns.settle()
        waiting.cancel()
        first.cancel()
        await turns.settle()
        assert turns.begun == ["a1", "c1"]
        await turns.end("c1")
    assert turns.queue.waiting == 0
