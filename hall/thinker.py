"""Searching for a computer's move off the event loop, in turns that are fair, with an answer whatever happens.

The compiled core lets go of the interpreter's lock while it searches, so threads do; the uncompiled one would hold up
everything, so it searches in processes of its own.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from engine.ai.levels import choose
from engine.ai.search import Limit, think
from engine.board import Move
from engine.core import COMPILED
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


def _leave_interrupts_to_the_parent() -> None:
    """Ctrl-C in a terminal reaches every process; only the first one is to act on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class EngineThinker:
    """The engine, in `workers` threads or processes (0: one for each processor), `per_owner` of them for one player."""

    def __init__(self, workers: int = 0, per_owner: int = 1, *, compiled: bool = COMPILED) -> None:
        self._workers = workers or os.cpu_count() or 1
        self._compiled = compiled
        self._queue = FairQueue(self._workers, per_owner)
        self._pool = self._new_pool()

    def _new_pool(self) -> Executor:
        if self._compiled:
            return ThreadPoolExecutor(self._workers, thread_name_prefix="thinker")
        return ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"), _leave_interrupts_to_the_parent)

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
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, partial(work, *args, **kwargs))
        except BrokenExecutor:
            log.exception("a thinking process died")
            if self._pool is pool:
                self._pool = self._new_pool()
        except Exception:  # a search may fail in any way; it must not take the table with it
            log.exception("a search failed")
        return None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)
