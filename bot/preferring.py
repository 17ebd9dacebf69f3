"""What people choose for their chats: /settings and /language, page by page on one message."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial

from aiogram.enums import ChatMemberStatus
from aiogram.exceptions import TelegramAPIError
from aiogram.methods import GetChatMember
from aiogram.types import InlineKeyboardButton

from bot.buttons import button, keyboard
from bot.callbacks import Set, Setting
from bot.cards import Card
from bot.texts import in_private, notation
from bot.visit import Visit
from hall.days import is_zone
from hall.locales import Translator, languages, noop, translator
from hall.store.preferences import LOOKS, Preferences, chat_owner

OWN_NAMES: Mapping[str, str] = {
    "en": "English",
    "tr": "T\u00fcrk\u00e7e",
    "ar": "\u0627\u0644\u0639\u0631\u0628\u064a\u0629",
    "ru": "\u0420\u0443\u0441\u0441\u043a\u0438\u0439",
    "az": "Az\u0259rbaycanca",
    "fa": "\u0641\u0627\u0631\u0633\u06cc",
    "de": "Deutsch",
    "fr": "Fran\u00e7ais",
}
"""Languages as their speakers call them: these names are the same whatever language is set."""
AUTOMATIC = "auto"
NIGHTS: Mapping[str, tuple[int, int] | None] = {"off": None, "22-07": (22, 7), "23-08": (23, 8), "00-09": (0, 9)}
ZONES = (
    "UTC", "Europe/Istanbul", "Europe/Athens", "Europe/Berlin", "Europe/London", "Europe/Moscow", "Asia/Baku",
    "Asia/Yerevan", "Asia/Baghdad", "Asia/Beirut", "Asia/Amman", "Asia/Riyadh", "Asia/Dubai", "Asia/Kuwait",
    "Africa/Cairo", "America/New_York",
)
LOOK_NAMES: Mapping[str, str] = {
    "": noop("fits the language"), "wood": noop("wood and ivory"), "candy": noop("candy on pistachio"),
}  # fmt: skip
CHOICES: Mapping[Setting, Collection[str]] = {
    Setting.LANGUAGE: (AUTOMATIC, *languages()),
    Setting.LOOK: (AUTOMATIC, *LOOKS),
    Setting.TEXT: ("on", "off"),
    Setting.QUIET: NIGHTS,
}
"""What can be chosen, but for time zones."""
ADMINS = (ChatMemberStatus.CREATOR, ChatMemberStatus.ADMINISTRATOR)


async def show_settings(visit: Visit) -> None:
    """The settings as a new message. Raises StoreDown."""
    visit.post(await _home(visit, visit.chosen))


def show_languages(visit: Visit) -> None:
    """The languages as a new message: a person's own, or a group's."""
    visit.post(_languages(visit, visit.chosen if visit.is_private else visit.here))


async def choose_zone(visit: Visit, zone: str) -> None:
    """A time zone written after /settings. Raises StoreDown."""
    if not await visit.services.runtime.players.choose_zone(visit.person.id, zone):
        await visit.say(visit.t.gettext("There is no time zone of this name. Write it like Europe/Istanbul."))
        return
    await show_settings(visit)


async def press_setting(visit: Visit, press: Set) -> None:
    """A button of the settings. Raises StoreDown."""
    if not visit.is_private:
        await _in_group(visit, press)
        return
    if press.setting is Setting.FORGET:
        await _forget(visit, press.value)
        return
    if press.value and not await _choose(visit, press):
        await visit.say(visit.t.gettext("This cannot be chosen any more. /settings shows what can."))
        return
    await visit.answer()
    toggled = press.setting in (Setting.LOOK, Setting.TEXT, Setting.HOME) or press.value
    visit.rewrite(await _home(visit, visit.chosen) if toggled else _page(visit, press.setting))
    if press.value:
        await _refresh_boards(visit)


async def _in_group(visit: Visit, press: Set) -> None:
    """A group has a language only, which its admins choose."""
    if press.setting is not Setting.LANGUAGE or visit.inline or press.value not in CHOICES[Setting.LANGUAGE]:
        await visit.say(in_private("/settings", visit.t))
    elif not await _is_admin(visit):
        await visit.say(visit.t.gettext("Only admins of this group can choose its language."))
    else:
        visit.here = await visit.services.preferences.change(chat_owner(visit.chat), partial(_altered, press=press))
        await visit.answer()
        visit.rewrite(_languages(visit, visit.here))


async def _is_admin(visit: Visit) -> bool:
    number = int(visit.person.id.partition(":")[2])
    try:
        member = await visit.services.bot(GetChatMember(chat_id=visit.chat, user_id=number))
    except TelegramAPIError:
        return False
    return member.status in ADMINS


async def _choose(visit: Visit, press: Set) -> bool:
    """Keep what was pressed; False if that is nothing to choose. Raises StoreDown."""
    value = press.value
    if press.setting is Setting.ZONE:
        return is_zone(value) and await visit.services.runtime.players.choose_zone(visit.person.id, value)
    if value not in CHOICES.get(press.setting, ()):
        return False
    visit.chosen = await visit.services.preferences.change(visit.person.id, partial(_altered, press=press))
    if visit.chosen.language:
        visit.person = replace(visit.person, language=visit.chosen.language)
    return True


def _altered(chosen: Preferences, press: Set) -> Preferences:
    """What is chosen after a press, whatever else was chosen in the meantime."""
    value = "" if press.value == AUTOMATIC else press.value
    match press.setting:
        case Setting.LANGUAGE:
            return replace(chosen, language=value)
        case Setting.LOOK:
            return replace(chosen, look=value)
        case Setting.TEXT:
            return replace(chosen, text=value == "on")
        case Setting.QUIET:
            return replace(chosen, quiet=NIGHTS[value])
        case _:
            return chosen


async def _refresh_boards(visit: Visit) -> None:
    """Running games are shown as they are wanted from now on."""
    hall, living = visit.services.hall, visit.services.living
    for table_id in await hall.tables_of(visit.person.id):
        table = await hall.load(table_id)
        if table is not None and living.message_of(table_id, visit.chat) is not None:
            await living.show(table, visit.reader)


async def _home(visit: Visit, chosen: Preferences) -> Card:
    t = visit.t
    zone = (await visit.services.runtime.players.profile(visit.person.id)).zone
    values = {
        Setting.LANGUAGE: t.gettext("Language: %(value)s") % {"value": _language_name(chosen.language, t)},
        Setting.LOOK: t.gettext("Board: %(value)s") % {"value": t.gettext(LOOK_NAMES[chosen.look])},
        Setting.TEXT: t.gettext("Boards as text: %(value)s") % {"value": _on_off(chosen.text, t)},
        Setting.QUIET: t.gettext("Quiet hours: %(value)s") % {"value": _night_name(_night(chosen.quiet), t)},
        Setting.ZONE: t.gettext("Time zone: %(value)s") % {"value": zone},
    }
    looks = ("", *LOOKS)
    following = looks[(looks.index(chosen.look) + 1) % len(looks)] or AUTOMATIC
    presses = {Setting.LOOK: following, Setting.TEXT: "off" if chosen.text else "on"}
    rows = [[button(label, Set(setting, presses.get(setting, "")))] for setting, label in values.items()]
    text = t.gettext("<b>Settings</b> of your chat with me. A new time zone counts from the end of your day on.")
    return Card(text, keyboard(rows))


def _page(visit: Visit, setting: Setting) -> Card:
    t = visit.t
    if setting is Setting.LANGUAGE:
        return _languages(visit, visit.chosen)
    if setting is Setting.QUIET:
        text = t.gettext("Between these hours of your day my messages come without a sound.")
        rows = [[button(_night_name(name, t), Set(setting, name))] for name in NIGHTS]
    else:
        example = notation("/settings Europe/Istanbul")
        text = t.gettext("Choose your time zone, or write it: %(example)s") % {"example": example}
        rows = [
            [button(zone, Set(setting, zone)) for zone in ZONES[at : at + 2]] for at in range(0, len(ZONES), 2)
        ]
    return Card(text, keyboard([*rows, [_back(t)]]))


def _languages(visit: Visit, chosen: Preferences) -> Card:
    t = translator(chosen.language or visit.person.language)
    text = t.gettext("In which language shall I write?")
    if not visit.is_private:
        text = t.gettext("In which language shall I write in this group?")

    def mark(code: str) -> str:
        return "\u2713 " if code == chosen.language else ""

    rows = [
        [button(f"{mark(code)}{OWN_NAMES.get(code, code)}", Set(Setting.LANGUAGE, code))] for code in languages()
    ]
    label = t.gettext("As in Telegram") if visit.is_private else t.gettext("As whoever opens the game")
    rows.append([button(f"{mark('')}{label}", Set(Setting.LANGUAGE, AUTOMATIC))])
    return Card(text, keyboard([*rows, [_back(t)]] if visit.is_private else rows))


def _back(t: Translator) -> InlineKeyboardButton:
    return button(f"\u00ab {t.gettext('Back')}", Set(Setting.HOME))


def _language_name(language: str, t: Translator) -> str:
    return OWN_NAMES.get(language, language) if language else t.gettext("as in Telegram")


def _on_off(value: bool, t: Translator) -> str:
    return t.gettext("on") if value else t.gettext("off")


def _night(quiet: tuple[int, int] | None) -> str:
    return next((name for name, hours in NIGHTS.items() if hours == quiet), "off")


def _night_name(name: str, t: Translator) -> str:
    return t.gettext("none") if NIGHTS[name] is None else notation(name.replace("-", "\u2013"))


def forget_card(t: Translator) -> Card:
    """What /forget asks before it does anything."""
    text = t.gettext(
        "Shall I forget you? Your running games are given up; your candy, points, ratings and settings are deleted, "
        "and you leave every leaderboard. Finished games stay, without your name. This cannot be undone."
    )
    yes = button(t.gettext("Yes, forget me"), Set(Setting.FORGET, "yes"))
    return Card(text, keyboard([[yes], [button(t.gettext("No"), Set(Setting.FORGET, "no"))]]))


async def _forget(visit: Visit, value: str) -> None:
    t = visit.t
    await visit.answer()
    if value != "yes":
        visit.rewrite(Card(t.gettext("Nothing was deleted."), None))
        return
    await visit.services.runtime.forgetting.forget(visit.person)
    visit.rewrite(Card(t.gettext("You are forgotten. If you write to me again, we start anew."), None))
