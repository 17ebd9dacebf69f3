"""The door through which every update of a person comes: it makes a Visit of it, and sees to an answer."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from aiogram import BaseMiddleware
from aiogram.enums import ChatType
from aiogram.methods import AnswerCallbackQuery
from aiogram.types import CallbackQuery, InlineQuery, Message, TelegramObject, Update, User

from bot.people import person_of
from bot.place import inline_chat
from bot.visit import Services, Visit
from hall.actions import Code, Refused
from hall.ports import StoreDown

log = logging.getLogger(__name__)

Handler = Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]]

LARGEST_ID = 2**53 - 1  # "at most 52 significant bits" (Bot API, User.id)


class Door(BaseMiddleware):
    """Gives handlers a Visit, and sees to it that every press is answered and every failure told."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def __call__(
        self,
        handler: Handler,
        event: TelegramObject,
        data: dict[str, Any],
    ) -> Any:
        update = data["event_update"]
        visit = _visit(self._services, event, update) if isinstance(update, Update) else None
        if visit is None:
            if isinstance(event, Message) and event.chat.type == ChatType.CHANNEL:
                return await self._channel(handler, event, data)
            if isinstance(event, CallbackQuery):
                await self._services.sender.quickly(AnswerCallbackQuery(callback_query_id=event.id))
            return None
        in_time = visit.answer_in_time()
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
            if in_time is not None and not visit.late:
                in_time.cancel()
            await visit.answer()
        return None

    async def _channel(self, handler: Handler, event: Message, data: dict[str, Any]) -> Any:
        """A post, which nobody in particular has sent: there is nobody to be told of a failure."""
        try:
            return await handler(event, {**data, "services": self._services})
        except StoreDown:
            log.info("a post in channel %d is not answered: the store is down", event.chat.id)


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
