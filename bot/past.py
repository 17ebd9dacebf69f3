"""When groups were written to: kept in the store, so that whoever writes there next keeps the minute's limit, too."""

import json
import logging
from collections.abc import Iterable
from typing import Protocol

from hall.ports import StoreDown
from hall.store.notes import Notes

log = logging.getLogger(__name__)

KEPT_S = 60


class Past(Protocol):
    """When (seconds of the bot's clock) a chat was written to."""

    async def recall(self, chat: int) -> list[float]:
        """What was kept last, oldest first."""

    async def keep(self, chat: int, times: Iterable[float]) -> None:
        """Keep it for a minute."""


class NoPast:
    """For who is alone, and does not mind what was before."""

    async def recall(self, _chat: int) -> list[float]:
        return []

    async def keep(self, _chat: int, _times: Iterable[float]) -> None:
        return


class NotedPast:
    """Among the notes. A store that is down is no reason to be silent."""

    def __init__(self, notes: Notes, bot: int) -> None:
        self._notes, self._bot = notes, bot

    async def recall(self, chat: int) -> list[float]:
        try:
            noted = await self._notes.read(self._name(chat))
        except StoreDown:
            return []
        return [float(time) for time in json.loads(noted)] if noted is not None else []

    async def keep(self, chat: int, times: Iterable[float]) -> None:
        try:
            await self._notes.write(self._name(chat), json.dumps([round(time, 3) for time in times]), KEPT_S)
        except StoreDown:
            log.debug("what was written to chat %d could not be noted", chat)

    def _name(self, chat: int) -> str:
        return f"pace:{self._bot}:{chat}"
