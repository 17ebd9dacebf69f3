"""What has to be sent so that a chat shows a table as it is: nothing, an edit, or a new message."""

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
from aiogram.types import InputMediaPhoto, LinkPreviewOptions

from bot import marks
from bot.cards import Card, Mode, Reader, table_card
from bot.files import FileIds
from bot.links import Links
from bot.picture import Picture
from hall.model import Table
from hall.store.chats import ChatRef
from hall.store.preferences import NOTHING_CHOSEN, Preferences

HTML = "HTML"
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


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
    @property
    def asked(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """A request, and what the chat's entry is once it was taken (the message's number apart).

    `method` None: nothing to be sent. `waits`: there is news, not told because its reader looks at the board.
    """

    method: TelegramMethod[Any] | None
    after: ChatRef
    is_new: bool
    table: Table
    picture: Picture | None
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Taste:
    """How a chat wants its messages: what was chosen for it; `hush`: its reader sleeps; `here`: looks at the board."""

    chosen: Preferences = NOTHING_CHOSEN
    hush: bool = False
    here: bool = False


async def make_plan(ref: ChatRef, wish: Wish, links: Links, files: FileIds, taste: Taste) -> Plan | None:
    """The request that brings a chat from what it shows to what it should show; None if it shows that."""
    reader = _reader(ref, files, taste)
    card = table_card(wish.table, reader, links, wish.mode)
    found, told = marks.marks(wish.table, reader), marks.read(ref.told)
    news = not wish.quiet and marks.is_news(found, told)
    here = taste.here and wish.table.status.running
    if ref.called and ref.message is None and not wish.asked and (taste.here or not news):
        return _not_called(ref, wish.table, marks.write(told, found), waits=news and here)
    waits = news and here and not wish.anew and ref.message is not None
    is_new = ref.message is None or wish.anew or (news and not waits) or (ref.photo and card.picture is None)
    if ref.inline:
        is_new = False  # what was sent inline can only be edited
    shown = f"{card.picture.key if card.picture else ''}.{card.digest}"
    if not is_new and shown == ref.shown and not wish.force:
        return Plan(None, ref, False, wish.table, None, waits) if waits else None
    method: TelegramMethod[Any]
    if is_new:
        method = await _new(ref, card, files, silent=taste.hush or wish.table.computer_side is not None)
    else:
        method = await _edit(ref, card, files)
    after = replace(
        ref,
        photo=card.picture is not None,
        told=ref.told if waits else marks.write(told, found),
        shown=shown,
        over=not wish.table.status.running,
    )
    return Plan(method, after, is_new, wish.table, card.picture, waits)


def _not_called(ref: ChatRef, table: Table, told: str, *, waits: bool) -> Plan:
    """Nothing is sent to who plays on the board and has seen it there; of an end there is nothing to tell later."""
    after = ref if table.status.running else replace(ref, told=told, over=True)
    return Plan(None, after, False, table, None, waits)


def _reader(ref: ChatRef, files: FileIds, taste: Taste) -> Reader:
    chosen = taste.chosen
    text = chosen.text or (bool(ref.inline) and not files.has_storage)
    return Reader(ref.chat, chosen.language or ref.language, ref.watching, chosen.look, text, ref.topic, ref.inline)


async def _new(ref: ChatRef, card: Card, files: FileIds, *, silent: bool) -> TelegramMethod[Any]:
    """A new message; `silent` for readers who sleep, and for whoever plays a computer and looks at it anyway."""
    if card.picture is None:
        return SendMessage(
            chat_id=ref.chat,
            text=card.text,
            parse_mode=HTML,
            reply_markup=card.keyboard,
            link_preview_options=NO_PREVIEW,
            disable_notification=silent or None,
            message_thread_id=ref.topic or None,
        )
    return SendPhoto(
        chat_id=ref.chat,
        photo=await files.source(card.picture),
        caption=card.text,
        parse_mode=HTML,
        reply_markup=card.keyboard,
        disable_notification=silent or None,
        message_thread_id=ref.topic or None,
    )


async def _edit(ref: ChatRef, card: Card, files: FileIds) -> TelegramMethod[Any]:
    where: dict[str, Any] = {"reply_markup": card.keyboard}
    where |= {"inline_message_id": ref.inline} if ref.inline else {"chat_id": ref.chat, "message_id": ref.message}
    if card.picture is None:
        return EditMessageText(text=card.text, parse_mode=HTML, link_preview_options=NO_PREVIEW, **where)
    if ref.photo and ref.shown.partition(".")[0] == card.picture.key:
        return EditMessageCaption(caption=card.text, parse_mode=HTML, **where)
    source = await files.file_id(card.picture) if ref.inline else await files.source(card.picture)
    if source is None:  # a message sent inline takes no upload, and the storage chat would not
        return EditMessageText(text=card.text, parse_mode=HTML, link_preview_options=NO_PREVIEW, **where)
    return EditMessageMedia(media=InputMediaPhoto(media=source, caption=card.text, parse_mode=HTML), **where)
