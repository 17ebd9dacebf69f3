"""Moves: by buttons, square after square, or typed."""

import re
from collections.abc import Sequence

from aiogram import F, Router
from aiogram.enums import ContentType
from aiogram.types import Message

from bot.buttons import Row, button, keyboard
from bot.callbacks import Choose
from bot.cards import Card, Mode
from bot.choosing import Complete, options
from bot.commands import PRIVATE
from bot.menu import game_label
from bot.owing import is_late
from bot.visit import Visit
from engine.board import Move
from engine.notation import find_move
from engine.refusal import Refusal
from hall.actions import Action, ActionKind, Code, Refused
from hall.model import Status, Table, TableId

MOVE_LIKE = re.compile(r"[a-h][1-8][^\w]*[x\u00d7:-]?[^\w]*[a-h][1-8]", re.IGNORECASE)
SENT_BY_PEOPLE = {
    ContentType.PHOTO, ContentType.STICKER, ContentType.VOICE, ContentType.VIDEO, ContentType.VIDEO_NOTE,
    ContentType.ANIMATION, ContentType.AUDIO, ContentType.DOCUMENT, ContentType.CONTACT, ContentType.LOCATION,
    ContentType.VENUE, ContentType.POLL, ContentType.DICE, ContentType.STORY,
}  # fmt: skip
"""What deserves an answer. All else in a private chat is Telegram's own news, of pins or of rights, say."""
TYPED = 100  # letters of the longest text that is read as a move
CHOICES = 16  # buttons under a question
LABEL = 60  # letters on a button


def make_router() -> Router:
    """The handlers of everything else people write in private."""
    router = Router(name="moving")
    router.message.register(typed, F.text, PRIVATE)
    router.message.register(anything_else, PRIVATE, F.content_type.in_(SENT_BY_PEOPLE))
    return router


async def choose(visit: Visit, choice: Choose) -> None:
    """A square was chosen: go on choosing, or move when one way is left."""
    table = await visit.services.hall.load(choice.table)
    if table is None:
        await visit.refuse(Refused(Code.NO_SUCH_TABLE))
        return
    if (code := _refusal(visit, table, choice)) is not None:
        await _show(visit, table, Refused(code, table))
        return
    found = options(table.game, choice.path)
    if isinstance(found, Complete):
        await _move(visit, table, choice.version, found.text)
    elif found is None:
        await _show(visit, table, Refused(Code.STALE, table))
    else:
        await _show(visit, table, mode=Mode(choice.path))


def _refusal(visit: Visit, table: Table, choice: Choose) -> str | None:
    sides = table.sides_of(visit.person.id)
    if not sides:
        return Code.NOT_YOUR_SEAT
    if not table.status.running:
        return Code.FINISHED
    current = table.moved_version <= choice.version <= table.version
    if table.status is not Status.PLAYING or table.game.turn not in sides or not current:
        return Code.STALE
    return None


async def _show(visit: Visit, table: Table, refused: Refused | None = None, mode: Mode | None = None) -> None:
    if refused is not None:
        await visit.refuse(refused)
    await visit.answer()
    if visit.is_private or visit.inline:
        await visit.services.living.show(table, visit.private_reader, mode or Mode(), pressed=visit.message)


async def _move(visit: Visit, table: Table, version: int, text: str) -> None:
    action = Action(ActionKind.MOVE, table.id, None, version, visit.op, text)
    answer = await visit.services.hall.act(visit.person, action)
    if isinstance(answer, Refused):
        await _show(visit, answer.table or table, answer)
        return
    await visit.answer()
    if visit.is_private or visit.inline:
        await visit.services.living.show(answer.table, visit.private_reader, pressed=visit.message)
    await visit.services.living.refresh(answer.table, answer.event)


async def typed(message: Message, visit: Visit) -> None:
    """A move, or something this bot does not understand."""
    text = (message.text or "").strip()
    if text.startswith("/") or len(text) > TYPED or not MOVE_LIKE.search(text):
        await visit.say(visit.t.gettext("I understand moves like d3-d4, and commands: /play, /rules, /help."))
        return
    if is_late() and (moved := await _moved_before(visit)) is not None:
        await visit.services.living.refresh(moved)
        return
    waiting = await _waiting(visit)
    if not waiting:
        await visit.say(visit.t.gettext("None of your games waits for a move of yours. /play opens one."))
        return
    readings = [(table, move) for table in waiting for move in _readings(table, text)]
    if len(readings) > 1:
        visit.post(_choice(visit, readings, one_table=len({table.id for table, _ in readings}) == 1))
        return
    if not readings and len(waiting) > 1:
        await visit.say(visit.t.gettext("Several of your games wait for a move. Please use the buttons under a board."))
        return
    table = readings[0][0] if readings else waiting[0]
    await _move(visit, table, table.version, str(readings[0][1]) if readings else text)


def _readings(table: Table, text: str) -> tuple[Move, ...]:
    """The moves that a text can mean at a table."""
    found = find_move(table.game.position, text, table.game.rules)
    return found.candidates if isinstance(found, Refusal) else (found,)


def _choice(visit: Visit, readings: Sequence[tuple[Table, Move]], *, one_table: bool) -> Card:
    """A question with a button for each meaning."""
    t = visit.t
    text = t.gettext("Several moves can be meant. Choose one of them.")
    if not one_table:
        text = t.gettext("Several of your games wait for a move. In which one?")

    def row(table: Table, move: Move) -> Row:
        label = str(move) if one_table else f"{move}  {game_label(table, visit.person.id, t)}"[:LABEL]
        return [button(label, Choose(table.id, table.version, (move.start, *move.landings)))]

    return Card(text, keyboard([row(*reading) for reading in readings[:CHOICES]]))


async def _moved_before(visit: Visit) -> Table | None:
    """The table at which this very update has moved already, before the process that dealt with it died."""
    hall = visit.services.hall
    for table_id in await hall.tables_of(visit.person.id):
        if await hall.has_done(table_id, visit.op):
            return await hall.load(table_id)
    return None


async def _waiting(visit: Visit) -> list[Table]:
    """The tables at which this person is on move."""
    hall = visit.services.hall
    ids: list[TableId] = await hall.tables_of(visit.person.id)
    tables = [table for table_id in ids if (table := await hall.load(table_id)) is not None]
    return [
        table
        for table in tables
        if table.status is Status.PLAYING and table.game.turn in table.sides_of(visit.person.id)
    ]


async def anything_else(_: Message, visit: Visit) -> None:
    """Pictures, stickers and the like."""
    await visit.say(visit.t.gettext("I understand moves like d3-d4, and commands: /play, /rules, /help."))


