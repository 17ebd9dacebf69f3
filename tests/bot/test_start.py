"""The first contact: /start with every kind of link, /help, /rules, and what is not understood."""

import pytest

from tests.bot.conftest import Dama, friends, new_game
from tests.telegram import FakeTelegram, Person


async def test_start_shows_what_can_be_played(ann: Person) -> None:
    await ann.says("/start")
    message = await ann.private.shows("Dama")
    assert message.labels == ["Play the computer", "Play a friend", "Two on one device"]


@pytest.mark.parametrize(
    "payload",
    ["t_", "t_short", f"t_{'x' * 22}", f"t_{'x' * 23}", f"x_{'A' * 22}", "-", f"t_{'-' * 62}", "%3Cb%3E", "\u0430"],
)
async def test_a_broken_link_gets_a_sentence_and_the_menu(ann: Person, payload: str) -> None:
    await ann.says(f"/start {payload}")
    await ann.private.shows("There is no such table. The link may be incomplete.")
    await ann.private.shows("Dama", button="Play the computer")


async def test_following_the_own_link_shows_the_invitation_again(ann: Person) -> None:
    await ann.says("/play")
    await ann.private.shows("Dama", button="Play a friend")
    await ann.taps("Play a friend")
    await ann.private.shows("a friend", button="Make the link")
    await ann.taps("Make the link")
    first = await ann.private.shows("Send this link")
    link = next(word for word in first.text.split() if word.startswith("https://"))
    assert link.startswith("https://t.me/dama_test_bot?start=t_")
    await ann.opens(link)
    await ann.private.until(lambda chat: "Send this link" in chat.last.text and chat.last.id != first.id, "it again")


async def test_a_player_who_follows_the_link_gets_the_board_at_the_end_of_the_chat(ann: Person, bob: Person) -> None:
    link = await friends(ann, bob)
    before = bob.private.last.id
    await bob.opens(link)
    await bob.private.until(lambda chat: chat.last.id > before and "is on move" in chat.last.text, "the board anew")


async def test_running_games_are_on_the_first_page(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    await bob.says("/play")
    menu = await bob.private.shows("Dama", button="Play the computer")
    assert "Ann" in menu.labels[0]
    await bob.taps(menu.labels[0])
    await bob.private.until(lambda chat: chat.last.id > menu.id and "is on move" in chat.last.text, "the board")


async def test_help_and_rules_are_short_and_plain(ann: Person) -> None:
    await ann.says("/help")
    await ann.private.shows("/play", "d3-d4")
    await ann.says("/RULES")
    await ann.private.shows("Dama in short", "never backward")


@pytest.mark.parametrize("text", ["hello", "/unknown", "d3", "\u0130stanbul", "x" * 4096, "/play@other_bot"])
async def test_what_is_not_understood_gets_a_helpful_answer_in_private(ann: Person, text: str) -> None:
    await ann.says(text)
    await ann.private.shows("I understand moves like d3-d4, and commands")


async def test_groups_are_not_talked_into(dama: Dama, telegram: FakeTelegram, ann: Person) -> None:
    group = telegram.group("Coffee house")
    for text in ("hello", "d3-d4", "/unknown", "/play@other_bot"):
        await ann.says(text, group)
    await dama.settled()
    await ann.says("/help", group)
    await group.shows("/play")
    assert len(group.from_bot) == 1


async def test_the_computer_s_table_can_be_called_off_before_both_have_moved(ann: Person) -> None:
    await new_game(ann, "Play the computer", "by lot", "Level 1")
    await ann.taps("Call off")
    message = await ann.private.shows("The game was called off.", button="New game")
    await ann.taps("New game", on=message)
    await ann.private.shows("Dama", button="Play the computer")
    await ann.private.shows("The game was called off.")


async def test_two_play_on_one_device(ann: Person) -> None:
    await new_game(ann, "Two on one device")
    message = await ann.private.shows("White moves.")
    await ann.says("d3-d4")
    after = await ann.private.shows("Black moves.")
    assert after.id == message.id
    await ann.says("d6-d5")
    await ann.private.shows("White moves.", "d6-d5", button="Resign")


async def test_the_commands_are_described_to_telegram(telegram: FakeTelegram, ann: Person) -> None:
    await telegram.world.until(lambda: len(telegram.called("setMyCommands")) > 1, "the commands")
    private, groups = telegram.called("setMyCommands")[:2]
    assert private.get("scope") == {"type": "all_private_chats"}
    assert [command["command"] for command in groups.get("commands")] == ["play", "rules", "top", "language", "help"]
