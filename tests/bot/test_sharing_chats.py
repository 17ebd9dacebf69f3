"""Several holders of one bot's chats: what each may write, how fast, and how they ask each other."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.methods import SendMessage

from bot.cards import Mode, Reader
from bot.errands import Errand, Look, Post, Show, read_errand, write_errand
from bot.past import NotedPast
from bot.place import inline_chat, person_in, slice_for
from bot.sender import Reason, Sender, Undeliverable
from hall.model import TableId
from hall.nursery import Nursery
from hall.store.notes import MemoryNotes
from hall.store.slices import slice_of
from tests.bot.test_sender import text
from tests.telegram import FakeTelegram, FastClock

TABLE = TableId("aBcDeFgHiJkLmNoPqRsTuV")


class Half:
    """The chats with even numbers, or the odd ones: a process's share without a store."""

    def __init__(self, nursery: Nursery, odd: int) -> None:
        self.nursery, self.odd, self.asked = nursery, odd, list[tuple[int, Errand]]()

    def holds(self, chat: int) -> bool:
        return chat % 2 == self.odd

    def since(self, _chat: int) -> float:
        return 0.0

    def part(self, _seconds: float) -> float:
        return 0.5

    def start(self, _chat: int, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        return self.nursery.start(work, name)

    def ask(self, chat: int, errand: Errand) -> None:
        self.asked.append((chat, errand))


@asynccontextmanager
async def pens(speed: float) -> AsyncIterator[tuple[FakeTelegram, list[Half], list[Sender]]]:
    """Two processes' pens, and what each holds."""
    async with FakeTelegram(clock=FastClock(speed)) as telegram, Nursery() as nursery:
        session = AiohttpSession(api=TelegramAPIServer.from_base(telegram.address))
        bot, notes = Bot(telegram.token, session=session), MemoryNotes()
        halves = [Half(nursery, odd) for odd in (0, 1)]
        try:
            yield telegram, halves, [
                Sender(bot, telegram.clock, half, past=NotedPast(notes, bot.id)) for half in halves
            ]
        finally:
            await (await session.create_session()).close()
        assert not nursery.failures


async def test_all_processes_together_stay_below_thirty_a_second() -> None:
    async with pens(4) as (telegram, halves, senders):
        people = [telegram.person(f"Person {number}", started=True) for number in range(90)]
        for person in people:
            sender = senders[person.id % 2]
            halves[0].nursery.start(sender.send(person.id, text(person.id, "hello")), person.private.state.title)
        await telegram.world.until(lambda: all(person.private.from_bot for person in people), "a word for everybody")
        assert not telegram.world.rates.exceeded


async def test_a_group_that_changes_hands_keeps_its_pace() -> None:
    async with pens(200) as (telegram, halves, (one, other)):
        group = telegram.group("Coffee house")
        writing, following = (one, other) if halves[0].holds(group.id) else (other, one)
        for number in range(15):
            await writing.send(group.id, text(group.id, f"before {number}"))
        halves[0].odd, halves[1].odd = halves[1].odd, halves[0].odd
        for number in range(10):
            await following.send(group.id, text(group.id, f"after {number}"))
        assert len(group.from_bot) == 25
        assert not telegram.world.rates.exceeded


async def test_what_is_to_be_written_in_another_s_chat_is_asked_for() -> None:
    async with pens(200) as (telegram, halves, senders):
        ann = telegram.person("Ann", started=True)
        mine, others = ann.id % 2, 1 - ann.id % 2
        senders[others].post(ann.id, SendMessage(chat_id=ann.id, text="hello"))
        [(chat, errand)] = halves[others].asked
        assert (chat, telegram.calls) == (ann.id, [])
        read = read_errand(write_errand(errand))
        assert isinstance(read, Post)
        senders[mine].post(read.chat, read.request())
        await ann.private.shows("hello")


async def test_nothing_is_written_once_the_chat_is_another_s() -> None:
    async with pens(200) as (telegram, halves, senders):
        ann = telegram.person("Ann", started=True)
        mine = ann.id % 2

        async def build() -> SendMessage:
            halves[mine].odd = 1 - halves[mine].odd  # lost while the message was being built
            return SendMessage(chat_id=ann.id, text="too late")

        with pytest.raises(Undeliverable) as given_up:
            await senders[mine].send(ann.id, build)
        assert given_up.value.reason is Reason.NOT_OURS
        assert telegram.calls == []


@pytest.mark.parametrize(
    "errand",
    [
        Look(TABLE),
        Show(TABLE, 7, Reader(-5, "tr", topic=3, inline="x"), Mode((3, 4), resigning=True), anew=True, adopt=9),
        Post.of(5, SendMessage(chat_id=5, text="\u2068Ay\u015fe\u2069", parse_mode="HTML")),
    ],
)
def test_an_errand_is_read_as_it_was_written(errand: Errand) -> None:
    assert read_errand(write_errand(errand)) == errand


def test_an_update_is_no_errand() -> None:
    assert read_errand('{"update_id": 1}') is None


@pytest.mark.parametrize(
    ("update", "chat", "person"),
    [
        ({"message": {"chat": {"id": -7}, "from": {"id": 5}}}, -7, 5),
        ({"callback_query": {"from": {"id": 5}, "message": {"chat": {"id": -7}}}}, -7, 5),
        ({"callback_query": {"from": {"id": 5}, "inline_message_id": "abc"}}, inline_chat("abc"), 5),
        ({"chosen_inline_result": {"from": {"id": 5}, "inline_message_id": "abc"}}, inline_chat("abc"), 5),
        ({"inline_query": {"from": {"id": 5}}}, 5, 5),
        ({"my_chat_member": {"chat": {"id": -7}, "from": {"id": 5}}}, -7, 5),
        ({"message": {"chat": {"id": "x"}, "from": None}}, 0, 0),
        ({"message": []}, 0, 0),
        ({}, 0, 0),
    ],
)
def test_an_update_belongs_to_the_chat_that_it_changes(update: dict[str, Any], chat: int, person: int) -> None:
    assert (slice_for({"update_id": 1, **update}), person_in(update)) == (slice_of(chat), person)
