"""What Telegram can do to a bot, and a game that goes on all the same."""

import json
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.place import slice_for
from bot.retiring import STUB
from hall.store.inbox import inbox_beside
from hall.store.slices import SLICES, MemorySlices, slices_beside
from tests.bot.conftest import friends, move, new_game, open_dama, plain
from tests.hall.test_slices import until
from tests.telegram import FakeTelegram, Person
from tests.telegram.errors import ApiError


def first(labels: list[str]) -> str:
    return labels[0]


def too_many(seconds: int) -> ApiError:
    return ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)


async def test_who_is_told_to_wait_waits_and_nobody_else_does(telegram: FakeTelegram, ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    telegram.fail("sendPhoto", error=too_many(300), chat=bob.id)
    asked = telegram.clock.now()
    await move(ann, first)
    await ann.private.shows("is on move")
    assert telegram.clock.now() - asked < 200
    await bob.private.shows("Your move.")
    assert telegram.clock.now() - asked >= 300


@pytest.mark.parametrize("fault", [{"lost": True}, {"html": 502}, {"error": ApiError(500, "Internal Server Error")}])
async def test_a_request_that_was_not_taken_is_made_again(
    telegram: FakeTelegram, ann: Person, bob: Person, fault: dict[str, object]
) -> None:
    await friends(ann, bob)
    telegram.fail("sendPhoto", times=3, **fault)
    await move(ann, first)
    await bob.private.shows("Your move.")
    await move(bob, first)
    await ann.private.shows("Your move.")


async def test_an_answer_that_got_lost_does_not_stop_the_game(telegram: FakeTelegram, ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    telegram.fail("sendPhoto", answer_lost=True)
    telegram.fail("editMessageMedia", answer_lost=True)
    await move(ann, first)
    await telegram.world.until(lambda: len(telegram.called("sendPhoto", bob.id)) == 2, "a second attempt")
    await bob.private.until(lambda chat: len(chat.from_bot) == 2, "the message twice, and no older one")
    await move(bob, first)
    await ann.private.shows("Your move.")


async def test_updates_that_could_not_be_fetched_are_fetched_later(telegram: FakeTelegram, ann: Person) -> None:
    telegram.fail("getUpdates", lost=True)
    telegram.fail("getUpdates", html=502)
    telegram.fail("getUpdates", error=ApiError(409, "Conflict: terminated by other getUpdates request"))
    await new_game(ann, "Two on one device")


async def test_a_player_who_blocks_the_bot_does_not_stop_the_other(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    link = await friends(ann, bob)
    await bob.blocks()
    notice = await ann.private.shows("cannot be reached by me any more", "After 14 days without a move")
    assert "Bob" in notice.text
    await ann.says("a3-a4")
    await ann.private.shows("a3-a4", "is on move")
    await telegram.world.until(lambda: bool(telegram.called("sendPhoto", bob.id)), "an attempt")
    await bob.unblocks()
    await bob.opens(link)
    await bob.private.shows("Your move.")


async def test_in_a_timed_game_the_clock_decides_when_a_player_cannot_be_reached(ann: Person, bob: Person) -> None:
    await ann.says("/new 1d white")
    invitation = await ann.private.shows("Send this link")
    await bob.opens(next(word for word in invitation.text.split() if word.startswith("https://")))
    await bob.private.shows("invites you", button="Sit down")
    await bob.taps("Sit down")
    await bob.private.shows("is on move")
    await bob.blocks()
    await ann.private.shows("cannot be reached by me any more", "The clock decides.")


async def test_a_message_its_reader_deleted_is_written_again(ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    del ann.private.state.messages[ann.private.last.id]
    await ann.says("d3-d4")
    await ann.private.shows("is on move")
    await bob.private.shows("Your move.")


async def test_an_old_message_that_cannot_be_deleted_loses_its_buttons(
    telegram: FakeTelegram, ann: Person, bob: Person
) -> None:
    await friends(ann, bob)
    old = bob.private.last
    telegram.clock.jump(49 * 3600)
    await ann.says("d3-d4")
    await bob.private.shows("Your move.")
    await bob.private.until(lambda _: old.labels == [], "the old message's buttons' end")
    assert old.text == STUB


async def test_a_message_that_shows_it_already_is_left_alone(telegram: FakeTelegram, ann: Person, bob: Person) -> None:
    await friends(ann, bob)
    telegram.fail("editMessageCaption", error=ApiError(400, "Bad Request: message is not modified"))
    await ann.taps("c3")
    await ann.taps("d3")
    await ann.private.shows("d3", "where to?")


async def test_a_restarted_bot_goes_on_where_it_was(tmp_path: Path) -> None:
    async with open_dama(tmp_path) as dama:
        ann, bob = (dama.telegram.person(name) for name in ("Ann", "Bob"))
        async with dama.bot():
            await friends(ann, bob)
            await dama.settled()
        before = bob.private.last.id
        await ann.presses(str(ann.private.last.button("c3")["callback_data"]), ann.private.last, wait=False)
        async with dama.bot():
            await ann.private.shows("c3", "where to?")
            assert bob.private.last.id == before
            await ann.taps("c4")
            turn = await bob.private.shows("Your move.")
            await bob.private.until(lambda chat: len(chat.from_bot) == 1, "the old message's end")
            assert turn.id != before


async def test_what_happened_while_the_bot_was_away_is_told_when_it_is_back(tmp_path: Path) -> None:
    async with open_dama(tmp_path) as dama:
        ann = dama.telegram.person("Ann")
        async with dama.bot():
            await new_game(ann, "Play the computer", "by lot", "Level 1")
            await ann.private.shows("Your move.")
            await move(ann, first)
        async with dama.bot():
            await ann.private.shows("Your move.", "Computer, level 1", "played")


async def test_a_refused_token_ends_the_bot_with_one_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with open_dama(tmp_path) as dama:
        dama.telegram.token = "42:ANOTHER"
        async with dama.bot():
            await dama.telegram.world.until(lambda: "does not accept BOT_TOKEN" in caplog.text, "the line")


async def test_a_telegram_that_cannot_be_reached_at_the_start_is_waited_for(tmp_path: Path) -> None:
    async with open_dama(tmp_path) as dama:
        dama.telegram.fail("getMe", times=2, lost=True)
        ann = dama.telegram.person("Ann")
        async with dama.bot():
            await ann.says("/start")
            assert "Dama" in plain((await ann.private.shows("Dama")).text)


async def test_updates_nobody_can_read_are_skipped_and_the_others_are_not(telegram: FakeTelegram, ann: Person) -> None:
    await telegram.updates.push(checked=False, message={"message_id": "not a number"})
    await telegram.updates.push(checked=False, teleportation={"to": "the moon"})
    await ann.says("/start")
    await ann.private.shows("Dama")
    await telegram.world.until(lambda: not telegram.updates.unconfirmed, "the confirmation of all three")


async def test_two_processes_share_the_chats_and_one_takes_over_when_the_other_stops(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_dama(tmp_path) as dama, AsyncExitStack() as second:
        slices, group = slices_beside(dama.runtime.store, dama.settings.bot_number), dama.telegram.group("Coffee house")
        people = [dama.telegram.person(f"Person {number}", started=True) for number in range(8)]
        async with dama.bot():
            await second.enter_async_context(dama.bot())

            assert isinstance(slices, MemorySlices)
            await until(lambda: sorted(Counter(slices.holders.values()).values()) == [SLICES // 2] * 2)
            for host, guest in zip(people[::2], people[1::2], strict=True):
                await host.says("/play", group)
                await guest.taps("Sit down", on=await group.shows("wants to play", button="Sit down"))
                for person in (host, guest):
                    await person.private.shows("", button="Call off")
        white = next(person for person in people if "Your move." in person.private.last.text)
        await white.says("d3-d4")
        await white.private.shows("d3-d4", "is on move")
        await white.private.until(lambda chat: len(chat.from_bot) == 1, "one message")
    assert "another program polls" not in caplog.text


async def test_a_move_that_was_made_before_a_crash_is_not_made_or_answered_again(tmp_path: Path) -> None:
    async with open_dama(tmp_path) as dama:
        ann, bob = (dama.telegram.person(name) for name in ("Ann", "Bob"))
        async with dama.bot():
            await friends(ann, bob)
            await ann.says("d3-d4")
            await bob.private.shows("Your move.")
            await dama.settled()
        left = dama.telegram.updates.delivered[-1]
        before = [message.id for message in ann.private.messages]
        await inbox_beside(dama.runtime.store, dama.settings.bot_number).put(slice_for(left), json.dumps(left))
        async with dama.bot():
            await dama.settled()
            assert [message.id for message in ann.private.messages] == before
            assert "is on move" in ann.private.last.text
