"""Dama in a group: one card that anybody may answer, edited quietly, with the result and the rematch at the end."""

import random

from tests.bot.conftest import Dama, move, plain
from tests.telegram import FakeTelegram, Person


async def test_a_card_lives_through_the_game_and_keeps_its_result(
    dama: Dama, telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    group = telegram.group("Coffee house")
    for person in (ann, bob):
        await person.says("/start")
    await ann.says("/play@dama_test_bot", group)
    card = await group.shows("wants to play Dama", button="Sit down")
    assert card.picture is not None
    press = await bob.taps("Sit down", chat=group)
    assert "Your board is in your chat with me" in press.answer["text"]
    await group.shows("Ann", "Bob", "is on move")
    white, black = (ann, bob) if "Ann" in group.last.text.split("\u26ab")[0] else (bob, ann)
    await move(white, lambda labels: labels[0])
    await group.shows("played", "is on move")
    await move(black, lambda labels: labels[0])
    await white.private.shows("Your move.", button="Resign")
    await white.taps("Resign")
    await white.private.shows("Do you want to resign", button="Yes, resign")
    await white.taps("Yes, resign")
    result = await group.shows("wins.", "By resignation.", button="Rematch")
    assert result.id == card.id
    assert len(group.from_bot) == 1
    await black.taps("Rematch", chat=group)
    await group.shows("wants another game")
    await white.taps("Rematch", chat=group)
    await group.until(lambda chat: len(chat.from_bot) == 2 and "is on move" in chat.last.text, "the next card")
    assert "The next game has begun." in group.from_bot[0].text
    assert "wins." in group.from_bot[0].text
    assert not telegram.world.rates.exceeded


async def test_the_first_to_press_sits_and_the_others_are_told(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    group = telegram.group("Coffee house")
    carol = telegram.person("Carol")
    await ann.says("/play", group)
    card = await group.shows("wants to play", button="Sit down")
    assert (await ann.taps("Sit down", on=card)).answer["text"].startswith("You are sitting at this table already")
    data = card.button("Sit down")["callback_data"]
    presses = [await person.presses(data, card, wait=False) for person in (bob, carol)]
    await telegram.world.until(lambda: all(press.answered_at for press in presses), "both answers")
    answers = sorted(press.answer["text"] for press in presses)
    assert answers[0].startswith("Both seats are taken.")
    assert answers[1].startswith("You play")


async def test_only_players_may_call_off_and_ask_for_a_rematch(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    group = telegram.group("Coffee house")
    await ann.says("/play", group)
    await group.shows("wants to play", button="Call off")
    press = await bob.taps("Call off", chat=group)
    assert "Only who made this invitation" in press.answer["text"]
    await ann.taps("Call off", chat=group)
    await group.shows("The game was called off.")


async def test_who_has_not_started_the_bot_comes_in_by_the_card_s_link(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    group = telegram.group("Coffee house")
    await ann.says("/play", group)
    await group.shows("wants to play", button="Sit down")
    await bob.taps("Sit down", chat=group)
    card = await group.shows("is on move", button="Open the board")
    link = card.button("Open the board")["url"]
    assert link.startswith("https://t.me/dama_test_bot?start=t_")
    for person in (ann, bob):
        await person.opens(link)
    on_move = ann if "Ann is on move" in plain(card.text) else bob
    await on_move.private.shows("Your move.")


async def test_a_busy_group_gets_fewer_edits_than_moves_and_its_result_at_once(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    group = telegram.group("Coffee house")
    for person in (ann, bob):
        await person.says("/start")
    await ann.says("/play", group)
    await group.shows("wants to play", button="Sit down")
    await bob.taps("Sit down", chat=group)
    await group.shows("is on move")
    white, black = (ann, bob) if "Ann" in group.last.text.split("\u26ab")[0] else (bob, ann)
    pick = random.Random(3)
    for _ in range(10):
        for player in (white, black):
            await player.private.shows("Your move.")
            await move(player, pick.choice)
    await white.private.shows("Your move.", button="Resign")
    await white.taps("Resign")
    await white.private.shows("Do you want to resign", button="Yes, resign")
    await white.taps("Yes, resign")
    await group.shows("By resignation.")
    assert not telegram.world.rates.exceeded


async def test_an_anonymous_admin_is_told_what_is_possible(telegram: FakeTelegram, ann: Person) -> None:
    group = telegram.group("Coffee house")
    state = group.state
    anonymous = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
    message = telegram.world.add_message(state, anonymous, {"text": "/play", "sender_chat": state.card()})
    await telegram.updates.push(message=message)
    await group.shows("I cannot see who you are.")


async def test_who_writes_as_a_channel_is_told_what_is_possible(telegram: FakeTelegram) -> None:
    group, channel = telegram.group("Coffee house"), telegram.channel("News")
    sender = {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
    message = telegram.world.add_message(group.state, sender, {"text": "/new", "sender_chat": channel.state.card()})
    await telegram.updates.push(message=message)
    await group.shows("I cannot see who you are.")


async def test_in_a_channel_a_command_is_told_what_is_possible_and_all_else_is_left_alone(
    dama: Dama, telegram: FakeTelegram
) -> None:
    channel = telegram.channel("News")
    for text in ("hello", "/unknown", "/play@other_bot"):
        await telegram.posts(channel, text)
    await dama.settled()
    assert channel.from_bot == []
    await telegram.posts(channel, "/play 5+3")
    answer = await channel.shows("In a channel nobody can sit down.")
    assert "@dama_test_bot" in plain(answer.text)


async def test_a_group_that_throws_the_bot_out_loses_its_card_and_the_game_goes_on(
    dama: Dama, telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    group = telegram.group("Coffee house")
    for person in (ann, bob):
        await person.says("/start")
    await ann.says("/new federation friendly white", group)
    await group.shows("wants to play", "Federation rules", "friendly", button="Sit down")
    await bob.taps("Sit down", chat=group)
    await ann.private.shows("Your move.")
    await telegram.change_bot(group, "member", "kicked", by=bob)
    await ann.says("d3-d4")
    await bob.private.shows("Your move.", "d3-d4")
    await bob.says("a6-a5")
    await ann.private.shows("Your move.", "a6-a5")
    await dama.settled()
    await telegram.change_bot(group, "left", "member", by=bob)
    await group.shows("Here I am.")
    await bob.says("/play", group)
    await group.until(lambda chat: "wants to play" in chat.last.text, "another card")


async def test_a_card_somebody_deleted_is_not_put_back(
    dama: Dama, telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    group = telegram.group("Coffee house")
    for person in (ann, bob):
        await person.says("/start")
    await ann.says("/play", group)
    card = await group.shows("wants to play", button="Sit down")
    del group.state.messages[card.id]
    await bob.presses(card.button("Sit down")["callback_data"], card)
    await ann.private.until(lambda chat: "on move" in chat.last.text or "Your move" in chat.last.text, "the board")
    await telegram.world.until(lambda: bool(telegram.called("editMessageMedia", group.id)), "an edit")
    await dama.settled()
    assert group.from_bot == []
