"""The bot: long polling, handlers, the announcer, and the pen they share."""

import logging

from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import PRODUCTION, TelegramAPIServer
from aiogram.exceptions import ClientDecodeError, TelegramAPIError, TelegramNotFound, TelegramUnauthorizedError
from aiogram.methods import DeleteWebhook, SetMyCommands
from aiogram.types import BotCommand, User
from aiogram.utils.token import TokenValidationError

from bot import commands, moving, tables
from bot.announcer import Announcer
from bot.clock import Clock, RealClock
from bot.links import Links
from bot.living import Living
from bot.pace import Limits
from bot.polling import poll
from bot.sender import Sender
from bot.visit import Door, Services
from hall.locales import SOURCE_LANGUAGE, languages, translator
from hall.nursery import Nursery
from hall.ports import StoreDown
from hall.runtime import HallRuntime
from hall.settings import Settings
from hall.store.chats import chats_beside
from hall.store.leases import leases_beside

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
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
            await bot(DeleteWebhook())
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
    links, chats = Links.of(me, settings), chats_beside(runtime.store)
    sender = Sender(bot, clock, nursery, limits)
    living = Living(sender, chats, links, nursery, runtime.hall.load)
    if not links.board:
        log.info("PUBLIC_URL is no https address: the bot plays by picture and buttons, without buttons to the board")
    log.info("the bot is https://t.me/%s", me.username)
    announcer = Announcer(runtime.hall, runtime.feed, chats, living, clock)
    nursery.start(announcer.run(), "announcer")
    nursery.start(_describe(sender), "the bot's commands")
    try:
        await poll(bot, make_dispatcher(Services(bot, runtime.hall, living, sender, links)), clock, nursery)
    finally:
        await living.rest(LAST_WORDS)


def make_dispatcher(services: Services) -> Dispatcher:
    """The handlers, in the order in which they are asked."""
    dispatcher = Dispatcher(disable_fsm=True)
    for observer in (dispatcher.message, dispatcher.callback_query):
        observer.outer_middleware(Door(services))
    dispatcher.include_routers(commands.make_router(), tables.make_router(), moving.make_router())
    return dispatcher


async def _describe(sender: Sender) -> None:
    """Tell Telegram the commands, in every language there are texts in."""
    for language in languages():
        t = translator(language)
        listed = [BotCommand(command=name, description=t.gettext(text)) for name, text in commands.DESCRIPTIONS.items()]
        code = None if language == SOURCE_LANGUAGE else language
        await sender.quickly(SetMyCommands(commands=listed, language_code=code))
