"""Searching for a computer's move off the event loop, in turns that are fair, with an answer whatever happens.

Every place where somebody can think is a process of its own: whatever a search does to it, from an exception to a
signal that ends it, happens to that one search only.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from functools import partial
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from engine.ai.extras import load_extras
from engine.ai.levels import choose
from engine.ai.search import Limit, think
from engine.board import Move
from engine.game import Game
from hall.fairness import FairQueue

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

LONGEST_MS = 5_000
"""No computer thinks longer, on however slow a machine."""
JUDGE_MS = 200
JUDGE_NODES = 20_000
TRIES = 2


def choose_move(game: Game, level: int, seed: int, max_ms: int) -> Move:
    """The level's move (runs in the worker)."""
    return choose(game, level, seed, max_ms=max_ms)


def judge_position(game: Game) -> int:
    """The score of the side to move (runs in the worker)."""
    history = [position.key for position in game.trail[:-1]]
    limit = Limit(nodes=JUDGE_NODES, movetime_ms=JUDGE_MS)
    return think(game.position, game.rules, limit, history=history, no_progress=game.no_progress).score


def thinking_process() -> Executor:
    """A place to think in; its process starts with the first question."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _move_in)


def _move_in() -> None:
    """What a process does before its first question."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; only the first one is to act on it
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    logging.disable()  # what is damaged the parent tells once; searches tell by their exceptions
    load_extras()


def _end_with_the_parent() -> None:
    """A parent that was killed can tell nobody."""
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(0)


class EngineThinker:
    """The engine in `workers` places (0: one for each processor), `per_owner` of them for one player at a time."""

    def __init__(
        self, workers: int = 0, per_owner: int = 1, *, new_place: Callable[[], Executor] = thinking_process
    ) -> None:
        count = workers or os.cpu_count() or 1
        self._new_place = new_place
        self._free = [new_place() for _ in range(count)]
        self._queue = FairQueue(count, per_owner)

    async def choose(self, game: Game, level: int, seed: int, *, owner: str, max_ms: int | None = None) -> Move:
        """A move of that level; if the search fails twice, the first legal one."""
        limit = min(LONGEST_MS, max_ms if max_ms is not None else LONGEST_MS)
        legal = game.legal_moves()
        async with self._queue.turn(owner):
            for _ in range(TRIES):
                move = await self._attempt(choose_move, game, level, seed, limit)
                if move in legal:
                    return next(known for known in legal if known == move)
        log.error("no search answered at level %d, ply %d: the first legal move is played", level, game.ply)
        return legal[0]

    async def judge(self, game: Game, *, owner: str) -> int:
        """How good the position is for the side to move, in hundredths of a man; 0 if the search fails twice."""
        async with self._queue.turn(owner):
            for _ in range(TRIES):
                score = await self._attempt(judge_position, game)
                if score is not None:
                    return score
        return 0

    async def _attempt(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """One search. Whatever goes wrong in it is logged: the player who waits must get an answer all the same."""
        place = self._free.pop()  # whoever has a turn finds one
        try:
            return await asyncio.get_running_loop().run_in_executor(place, partial(work, *args, **kwargs))
        except BrokenExecutor:
            log.exception("a thinking process died")
            place = self._new_place()
        except Exception:  # a search may fail in any way; it must not take the table with it
            log.exception("a search failed")
        finally:
            self._free.append(place)
        return None

    async def __aenter__(self) -> Self:
        self._free[-1].submit(os.getpid)  # starts the first process, so that the first player does not wait for it
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for place in self._free:
            await asyncio.to_thread(place.shutdown, wait=True, cancel_futures=True)
