"""A game between two people in their private chats, from the invitation by a link to the rematch."""

import random

import pytest

from tests.bot.conftest import Dama, friends, move, plain
from tests.telegram import FakeTelegram, Person


async def test_the_invited_see_the_terms_before_they_sit_down(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    invited = bob.private.messages[0]
    assert invited.text.startswith("/start t_")


async def test_two_play_a_whole_game_by_a_link_and_then_the_next_with_sides_swapped(
    dama: Dama, ann: Person, bob: Person
) -> None:
    await friends(ann, bob)
    pick, players = random.Random(277), (ann, bob)
    for ply in range(400):
        player = players[ply % 2]
        await player.private.until(
            lambda chat: "Your move." in chat.last.text or "Rematch" in chat.last.labels, "a turn or the end"
        )
        if "Rematch" in player.private.last.labels:
            break
        await move(player, pick.choice)
    for player in players:
        await player.private.shows("", button="Rematch")
    texts = [plain(player.private.last.text) for player in players]
    assert sorted("You won!" in text for text in texts) in ([False, True], [False, False])
    await ann.taps("Rematch")
    asked = await bob.private.shows("wants another game", button="Rematch")
    await bob.taps("Rematch", on=asked)
    assert plain((await bob.private.shows("Your move.")).text).startswith("\u26aa You")
    assert "Bob is on move" in plain((await ann.private.shows("is on move")).text)
    assert any("The next game has begun" in message.text for message in ann.private.messages)
    assert not dama.telegram.world.rates.exceeded


async def test_a_turn_comes_as_a_new_message_and_an_own_move_as_a_quiet_edit(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    await friends(ann, bob)
    mine, theirs = ann.private.last.id, bob.private.last.id
    await move(ann, lambda labels: labels[0])
    waiting = await ann.private.shows("is on move")
    turn = await bob.private.shows("Your move.")
    assert waiting.id == mine
    assert turn.id != theirs
    assert not turn.silent
    await bob.private.until(lambda chat: len(chat.from_bot) == 1, "the old message's end")
    assert turn.picture is not None


async def test_a_typed_move_counts_like_a_tapped_one(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    await ann.says("d3-d4")
    assert "Ann played d3-d4" in plain((await bob.private.shows("Your move.")).text)
    await bob.says("D6 d5")
    await ann.private.shows("Your move.", "d5")
    await ann.says("a1-a8")
    await ann.private.shows("This move is not possible in this position.")
    await bob.says("e6-e5")
    await bob.private.shows("None of your games waits")


async def test_resigning_is_asked_once_and_then_done(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    for player in (ann, bob):
        await move(player, lambda labels: labels[0])
    await ann.private.shows("Your move.", button="Resign")
    await ann.taps("Resign")
    asked = await ann.private.shows("Do you want to resign", button="No, play on")
    await ann.taps("No, play on", on=asked)
    await ann.private.shows("Your move.", button="Resign")
    await ann.taps("Resign")
    await ann.private.shows("Do you want to resign", button="Yes, resign")
    await ann.taps("Yes, resign")
    assert "You lost. By resignation." in plain((await ann.private.shows("By resignation")).text)
    assert "You won! By resignation." in plain((await bob.private.shows("By resignation")).text)


async def test_a_draw_is_offered_declined_and_agreed(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    await ann.taps("Offer a draw")
    await ann.private.shows("You have offered a draw.")
    await bob.private.shows("offers a draw", button="Decline")
    await bob.taps("Decline")
    await ann.private.until(lambda chat: "offered a draw" not in chat.last.text, "the offer's end")
    await bob.private.until(lambda chat: "Accept the draw" not in chat.last.labels, "the offer's end")
    await bob.taps("Offer a draw")
    await ann.private.shows("offers a draw", button="Accept the draw")
    await ann.taps("Accept the draw")
    for player in (ann, bob):
        assert "Draw. Both agreed to a draw." in plain((await player.private.shows("Both agreed")).text)


async def test_a_move_is_taken_back_when_the_other_allows_it(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    await ann.says("d3-d4")
    await bob.private.shows("Your move.")
    await ann.private.shows("is on move", button="Take back")
    await ann.taps("Take back")
    await bob.private.shows("asks to take a move back", button="Allow to take back")
    await bob.taps("Allow to take back")
    message = await ann.private.shows("Your move.")
    assert "played" not in message.text


async def test_whoever_opens_the_link_of_a_full_table_watches_quietly(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    link = await friends(ann, bob)
    carol = telegram.person("Carol")
    await carol.opens(link)
    seen = await carol.private.shows("is on move")
    assert seen.labels == []
    await ann.says("d3-d4")
    after = await carol.private.shows("Ann", "d3-d4", "is on move")
    assert after.id == seen.id
    await bob.says("/play")
    await carol.says("d6-d5")
    await carol.private.shows("None of your games waits")


async def test_an_invitation_can_be_withdrawn(telegram: FakeTelegram, ann: Person, bob: Person) -> None:
    await ann.says("/play")
    await ann.private.shows("Dama", button="Play a friend")
    await ann.taps("Play a friend")
    await ann.private.shows("a friend", button="Make the link")
    await ann.taps("Make the link")
    invitation = await ann.private.shows("Send this link", button="Call off")
    link = next(word for word in invitation.text.split() if word.startswith("https://"))
    await bob.opens(link)
    await bob.private.shows("invites you", button="Sit down")
    await ann.taps("Call off")
    await ann.private.shows("called off")
    await bob.private.shows("called off")


@pytest.mark.parametrize(
    "name", ["<b>Bob</b> & co", "\u0645\u062d\u0645\u062f", "a" * 200, "\u202eevil", "\U0001f3b2", "&lt;"]
)
async def test_any_name_is_shown_as_it_is_and_breaks_nothing(telegram: FakeTelegram, ann: Person, name: str) -> None:
    guest = telegram.person(name)
    await friends(ann, guest)
    shown = plain(ann.private.last.text)
    assert name.replace("\u202e", "").strip()[:64] in shown
    assert ann.private.last.content.get("caption_entities", [{}])[0].get("type") == "bold"
