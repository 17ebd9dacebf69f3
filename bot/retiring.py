"""What becomes of a message that another one has replaced."""

import logging

from aiogram.methods import DeleteMessage, EditMessageCaption, EditMessageReplyMarkup

from bot.sender import Sender, Undeliverable

log = logging.getLogger(__name__)

STUB = "\u2b07"  # what is left of an old message: the game goes on below


async def retire(sender: Sender, chat: int, message: int) -> None:
    """Delete an old message; after two days Telegram refuses, then it becomes a stub that points downwards."""
    if await sender.quickly(DeleteMessage(chat_id=chat, message_id=message)):
        return

    async def stub() -> EditMessageCaption:
        return EditMessageCaption(chat_id=chat, message_id=message, caption=STUB)

    async def bare() -> EditMessageReplyMarkup:
        return EditMessageReplyMarkup(chat_id=chat, message_id=message)

    for build in (stub, bare):  # a text has no caption: then at least its buttons go
        try:
            await sender.send(chat, build)
        except Undeliverable as error:
            log.debug("an old message stays: %s", error.reason)
        else:
            return
