"""A player sends a table into a chat of theirs: the message is prepared by the bot, wherever it runs, or by nobody.

The page that asks and the bot that prepares know only this: a wish goes out, and within two seconds a word comes back.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from hall.model import Person, Player, Status, Table, TableId
from hall.nursery import Nursery
from hall.ports import StoreDown
from hall.tables import Hall

PREPARED_WITHIN_S = 2.0
PAUSE_S = 0.5
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wish:
    """This player wants to send this table."""

    table: TableId
    person: Person


Prepare = Callable[[Wish], Awaitable[str | None]]
"""Gives the name under which Telegram keeps the prepared message; None if that cannot be done."""


class Wishes(Protocol):
    """Carries wishes to whoever prepares. Every method may raise StoreDown."""

    async def ask(self, wish: Wish, within_s: float) -> str | None:
        """What was answered within so many seconds; None if nothing was, or that it cannot be done."""

    async def next(self) -> tuple[str, Wish]:
        """Wait for the next wish; it comes to one who waits, with the number under which it is answered."""

    async def answer(self, number: str, prepared: str | None) -> None:
        """Answer a wish. Nobody may be waiting any more, which does no harm."""


class Sharing:
    """Asks for prepared messages, and prepares them."""

    def __init__(self, hall: Hall, wishes: Wishes, *, has_bot: bool) -> None:
        self._hall, self._wishes, self._has_bot = hall, wishes, has_bot

    async def ask(self, player: Player, table_id: TableId) -> str | None:
        """A message that this player may send into a chat; None if there can be none just now. Raises StoreDown."""
        if not self._has_bot or not isinstance(player, Person):
            return None
        table = await self._hall.load(table_id)
        if table is None or not may_share(table, player):
            return None
        return await self._wishes.ask(Wish(table_id, player), PREPARED_WITHIN_S)

    async def serve(self, prepare: Prepare, nursery: Nursery) -> None:
        """Answer wishes for ever."""
        while True:
            try:
                number, wish = await self._wishes.next()
            except StoreDown:
                await asyncio.sleep(PAUSE_S)
                continue
            nursery.start(self._answer(number, wish, prepare), "a message to be sent by a player")

    async def _answer(self, number: str, wish: Wish, prepare: Prepare) -> None:
        try:
            await self._wishes.answer(number, await prepare(wish))
        except StoreDown:
            log.warning("a message of table %s could not be prepared: the store is down", wish.table)


def may_share(table: Table, person: Person) -> bool:
    """Whether there is something to be sent, and this is one of its players."""
    return table.status is not Status.ABORTED and not table.terms.one_device and bool(table.sides_of(person.id))
