"""Commands: /start with or without an invitation, /play in private and in groups, /help, /rules."""

from aiogram import F, Router
from aiogram.enums import ChatType
from aiogram.filters import Command, CommandObject, CommandStart
from aiogram.types import Message

from bot import menu
from bot.cards import Card, Reader
from bot.links import parse_payload
from bot.visit import Visit
from hall.actions import Code, Opening, Refused
from hall.locales import Translator, noop
from hall.model import Status, Terms

PRIVATE = F.chat.type == ChatType.PRIVATE
GROUP = F.chat.type.in_({ChatType.GROUP, ChatType.SUPERGROUP})
GOING_ON = 5  # running games on the first page

DESCRIPTIONS = {
    "play": noop("Play Dama"),
    "rules": noop("The rules in short"),
    "help": noop("What this bot can do"),
}


def make_router() -> Router:
    """The handlers of commands."""
    router = Router(name="commands")
    router.message.register(start, CommandStart(), PRIVATE)
    router.message.register(play, Command("play", ignore_case=True), PRIVATE)
    router.message.register(play_in_group, Command("play", ignore_case=True), GROUP)
    router.message.register(help_, Command("help", ignore_case=True))
    router.message.register(rules, Command("rules", ignore_case=True))
    return router


async def start(_: Message, command: CommandObject, visit: Visit) -> None:
    """The beginning, or an invitation that was followed."""
    if not command.args:
        await show_home(visit)
        return
    table_id = parse_payload(command.args)
    table = await visit.services.hall.load(table_id) if table_id is not None else None
    if table is None:
        await visit.refuse(Refused(Code.NO_SUCH_TABLE))
        await show_home(visit)
        return
    visiting = table.status is not Status.OPEN and not table.sides_of(visit.person.id)
    reader = Reader(visit.chat, visit.person.language, watching=visiting)
    await visit.services.living.show(table, reader, anew=True)


async def play(_: Message, visit: Visit) -> None:
    """The menu."""
    await show_home(visit)


async def play_in_group(message: Message, visit: Visit) -> None:
    """A card that anybody in the group may answer."""
    if message.sender_chat is not None:
        await visit.say(visit.t.gettext("I cannot see who you are. Write /play in your own name, not as the group."))
        return
    answer = await visit.services.hall.open(visit.person, Opening(Terms(), None, None, visit.op))
    if isinstance(answer, Refused):
        await visit.refuse(answer)
        return
    await visit.services.living.show(answer.table, visit.reader)


async def help_(_: Message, visit: Visit) -> None:
    """What the bot can do."""
    visit.post(Card(help_text(visit.t), None))


async def rules(_: Message, visit: Visit) -> None:
    """The rules in short."""
    visit.post(Card(rules_text(visit.t), None))


async def show_home(visit: Visit) -> None:
    """The menu's first page, as a new message."""
    visit.post(await home_card(visit))


async def home_card(visit: Visit, nonce: int | None = None) -> Card:
    """The menu's first page with the person's running games. Raises StoreDown."""
    hall, me = visit.services.hall, visit.person.id
    loaded = [await hall.load(table_id) for table_id in (await hall.tables_of(me))[:GOING_ON]]
    going_on = [table for table in loaded if table is not None]
    return menu.home(visit.update if nonce is None else nonce, visit.services.links, visit.t, going_on, me)


def help_text(t: Translator) -> str:
    """What can be done here."""
    return "\n".join(
        (
            t.gettext("<b>/play</b> \u2013 the computer, a friend by a link, or two on one device."),
            t.gettext("<b>/play</b> in a group \u2013 a card that anybody there can answer."),
            t.gettext("<b>/rules</b> \u2013 the rules in short."),
            "",
            t.gettext("Play with the buttons under the board: first the piece, then where it goes."),
            t.gettext("You can also type a move, like d3-d4, or d4xd6 for a capture."),
        )
    )


def rules_text(t: Translator) -> str:
    """The classic rules on half a screen."""
    return "\n".join(
        (
            t.gettext("<b>Dama in short</b>"),
            t.gettext("\u2022 16 men a side on all squares of two ranks. White begins."),
            t.gettext("\u2022 A man steps one square forward or sideways: never backward, never diagonally."),
            t.gettext("\u2022 It takes a piece in front of it or beside it by jumping over it, and goes on jumping."),
            t.gettext("\u2022 Taking is a must, and you must take as many as you can."),
            t.gettext("\u2022 A taken piece leaves the board at once. No turning back on the spot between two jumps."),
            t.gettext("\u2022 On the far rank a man becomes a dama, which moves and takes along the whole line."),
            t.gettext("\u2022 Who has no piece or no move left loses."),
        )
    )
