"""Channels: nobody can sit down there, so a command gets one sentence about what is possible."""

from aiogram import Router
from aiogram.filters import Command
from aiogram.methods import SendMessage
from aiogram.types import Message

from bot.commands import DESCRIPTIONS
from bot.texts import notation
from bot.visit import Services
from hall.locales import translator
from hall.store.preferences import chat_owner


def make_router() -> Router:
    """The handler of posts in channels."""
    router = Router(name="channels")
    router.channel_post.register(command, Command("start", *DESCRIPTIONS, ignore_case=True))
    return router


async def command(message: Message, services: Services) -> None:
    """Any command of ours. Raises StoreDown."""
    t = translator((await services.preferences.of(chat_owner(message.chat.id))).language)
    said = t.gettext(
        "In a channel nobody can sit down. Write %(bot)s in any chat and choose a game to send, or put me into a group."
    )
    text = said % {"bot": notation(f"@{services.links.username}")}
    services.sender.post(message.chat.id, SendMessage(chat_id=message.chat.id, text=text))
