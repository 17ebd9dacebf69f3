"""Inline mode: games to be played and games to be shared, in chats the bot is not in."""

from pathlib import Path

from hall.model import telegram_id
from tests.bot.conftest import Dama, friends, open_dama, plain
from tests.telegram import Chat, FakeTelegram, Person


async def test_every_clock_and_every_rule_set_is_offered_and_nothing_is_opened(dama: Dama, ann: Person) -> None:
    results = await ann.asks_inline()
    titles = [plain(result["title"]) for result in results]
    assert titles[:3] == ["Play me: no clock", "Play me: 3+2", "Play me: 5+3"]
    assert "Play me: 7 days a move" in titles
    assert "Play me: Federation rules" in titles
    assert await dama.runtime.hall.tables_of(telegram_id(ann.id)) == []


async def test_a_typed_wish_is_offered_alone_and_nonsense_offers_nothing(ann: Person) -> None:
    (result,) = await ann.asks_inline("federation 5+3 friendly white")
    assert "Federation rules" in result["description"]
    assert "friendly" in result["description"]
    assert await ann.asks_inline("what is this") == []


async def _chosen(ann: Person, chat: Chat, number: int = 0) -> None:
    results = await ann.asks_inline()
    await ann.sends_inline(results[number], chat)


async def test_the_first_press_opens_the_table_and_the_card_lives_on(
    dama: Dama, telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    for person in (ann, bob):
        await person.says("/start")
    elsewhere = telegram.group("Where the bot is not")
    elsewhere.state.kicked = True
    await _chosen(ann, elsewhere)
    assert await dama.runtime.hall.tables_of(telegram_id(ann.id)) == []
    card = await elsewhere.shows("wants to play", button="Sit down")
    await bob.taps("Sit down", on=card)
    await elsewhere.shows("is on move", "3 o o o o o o o o")
    white = ann if "Ann" in plain(card.text).split("\u26ab")[0] else bob
    await white.private.shows("Your move.")
    await white.says("d3-d4")
    await elsewhere.shows("d3-d4", "4 \u00b7 \u00b7 \u00b7 o")
    await white.says("/resign")
    await white.private.shows("Do you want to resign", button="Yes, resign")
    await white.taps("Yes, resign")
    await elsewhere.shows("By resignation.", button="Rematch")
    assert not telegram.world.rates.exceeded


async def test_the_host_sets_the_terms_of_an_inline_card_too(telegram: FakeTelegram, ann: Person, bob: Person) -> None:
    elsewhere = telegram.group("Where the bot is not")
    await _chosen(ann, elsewhere, 1)
    card = await elsewhere.shows("wants to play", "3+2", button="Settings")
    await ann.taps("Settings", on=card)
    await elsewhere.shows("wants to play", button="Clock: ")
    await ann.taps("Clock: ", chat=elsewhere)
    await elsewhere.shows("5+3")
    await ann.taps("Back", chat=elsewhere)
    await elsewhere.shows("5+3", button="Sit down")
    assert "sitting at this table already" in (await ann.taps("Sit down", chat=elsewhere)).answer["text"]


async def test_a_running_game_is_shared_and_followed_from_the_first_press(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    await friends(ann, bob)
    elsewhere, carol = telegram.group("Where the bot is not"), telegram.person("Carol")
    shared = next(result for result in await ann.asks_inline() if result["title"] == "Share this game")
    card = await ann.sends_inline(shared, elsewhere)
    assert "3 o o o o o o o o" in card.text
    await carol.taps("Follow it here", on=card)
    await ann.says("d3-d4")
    await elsewhere.shows("d3-d4", "4 \u00b7 \u00b7 \u00b7 o")


async def test_a_choice_that_is_told_is_followed_without_a_press(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    await friends(ann, bob)
    elsewhere = telegram.group("Where the bot is not")
    shared = next(result for result in await ann.asks_inline() if result["title"] == "Share this game")
    await ann.sends_inline(shared, elsewhere, told=True)
    await ann.says("d3-d4")
    await elsewhere.shows("d3-d4")


async def test_a_result_can_be_shared(telegram: FakeTelegram, ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    await ann.says("/resign")
    await ann.private.shows("Do you want to resign", button="Yes, resign")
    await ann.taps("Yes, resign")
    await bob.private.shows("You won!")
    shared = next(result for result in await bob.asks_inline() if result["title"] == "Share this result")
    card = await bob.sends_inline(shared, telegram.group("Where the bot is not"))
    assert "Bob wins. By resignation." in plain(card.text)


async def test_with_a_storage_chat_inline_cards_show_pictures_uploaded_once(tmp_path: Path) -> None:
    async with open_dama(tmp_path) as dama:
        storage = dama.telegram.group("Storage")
        dama.settings = dama.settings.model_copy(update={"storage_chat": storage.id})
        async with dama.bot():
            ann, bob = (dama.telegram.person(name, started=True) for name in ("Ann", "Bob"))
            for place in ("Here", "There"):
                elsewhere = dama.telegram.group(place)
                await _chosen(ann, elsewhere)
                card = await elsewhere.shows("wants to play", button="Sit down")
                await bob.taps("Sit down", on=card)
                await elsewhere.shows("is on move")
                assert card.picture is not None
            assert len(storage.from_bot) == 1
