"""The bot at work in one process: it holds a part of the chats, and attends to all that happens there."""

import asyncio
import logging

from aiogram import Dispatcher
from aiogram.exceptions import ClientDecodeError, TelegramAPIError
from aiogram.methods import DeleteWebhook, SetWebhook, TelegramMethod

from bot.announcer import Announcer
from bot.attending import Attendant, Reading
from bot.cards import PLAIN
from bot.clock import Clock
from bot.describe import describe
from bot.errands import Errand, Look, Post, Show
from bot.hook import PATH, secret_of
from bot.polling import poll
from bot.share import Slices
from bot.visit import Services
from hall.holder import Holder
from hall.nursery import Nursery
from hall.settings import Settings
from hall.store.inbox import Inbox
from hall.store.slices import slice_of

log = logging.getLogger(__name__)

FIRST = 0
"""Who holds this slice does what one process does for all: it sees to it that updates come."""
PAUSE = 1.0
CONNECTIONS = 20  # of Telegram to the webhook at the same time
LAST_WORDS = 0.7  # seconds in which messages on their way are finished before others attend to their chats


class Serving:
    """What one process does."""

    def __init__(
        self, services: Services, dispatcher: Dispatcher, announcer: Announcer, inbox: Inbox, share: Slices,
        settings: Settings, clock: Clock,
    ) -> None:
        self._services, self._announcer, self._inbox, self._share = services, announcer, inbox, share
        self._settings, self._clock = settings, clock
        self._kinds = dispatcher.resolve_used_update_types()
        self._reading = Reading(services.bot, dispatcher, clock, self._errand)
        self._refused = asyncio.Event()

    async def run(self, holder: Holder, nursery: Nursery) -> None:
        """Attend to this process's chats until Telegram refuses the token."""
        nursery.start(self._announcer.run(), "announcer")
        nursery.start(self._announcer.fill_gaps(), "what was missed")
        nursery.start(self._inbox.follow(), "inbox")
        holding = nursery.start(holder.run(self._attend), "holding chats")
        try:
            await self._refused.wait()
        finally:
            holding.cancel()
            await asyncio.wait([holding])

    async def _attend(self, number: int) -> None:
        """Attend to one slice until it goes to another process."""

        def ours(chat: int) -> bool:
            return slice_of(chat) == number

        living = self._services.living
        try:
            async with self._share.opened(number) as working:
                self._announcer.look_around()
                if number == FIRST:
                    working.start(self._receive(), "receiving updates")
                    working.start(describe(self._services.bot, self._services.sender, self._services.links), "describe")
                attendant = Attendant(number, working, self._inbox, self._share, self._clock, self._reading.deal)
                try:
                    await attendant.run()
                finally:
                    await living.rest(LAST_WORDS, ours)
        finally:
            living.forget(ours)
            self._services.sender.forget(ours)

    async def _receive(self) -> None:
        """See to it that updates come into the inbox."""
        if self._settings.webhook:
            await self._told(_webhook(self._settings, self._kinds))
            return
        await self._told(DeleteWebhook())
        await poll(self._services.bot, self._kinds, self._inbox, self._clock)
        self._refused.set()

    async def _told(self, method: TelegramMethod[bool]) -> None:
        """Tell Telegram how updates shall come, until it has heard."""
        while True:
            try:
                await self._services.bot(method)
            except (TelegramAPIError, ClientDecodeError) as error:
                log.warning("Telegram could not be told how updates shall come: %s", type(error).__name__)
                await self._clock.sleep(PAUSE)
            else:
                return

    async def _errand(self, errand: Errand) -> None:
        """Do what another process asks for. Raises StoreDown."""
        match errand:
            case Look():
                await self._announcer.look(errand)
            case Post():
                self._services.sender.post(errand.chat, errand.request())
            case Show():
                await self._show(errand)

    async def _show(self, asked: Show) -> None:
        """As the table stands by now."""
        table = await self._services.hall.load(asked.table)
        if table is not None:
            mode = asked.mode if table.version == asked.version else PLAIN
            how = {"anew": asked.anew, "photo": asked.photo}
            living = self._services.living
            await living.show(table, asked.reader, mode, pressed=asked.pressed, adopt=asked.adopt, **how)


def _webhook(settings: Settings, kinds: list[str]) -> SetWebhook:
    url = f"{settings.public_url}{PATH}"
    return SetWebhook(url=url, secret_token=secret_of(settings), allowed_updates=kinds, max_connections=CONNECTIONS)
