"""Messages that players send from the board: asked for on one side, prepared on the other, in time or not at all."""

import pytest

from hall.actions import Action, ActionKind, Done, Opening
from hall.model import Computer, Person, Table, Terms, telegram_id
from hall.nursery import Nursery
from hall.ports import Store
from hall.sharing import Sharing, Wish, may_share
from hall.store.wishes import wishes_beside
from hall.tables import Hall
from tests.hall.conftest import SECRET

ANN, BOB = Person(telegram_id(7), "\u0622\u0646 <b>", "ar"), Person(telegram_id(8), "Bob", "en")
SHORT_S = 0.05


async def opened(hall: Hall, terms: Terms | None = None) -> Table:
    done = await hall.open(ANN, Opening(terms or Terms(), None, None, f"p:{ANN.id}:1"))
    assert isinstance(done, Done)
    return done.table


async def test_a_wish_comes_to_one_who_prepares_and_back_to_who_asked(stores: list[Store]) -> None:
    asking, preparing = wishes_beside(stores[0]), wishes_beside(stores[1])
    hall = Hall(stores[0], secret=SECRET)
    table = await opened(hall)
    wished: list[Wish] = []

    async def prepare(wish: Wish) -> str | None:
        wished.append(wish)
        return f"prepared for {wish.person.id}"

    async with Nursery() as nursery:
        bot = Sharing(Hall(stores[1], secret=SECRET), preparing, has_bot=True)
        nursery.start(bot.serve(prepare, nursery), "bot")
        page = Sharing(hall, asking, has_bot=True)
        assert await page.ask(ANN, table.id) == "prepared for tg:7"
        assert wished == [Wish(table.id, ANN)]
        assert await page.ask(BOB, table.id) is None
    assert len(wished) == 1


async def test_what_cannot_be_prepared_is_told_as_such(store: Store) -> None:
    hall = Hall(store, secret=SECRET)
    table = await opened(hall)

    async def prepare(_: Wish) -> str | None:
        return None

    async with Nursery() as nursery:
        sharing = Sharing(hall, wishes_beside(store), has_bot=True)
        nursery.start(sharing.serve(prepare, nursery), "bot")
        assert await sharing.ask(ANN, table.id) is None


async def test_where_nobody_prepares_the_wish_ends_by_itself(store: Store) -> None:
    table = await opened(Hall(store, secret=SECRET))
    assert await wishes_beside(store).ask(Wish(table.id, ANN), SHORT_S) is None


async def test_an_answer_that_nobody_waits_for_does_no_harm(store: Store) -> None:
    table = await opened(Hall(store, secret=SECRET))
    wishes = wishes_beside(store)
    assert await wishes.ask(Wish(table.id, ANN), SHORT_S) is None
    number, wish = await wishes.next()
    await wishes.answer(number, "too late")
    assert wish == Wish(table.id, ANN)


async def test_without_a_bot_nobody_is_asked(store: Store) -> None:
    hall = Hall(store, secret=SECRET)
    table = await opened(hall)
    assert await Sharing(hall, wishes_beside(store), has_bot=False).ask(ANN, table.id) is None


@pytest.mark.parametrize("terms", [Terms(one_device=True), Terms(rules="federation")])
async def test_only_a_player_shares_and_no_board_of_one_device(memory_hall: Hall, terms: Terms) -> None:
    table = await opened(memory_hall, terms)
    assert may_share(table, ANN) is not terms.one_device
    assert not may_share(table, BOB)


async def test_a_table_that_was_called_off_is_not_shared(memory_hall: Hall) -> None:
    table = await opened(memory_hall)
    aborted = await memory_hall.act(ANN, Action(ActionKind.ABORT, table.id, None, table.version, f"p:{ANN.id}:end"))
    assert isinstance(aborted, Done)
    assert not may_share(aborted.table, ANN)


async def test_a_guest_has_no_chats(store: Store) -> None:
    hall = Hall(store, secret=SECRET)
    guest = hall.new_guest("Guest", "en")
    done = await hall.open(guest, Opening(Terms(), None, Computer(1), f"p:{guest.id}:1"))
    assert isinstance(done, Done)
    assert await Sharing(hall, wishes_beside(store), has_bot=True).ask(guest, done.table.id) is None
