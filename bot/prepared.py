"""Messages that a player sends from the board into a chat of theirs: prepared here, sent by Telegram's own dialog."""

import logging

from aiogram.exceptions import ClientDecodeError, TelegramAPIError
from aiogram.methods import SavePreparedInlineMessage

from bot.inline import shared_game
from bot.people import private_chat
from bot.visit import Services
from hall.locales import translator
from hall.sharing import PREPARED_WITHIN_S, Wish

log = logging.getLogger(__name__)


async def prepare(services: Services, wish: Wish) -> str | None:
    """The message's name with Telegram; None if the table is gone or Telegram does not take it. Raises StoreDown."""
    table, chat = await services.hall.load(wish.table), private_chat(wish.person.id)
    if table is None or chat is None:
        return None
    language = (await services.preferences.of(wish.person.id)).language or wish.person.language
    saving = SavePreparedInlineMessage(
        user_id=chat,
        result=shared_game(table, language, translator(language), services.links),
        allow_user_chats=True,
        allow_group_chats=True,
        allow_channel_chats=True,
    )
    try:
        prepared = await services.bot(saving, request_timeout=int(PREPARED_WITHIN_S))
    except (TelegramAPIError, ClientDecodeError) as error:
        log.warning("a message of table %s could not be prepared: %s", table.id, type(error).__name__)
        return None
    return prepared.id
