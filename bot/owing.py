"""What an update still owes after its handler has ended: replies that wait for their turn to be sent."""

import asyncio
from contextvars import ContextVar
from typing import Any

_owed: ContextVar[set[asyncio.Task[Any]] | None] = ContextVar("owed", default=None)


def count_debts() -> set[asyncio.Task[Any]]:
    """From here on, within this task and what it starts: the background work that must end before all is done."""
    owed: set[asyncio.Task[Any]] = set()
    _owed.set(owed)
    return owed


def owe(task: asyncio.Task[Any]) -> None:
    """This work belongs to what is being dealt with, if anything is."""
    owed = _owed.get()
    if owed is not None:
        owed.add(task)
