"""How updates come: asked for, or brought. At least once: each is confirmed only after it has been dealt with."""

import asyncio
import json
import logging
from collections.abc import Iterable
from typing import Any

from aiogram import Bot, Dispatcher
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramConflictError,
    TelegramUnauthorizedError,
)
from aiogram.methods import GetUpdates
from aiogram.types import Update
from aiogram.types.update import UpdateTypeLookupError
from pydantic import ValidationError

from bot.clock import Clock
from hall.nursery import Nursery
from hall.ports import StoreDown
from hall.store.inbox import Inbox

log = logging.getLogger(__name__)

POLL_SECONDS = 25
SPARE_SECONDS = 15  # for the line, beyond the time Telegram may take
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 20.0
BROUGHT_AT_ONCE = 100
PATIENCE = 20.0  # seconds one update may take before the next ones are asked for all the same


async def unpack(inbox: Inbox, bot: Bot, dispatcher: Dispatcher, clock: Clock, nursery: Nursery) -> None:
    """Deal for ever with the updates that Telegram brings (hook.py)."""
    while True:
        try:
            raw = [json.loads(text) for text in await inbox.waiting(BROUGHT_AT_ONCE)]
            if not raw:
                await inbox.news()
                continue
            updates, _ = _readable({"result": raw}, bot)
            await _deal_with(updates or (), bot, dispatcher, nursery)
            for each in raw:
                await inbox.done(each["update_id"])
        except StoreDown:
            await clock.sleep(FIRST_PAUSE)


async def poll(bot: Bot, dispatcher: Dispatcher, clock: Clock, nursery: Nursery) -> None:
    """Ask for updates and deal with them until the token is refused."""
    offset, pause = 0, FIRST_PAUSE
    kinds = dispatcher.resolve_used_update_types()
    while True:
        updates: list[Update] | None
        try:
            updates = await bot(
                GetUpdates(offset=offset, timeout=POLL_SECONDS, allowed_updates=kinds),
                request_timeout=POLL_SECONDS + SPARE_SECONDS,
            )
        except TelegramUnauthorizedError:
            log.error("Telegram no longer accepts BOT_TOKEN: the bot stops, the board goes on")
            return
        except ClientDecodeError as error:
            updates, past = _readable(error.data, bot)
            offset = max(offset, past)
        except TelegramConflictError:
            log.error("another program polls with this BOT_TOKEN; only one can")
            updates = None
        except TelegramAPIError as error:
            log.warning("updates could not be had: %s", type(error).__name__)
            updates = None
        if updates is None:
            await clock.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            continue
        pause = FIRST_PAUSE
        await _deal_with(updates, bot, dispatcher, nursery)
        offset = max([offset, *(update.update_id + 1 for update in updates)])


def _readable(answer: Any, bot: Bot) -> tuple[list[Update] | None, int]:
    """The updates of an answer that can be read, and the offset after those that cannot; None if it is no answer.

    One update of a kind unknown to this version must not keep all others away for ever.
    """
    if not isinstance(answer, dict) or not isinstance(answer.get("result"), list):
        log.warning("an answer of Telegram could not be read")
        return None, 0
    readable, past = [], 0
    for raw in answer["result"]:
        try:
            readable.append(Update.model_validate(raw, context={"bot": bot}))
        except ValidationError:
            number = raw.get("update_id") if isinstance(raw, dict) else None
            log.warning("update %s cannot be read and is skipped", number)
            past = max(past, number + 1 if isinstance(number, int) else 0)
    return readable, past


async def _deal_with(updates: Iterable[Update], bot: Bot, dispatcher: Dispatcher, nursery: Nursery) -> None:
    """Everybody's updates in their order, different people's at the same time."""
    by_person: dict[int, list[Update]] = {}
    for update in updates:
        by_person.setdefault(_person(update), []).append(update)
    if not by_person:
        return

    async def in_order(own: list[Update]) -> None:
        for update in own:
            try:
                update.event_type  # noqa: B018 - asked for its error: aiogram would warn of what it does not know
                await dispatcher.feed_update(bot, update)
            except UpdateTypeLookupError:
                log.info("update %d is of a kind nobody knows and is skipped", update.update_id)
            except Exception:  # whatever one update does to us, the person's next ones are dealt with
                log.exception("update %d could not be dealt with", update.update_id)

    tasks = [nursery.start(in_order(own), f"updates of {person}") for person, own in by_person.items()]
    await asyncio.wait(tasks, timeout=PATIENCE)


def _person(update: Update) -> int:
    for event in (update.message, update.callback_query, update.my_chat_member):
        if event is not None and event.from_user is not None:
            return event.from_user.id
    return 0
