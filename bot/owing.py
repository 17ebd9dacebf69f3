"""What is known of the update that is being dealt with: what it owes, and whether somebody else may have begun it."""

import asyncio
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Debts:
    """`owed`: background work, like replies that wait for their turn, that must end before the update is done.

    `late`: it was left by another process, or waited while there was none: whoever sent it may look elsewhere by now.
    """

    late: bool
    owed: set[asyncio.Task[Any]] = field(default_factory=set)


_present: ContextVar[Debts | None] = ContextVar("present", default=None)


def count_debts(*, late: bool) -> set[asyncio.Task[Any]]:
    """From here on, within this task and what it starts: what is owed."""
    debts = Debts(late)
    _present.set(debts)
    return debts.owed


def owe(task: asyncio.Task[Any]) -> None:
    """This work belongs to what is being dealt with, if anything is."""
    debts = _present.get()
    if debts is not None:
        debts.owed.add(task)


def is_late() -> bool:
    """Whether what is being dealt with may have been begun, and even acted upon, by somebody else."""
    debts = _present.get()
    return debts is not None and debts.late
