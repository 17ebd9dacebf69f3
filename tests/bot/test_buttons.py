"""Buttons that are pressed late, twice, forged, or without a message: always an answer, never a broken game."""

import asyncio

import pytest

from hall.model import Table, TableId
from hall.ports import StoreDown
from tests.bot.conftest import Dama, friends, new_game, plain, squares
from tests.telegram import FakeTelegram, Message, Person


def data(message: Message, label: str) -> str:
    return str(message.button(label)["callback_data"])


async def test_choosing_goes_forth_and_back(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    assert squares(ann.private.last) == [f"{file}3" for file in "abcdefgh"]
    await ann.taps("c3")
    message = await ann.private.shows("c3", "where to?")
    assert message.labels == ["c4", "\u00ab Back"]
    await ann.taps("Back")
    await ann.private.shows("Your move.", button="d3")
    assert ann.private.last.id == message.id


async def test_black_sees_the_board_and_the_buttons_turned(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    await ann.says("d3-d4")
    turn = await bob.private.shows("Your move.")
    assert squares(turn) == [f"{file}6" for file in "hgfedcba"]
    assert turn.picture != ann.private.last.picture


async def test_a_stale_button_says_so_and_the_present_state_is_shown(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    stale = data(ann.private.last, "c3")
    await ann.says("d3-d4")
    await bob.private.shows("Your move.")
    await bob.says("d6-d5")
    present = await ann.private.shows("Your move.", "d5")
    press = await ann.presses(stale, present)
    assert press.answer["text"] == "The game has moved on. This is how it stands now."
    assert "d5" in ann.private.last.text


async def test_a_button_of_an_old_message_takes_that_message_away(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    await friends(ann, bob)
    old = telegram.world.add_message(ann.private.state, telegram.world.me, {"text": "an old board"})
    old_message = next(message for message in ann.private.messages if message.id == old["message_id"])
    press = await ann.presses(data(ann.private.from_bot[0], "c3"), old_message)
    assert press.answer.get("text", "") == ""
    await ann.private.until(lambda chat: all(m.text != "an old board" for m in chat.messages), "its end")
    await ann.private.shows("c3", "where to?")


async def test_an_update_that_comes_again_is_applied_once(dama: Dama, telegram: FakeTelegram, ann: Person) -> None:
    await new_game(ann, "Two on one device")
    await ann.private.shows("White moves.")
    await ann.says("d3-d4")
    await ann.private.shows("Black moves.")
    await dama.settled()
    telegram.updates.redeliver()
    await dama.settled()
    await ann.says("d6-d5")
    await ann.private.shows("White moves.", "d6-d5")
    await dama.settled()
    telegram.updates.redeliver(2)
    await dama.settled()
    table = await dama.runtime.hall.load((await dama.runtime.hall.tables_of(f"tg:{ann.id}"))[0])  # type: ignore[arg-type]
    assert table is not None
    assert list(map(str, table.game.moves)) == ["d3-d4", "d6-d5"]


async def test_a_menu_opens_one_table_however_often_it_is_pressed(
    dama: Dama, telegram: FakeTelegram, ann: Person
) -> None:
    await ann.says("/play")
    await ann.private.shows("Dama", button="Two on one device")
    menu = ann.private.last
    pressed = data(menu, "Two on one device")
    presses = [await ann.presses(pressed, menu, wait=False) for _ in range(5)]
    await telegram.world.until(lambda: all(press.answered_at for press in presses), "five answers")
    await ann.private.shows("White moves.")
    await dama.settled()
    assert len(await dama.runtime.hall.tables_of(f"tg:{ann.id}")) == 1  # type: ignore[arg-type]
    assert len(ann.private.from_bot) == 1


async def test_nobody_gets_at_another_s_table_by_forging_its_menu(dama: Dama, ann: Person, bob: Person) -> None:
    await new_game(ann, "Two on one device")
    menu_update = 1
    await bob.says("/play")
    await bob.private.shows("Dama", button="Two on one device")
    await bob.presses(f"n:{menu_update}:Drc0", bob.private.last)
    await bob.private.shows("White moves.")
    tables = [await dama.runtime.hall.tables_of(f"tg:{person.id}") for person in (ann, bob)]  # type: ignore[arg-type]
    assert len(tables[0]) == len(tables[1]) == 1
    assert tables[0] != tables[1]


@pytest.mark.parametrize(
    "forged",
    ["x", "m:", f"m:{'A' * 22}:1:zz", f"a:{'A' * 22}:1:?", "n:0:q", "\U0001f3b2" * 10, "a" * 64, "m:\n", "n:1:Crc9"],
)
async def test_forged_data_gets_a_polite_answer(ann: Person, forged: str) -> None:
    await ann.says("/start")
    message = await ann.private.shows("Dama")
    press = await ann.presses(forged, message)
    assert press.answer["text"].startswith("This button does not belong to any game.")


async def test_buttons_of_tables_that_never_were_are_answered(ann: Person) -> None:
    await ann.says("/start")
    message = await ann.private.shows("Dama")
    for forged in (f"m:{'A' * 22}:1:c3c4", f"a:{'A' * 22}:1:R"):
        press = await ann.presses(forged, message)
        assert press.answer["text"].startswith("There is no such table.")


async def test_a_spectator_s_press_moves_nothing(telegram: FakeTelegram, ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    carol = telegram.person("Carol", started=True)
    for label in ("c3", "Offer a draw", "Call off"):
        press = await carol.presses(data(ann.private.last, label), ann.private.last)
        assert press.answer["text"].startswith("You are watching this table")
    assert "Your move." in ann.private.last.text


async def test_a_press_on_impossible_squares_is_stale_at_most(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    for path in ("a1", "c3c5", "c3c4c5", "h8h1"):
        forged = data(ann.private.last, "c3").removesuffix("c3") + path
        press = await ann.presses(forged, ann.private.last)
        assert press.answer["text"].startswith("The game has moved on.")
    assert "Your move." in ann.private.last.text


async def test_a_press_that_comes_without_its_message_works_all_the_same(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    await ann.presses(data(ann.private.last, "c3"), ann.private.last, bare=True)
    message = await ann.private.shows("c3", "where to?")
    await ann.presses(data(message, "c4"), message, bare=True)
    assert "Ann played c3-c4" in plain((await bob.private.shows("Your move.")).text)


async def test_a_press_is_answered_while_the_store_keeps_everybody_waiting(
    dama: Dama, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await friends(ann, bob)
    message, going_on, load = ann.private.last, asyncio.Event(), dama.runtime.hall.load

    async def slowly(table: TableId) -> Table | None:
        await going_on.wait()
        return await load(table)

    monkeypatch.setattr(type(dama.runtime.hall), "load", lambda _, table: slowly(table))
    press = await ann.presses(data(message, "c3"), message)
    assert "text" not in press.answer
    going_on.set()
    await ann.private.shows("c3", "where to?")


async def test_what_is_found_out_after_the_answer_is_said_in_the_chat(
    dama: Dama, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ann.says("/start")
    message = await ann.private.shows("Dama")
    going_on = asyncio.Event()

    async def slowly(_: TableId) -> None:
        await going_on.wait()
        raise StoreDown

    monkeypatch.setattr(type(dama.runtime.hall), "load", lambda _, table: slowly(table))
    await ann.presses(f"m:{'A' * 22}:1:c3c4", message)
    going_on.set()
    await ann.private.until(lambda chat: chat.last.id > message.id, "why nothing happened")


async def test_five_quick_taps_are_all_answered(telegram: FakeTelegram, ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    message = ann.private.last
    presses = [await ann.presses(data(message, f"{file}3"), message, wait=False) for file in "abcde"]
    await telegram.world.until(lambda: all(press.answered_at for press in presses), "five answers")
    await ann.private.shows("e3", "where to?")
