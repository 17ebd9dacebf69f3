"""What living messages work with (living.py): a place for each table in each chat, and what it should show."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.cards import PLAIN, Mode
from bot.files import FileIds
from bot.links import Links
from bot.plan import Taste
from bot.sender import Sender
from hall.model import Table, TableId
from hall.store.chats import ChatRef, ChatStore

Load = Callable[[TableId], Awaitable[Table | None]]


async def no_taste(_ref: ChatRef, _table: Table) -> Taste:
    """What a chat wants of which nothing is known."""
    return Taste()


async def nobody_told(_table: Table, _chat: int) -> None:
    """Where nobody wants to know who cannot be reached."""


async def not_moved(_old: int, _new: int) -> None:
    """Where nobody wants to know that a chat has another number."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What living messages need: where from and how a table is shown, and who is told that a player is unreachable."""

    sender: Sender
    chats: ChatStore
    links: Links
    files: FileIds
    load: Load
    taste: Callable[[ChatRef, Table], Awaitable[Taste]] = no_taste
    unreachable: Callable[[Table, int], Awaitable[None]] = nobody_told
    moved: Callable[[int, int], Awaitable[None]] = not_moved
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a message should show.

    `quiet`: its reader has just acted; `anew`: a new message in any case; `force`: try an edit even if nothing seems to
    have changed, since the message may be gone.
    """

    table: Table
    mode: Mode = PLAIN
    quiet: bool = False
    anew: bool = False
    force: bool = False


@dataclass(slots=True)
class Slot:
    """One table in one chat, in this process."""

    ref: ChatRef
    wanted: Wanted | None = None
    taken: Wanted | None = None
    shown: Wanted | None = None
    busy: bool = False
