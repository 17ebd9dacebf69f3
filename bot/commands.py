"""Commands that open games or show a text: /start with every kind of link, /play, /new, /help, /rules and the like."""

from aiogram import F, Router
from aiogram.enums import ChatType
from aiogram.filters import Command, CommandObject, CommandStart
from aiogram.types import Message

from bot import menu, pages
from bot.browser import browser_card
from bot.cards import Card, Reader
from bot.letters import LETTER_OF_RULES
from bot.links import parse_payload
from bot.offer import ANYBODY, addressee, of_terms
from bot.offers import post_offer
from bot.people import person_of
from bot.preferring import choose_zone, forget_card, show_languages, show_settings
from bot.texts import in_private, isolated
from bot.visit import Visit
from bot.wishes import UnknownWish, Wishes, parse_wishes
from engine.board import Side
from engine.rules import RULE_SETS
from hall.actions import Code, Opening, Refused
from hall.locales import noop
from hall.model import Computer, Status, Terms

PRIVATE = F.chat.type == ChatType.PRIVATE
GROUP = F.chat.type.in_({ChatType.GROUP, ChatType.SUPERGROUP})
GOING_ON = 5  # running games on the first page

DESCRIPTIONS = {
    "play": noop("Play Dama"),
    "new": noop("A game on your own terms"),
    "games": noop("Your running games"),
    "board": noop("Show the board again"),
    "draw": noop("Offer a draw"),
    "resign": noop("Give up a game"),
    "rules": noop("The rules in short"),
    "top": noop("The leaders"),
    "settings": noop("Board, quiet hours, time zone"),
    "language": noop("Choose a language"),
    "browser": noop("Play in your browser as yourself"),
    "help": noop("What this bot can do"),
    "privacy": noop("What I know about you"),
    "forget": noop("Delete what I know about you"),
}
IN_GROUPS = ("play", "rules", "top", "language", "help")


def make_router() -> Router:
    """The handlers of these commands."""
    router = Router(name="commands")
    router.message.register(start, CommandStart(), PRIVATE)
    for names, handler, *where in (
        (("play",), play, PRIVATE),
        (("play", "new"), play_in_group, GROUP),
        (("new",), new, PRIVATE),
        (("settings",), settings, PRIVATE),
        (("forget",), forget, PRIVATE),
        (("browser",), browser, PRIVATE),
        (("browser",), browser_in_group, GROUP),
        (("help",), help_),
        (("rules",), rules),
        (("privacy",), privacy),
        (("top",), top),
        (("language",), language),
    ):
        router.message.register(handler, Command(*names, ignore_case=True), *where)
    return router


async def start(message: Message, command: CommandObject, visit: Visit) -> None:
    """The beginning, an invitation that was followed, or another place a link leads to."""
    place = (command.args or "").strip()
    if place in PLACES:
        await PLACES[place](message, visit)
        return
    if not place or place == "play":
        await show_home(visit)
        return
    table_id = parse_payload(place)
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


async def new(message: Message, command: CommandObject, visit: Visit) -> None:
    """A game on the terms that are written behind the command; the menu where there are none."""
    if not command.args:
        await play(message, visit)
        return
    wishes = await _wishes(command.args, visit)
    if wishes is None:
        return
    terms = Terms(wishes.rules, wishes.time, rated=bool(wishes.rated), one_device=wishes.device)
    opponent = Computer(wishes.level) if wishes.level and not wishes.device else None
    side = Side.WHITE if wishes.device else wishes.wish.side
    answer = await visit.services.hall.open(visit.person, Opening(terms, side, opponent, visit.op))
    if isinstance(answer, Refused):
        await visit.refuse(answer)
    else:
        await visit.services.living.show(answer.table, visit.reader)


async def play_in_group(message: Message, command: CommandObject, visit: Visit) -> None:
    """An invitation that anybody in the group may answer, or one person by name or as a reply."""
    if message.sender_chat is not None:
        t = visit.t
        await visit.say(
            t.gettext("I cannot see who you are. Write /play in your own name, not as the group or a channel.")
        )
        return
    words = (command.args or "").split()
    named = [word for word in words if word.startswith("@")]
    wishes = await _wishes(" ".join(word for word in words if not word.startswith("@")), visit)
    if wishes is None:
        return
    if wishes.level or wishes.device:
        await visit.say(visit.t.gettext("Play the computer, or two on one device, in your own chat with me."))
        return
    to, guest = _addressed(message, named, visit)
    if to == addressee(_number(visit)):
        await visit.say(visit.t.gettext("You cannot invite yourself."))
        return
    rated = wishes.rated is not False
    offer = of_terms(_number(visit), visit.update, Terms(wishes.rules, wishes.time, rated=rated), wishes.wish, to)
    await post_offer(visit, offer, guest)


def _addressed(message: Message, named: list[str], visit: Visit) -> tuple[str, str]:
    """Whom an invitation is for, and that person's name as HTML; anybody where nobody is named or answered."""
    if named:
        own = visit.username and named[0][1:].lower() == visit.username.lower()
        return addressee(_number(visit) if own else named[0]), isolated(named[0])
    answered = message.reply_to_message
    user = answered.from_user if answered is not None and answered.sender_chat is None else None
    if user is None or user.is_bot:
        return ANYBODY, ""
    return addressee(user.id), f'<a href="tg://user?id={user.id}">{isolated(person_of(user).name)}</a>'


def _number(visit: Visit) -> int:
    return int(visit.person.id.partition(":")[2])


async def _wishes(text: str, visit: Visit) -> Wishes | None:
    try:
        wishes = parse_wishes(text)
    except UnknownWish as unknown:
        said = visit.t.gettext(
            "I do not understand \u201c%(word)s\u201d. You can write a clock (3+2, 5+3, 10+5, 15+10, 45+0, or 1d, 2d, "
            "3d, 7d for days a move), rules (%(rules)s), a level from 1 to 8, white or black, rated or friendly."
        )
        await visit.say(said % {"word": unknown, "rules": ", ".join(sorted(set(RULE_SETS) & set(LETTER_OF_RULES)))})
        return None
    return wishes


async def settings(_: Message, command: CommandObject, visit: Visit) -> None:
    """The settings; a time zone may be written behind the command."""
    if command.args:
        await choose_zone(visit, command.args.strip())
    else:
        await show_settings(visit)


async def language(_: Message, visit: Visit) -> None:
    """The languages."""
    show_languages(visit)


async def browser(_: Message, visit: Visit) -> None:
    """A link that makes a browser the person's own."""
    visit.post(await browser_card(visit))


async def browser_in_group(_: Message, visit: Visit) -> None:
    """Such a link is nobody else's business."""
    await visit.say(in_private("/browser", visit.t))


async def help_(_: Message, visit: Visit) -> None:
    """What the bot can do."""
    visit.post(Card(pages.help_text(visit.t), None))


async def rules(message: Message, visit: Visit) -> None:
    """The rules in short, or the chapter of the lessons that is named behind the command."""
    command, _, name = (message.text or "").partition(" ")
    told = pages.chapter_text(name.strip(), visit.t) if command.startswith("/rules") else None
    visit.post(Card(told or pages.rules_text(visit.t), None))


async def privacy(_: Message, visit: Visit) -> None:
    """What is known about somebody."""
    visit.post(Card(pages.privacy_text(visit.t), None))


async def forget(_: Message, visit: Visit) -> None:
    """Ask before everything is deleted."""
    visit.post(forget_card(visit.t))


async def top(_: Message, visit: Visit) -> None:
    """The leaders: of the group, or of all time."""
    standings, me = visit.services.runtime.standings, visit.person.id
    if visit.is_private:
        rows, own = await standings.all_time(), await standings.row_of(me)
    else:
        rows, own = await standings.in_chat(visit.chat), await standings.row_in_chat(visit.chat, me)
    visit.post(Card(pages.top_text(rows, own, visit.t, group=not visit.is_private), None))


async def _settings_place(_: Message, visit: Visit) -> None:
    await show_settings(visit)


PLACES = {"help": help_, "rules": rules, "privacy": privacy, "top": top, "language": language} | {
    "settings": _settings_place,
    "browser": browser,
}
"""What else a start link may name."""


async def show_home(visit: Visit) -> None:
    """The menu's first page, as a new message."""
    visit.post(await home_card(visit))


async def home_card(visit: Visit, nonce: int | None = None) -> Card:
    """The menu's first page with the person's running games. Raises StoreDown."""
    hall, me = visit.services.hall, visit.person.id
    loaded = [await hall.load(table_id) for table_id in (await hall.tables_of(me))[:GOING_ON]]
    going_on = [table for table in loaded if table is not None]
    return menu.home(visit.update if nonce is None else nonce, visit.services.links, visit.t, going_on, me)
