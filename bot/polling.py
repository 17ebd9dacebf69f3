"""How updates come that nobody brings: they are asked for, and confirmed as soon as they are kept in the inbox."""

import json
import logging
from typing import Any

from aiogram import Bot
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramConflictError,
    TelegramUnauthorizedError,
)
from aiogram.methods import TelegramMethod

from bot.clock import Clock
from bot.place import slice_for
from hall.ports import StoreDown
from hall.store.inbox import Inbox

log = logging.getLogger(__name__)

POLL_SECONDS = 25
SPARE_SECONDS = 15  # for the line, beyond the time Telegram may take
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 20.0


class GetUpdates(TelegramMethod[list[Any]]):
    """getUpdates, with updates as they came: one that this version cannot read must not keep the others away."""

    __returning__ = list[Any]
    __api_method__ = "getUpdates"

    offset: int
    timeout: int = POLL_SECONDS
    allowed_updates: list[str]


async def poll(bot: Bot, kinds: list[str], inbox: Inbox, clock: Clock) -> None:
    """Ask for updates and keep them until the token is refused. Only one process may."""
    offset, pause = 0, FIRST_PAUSE
    while True:
        try:
            updates = await bot(
                GetUpdates(offset=offset, allowed_updates=kinds), request_timeout=POLL_SECONDS + SPARE_SECONDS
            )
            offset = max([offset, *[await _keep(update, inbox) + 1 for update in updates]])
        except TelegramUnauthorizedError:
            log.error("Telegram no longer accepts BOT_TOKEN: the bot stops, the board goes on")
            return
        except TelegramConflictError:
            log.error("another program polls with this BOT_TOKEN; only one can")
        except (TelegramAPIError, ClientDecodeError) as error:
            log.warning("updates could not be had: %s", type(error).__name__)
        except StoreDown:
            log.warning("updates cannot be kept while the store is down; Telegram keeps them")
        else:
            pause = FIRST_PAUSE
            continue
        await clock.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


async def _keep(update: Any, inbox: Inbox) -> int:
    """Take an update in; its number, or 0 if it has none. Raises StoreDown."""
    number = update.get("update_id") if isinstance(update, dict) else None
    if not isinstance(number, int):
        log.warning("an update without a number is skipped")
        return 0
    await inbox.put(slice_for(update), json.dumps(update, ensure_ascii=False), number)
    return number
