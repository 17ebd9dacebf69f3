"""The buttons under tables: sitting down, offers, resigning, rematch, and the menu that opens tables."""

from aiogram import Router
from aiogram.types import CallbackQuery

from bot import menu
from bot.callbacks import Choose, Deed, Do, Menu, Page, Set, parse
from bot.cards import Mode, Reader
from bot.commands import home_card
from bot.moving import choose
from bot.offer import Offered
from bot.offers import press_offer
from bot.preferring import press_setting
from bot.report import report
from bot.visit import Visit
from engine.board import Side
from hall.actions import Action, ActionKind, Code, Done, Opening, Refused
from hall.model import Computer, Status, Table, Terms

ACTIONS = {
    Deed.SIT: ActionKind.SIT,
    Deed.RESIGN: ActionKind.RESIGN,
    Deed.OFFER_DRAW: ActionKind.OFFER_DRAW,
    Deed.ACCEPT_DRAW: ActionKind.ACCEPT_DRAW,
    Deed.DECLINE_DRAW: ActionKind.DECLINE_DRAW,
    Deed.ASK_TAKEBACK: ActionKind.ASK_TAKEBACK,
    Deed.GRANT_TAKEBACK: ActionKind.GRANT_TAKEBACK,
    Deed.DECLINE_TAKEBACK: ActionKind.DECLINE_TAKEBACK,
    Deed.ABORT: ActionKind.ABORT,
    Deed.REMATCH: ActionKind.REMATCH,
    Deed.CLAIM: ActionKind.CLAIM,
}


def make_router() -> Router:
    """The handler of all buttons."""
    router = Router(name="tables")
    router.callback_query.register(pressed)
    return router


async def pressed(callback: CallbackQuery, visit: Visit) -> None:
    """Any button of ours, and whatever pretends to be one."""
    match parse(callback.data or ""):
        case Choose() as choice:
            await choose(visit, choice)
        case Do() as wish:
            await do(visit, wish)
        case Menu() as wish if visit.is_private:
            await turn_page(visit, wish)
        case Offered() as press if press.is_genuine(visit.services.secret):
            await press_offer(visit, press)
        case Set() as change:
            await press_setting(visit, change)
        case _:
            await visit.say(visit.t.gettext("This button does not belong to any game. /play opens a new one."))


async def do(visit: Visit, wish: Do) -> None:
    """Everything but moves."""
    table = await visit.services.hall.load(wish.table)
    if table is None:
        await visit.refuse(Refused(Code.NO_SUCH_TABLE))
        return
    kind = ACTIONS.get(wish.deed)
    if kind is None:
        await _look(visit, table, wish.deed)
        return
    answer = await visit.services.hall.act(visit.person, Action(kind, wish.table, None, wish.version, visit.op))
    await report(visit, answer, _toast(wish.deed, answer, visit))


async def _look(visit: Visit, table: Table, deed: Deed) -> None:
    """Buttons that change what is shown, not the game."""
    if not visit.is_private:
        await visit.answer()
        if visit.inline:
            await visit.services.living.show(table, visit.reader)
        return
    living, seated = visit.services.living, bool(table.sides_of(visit.person.id))
    if deed is Deed.WATCH:
        waiting = table.status is Status.OPEN
        await visit.answer(visit.t.gettext("You will see the game here as soon as it begins.") if waiting else "")
        reader = Reader(visit.chat, visit.person.language, watching=not seated)
        await living.show(table, reader, pressed=visit.message)
    elif deed is Deed.ASK_RESIGN and seated and table.status is Status.PLAYING:
        await visit.answer()
        await living.show(table, visit.reader, Mode(resigning=True), pressed=visit.message)
    else:
        await visit.answer()
        await living.show(table, visit.reader, anew=deed is Deed.SHOW)


def _toast(deed: Deed, answer: Done | Refused, visit: Visit) -> str:
    """The word over the chat after some actions."""
    t = visit.t
    if isinstance(answer, Refused):
        return ""
    if deed is Deed.SIT:
        white = Side.WHITE in answer.table.sides_of(visit.person.id)
        said = t.gettext("You play white and begin.") if white else t.gettext("You play black.")
        there = t.gettext("Your board is in your chat with me; the button below leads there.")
        return said if visit.is_private else f"{said} {there}"
    if deed is Deed.OFFER_DRAW and answer.table.draw_offer is not None:
        return t.gettext("You have offered a draw.")
    return ""


async def turn_page(visit: Visit, wish: Menu) -> None:
    """The menu: another page, or a table."""
    if wish.page in (Page.OPEN_COMPUTER, Page.OPEN_FRIEND, Page.OPEN_DEVICE):
        await _open(visit, wish)
        return
    await visit.answer()
    fresh = wish.page is Page.HOME and wish.nonce == 0
    if wish.page is Page.HOME:
        card = await home_card(visit, visit.update if fresh else wish.nonce)
    else:
        card = menu.page(wish, visit.t)
    if fresh or visit.message is None:
        visit.post(card)
    else:
        visit.rewrite(card)


async def _open(visit: Visit, wish: Menu) -> None:
    """One menu opens one table; an old menu that is pressed once its game is over opens another."""
    hall, opening = visit.services.hall, _opening(wish, visit.menu_op(wish.nonce))
    answer = await hall.open(visit.person, opening)
    if isinstance(answer, Done) and answer.repeated and not answer.table.status.running:
        answer = await hall.open(visit.person, _opening(wish, visit.op))
    if isinstance(answer, Refused):
        await visit.refuse(answer)
        return
    await visit.answer()
    await visit.services.living.show(answer.table, visit.reader, adopt=visit.message)


def _opening(wish: Menu, op: str) -> Opening:
    device = wish.page is Page.OPEN_DEVICE
    terms = Terms(rules=wish.rules, one_device=device)
    opponent = Computer(wish.level) if wish.page is Page.OPEN_COMPUTER else None
    return Opening(terms, Side.WHITE if device else wish.wish.side, opponent, op)


