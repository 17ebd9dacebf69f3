"""Pictures that Telegram has already: they need not be drawn and sent again. Kept in the store for all processes."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from aiogram.types import BufferedInputFile, Message

from bot.picture import Picture
from hall.ports import StoreDown
from hall.store.notes import FILE_S, Notes

log = logging.getLogger(__name__)

FILES_KEPT = 2000

Upload = Callable[[BufferedInputFile], Awaitable[Message | None]]


class FileIds:
    """File ids by what the pictures show. `bot` is whose they are; `upload` sends a picture to the storage chat."""

    def __init__(self, notes: Notes, bot: int, upload: Upload | None = None) -> None:
        self._notes, self._bot, self._upload = notes, bot, upload
        self._known: OrderedDict[str, str] = OrderedDict()

    @property
    def has_storage(self) -> bool:
        """Whether pictures can be had as file ids before anybody was sent them."""
        return self._upload is not None

    async def source(self, picture: Picture) -> str | BufferedInputFile:
        """The picture as it goes into a request."""
        return await self._find(picture) or await _drawn(picture)

    async def file_id(self, picture: Picture) -> str | None:
        """The picture where only a file id will do; None if it cannot be had."""
        known = await self._find(picture)
        if known is not None or self._upload is None:
            return known
        sent = await self._upload(await _drawn(picture))
        return await self.learn(picture, sent) if sent is not None else None

    async def learn(self, picture: Picture | None, sent: Message) -> str | None:
        """Remember the file id of a picture that has just been sent."""
        if picture is None or not sent.photo:
            return None
        file_id = sent.photo[-1].file_id
        self._keep(picture.key, file_id)
        try:
            await self._notes.write(self._name(picture), file_id, FILE_S)
        except StoreDown:
            log.debug("a file id could not be kept")
        return file_id

    async def _find(self, picture: Picture) -> str | None:
        known = self._known.get(picture.key)
        if known is None:
            try:
                known = await self._notes.read(self._name(picture))
            except StoreDown:
                return None
        if known is not None:
            self._keep(picture.key, known)
        return known

    def _keep(self, key: str, file_id: str) -> None:
        self._known[key] = file_id
        self._known.move_to_end(key)
        while len(self._known) > FILES_KEPT:
            self._known.popitem(last=False)

    def _name(self, picture: Picture) -> str:
        return f"file:{self._bot}:{picture.key}"


async def _drawn(picture: Picture) -> BufferedInputFile:
    return BufferedInputFile(await asyncio.to_thread(picture.draw), "board.jpg")
