"""Moves that are typed: short forms, several meanings, several games; and reminders."""

from dataclasses import replace

from engine.game import Game
from engine.notation import parse_fen
from engine.rules import CLASSIC
from hall.model import Table, telegram_id
from hall.ports import Committed, Event, EventKind
from tests.bot.conftest import Dama, friends, new_game, plain
from tests.telegram import Person

TWO_WAYS = "W:WKg1:Bg3,c5,f6,e7,h7"  # the king takes three by two ways, both from g1 to c1


async def changed(dama: Dama, person: Person, kind: EventKind, **fields: object) -> Table:
    """The person's only table after a step that people cannot make: another position, a reminder."""
    (table_id,) = await dama.runtime.hall.tables_of(telegram_id(person.id))
    table = await dama.runtime.hall.load(table_id)
    assert table is not None
    after = replace(table, version=table.version + 1, **fields)  # type: ignore[arg-type]
    event = Event(table.id, after.version, kind, table.game.turn)
    assert await dama.runtime.store.commit(after, event, f"tg:test:{after.version}") == Committed()
    return after


async def test_short_forms_and_capitals_are_understood(ann: Person) -> None:
    await new_game(ann, "Two on one device")
    for text, following in (("D3 D4", "Black moves."), ("d6d5", "White moves."), ("d4d8", "Black moves.")):
        await ann.says(text)
        await ann.private.shows(following)


async def test_a_capture_with_several_meanings_is_asked_about_with_buttons(dama: Dama, ann: Person) -> None:
    await new_game(ann, "Two on one device")
    game = Game.new(CLASSIC, parse_fen(TWO_WAYS))
    await changed(dama, ann, EventKind.TAKEN_BACK, game=game, moved_version=2)
    await ann.private.shows("You must take")
    await ann.says("g1xc1")
    question = await ann.private.shows("Several moves can be meant.")
    assert len(question.labels) == 2
    await ann.taps(question.labels[1], on=question)
    board = await ann.private.shows("Black moves.")
    assert question.labels[1] in plain(board.text)


async def test_a_move_that_fits_several_games_is_asked_about_with_buttons(ann: Person) -> None:
    for _ in range(2):
        await new_game(ann, "Two on one device")
    await ann.says("d3-d4")
    question = await ann.private.shows("In which one?")
    assert len(question.labels) == 2
    await ann.presses(question.buttons[0]["callback_data"], question)
    await ann.private.shows("Black moves.", "d3-d4")


async def test_who_is_reminded_gets_a_new_message_once(dama: Dama, ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    first = ann.private.last
    (table_id,) = await dama.runtime.hall.tables_of(telegram_id(ann.id))
    table = await dama.runtime.hall.load(table_id)
    assert table is not None
    await changed(dama, ann, EventKind.REMINDED, reminded_version=table.moved_version)
    reminder = await ann.private.shows("Your time is running out.")
    assert reminder.id > first.id
    await ann.private.until(lambda chat: len(chat.from_bot) == 1, "the old message's end")
    await ann.says("d3-d4")
    await bob.private.shows("Your move.")
    assert "running out" not in bob.private.last.text
