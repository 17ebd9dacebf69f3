"""One person's message or press: who, where, and how to answer. The door through which all of them come."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiogram import BaseMiddleware, Bot
from aiogram.methods import AnswerCallbackQuery, SendMessage
from aiogram.types import CallbackQuery, Message, TelegramObject, Update

from bot.cards import Card, Reader
from bot.links import Links
from bot.living import Living
from bot.people import person_of
from bot.plan import HTML, NO_PREVIEW
from bot.sender import Sender
from hall.actions import Code, Refused
from hall.locales import Translator, translator
from hall.model import Person
from hall.ports import StoreDown
from hall.tables import Hall
from hall.texts import refusal_text

log = logging.getLogger(__name__)

ANSWER = 200  # letters of an answer to a press (Bot API, answerCallbackQuery.text)


@dataclass(frozen=True, slots=True)
class Services:
    """What the handlers work with."""

    bot: Bot
    hall: Hall
    living: Living
    sender: Sender
    links: Links


@dataclass(slots=True)
class Visit:
    """Somebody's update. `message`: the one whose button was pressed; `press`: the query to be answered, once."""

    services: Services
    person: Person
    chat: int
    update: int
    message: int | None = None
    press: str | None = None
    answered: bool = field(default=False)

    @property
    def t(self) -> Translator:
        """The person's language."""
        return translator(self.person.language)

    @property
    def reader(self) -> Reader:
        """This chat as a reader of tables."""
        return Reader(self.chat, self.person.language)

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

    async def answer(self, text: str = "") -> None:
        """Answer the press, if it is one, and no second time."""
        if self.press is None or self.answered:
            return
        self.answered = True
        answer = AnswerCallbackQuery(callback_query_id=self.press, text=text[:ANSWER] or None)
        await self.services.sender.quickly(answer)

    async def say(self, text: str) -> None:
        """A sentence in reply: above the chat after a press, else as a message."""
        if self.press is not None and not self.answered:
            await self.answer(text)
        else:
            self.services.sender.post(self.chat, SendMessage(chat_id=self.chat, text=text))

    async def refuse(self, refused: Refused) -> None:
        """Say why something was refused."""
        text = refusal_text(refused, self.t)
        if refused.candidates:
            text = f"{text} {', '.join(map(str, refused.candidates[:8]))}"
        await self.say(text)

    def post(self, card: Card) -> None:
        """Send a card that belongs to no table."""
        method = SendMessage(
            chat_id=self.chat,
            text=card.text,
            parse_mode=HTML,
            reply_markup=card.keyboard,
            link_preview_options=NO_PREVIEW,
        )
        self.services.sender.post(self.chat, method)


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
            return None
        try:
            return await handler(event, {**data, "visit": visit})
        except StoreDown:
            await visit.refuse(Refused(Code.STORE_DOWN))
        except Exception:  # whatever is wrong in our code, the person gets a sentence and the log the rest
            log.exception("update %d failed", visit.update)
            await visit.say(visit.t.gettext("Something went wrong. It has been written down; please try again."))
        finally:
            await visit.answer()
        return None


def _visit(services: Services, event: TelegramObject, update: Update) -> Visit | None:
    """None for updates nobody in particular has sent: channels, and groups' anonymous admins."""
    if isinstance(event, CallbackQuery):
        message = event.message
        chat = message.chat.id if message is not None else event.from_user.id
        number = message.message_id if message is not None else None
        return Visit(services, person_of(event.from_user), chat, update.update_id, number, event.id)
    if isinstance(event, Message) and event.from_user is not None:
        return Visit(services, person_of(event.from_user), event.chat.id, update.update_id)
    return None
