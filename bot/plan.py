"""What has to be sent so that a chat shows a table as it is: nothing, an edit, or a new message."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any, Protocol

from aiogram.methods import (
    EditMessageCaption,
    EditMessageMedia,
    EditMessageText,
    SendMessage,
    SendPhoto,
    TelegramMethod,
)
from aiogram.types import BufferedInputFile, InputMediaPhoto, LinkPreviewOptions, Message

from bot import marks
from bot.cards import Card, Mode, Picture, Reader, table_card
from bot.links import Links
from hall.model import Table
from hall.store.chats import ChatRef

HTML = "HTML"
FILES_KEPT = 2000
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


class FileIds:
    """Pictures that Telegram has already, by what they show: they need not be drawn and sent again."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, str] = OrderedDict()

    async def source(self, picture: Picture) -> str | BufferedInputFile:
        """The picture as it goes into a request."""
        known = self._known.get(picture.key)
        if known is not None:
            self._known.move_to_end(picture.key)
            return known
        return BufferedInputFile(await asyncio.to_thread(picture.draw), "board.jpg")

    def learn(self, picture: Picture | None, sent: Message) -> None:
        """Remember the file id of a picture that has just been sent."""
        if picture is not None and sent.photo:
            self._known[picture.key] = sent.photo[-1].file_id
            while len(self._known) > FILES_KEPT:
                self._known.popitem(last=False)


class Wish(Protocol):
    """What a message should show (living.Wanted)."""

    @property
    def table(self) -> Table: ...
    @property
    def mode(self) -> Mode: ...
    @property
    def quiet(self) -> bool: ...
    @property
    def anew(self) -> bool: ...
    @property
    def force(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """A request, and what the chat's entry is once it was taken (the message's number apart)."""

    method: TelegramMethod[Any]
    after: ChatRef
    is_new: bool
    table: Table
    picture: Picture | None


async def make_plan(ref: ChatRef, wish: Wish, links: Links, files: FileIds) -> Plan | None:
    """The request that brings a chat from what it shows to what it should show; None if it shows that."""
    reader = Reader(ref.chat, ref.language, ref.watching)
    card = table_card(wish.table, reader, links, wish.mode)
    found, told = marks.marks(wish.table, reader), marks.read(ref.told)
    news = not wish.quiet and marks.is_news(found, told)
    is_new = ref.message is None or wish.anew or news or (ref.photo and card.picture is None)
    shown = f"{card.picture.key if card.picture else ''}.{card.digest}"
    if not is_new and shown == ref.shown and not wish.force:
        return None
    method = await _new(ref, card, files, wish.table) if is_new else await _edit(ref, card, files)
    after = replace(
        ref,
        photo=card.picture is not None,
        told=marks.write(told, found),
        shown=shown,
        over=not wish.table.status.running,
    )
    return Plan(method, after, is_new, wish.table, card.picture)


async def _new(ref: ChatRef, card: Card, files: FileIds, table: Table) -> TelegramMethod[Any]:
    silent = True if table.computer_side is not None else None  # whoever plays a computer is looking
    if card.picture is None:
        return SendMessage(
            chat_id=ref.chat,
            text=card.text,
            parse_mode=HTML,
            reply_markup=card.keyboard,
            link_preview_options=NO_PREVIEW,
            disable_notification=silent,
        )
    return SendPhoto(
        chat_id=ref.chat,
        photo=await files.source(card.picture),
        caption=card.text,
        parse_mode=HTML,
        reply_markup=card.keyboard,
        disable_notification=silent,
    )


async def _edit(ref: ChatRef, card: Card, files: FileIds) -> TelegramMethod[Any]:
    if card.picture is None:
        return EditMessageText(
            chat_id=ref.chat,
            message_id=ref.message,
            text=card.text,
            parse_mode=HTML,
            reply_markup=card.keyboard,
            link_preview_options=NO_PREVIEW,
        )
    if ref.photo and ref.shown.partition(".")[0] == card.picture.key:
        return EditMessageCaption(
            chat_id=ref.chat, message_id=ref.message, caption=card.text, parse_mode=HTML, reply_markup=card.keyboard
        )
    media = InputMediaPhoto(media=await files.source(card.picture), caption=card.text, parse_mode=HTML)
    return EditMessageMedia(chat_id=ref.chat, message_id=ref.message, media=media, reply_markup=card.keyboard)
