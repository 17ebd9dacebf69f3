"""Inline mode: in any chat, `@bot` offers games by each clock and rule set, and shares one's own games.

Nothing is opened by a choice: it may never be sent, and Telegram does not always tell. The first press opens the table.
"""

from dataclasses import replace

from aiogram import Router
from aiogram.methods import AnswerInlineQuery
from aiogram.types import (
    ChosenInlineResult,
    InlineQuery,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
)

from bot.buttons import button, keyboard
from bot.callbacks import Deed, Do
from bot.cards import Card, Reader, table_card
from bot.games import running
from bot.letters import CLOCKS
from bot.links import Links
from bot.menu import OFFERED, game_label
from bot.offer import Offer
from bot.offers import Invited, offer_card
from bot.place import inline_chat
from bot.plan import HTML, NO_PREVIEW
from bot.texts import terms_line
from bot.visit import Visit
from bot.wishes import UnknownWish, parse_wishes
from hall.locales import Translator
from hall.model import Status, Table, TableId, is_table_id
from hall.phrases import rules_name, time_name

GAMES_SHARED = 5
SHARE = "share:"


def make_router() -> Router:
    """The handlers of inline mode."""
    router = Router(name="inline")
    router.inline_query.register(asked)
    router.chosen_inline_result.register(chosen)
    return router


async def asked(query: InlineQuery, visit: Visit) -> None:
    """What can be sent: games to be played, then games to be shared. Raises StoreDown."""
    await visit.services.preferences.meet(visit.person)
    results = [_invitation(offer, visit) for offer in _offers(query, visit)]
    shared = [] if query.query.strip() else await _shared(visit)
    await visit.services.sender.quickly(
        AnswerInlineQuery(
            inline_query_id=query.id,
            results=[*results, *shared],
            cache_time=0,
            is_personal=True,
            button=InlineQueryResultsButton(text=visit.t.gettext("Open my chat with the bot"), start_parameter="play"),
        )
    )


def _offers(query: InlineQuery, visit: Visit) -> list[Offer]:
    """Every clock under the classic rules and every rule set without one, or what was typed."""
    nonce = int(query.id) % 36**13 if query.id.isascii() and query.id.isdigit() else visit.update
    plain = Offer(int(visit.person.id.partition(":")[2]), nonce)
    text = query.query.strip()
    if text:
        try:
            wishes = parse_wishes(text)
        except UnknownWish:
            return []
        clock = next(letter for letter, control in CLOCKS.items() if control == wishes.time)
        rated = wishes.rated is not False
        return [replace(plain, rules=wishes.rules, clock=clock, rated=rated, wish=wishes.wish)]
    by_clock = [replace(plain, clock=clock) for clock in CLOCKS]
    return by_clock + [replace(plain, rules=rules) for rules in OFFERED if rules != plain.rules]


def _invitation(offer: Offer, visit: Visit) -> InlineQueryResultArticle:
    how = Invited(visit.person.name, visit.person.language, visit.services.secret, picture=False)
    terms = offer.terms
    title = visit.t.gettext("Play me: %(time)s") % {"time": time_name(terms.time, visit.t)}
    if offer.rules != "classic":
        title = visit.t.gettext("Play me: %(rules)s") % {"rules": rules_name(offer.rules, visit.t)}
    key = f"o{offer.rules}{offer.clock}{'r' if offer.rated else 'f'}{offer.wish}"
    return _article(key, title, terms_line(terms, visit.t), offer_card(offer, how))


async def _shared(visit: Visit) -> list[InlineQueryResultArticle]:
    language, t, links = visit.person.language, visit.t, visit.services.links
    return [shared_game(table, language, t, links) for table in await _own_games(visit)]


async def _own_games(visit: Visit) -> list[Table]:
    """Running games, and the results of those that have just ended. Raises StoreDown."""
    hall = visit.services.hall
    tables = [table for table in await running(visit, playing=True) if not table.terms.one_device][:GAMES_SHARED]
    previous = [table.previous for table in tables if table.previous is not None]
    last = await visit.services.notes.read(f"last:{visit.person.id}")
    ended = [TableId(each) for each in (last or "", *previous) if is_table_id(each)]
    results = [table for each in ended[:GAMES_SHARED] if (table := await hall.load(each)) is not None]
    return tables + [table for table in results if table.status is Status.FINISHED]


def shared_game(table: Table, language: str, t: Translator, links: Links) -> InlineQueryResultArticle:
    """A table of one's own as something to be sent: an invitation, a game to be followed there, or a result."""
    title = t.gettext("Share this game") if table.status.running else t.gettext("Share this result")
    card = table_card(table, Reader(inline_chat(table.id), language, text=True), links)
    rows = list(card.keyboard.inline_keyboard) if card.keyboard is not None else []
    if table.status is Status.PLAYING:
        rows = [[button(t.gettext("Follow it here"), Do(table.id, table.version, Deed.WATCH))], *rows]
    return _article(f"{SHARE}{table.id}", title, game_label(table, None, t), Card(card.text, keyboard(rows)))


def _article(key: str, title: str, described: str, card: Card) -> InlineQueryResultArticle:
    return InlineQueryResultArticle(
        id=key,
        title=title,
        description=described,
        input_message_content=InputTextMessageContent(
            message_text=card.text, parse_mode=HTML, link_preview_options=NO_PREVIEW
        ),
        reply_markup=card.keyboard,
    )


async def chosen(result: ChosenInlineResult, visit: Visit) -> None:
    """Where Telegram tells of a choice, a shared game is followed at once. Raises StoreDown."""
    table_id = result.result_id.removeprefix(SHARE)
    if not result.result_id.startswith(SHARE) or not is_table_id(table_id) or not result.inline_message_id:
        return
    table = await visit.services.hall.load(table_id)
    if table is not None:
        reader = Reader(inline_chat(result.inline_message_id), visit.person.language, inline=result.inline_message_id)
        await visit.services.living.show(table, reader)
