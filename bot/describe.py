"""What Telegram is told about the bot at the start: commands, descriptions, the menu button. Only what has changed."""

import logging
from collections.abc import Sequence
from typing import Any

from aiogram import Bot
from aiogram.exceptions import ClientDecodeError, TelegramAPIError
from aiogram.methods import (
    GetChatMenuButton,
    GetMyCommands,
    GetMyDescription,
    GetMyShortDescription,
    SetChatMenuButton,
    SetMyCommands,
    SetMyDescription,
    SetMyShortDescription,
    TelegramMethod,
)
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    MenuButtonCommands,
    MenuButtonWebApp,
    TelegramObject,
    WebAppInfo,
)

from bot.commands import DESCRIPTIONS, IN_GROUPS
from bot.links import Links
from bot.sender import Sender
from hall.locales import SOURCE_LANGUAGE, Translator, languages, noop, translator

log = logging.getLogger(__name__)

ABOUT = noop(
    "Dama, Turkish draughts: against the computer, with a friend, or in a group. Pieces go straight and sideways, you "
    "must take the most, and the dama flies."
)
IN_SHORT = noop("Dama (Turkish draughts): in chats, in groups, and on a board of its own.")


async def describe(bot: Bot, sender: Sender, links: Links) -> None:
    """Tell Telegram what it does not know yet. What cannot be told now is told at the next start."""
    try:
        for language in languages():
            code = "" if language == SOURCE_LANGUAGE else language
            for change in await _changes(bot, code, translator(language)):
                await sender.quickly(change)
        if (button := await _menu_button(bot, links)) is not None:
            await sender.quickly(button)
    except (TelegramAPIError, ClientDecodeError) as error:
        log.warning("the bot's commands could not be told: %s", type(error).__name__)


async def _changes(bot: Bot, code: str, t: Translator) -> list[TelegramMethod[Any]]:
    """What is to be set in one language."""
    changes: list[TelegramMethod[Any]] = []
    scopes: tuple[tuple[Any, Sequence[str]], ...] = (
        (BotCommandScopeAllPrivateChats(), tuple(DESCRIPTIONS)),
        (BotCommandScopeAllGroupChats(), IN_GROUPS),
    )
    for scope, names in scopes:
        wanted = [BotCommand(command=name, description=t.gettext(DESCRIPTIONS[name])) for name in names]
        if _plain(*await bot(GetMyCommands(scope=scope, language_code=code or None))) != _plain(*wanted):
            changes.append(SetMyCommands(commands=wanted, scope=scope, language_code=code or None))
    about, short = t.gettext(ABOUT), t.gettext(IN_SHORT)
    if (await bot(GetMyDescription(language_code=code or None))).description != about:
        changes.append(SetMyDescription(description=about, language_code=code or None))
    if (await bot(GetMyShortDescription(language_code=code or None))).short_description != short:
        changes.append(SetMyShortDescription(short_description=short, language_code=code or None))
    return changes


async def _menu_button(bot: Bot, links: Links) -> SetChatMenuButton | None:
    """The button beside the text field: the board where there is one, else the commands. None if it is so already."""
    wanted: MenuButtonWebApp | MenuButtonCommands = MenuButtonCommands()
    if links.board:
        label = translator(SOURCE_LANGUAGE).gettext("Play")
        wanted = MenuButtonWebApp(text=label, web_app=WebAppInfo(url=f"{links.board}/"))
    present = await bot(GetChatMenuButton())
    return None if _plain(present) == _plain(wanted) else SetChatMenuButton(menu_button=wanted)


def _plain(*described: TelegramObject) -> list[dict[str, Any]]:
    """What these say. Objects that came from Telegram know their bot, and so equal none of ours."""
    return [each.model_dump(exclude_none=True) for each in described]
