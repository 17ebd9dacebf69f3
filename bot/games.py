"""Commands about games that are going on: /games, /board, /resign, /draw."""

from collections.abc import Sequence

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import InlineKeyboardMarkup, Message

from bot.buttons import Row, button, keyboard
from bot.callbacks import Deed, Do
from bot.cards import Card, Mode
from bot.commands import PRIVATE
from bot.menu import game_label
from bot.report import report
from bot.visit import Visit
from hall.actions import Action, ActionKind, Done
from hall.model import Status, Table

GAMES_SHOWN = 10


def make_router() -> Router:
    """The handlers of these commands; they are for private chats, where a player's boards are."""
    router = Router(name="games")
    for name, handler in (("games", games), ("board", board), ("resign", resign), ("draw", draw)):
        router.message.register(handler, Command(name, ignore_case=True), PRIVATE)
    return router


async def running(visit: Visit, *, playing: bool = False) -> list[Table]:
    """The person's tables, newest first; only those where a game is going on if `playing`. Raises StoreDown."""
    hall = visit.services.hall
    loaded = [await hall.load(table_id) for table_id in await hall.tables_of(visit.person.id)]
    return [table for table in loaded if table is not None and (table.status is Status.PLAYING or not playing)]


async def games(_: Message, visit: Visit) -> None:
    """All running games, to be opened by a press."""
    tables = await running(visit)
    if not tables:
        await _none(visit)
        return
    visit.post(Card(visit.t.gettext("Your running games:"), _choice(visit, tables, Deed.SHOW)))


async def board(_: Message, visit: Visit) -> None:
    """The board at the end of the chat, where it can be seen."""
    table = await _one(visit, Deed.SHOW, await running(visit))
    if table is not None:
        await visit.services.living.show(table, visit.reader, anew=True)


async def resign(_: Message, visit: Visit) -> None:
    """Ask whether a game shall be given up."""
    table = await _one(visit, Deed.ASK_RESIGN, await running(visit, playing=True))
    if table is not None:
        await visit.services.living.show(table, visit.reader, Mode(resigning=True), anew=True)


async def draw(_: Message, visit: Visit) -> None:
    """Offer a draw, or accept the one that was offered."""
    table = await _one(visit, Deed.OFFER_DRAW, await running(visit, playing=True))
    if table is None:
        return
    sides = table.sides_of(visit.person.id)
    accept = table.draw_offer is not None and table.draw_offer not in sides
    kind = ActionKind.ACCEPT_DRAW if accept else ActionKind.OFFER_DRAW
    answer = await visit.services.hall.act(visit.person, Action(kind, table.id, None, table.version, visit.op))
    await report(visit, answer)
    if isinstance(answer, Done) and answer.table.draw_offer is not None:
        await visit.say(visit.t.gettext("You have offered a draw."))


async def _one(visit: Visit, deed: Deed, tables: Sequence[Table]) -> Table | None:
    """The only table there is; else a sentence, or a choice of tables whose buttons do the deed."""
    if len(tables) == 1:
        return tables[0]
    if not tables:
        await _none(visit)
    else:
        visit.post(Card(visit.t.gettext("Which of your games?"), _choice(visit, tables, deed)))
    return None


def _choice(visit: Visit, tables: Sequence[Table], deed: Deed) -> InlineKeyboardMarkup | None:
    def one(table: Table) -> Row:
        label = game_label(table, visit.person.id, visit.t)
        return [button(label, Do(table.id, table.version, deed))]

    return keyboard([one(table) for table in tables[:GAMES_SHOWN]])


async def _none(visit: Visit) -> None:
    await visit.say(visit.t.gettext("You have no game going on. /play opens one."))
