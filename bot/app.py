"""Puts the bot together: handlers, the announcer, the pen they share, and this process's part of the chats."""

import hashlib
import logging
from functools import partial

from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import PRODUCTION, TelegramAPIServer
from aiogram.exceptions import ClientDecodeError, TelegramAPIError, TelegramNotFound, TelegramUnauthorizedError
from aiogram.methods import SendPhoto
from aiogram.types import BufferedInputFile, Message, User
from aiogram.utils.token import TokenValidationError

from bot import channels, commands, games, inline, membership, moving, tables
from bot.announcer import Announcer
from bot.clock import Clock, RealClock
from bot.door import Door
from bot.files import FileIds, Upload
from bot.links import Links
from bot.living import Living
from bot.membership import move_chat
from bot.pace import Limits
from bot.past import NotedPast
from bot.prepared import prepare
from bot.sender import Sender, Undeliverable
from bot.serving import Serving
from bot.share import Share, Slices
from bot.slots import Tools
from bot.tastes import Tastes
from bot.unreachable import tell_opponents
from bot.visit import Services
from hall.holder import Holder
from hall.model import Table, telegram_id
from hall.nursery import Nursery
from hall.runtime import HallRuntime
from hall.settings import Settings
from hall.store.chats import chats_beside
from hall.store.inbox import inbox_beside
from hall.store.notes import notes_beside
from hall.store.preferences import preferences_beside
from hall.store.presence import presence_beside
from hall.store.slices import slices_beside

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0


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
        if me is not None:
            async with Nursery(parent=nursery) as working:
                await _serve(bot, me, runtime, settings, working, keeping, limits)
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
    name = settings.bot_number
    inbox, holder = inbox_beside(runtime.store, name), Holder(slices_beside(runtime.store, name), nursery)
    share = Slices(holder, inbox, nursery, clock)
    services = make_services(bot, me, runtime, settings, share, clock, limits)
    if not services.links.board:
        log.info("PUBLIC_URL is no https address: the bot plays by picture and buttons, without buttons to the board")
    log.info("the bot is https://t.me/%s", me.username)
    announcer = Announcer(runtime.hall, runtime.feed, services.chats, services.notes, services.living, clock)
    nursery.start(runtime.sharing.serve(partial(prepare, services), nursery), "messages to be sent by players")
    serving = Serving(services, make_dispatcher(services), announcer, inbox, share, settings, clock)
    await serving.run(holder, nursery)


def make_services(
    bot: Bot,
    me: User,
    runtime: HallRuntime,
    settings: Settings,
    share: Share,
    clock: Clock,
    limits: Limits | None = None,
) -> Services:
    """What the handlers work with, put together once."""
    store, links = runtime.store, Links.of(me, settings)
    chats, preferences, notes = chats_beside(store), preferences_beside(store), notes_beside(store)
    sender = Sender(bot, clock, share, limits, NotedPast(notes, bot.id), settings.storage_chat)
    files = FileIds(notes, bot.id, _storage(sender, settings.storage_chat) if settings.storage_chat else None)

    async def unreachable(table: Table, chat: int) -> None:
        await tell_opponents(services, table, telegram_id(chat))

    async def moved(old: int, new: int) -> None:
        await move_chat(services, old, new)

    tastes = Tastes(preferences, presence_beside(store), runtime.players, store.now)
    tools = Tools(share, sender, chats, links, files, runtime.hall.load, tastes.of, unreachable, moved, clock.sleep)
    secret = hashlib.sha256(f"offers {settings.bot_token.get_secret_value()}".encode()).digest()
    living = Living(tools)
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
        dispatcher.channel_post,
        dispatcher.callback_query,
        dispatcher.inline_query,
        dispatcher.chosen_inline_result,
        dispatcher.my_chat_member,
    ):
        observer.outer_middleware(door)
    parts = (membership, channels, commands, games, inline, tables, moving)
    dispatcher.include_routers(*(part.make_router() for part in parts))
    return dispatcher
