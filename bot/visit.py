"""One person's message or press: who, where, and how to answer. The door through which all of them come."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

from aiogram import BaseMiddleware, Bot
from aiogram.methods import AnswerCallbackQuery, EditMessageCaption, EditMessageText, SendMessage, SendPhoto
from aiogram.types import CallbackQuery, InlineQuery, Message, TelegramObject, Update, User

from bot.cards import Card, Reader
from bot.files import FileIds
from bot.links import Links
from bot.living import Living
from bot.people import person_of, private_chat
from bot.plan import HTML, NO_PREVIEW
from bot.sender import Sender
from hall.actions import Code, Refused
from hall.locales import Translator, translator
from hall.model import Person
from hall.ports import StoreDown
from hall.runtime import HallRuntime
from hall.store.chats import ChatStore
from hall.store.notes import Notes
from hall.store.preferences import NOTHING_CHOSEN, Preferences, PreferenceStore, chat_owner
from hall.tables import Hall
from hall.texts import refusal_text

log = logging.getLogger(__name__)

ANSWER = 200  # letters of an answer to a press (Bot API, answerCallbackQuery.text)
LARGEST_ID = 2**53 - 1  # "at most 52 significant bits" (Bot API, User.id)
INLINE_CHATS = 1 << 60  # the numbers made up for messages sent inline are below minus this; no chat's number is


@dataclass(frozen=True, slots=True)
class Services:
    """What the handlers work with. `secret` signs invitations (offer.py)."""

    bot: Bot
    runtime: HallRuntime
    living: Living
    sender: Sender
    links: Links
    chats: ChatStore
    preferences: PreferenceStore
    notes: Notes
    files: FileIds
    secret: bytes

    @property
    def hall(self) -> Hall:
        """The tables."""
        return self.runtime.hall


@dataclass(slots=True)
class Visit:
    """Somebody's update.

    `message`: the one whose button was pressed, a picture if `photo`; `inline`: its id if it was sent inline; `press`:
    the query to be answered, once; `topic`: the thread of a forum; `chosen`: the person's preferences, `here` the
    group's.
    """

    services: Services
    person: Person
    chat: int
    update: int
    message: int | None = None
    press: str | None = None
    photo: bool = False
    inline: str = ""
    topic: int = 0
    username: str = ""
    answered: bool = field(default=False)
    chosen: Preferences = NOTHING_CHOSEN
    here: Preferences = NOTHING_CHOSEN

    @property
    def t(self) -> Translator:
        """The person's language."""
        return translator(self.person.language)

    @property
    def reader(self) -> Reader:
        """This chat as a reader of tables."""
        language = self.person.language if self.is_private else self.here.language or self.person.language
        return Reader(self.chat, language, topic=self.topic, inline=self.inline)

    @property
    def private_reader(self) -> Reader:
        """The person's own chat with the bot, wherever they are just now."""
        return Reader(private_chat(self.person.id) or self.chat, self.person.language)

    @property
    def is_private(self) -> bool:
        """Whether this is a chat with the bot alone."""
        return self.chat > 0

    @property
    def op(self) -> str:
        """The operation id of what this update asks for: the same however often Telegram delivers it."""
        return f"tg:{self.services.bot.id}:{self.update}"

    def menu_op(self, nonce: int) -> str:
        """The operation id of what a menu opens. The person is part of it, since anybody can forge a nonce."""
        return f"tg:{self.services.bot.id}:{nonce}:{self.person.id}"

    async def take_preferences(self) -> None:
        """What this person, and this group, have chosen goes before what Telegram says. Raises StoreDown."""
        self.chosen = await self.services.preferences.of(self.person.id)
        if self.chosen.language:
            self.person = replace(self.person, language=self.chosen.language)
        if -INLINE_CHATS < self.chat < 0:
            self.here = await self.services.preferences.of(chat_owner(self.chat))

    async def answer(self, text: str = "") -> None:
        """Answer the press, if it is one, and no second time."""
        if self.press is None or self.answered:
            return
        self.answered = True
        answer = AnswerCallbackQuery(callback_query_id=self.press, text=text[:ANSWER] or None)
        await self.services.sender.quickly(answer)

    async def say(self, text: str) -> None:
        """A sentence in reply: above the chat after a press, else as a message."""
        if self.press is not None:
            await self.answer(text)
        else:
            method = SendMessage(chat_id=self.chat, text=text, message_thread_id=self.topic or None)
            self.services.sender.post(self.chat, method)

    async def refuse(self, refused: Refused) -> None:
        """Say why something was refused."""
        text = refusal_text(refused, self.t)
        if refused.candidates:
            text = f"{text} {', '.join(map(str, refused.candidates[:8]))}"
        await self.say(text)

    def post(self, card: Card) -> None:
        """Send a card that belongs to no table."""
        picture, files = card.picture, self.services.files
        if picture is None:
            method = SendMessage(
                chat_id=self.chat,
                text=card.text,
                parse_mode=HTML,
                reply_markup=card.keyboard,
                link_preview_options=NO_PREVIEW,
                message_thread_id=self.topic or None,
            )
            self.services.sender.post(self.chat, method)
            return

        async def build() -> SendPhoto:
            return SendPhoto(
                chat_id=self.chat,
                photo=await files.source(picture),
                caption=card.text,
                parse_mode=HTML,
                reply_markup=card.keyboard,
                message_thread_id=self.topic or None,
            )

        async def learn(sent: Any) -> None:
            if isinstance(sent, Message):
                await files.learn(picture, sent)

        self.services.sender.post_built(self.chat, build, learn)

    def rewrite(self, card: Card) -> None:
        """Put a card in the place of the one whose button was pressed; its picture stays."""
        where: dict[str, Any] = {"parse_mode": HTML, "reply_markup": card.keyboard}
        if self.inline:
            where["inline_message_id"] = self.inline
        elif self.message is not None:
            where |= {"chat_id": self.chat, "message_id": self.message}
        else:
            self.post(card)
            return
        method = (
            EditMessageCaption(caption=card.text, **where)
            if self.photo
            else EditMessageText(text=card.text, link_preview_options=NO_PREVIEW, **where)
        )
        self.services.sender.post_edit(self.chat, self.message or 0, method)


class Door(BaseMiddleware):
    """Gives handlers a Visit, and sees to it that every press is answered and every failure told."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def __call__(
        self,
        handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: dict[str, Any],
    ) -> Any:
        update = data["event_update"]
        visit = _visit(self._services, event, update) if isinstance(update, Update) else None
        if visit is None:
            if isinstance(event, CallbackQuery):
                await self._services.sender.quickly(AnswerCallbackQuery(callback_query_id=event.id))
            return None
        try:
            await visit.take_preferences()
            return await handler(event, {**data, "visit": visit})
        except StoreDown:
            if not isinstance(event, InlineQuery):
                await visit.refuse(Refused(Code.STORE_DOWN))
        except asyncio.CancelledError:
            raise
        except Exception:  # whatever is wrong in our code, the person gets a sentence and the log the rest
            log.exception("update %d failed", visit.update)
            if not isinstance(event, InlineQuery):
                await visit.say(visit.t.gettext("Something went wrong. It has been written down; please try again."))
        finally:
            await visit.answer()
        return None


def inline_chat(inline_message_id: str) -> int:
    """The number under which a message sent inline is kept like a chat."""
    digest = hashlib.blake2b(inline_message_id.encode("utf-8", "surrogatepass"), digest_size=7).digest()
    return -INLINE_CHATS - int.from_bytes(digest)


def _visit(services: Services, event: TelegramObject, update: Update) -> Visit | None:
    """None for updates nobody in particular has sent, like posts in channels, or nobody who can be."""
    number = update.update_id
    user: User | None = getattr(event, "from_user", None)
    if user is None or not 0 < user.id <= LARGEST_ID:
        return None
    if isinstance(event, CallbackQuery):
        return _press(services, event, number)
    if isinstance(event, Message):
        topic = event.message_thread_id if event.is_topic_message and event.message_thread_id else 0
        username = user.username or ""
        return Visit(services, person_of(user), event.chat.id, number, topic=topic, username=username)
    return Visit(services, person_of(user), user.id, number, username=user.username or "")


def _press(services: Services, event: CallbackQuery, number: int) -> Visit:
    visit = Visit(services, person_of(event.from_user), event.from_user.id, number, press=event.id)
    visit.username = event.from_user.username or ""
    if event.message is not None:
        visit.chat, visit.message = event.message.chat.id, event.message.message_id
        if isinstance(event.message, Message):
            visit.photo = bool(event.message.photo)
            visit.topic = event.message.message_thread_id or 0 if event.message.is_topic_message else 0
    elif event.inline_message_id:
        visit.chat, visit.inline = inline_chat(event.inline_message_id), event.inline_message_id
    return visit
