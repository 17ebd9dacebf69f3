"""The bot: long polling, handlers, the announcer, and the pen they share."""

import hashlib
import logging
from functools import partial

from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import PRODUCTION, TelegramAPIServer
from aiogram.exceptions import ClientDecodeError, TelegramAPIError, TelegramNotFound, TelegramUnauthorizedError
from aiogram.methods import DeleteWebhook, SendPhoto, SetWebhook, TelegramMethod
from aiogram.types import BufferedInputFile, Message, User
from aiogram.utils.token import TokenValidationError

from bot import commands, games, inline, membership, moving, tables
from bot.announcer import Announcer
from bot.clock import Clock, RealClock
from bot.describe import describe
from bot.door import Door
from bot.files import FileIds, Upload
from bot.hook import PATH, inbox_name, secret_of
from bot.links import Links
from bot.living import Living
from bot.membership import move_chat
from bot.pace import Limits
from bot.polling import poll, unpack
from bot.prepared import prepare
from bot.sender import Sender, Undeliverable
from bot.slots import Tools
from bot.tastes import Tastes
from bot.unreachable import tell_opponents
from bot.visit import Services
from hall.model import Table, telegram_id
from hall.nursery import Nursery
from hall.ports import StoreDown
from hall.runtime import HallRuntime
from hall.settings import Settings
from hall.store.chats import chats_beside
from hall.store.inbox import inbox_beside
from hall.store.leases import leases_beside
from hall.store.notes import notes_beside
from hall.store.preferences import preferences_beside
from hall.store.presence import presence_beside

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
CONNECTIONS = 20  # of Telegram to the webhook at the same time
LAST_WORDS = 1.0  # seconds in which messages on their way are finished when the bot is stopped


async def run_bot(
    runtime: HallRuntime,
    settings: Settings,
    nursery: Nursery,
    *,
    clock: Clock | None = None,
    limits: Limits | None = None,
) -> None:
    """Be the bot until cancelled, or until Telegram refuses the token. `clock` and `limits` are for tests."""
    logging.getLogger("aiogram.event").setLevel(logging.WARNING)  # else a line for every update
    keeping = clock or RealClock()
    try:
        bot, session = _make_bot(settings)
    except TokenValidationError:
        log.error("BOT_TOKEN does not look like a token from BotFather (123456:ABC...); the board runs without the bot")
        return
    try:
        me = await _introduce(bot, keeping)
        alone = leases_beside(runtime.store, nursery)  # of several processes one is the bot, the others stand by
        while me is not None:
            try:
                async with alone.hold(f"bot:{bot.id}"), Nursery(parent=nursery) as working:
                    await _serve(bot, me, runtime, settings, working, keeping, limits)
                return
            except StoreDown:
                await keeping.sleep(FIRST_PAUSE)
    finally:
        await (await session.create_session()).close()  # aiogram's own way sleeps for TLS, which aiohttp sees to by now


def _make_bot(settings: Settings) -> tuple[Bot, AiohttpSession]:
    server = TelegramAPIServer.from_base(settings.bot_api_url) if settings.bot_api_url else PRODUCTION
    session = AiohttpSession(api=server)
    return Bot(settings.bot_token.get_secret_value(), session=session), session


async def _introduce(bot: Bot, clock: Clock) -> User | None:
    """Who the bot is, asked until Telegram answers; None if it refuses the token."""
    pause = FIRST_PAUSE
    while True:
        try:
            me = await bot.me()
        except (TelegramUnauthorizedError, TelegramNotFound):
            log.error("Telegram does not accept BOT_TOKEN; the board runs without the bot")
            return None
        except (TelegramAPIError, ClientDecodeError) as error:
            log.warning("Telegram cannot be reached (%s); trying again", type(error).__name__)
            await clock.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        else:
            return me


async def _serve(
    bot: Bot,
    me: User,
    runtime: HallRuntime,
    settings: Settings,
    nursery: Nursery,
    clock: Clock,
    limits: Limits | None,
) -> None:
    services = make_services(bot, me, runtime, settings, nursery, clock, limits)
    living, links = services.living, services.links
    if not links.board:
        log.info("PUBLIC_URL is no https address: the bot plays by picture and buttons, without buttons to the board")
    log.info("the bot is https://t.me/%s", me.username)
    announcer = Announcer(runtime.hall, runtime.feed, services.chats, services.notes, living, clock)
    nursery.start(announcer.run(), "announcer")
    nursery.start(describe(bot, services.sender, links), "the bot's commands")
    nursery.start(runtime.sharing.serve(partial(prepare, services), nursery), "messages to be sent by players")
    dispatcher = make_dispatcher(services)
    try:
        if settings.webhook:
            await _told(bot, _webhook(settings, dispatcher.resolve_used_update_types()), clock)
            inbox = inbox_beside(runtime.store, inbox_name(settings))
            await unpack(inbox, bot, dispatcher, clock, nursery)
        else:
            await _told(bot, DeleteWebhook(), clock)
            await poll(bot, dispatcher, clock, nursery)
    finally:
        await living.rest(LAST_WORDS)


def _webhook(settings: Settings, kinds: list[str]) -> SetWebhook:
    url = f"{settings.public_url}{PATH}"
    return SetWebhook(url=url, secret_token=secret_of(settings), allowed_updates=kinds, max_connections=CONNECTIONS)


async def _told(bot: Bot, method: TelegramMethod[bool], clock: Clock) -> None:
    """Tell Telegram how updates shall come, until it has heard."""
    while True:
        try:
            await bot(method)
        except (TelegramAPIError, ClientDecodeError) as error:
            log.warning("Telegram could not be told how updates shall come: %s", type(error).__name__)
            await clock.sleep(FIRST_PAUSE)
        else:
            return


def make_services(
    bot: Bot,
    me: User,
    runtime: HallRuntime,
    settings: Settings,
    nursery: Nursery,
    clock: Clock,
    limits: Limits | None = None,
) -> Services:
    """What the handlers work with, put together once."""
    store, sender, links = runtime.store, Sender(bot, clock, nursery, limits), Links.of(me, settings)
    chats, preferences, notes = chats_beside(store), preferences_beside(store), notes_beside(store)
    files = FileIds(notes, bot.id, _storage(sender, settings.storage_chat) if settings.storage_chat else None)

    async def unreachable(table: Table, chat: int) -> None:
        await tell_opponents(services, table, telegram_id(chat))

    async def moved(old: int, new: int) -> None:
        await move_chat(services, old, new)

    tastes = Tastes(preferences, presence_beside(store), runtime.players, store.now)
    tools = Tools(sender, chats, links, files, runtime.hall.load, tastes.of, unreachable, moved, clock.sleep)
    secret = hashlib.sha256(f"offers {settings.bot_token.get_secret_value()}".encode()).digest()
    living = Living(tools, nursery)
    services = Services(bot, runtime, living, sender, links, chats, preferences, notes, files, secret)
    return services


def _storage(sender: Sender, chat: int) -> Upload:
    """Upload pictures to the storage chat, for messages that take file ids only."""

    async def upload(picture: BufferedInputFile) -> Message | None:
        async def build() -> SendPhoto:
            return SendPhoto(chat_id=chat, photo=picture, disable_notification=True)

        try:
            sent = await sender.send(chat, build)
        except Undeliverable as error:
            log.warning("STORAGE_CHAT takes no pictures: %s", error)
            return None
        return sent if isinstance(sent, Message) else None

    return upload


def make_dispatcher(services: Services) -> Dispatcher:
    """The handlers, in the order in which they are asked."""
    dispatcher = Dispatcher(disable_fsm=True)
    door = Door(services)
    for observer in (
        dispatcher.message,
        dispatcher.callback_query,
        dispatcher.inline_query,
        dispatcher.chosen_inline_result,
        dispatcher.my_chat_member,
    ):
        observer.outer_middleware(door)
    parts = (membership, commands, games, inline, tables, moving)
    dispatcher.include_routers(*(part.make_router() for part in parts))
    return dispatcher
