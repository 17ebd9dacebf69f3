"""The only place where background work starts, so that none is forgotten and no failure goes unseen."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

log = logging.getLogger(__name__)

FAILURES_KEPT = 100
TOLD_AGAIN_S = 1.0


@dataclass(frozen=True, slots=True)
class Failure:
    """A background task that ended by an error nobody expected."""

    name: str
    error: BaseException


class Nursery:
    """Starts background tasks and ends them all when its block is left. A failing task harms no other.

    Failures are logged once, kept in `failures` (the last hundred) and told to `on_failure`. A nursery within another
    one, its `parent`, hands its failures on to it.
    """

    def __init__(
        self, on_failure: Callable[[Failure], None] | None = None, *, parent: "Nursery | None" = None
    ) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._failures: deque[Failure] = deque(maxlen=FAILURES_KEPT)
        self._on_failure = on_failure
        self._parent = parent
        self._closed = False

    @property
    def failures(self) -> tuple[Failure, ...]:
        """What has gone wrong so far, oldest first."""
        return tuple(self._failures)

    @property
    def names(self) -> list[str]:
        """What is running."""
        return sorted(task.get_name() for task in self._tasks)

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Run this in the background. Awaiting the task gives its result; cancelling it is not a failure."""
        if self._closed:
            work.close()
            raise RuntimeError(f"the nursery is closed, {name} cannot start")
        task = asyncio.create_task(work, name=name)  # noqa: TID251 - the one place
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        self.record(Failure(task.get_name(), error))

    def record(self, failure: Failure) -> None:
        """Make a failure seen."""
        self._failures.append(failure)
        if self._on_failure is not None:
            self._on_failure(failure)
        if self._parent is not None:
            self._parent.record(failure)
        else:
            log.error("%s failed", failure.name, exc_info=failure.error)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed = True
        while self._tasks:
            for task in tuple(self._tasks):
                task.cancel()
            # Libraries may swallow a cancellation that comes together with a result: such a task is told again.
            await asyncio.wait(tuple(self._tasks), timeout=TOLD_AGAIN_S)
            await asyncio.sleep(0)  # lets the callbacks of ended tasks run
