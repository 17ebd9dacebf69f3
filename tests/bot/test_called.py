"""Games that are played on the board, and shown in no chat: their players are called when they are needed there."""

from itertools import count

from engine.board import Side
from hall.actions import Action, ActionKind, Done, Opening
from hall.model import Computer, Table, Terms, telegram_id
from hall.model import Person as Player
from hall.store.chats import chats_beside
from hall.store.presence import presence_beside
from tests.bot.conftest import Dama, plain
from tests.telegram import FakeTelegram, Person

_numbers = count(1)


async def started(*people: Person) -> None:
    """They have pressed Start, and the bot is at work."""
    for person in people:
        await person.says("/start")
        await person.private.shows("Dama")


def player(person: Person) -> Player:
    """Somebody as their page signs in."""
    return Player(telegram_id(person.id), person.user["first_name"], "en")


async def acts(dama: Dama, person: Person, table: Table, kind: ActionKind, move: str = "") -> Table:
    """What somebody does on the board."""
    who = player(person)
    action = Action(kind, table.id, None, table.version, f"p:{who.id}:{next(_numbers)}", move)
    done = await dama.runtime.hall.act(who, action)
    assert isinstance(done, Done), done
    return done.table


async def opens(dama: Dama, person: Person, opponent: Computer | None = None) -> Table:
    """A table that somebody opens on the board, with the white pieces."""
    who = player(person)
    done = await dama.runtime.hall.open(who, Opening(Terms(), Side.WHITE, opponent, f"p:{who.id}:{next(_numbers)}"))
    assert isinstance(done, Done)
    return done.table


async def looks(dama: Dama, person: Person, table: Table) -> None:
    """Somebody has the board open."""
    await presence_beside(dama.runtime.store).sign(table.id, player(person))


async def leaves(dama: Dama, person: Person, table: Table) -> None:
    """Somebody has put the board away."""
    await presence_beside(dama.runtime.store).leave(table.id, telegram_id(person.id))


async def test_who_is_on_move_and_elsewhere_is_called(dama: Dama, ann: Person, bob: Person) -> None:
    await started(ann, bob)
    table = await acts(dama, bob, await opens(dama, ann), ActionKind.SIT)
    await ann.private.shows("Your move.")
    table = await acts(dama, ann, table, ActionKind.MOVE, "d3-d4")
    call = await bob.private.shows("Your move.", "d3-d4")
    assert not call.silent
    await bob.says("d6-d5")
    await ann.private.shows("Your move.", "d6-d5")


async def test_who_plays_on_the_board_gets_no_message_until_turning_away(dama: Dama, ann: Person, bob: Person) -> None:
    await started(ann, bob)
    table = await opens(dama, ann)
    for person in (ann, bob):
        await looks(dama, person, table)
    table = await acts(dama, bob, table, ActionKind.SIT)
    for person, move in ((ann, "a3-a4"), (bob, "h6-h5"), (ann, "b3-b4")):
        table = await acts(dama, person, table, ActionKind.MOVE, move)
    await dama.settled()
    assert [len(person.private.from_bot) for person in (ann, bob)] == [1, 1]
    await leaves(dama, bob, table)
    await bob.private.shows("Your move.", "b3-b4")
    table = await acts(dama, bob, table, ActionKind.RESIGN)
    await bob.private.shows("You lost.")
    await bob.says("/help")
    await bob.private.shows("/play")
    assert len(ann.private.from_bot) == 1
    assert (await chats_beside(dama.runtime.store).refs(table.id))[ann.id].message is None


async def test_who_has_turned_away_is_told_the_end_and_asked_for_a_rematch(
    dama: Dama, ann: Person, bob: Person
) -> None:
    await started(ann, bob)
    table = await opens(dama, ann)
    await looks(dama, bob, table)
    table = await acts(dama, bob, table, ActionKind.SIT)
    table = await acts(dama, ann, table, ActionKind.MOVE, "d3-d4")
    table = await acts(dama, bob, table, ActionKind.MOVE, "d6-d5")
    table = await acts(dama, bob, table, ActionKind.RESIGN)
    await ann.private.shows("You won!", button="Rematch")
    await leaves(dama, bob, table)
    await ann.taps("Rematch")
    await bob.private.shows("wants another game", button="Rematch")
    over = await dama.runtime.hall.load(table.id)
    assert over is not None
    await acts(dama, bob, over, ActionKind.REMATCH)
    await ann.private.until(lambda chat: "Bob is on move." in plain(chat.last.text), "the next game")


async def test_who_could_not_be_written_to_is_called_once_that_is_allowed(
    dama: Dama, telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    await started(ann)
    table = await acts(dama, bob, await opens(dama, ann), ActionKind.SIT)
    await acts(dama, ann, table, ActionKind.MOVE, "d3-d4")
    await telegram.world.until(lambda: bool(telegram.called("sendPhoto", bob.id)), "an attempt")
    await bob.allows_writing()
    await bob.private.shows("Your move.", "d3-d4")
    assert len(bob.private.from_bot) == 1


async def test_who_lets_the_bot_in_again_sees_how_the_game_stands(dama: Dama, ann: Person, bob: Person) -> None:
    await started(ann, bob)
    table = await acts(dama, bob, await opens(dama, ann), ActionKind.SIT)
    await ann.private.shows("Your move.")
    await bob.blocks()
    await acts(dama, ann, table, ActionKind.MOVE, "d3-d4")
    await ann.private.shows("cannot be reached by me any more")
    await bob.unblocks()
    await bob.private.shows("Your move.", "d3-d4")


async def test_games_against_the_computer_on_the_board_stay_there(dama: Dama, ann: Person) -> None:
    await started(ann)
    table = await opens(dama, ann, Computer(1))
    await acts(dama, ann, table, ActionKind.MOVE, "d3-d4")
    await ann.says("/help")
    await ann.private.shows("/play")
    assert len(ann.private.from_bot) == 2
    assert await chats_beside(dama.runtime.store).refs(table.id) == {}


async def test_telegram_s_own_news_in_a_chat_get_no_answer(dama: Dama, telegram: FakeTelegram, ann: Person) -> None:
    await started(ann)
    deletion = {"message_auto_delete_timer_changed": {"message_auto_delete_time": 86_400}}
    for news in ({"pinned_message": ann.private.last.content}, deletion):
        message = telegram.world.add_message(ann.private.state, ann.user, news)
        await telegram.updates.push(message=message)
    await ann.allows_writing()
    await dama.settled()
    photo = telegram.world.add_message(ann.private.state, ann.user, {"dice": {"emoji": "\U0001f3b2", "value": 3}})
    await telegram.updates.push(message=photo)
    await ann.private.shows("I understand moves")
    assert len(ann.private.from_bot) == 2
