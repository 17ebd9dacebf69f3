"""One person's message or press: who, where, and how to answer."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

from aiogram import Bot
from aiogram.methods import AnswerCallbackQuery, EditMessageCaption, EditMessageText, SendMessage, SendPhoto
from aiogram.types import Message

from bot.cards import Card, Reader
from bot.files import FileIds
from bot.links import Links
from bot.living import Living
from bot.people import private_chat
from bot.place import INLINE_CHATS
from bot.plan import HTML, NO_PREVIEW
from bot.sender import Sender
from hall.actions import Refused
from hall.locales import Translator, translator
from hall.model import Person
from hall.runtime import HallRuntime
from hall.store.chats import ChatStore
from hall.store.notes import Notes
from hall.store.preferences import NOTHING_CHOSEN, Preferences, PreferenceStore, chat_owner
from hall.tables import Hall
from hall.texts import refusal_text

IN_TIME_S = 0.8  # seconds after which a press is answered without a word
ANSWER = 200  # letters of an answer to a press (Bot API, answerCallbackQuery.text)


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
    late: bool = field(default=False)
    chosen: Preferences = NOTHING_CHOSEN
    here: Preferences = NOTHING_CHOSEN

    @property
    def t(self) -> Translator:
        """The language of an answer: the person's own, but in a group, where all read it, the group's."""
        return translator(self.person.language if self.press is not None else self.reader.language)

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

    def answer_in_time(self) -> asyncio.Task[None] | None:
        """See to it that a press is answered within a second, whatever keeps its handler waiting; None if it is none.

        What the handler has to say later is said in the chat, if that is private (`late`).
        """
        if self.press is None:
            return None
        return self.services.sender.quickly_after(self.chat, IN_TIME_S, self._late_answer)

    def _late_answer(self) -> AnswerCallbackQuery | None:
        if self.press is None or self.answered:
            return None
        self.answered = self.late = True
        return AnswerCallbackQuery(callback_query_id=self.press)

    async def say(self, text: str) -> None:
        """A sentence in reply: above the chat after a press, else as a message."""
        if self.press is not None and not self.late:
            await self.answer(text)
        elif self.press is None or self.is_private:
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
