"""Invitations in groups: for anybody or for one person, with settings, in topics, through changes of the group."""

from functools import partial

from hall.ledger import chat_board
from hall.model import TableId, telegram_id
from hall.store.ledger import ledger_beside
from tests.bot.conftest import Dama, plain
from tests.telegram import Chat, FakeTelegram, Person


def _without(label: str, chat: Chat) -> bool:
    return all(label not in each for each in chat.last.labels)


async def test_the_host_changes_the_terms_before_anybody_sits_down(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    group = telegram.group("Coffee house")
    for person in (ann, bob):
        await person.says("/start")
    await ann.says("/play", group)
    card = await group.shows("wants to play", "Classic rules", "no clock", "rated", button="Settings")
    assert card.labels == ["Sit down", "Settings", "Watch", "Call off"]
    assert "Only who made" in (await bob.taps("Settings", on=card)).answer["text"]
    await ann.taps("Settings", on=card)
    for label in ("Classic rules", "no clock", "Rated", "Sides: by lot"):
        await group.shows("wants to play", button=label)
        await ann.taps(label, chat=group)
        await group.until(partial(_without, label), "the next possibility")
    await group.shows("Federation rules", "3+2", "friendly", button="Back")
    await ann.taps("Back", chat=group)
    await group.shows("Federation rules", button="Sit down")
    await bob.taps("Sit down", chat=group)
    board = await group.shows("is on move", "Time at the last move")
    assert board.id == card.id


async def test_watching_before_the_game_begins_opens_nothing(dama: Dama, telegram: FakeTelegram, ann: Person) -> None:
    group = telegram.group("Coffee house")
    await ann.says("/play 10+5 friendly", group)
    card = await group.shows("10+5", "friendly", button="Watch")
    press = await ann.taps("Watch", on=card)
    assert "The game has not begun yet." in press.answer["text"]
    assert await dama.runtime.hall.tables_of(f"tg:{ann.id}") == []  # type: ignore[arg-type]


async def test_an_invitation_by_reply_is_for_that_person_only(telegram: FakeTelegram, ann: Person, bob: Person) -> None:
    group, carol = telegram.group("Coffee house"), telegram.person("Carol")
    for person in (ann, bob):
        await person.says("/start")
    await bob.says("who is up for a game?", group)
    await ann.says("/play", group, reply=group.messages[-1])
    card = await group.shows("invites", "Bob", button="Sit down")
    assert card.content["caption_entities"][0]["url"] == f"tg://user?id={bob.id}"
    assert "for somebody else" in (await carol.taps("Sit down", on=card)).answer["text"]
    await ann.taps("Settings", on=card)
    await group.shows("invites", "Bob", button="Back")
    await bob.taps("Back", chat=group)
    await ann.taps("Back", chat=group)
    await group.shows("invites", button="Sit down")
    await bob.taps("Sit down", chat=group)
    await group.shows("is on move")


async def test_an_invitation_by_name_is_for_whoever_has_that_name(telegram: FakeTelegram, ann: Person) -> None:
    group = telegram.group("Coffee house")
    bob, carol = telegram.person("Bob", username="Bob_The_King"), telegram.person("Carol", username="carol")
    await ann.says("/play @bob_the_king 5+3", group)
    card = await group.shows("invites", "@bob_the_king", "5+3", button="Sit down")
    assert "for somebody else" in (await carol.taps("Sit down", on=card)).answer["text"]
    assert (await bob.taps("Sit down", on=card)).answer["text"].startswith("You play")


async def test_nobody_invites_themselves(telegram: FakeTelegram, ann: Person) -> None:
    group = telegram.group("Coffee house")
    await ann.says("hello", group)
    await ann.says("/play", group, reply=group.messages[-1])
    await group.shows("You cannot invite yourself.")


async def test_a_called_off_invitation_cannot_be_answered_by_an_old_button(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    group = telegram.group("Coffee house")
    await ann.says("/play", group)
    card = await group.shows("wants to play", button="Sit down")
    data = card.button("Sit down")["callback_data"]
    await ann.taps("Call off", on=card)
    await group.shows("The game was called off.")
    press = await bob.presses(data, card)
    assert "This table is closed." in press.answer["text"]


async def test_a_forged_invitation_opens_no_table(dama: Dama, telegram: FakeTelegram, ann: Person, bob: Person) -> None:
    group = telegram.group("Coffee house")
    await ann.says("/play", group)
    card = await group.shows("wants to play", button="Sit down")
    data = str(card.button("Sit down")["callback_data"])
    for forged in (data[:-1] + "-", data.replace(":c", ":f", 1), "is1:1:c0rr::AAAAAAAA", data + "x"):
        press = await bob.presses(forged, card)
        assert "does not belong to any game" in press.answer["text"]
    assert await dama.runtime.hall.tables_of(f"tg:{ann.id}") == []  # type: ignore[arg-type]


async def test_in_a_topic_everything_stays_in_the_topic(telegram: FakeTelegram, ann: Person, bob: Person) -> None:
    group = telegram.group("Forum")
    for person in (ann, bob):
        await person.says("/start")
    await ann.says("/play", group, topic=77)
    card = await group.shows("wants to play", button="Sit down")
    assert card.content["message_thread_id"] == 77
    await bob.taps("Sit down", on=card)
    await group.shows("is on move")
    for name in ("/rules", "/language"):
        await bob.says(name, group, topic=77)
    await group.shows("In which language")
    assert {message.content.get("message_thread_id") for message in group.from_bot} == {77}


async def test_several_tables_in_one_group_do_not_disturb_each_other(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    group = telegram.group("Coffee house")
    for person in (ann, bob):
        await person.says("/start")
        await person.says("/play", group)
    await group.until(lambda chat: len(chat.from_bot) == 2, "two cards")
    first, second = group.from_bot
    await bob.taps("Sit down", on=first)
    await group.until(lambda _: "is on move" in first.text, "the first game")
    assert "wants to play" in second.text
    await ann.taps("Sit down", on=second)
    await group.until(lambda _: "is on move" in second.text, "the second game")


async def test_a_group_that_becomes_a_supergroup_keeps_its_games(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    group = telegram.group("Coffee house")
    for person in (ann, bob):
        await person.says("/start")
    await ann.says("/play", group)
    await group.shows("wants to play", button="Sit down")
    await bob.taps("Sit down", chat=group)
    await group.shows("is on move")
    supergroup = await telegram.upgrade(group, ann)
    card = await supergroup.shows("is on move")
    white = ann if "Ann" in plain(card.text).split("\u26ab")[0] else bob
    await white.private.shows("Your move.")
    await white.says("d3-d4")
    await supergroup.shows("d3-d4")
    assert len(supergroup.from_bot) == 1


async def test_a_supergroup_keeps_the_group_s_language_and_its_leaders(
    dama: Dama, telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    group = telegram.group("Coffee house")
    group.state.admins.add(ann.id)
    await ann.says("/language", group)
    await group.shows("in this group", button="T\u00fcrk\u00e7e")
    await ann.taps("T\u00fcrk\u00e7e", chat=group)
    ledger, now_ms = ledger_beside(dama.runtime.store), await dama.runtime.store.now()
    points = {telegram_id(ann.id): 26, telegram_id(bob.id): 4}
    await ledger.rank(TableId("A" * 22), chat_board(group.id), points, until=now_ms + 60_000)
    supergroup = await telegram.upgrade(group, ann)
    await dama.settled()
    telegram.updates.redeliver(2)
    await dama.settled()
    await bob.says("/top", supergroup)
    leaders = await supergroup.shows("1. ", "2. ")
    assert "26 puan" in leaders.text
    await bob.says("/play", supergroup)
    await supergroup.shows("dama", button="Otur")


async def test_who_puts_the_bot_into_a_group_is_told_what_to_do(telegram: FakeTelegram, ann: Person) -> None:
    group = telegram.group("Coffee house")
    await telegram.change_bot(group, "left", "member", by=ann)
    await group.shows("/play puts a game on the table")
    await telegram.change_bot(group, "member", "administrator", by=ann)
    await telegram.change_bot(group, "administrator", "kicked", by=ann)
    await ann.says("/start")
    await ann.private.shows("Dama")
    assert len(group.from_bot) == 1
