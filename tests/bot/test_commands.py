"""Every command in private: what it opens, shows or asks; and silence in groups about what is not for the bot."""

from pathlib import Path

import pytest

from hall.locales import languages, translator
from hall.model import telegram_id
from tests.bot.conftest import Dama, friends, new_game, open_dama, plain
from tests.telegram import Chat, FakeTelegram, Person


async def test_new_opens_a_game_on_the_terms_that_are_written_behind_it(ann: Person) -> None:
    await ann.says("/new 5+3 federation 3 white")
    card = await ann.private.shows("Your move.", button="Call off")
    assert "Computer, level 3" in plain(card.text)
    assert "5:00" in plain(card.text)


async def test_new_against_a_friend_gives_a_link_with_its_terms(ann: Person) -> None:
    await ann.says("/new 2d rated black")
    card = await ann.private.shows("Send this link")
    assert "2 days a move \u00b7 rated" in plain(card.text)
    assert "The free seat has the white pieces" in card.text


async def test_new_without_terms_is_the_menu(ann: Person) -> None:
    await ann.says("/new")
    await ann.private.shows("Dama", button="Play the computer")


@pytest.mark.parametrize("words", ["chess", "5+", "9", "<b>", "\u0661"])
async def test_a_word_that_is_no_term_is_named(ann: Person, words: str) -> None:
    await ann.says(f"/new {words}")
    await ann.private.shows(f"\u201c{words}\u201d", "a level from 1 to 8")


async def test_what_cannot_be_rated_is_refused_with_its_reason(ann: Person) -> None:
    await ann.says("/new rated 4")
    await ann.private.shows("Rated games are for two Telegram accounts")


async def test_games_lists_what_is_going_on_and_opens_it(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    await ann.says("/games")
    choice = await ann.private.shows("Your running games:", button="Bob")
    await ann.taps("Bob", on=choice)
    await ann.private.until(lambda chat: chat.last.id > choice.id and "Your move." in chat.last.text, "the board")


async def test_who_plays_nothing_is_told_how_to_begin(ann: Person) -> None:
    for command in ("/games", "/board", "/resign", "/draw"):
        await ann.says(command)
    await ann.private.until(lambda chat: len(chat.from_bot) == 4, "four answers")
    assert all("You have no game going on." in message.text for message in ann.private.from_bot)


async def test_board_shows_the_board_at_the_end_of_the_chat(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    before = ann.private.last.id
    await ann.says("/board")
    await ann.private.until(lambda chat: chat.last.id > before and "Your move." in chat.last.text, "the board")
    await ann.private.until(lambda chat: len(chat.from_bot) == 1, "the old board's end")


async def test_resign_asks_first(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    await ann.says("/resign")
    await ann.private.shows("Do you want to resign", button="Yes, resign")
    await ann.taps("Yes, resign")
    await bob.private.shows("You won!", "By resignation.")


async def test_draw_offers_and_accepts(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    await ann.says("/draw")
    await bob.private.shows("offers a draw")
    await bob.says("/draw")
    for person in (ann, bob):
        await person.private.shows("Draw.", "Both agreed")


async def test_with_several_games_the_commands_ask_which_one(ann: Person) -> None:
    for _ in range(2):
        await new_game(ann, "Two on one device")
    await ann.says("/resign")
    choice = await ann.private.shows("Which of your games?")
    await ann.presses(choice.buttons[1]["callback_data"], choice)
    await ann.private.shows("Do you want to resign", button="Yes, resign")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("/help", "/settings"),
        ("/rules", "Taking is a must"),
        ("/rules history", "In Turkey it is simply dama"),
        ("/rules three", "Taking is a must"),
        ("/rules no such chapter", "/rules history"),
        ("/privacy", "nothing goes to others"),
        ("/top", "Nobody has points yet."),
        ("/start rules", "Taking is a must"),
        ("/start privacy", "nothing goes to others"),
        ("/start settings", "Settings"),
        ("/start language", "In which language"),
        ("/start play", "Dama"),
        ("/PLAY", "Dama"),
    ],
)
async def test_texts_are_there_by_command_and_by_link(ann: Person, command: str, words: str) -> None:
    await ann.says(command)
    await ann.private.shows(words)


@pytest.mark.parametrize("language", [code for code in languages() if code != "en"])
async def test_every_command_speaks_every_language(telegram: FakeTelegram, language: str) -> None:
    reader, t = telegram.person("\u0639\u0645\u0631", language=language), translator(language)
    said = {
        "/start": "Play the computer",
        "/play": "Play a friend",
        "/games": "You have no game going on. /play opens one.",
        "/board": "You have no game going on. /play opens one.",
        "/rules": "<b>Dama in short</b>",
        "/top": "<b>The leaders of all time</b>",
        "/settings": "Board: %(value)s",
        "/language": "In which language shall I write?",
        "/help": "You can also type a move, like d3-d4, or d4xd6 for a capture.",
        "/privacy": "<b>What I keep</b>",
        "/forget": "Yes, forget me",
        "/new white 2": "Call off",
        "something": "I understand moves like d3-d4, and commands: /play, /rules, /help.",
    }
    for command, english in said.items():
        words = t.gettext(english)
        assert words != english
        wanted = words.replace("<b>", "").replace("</b>", "").partition("%")[0]
        before = max(reader.private.state.messages, default=0)
        await reader.says(command)
        await reader.private.until(lambda chat: _says(chat, before, wanted), f"{command} in {language}: {wanted}")  # noqa: B023


def _says(chat: Chat, after: int, wanted: str) -> bool:
    """Whether a later message, or a button under it, says this."""
    later = [message for message in chat.from_bot if message.id > after]
    return any(wanted in text for message in later for text in (message.text, *message.labels))


async def test_forget_asks_and_forgets(dama: Dama, ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    await ann.says("/settings")
    await ann.private.shows("Settings", button="Boards as text: off")
    await ann.taps("Boards as text: off")
    await ann.private.shows("Settings", button="Boards as text: on")
    await ann.says("/forget")
    await ann.private.shows("Shall I forget you?", button="Yes, forget me")
    await ann.taps("No")
    await ann.private.shows("Nothing was deleted.")
    await ann.says("/forget")
    await ann.private.shows("Shall I forget you?", button="Yes, forget me")
    await ann.taps("Yes, forget me")
    await ann.private.shows("You are forgotten.")
    await bob.private.shows("called off")
    assert await dama.runtime.hall.tables_of(telegram_id(ann.id)) == []
    await ann.says("/settings")
    await ann.private.shows("Settings", button="Boards as text: off")


async def test_a_group_is_told_nothing_it_did_not_ask_for(dama: Dama, telegram: FakeTelegram, ann: Person) -> None:
    group = telegram.group("Coffee house")
    for text in ("hello", "d3-d4", "/unknown", "/start", "/resign", "/draw", "/settings", "@dama_test_bot"):
        await ann.says(text, group)
    await dama.settled()
    assert group.from_bot == []


async def _told_at_a_start(dama: Dama, shown: str) -> list[tuple[str, str | None]]:
    """What the bot sets when it starts, each by method and language."""
    telegram = dama.telegram
    before = len(telegram.calls)

    def asked_about_the_button() -> bool:  # which is the last thing that it looks at
        return any(call.method == "getChatMenuButton" for call in telegram.calls[before:])

    async with dama.bot():
        await telegram.world.until(asked_about_the_button, f"the end of {shown}")
        person = telegram.person(shown)
        await person.says("/start")
        await person.private.shows("Dama")
    calls = telegram.calls[before:]
    return [(call.method, call.get("language_code")) for call in calls if call.method.startswith(("setMy", "setChatM"))]


async def test_at_the_next_start_only_what_has_changed_is_told_again(tmp_path: Path) -> None:
    async with open_dama(tmp_path, "https://dama.example") as dama:
        codes = [None if code == "en" else code for code in languages()]
        methods = ("setMyCommands", "setMyCommands", "setMyDescription", "setMyShortDescription")
        every = [(method, code) for code in codes for method in methods]
        assert await _told_at_a_start(dama, "the first start") == [*every, ("setChatMenuButton", None)]
        assert await _told_at_a_start(dama, "the second start") == []
        about = dama.telegram.world.about
        about["commands all_group_chats tr"] = about["commands all_group_chats tr"][1:]
        about["short_description default ar"] = "an older one"
        changed = [("setMyShortDescription", "ar"), ("setMyCommands", "tr")]
        assert await _told_at_a_start(dama, "the third start") == changed
        assert await _told_at_a_start(dama, "the fourth start") == []
