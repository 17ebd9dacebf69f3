"""The pen: Telegram's limits kept, results first, the newest state sent, and what can never succeed named."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.methods import EditMessageText, SendMessage

from bot.sender import Reason, Sender, Undeliverable
from bot.share import Everything
from hall.nursery import Nursery
from tests.telegram import FakeTelegram, FastClock
from tests.telegram.errors import ApiError


@asynccontextmanager
async def open_pen(speed: float) -> AsyncIterator[tuple[FakeTelegram, Sender, Nursery]]:
    async with FakeTelegram(clock=FastClock(speed)) as telegram, Nursery() as nursery:
        session = AiohttpSession(api=TelegramAPIServer.from_base(telegram.address))
        try:
            yield telegram, Sender(Bot(telegram.token, session=session), telegram.clock, Everything(nursery)), nursery
        finally:
            await (await session.create_session()).close()
        assert not nursery.failures


def text(chat: int, words: str) -> Callable[[], Awaitable[SendMessage]]:
    async def build() -> SendMessage:
        return SendMessage(chat_id=chat, text=words)

    return build


async def test_a_group_gets_fifteen_a_minute_and_a_result_that_does_not_wait() -> None:
    async with open_pen(200) as (telegram, sender, nursery):
        group = telegram.group("Coffee house")
        for number in range(20):
            nursery.start(sender.send(group.id, text(group.id, f"move {number}")), f"move {number}")
        await telegram.world.until(lambda: len(group.from_bot) == 15, "fifteen moves")
        await sender.send(group.id, text(group.id, "result"), urgent=lambda: True)
        assert group.last.text == "result"
        await telegram.world.until(lambda: len(group.from_bot) == 21, "all of it")
        assert not telegram.world.rates.exceeded


async def test_many_chats_together_stay_below_thirty_a_second() -> None:
    async with open_pen(4) as (telegram, sender, nursery):
        people = [telegram.person(f"Person {number}", started=True) for number in range(90)]
        for person in people:
            nursery.start(sender.send(person.id, text(person.id, "hello")), person.private.state.title)
        await telegram.world.until(lambda: all(person.private.from_bot for person in people), "a word for everybody")
        assert not telegram.world.rates.exceeded


async def test_what_waits_is_sent_as_it_is_when_its_turn_comes() -> None:
    async with open_pen(20) as (telegram, sender, _):
        ann = telegram.person("Ann", started=True)
        sent = await sender.send(ann.id, text(ann.id, "first"))
        for words in ("second", "third", "fourth"):
            edit = EditMessageText(chat_id=ann.id, message_id=sent.message_id, text=words)
            sender.post_edit(ann.id, sent.message_id, edit)
        await ann.private.shows("fourth")
        assert len(telegram.called("editMessageText")) == 1


async def test_what_comes_while_an_edit_is_on_its_way_is_sent_after_it() -> None:
    async with open_pen(200) as (telegram, sender, _):
        ann = telegram.person("Ann", started=True)
        sent = await sender.send(ann.id, text(ann.id, "first"))
        number = sent.message_id
        sender.post_edit(ann.id, number, EditMessageText(chat_id=ann.id, message_id=number, text="second"))
        await telegram.world.until(lambda: bool(telegram.called("editMessageText")), "the first edit on its way")
        sender.post_edit(ann.id, number, EditMessageText(chat_id=ann.id, message_id=number, text="third"))
        await ann.private.shows("third")


async def test_an_edit_that_is_dropped_while_it_waits_is_not_made() -> None:
    async with open_pen(200) as (telegram, sender, _):
        ann = telegram.person("Ann", started=True)
        number = (await sender.send(ann.id, text(ann.id, "first"))).message_id
        sender.post_edit(ann.id, number, EditMessageText(chat_id=ann.id, message_id=number, text="second"))
        sender.drop_edit(ann.id, number)
        await sender.send(ann.id, text(ann.id, "after it"))
        assert [message.text for message in ann.private.from_bot] == ["first", "after it"]


async def test_nothing_is_sent_when_there_is_nothing_left_to_say() -> None:
    async def nothing() -> None:
        return None

    async with open_pen(200) as (telegram, sender, _):
        assert await sender.send(1, nothing) is None
        assert telegram.calls == []


@pytest.mark.parametrize(
    ("status", "description", "reason"),
    [
        (403, "Forbidden: bot was blocked by the user", Reason.BLOCKED),
        (403, "Forbidden: bot was kicked from the supergroup chat", Reason.BLOCKED),
        (400, "Bad Request: chat not found", Reason.NO_CHAT),
        (400, "Bad Request: message to edit not found", Reason.NO_MESSAGE),
        (400, "Bad Request: message can't be edited", Reason.NO_MESSAGE),
        (400, "Bad Request: message is not modified: and so on", Reason.NOT_MODIFIED),
        (400, "Bad Request: something new", Reason.REFUSED),
    ],
)
async def test_what_can_never_succeed_is_given_up_by_name(status: int, description: str, reason: Reason) -> None:
    async with open_pen(200) as (telegram, sender, _):
        ann = telegram.person("Ann", started=True)
        telegram.fail("sendMessage", error=ApiError(status, description))
        with pytest.raises(Undeliverable) as given_up:
            await sender.send(ann.id, text(ann.id, "hello"))
        assert given_up.value.reason is reason
        assert len(telegram.called("sendMessage")) == 1


@pytest.mark.parametrize("fault", [{"lost": True}, {"html": 504}, {"error": ApiError(429, "Too Many", retry_after=3)}])
async def test_what_may_succeed_later_is_tried_again(fault: dict[str, Any]) -> None:
    async with open_pen(200) as (telegram, sender, _):
        ann = telegram.person("Ann", started=True)
        telegram.fail("sendMessage", times=4, **fault)
        await sender.send(ann.id, text(ann.id, "hello"))
        assert [message.text for message in ann.private.from_bot] == ["hello"]
