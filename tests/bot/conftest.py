"""The real bot, started as the program starts it, with a Telegram of our own and a store in memory."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.app import run_bot
from bot.pace import Limits
from engine.board import Move
from engine.game import Game
from hall.nursery import Nursery
from hall.runtime import HallRuntime, open_hall
from hall.settings import Settings, load_settings
from hall.store.inbox import inbox_beside
from hall.store.memory import MemoryStore
from tests.telegram import Chat, FakeTelegram, FastClock, Message, Person
from tests.telegram.world import PATIENCE

SPEED = 200  # a second of Telegram's limits is five milliseconds here
SQUARE = re.compile(r"(?:\u2605 |\u00d7 )?[a-h][1-8]")
ISOLATES = str.maketrans("", "", "\u2066\u2067\u2068\u2069")


class QuickThinker:
    """A computer that does not think: any move that the seed draws, and it stands badly always."""

    async def choose(self, game: Game, level: int, seed: int, **_: Any) -> Move:
        return random.Random(seed + level).choice(game.legal_moves())

    async def judge(self, game: Game, **_: Any) -> int:
        return -1000 - game.ply


class Dama:
    """The product as these tests see it: Telegram and the hall behind it."""

    def __init__(self, telegram: FakeTelegram, runtime: HallRuntime, settings: Settings, nursery: Nursery) -> None:
        self.telegram, self.runtime, self.settings, self.nursery = telegram, runtime, settings, nursery

    @asynccontextmanager
    async def bot(self, limits: Limits | None = None) -> AsyncIterator[None]:
        """The bot, running within this block."""
        clock = self.telegram.clock
        running = run_bot(self.runtime, self.settings, self.nursery, clock=clock, limits=limits)
        task = self.nursery.start(running, "bot under test")
        task.add_done_callback(lambda _: self.telegram.world.touch())
        try:
            yield
        finally:
            task.cancel()
            await self.telegram.world.until(task.done, "the bot's end")

    async def settled(self, patience: float = PATIENCE) -> None:
        """Wait until every update so far has been dealt with."""
        updates, inbox = self.telegram.updates, inbox_beside(self.runtime.store, self.settings.bot_number)
        async with asyncio.timeout(patience):
            await self.telegram.world.until(lambda: not updates.unconfirmed, "the last confirmation", patience)
            while True:
                if not await inbox.count():
                    return
                await asyncio.sleep(0.005)  # there is no event for what a store holds


@asynccontextmanager
async def open_dama(
    folder: Path, public_url: str = "", mini_app_name: str = "", speed: float = SPEED, **me: Any
) -> AsyncIterator[Dama]:
    """Everything but the bot, with a store in memory and a computer that does not think."""
    async with FakeTelegram(clock=FastClock(speed), **me) as telegram:
        settings = settings_for(telegram, folder, public_url=public_url, mini_app_name=mini_app_name)
        async with open_house(telegram, settings, store=MemoryStore(), thinker=QuickThinker()) as dama:
            yield dama


def settings_for(telegram: FakeTelegram, folder: Path, **more: Any) -> Settings:
    """What an operator would set to run the bot against this Telegram."""
    secret = "a secret key for tests only"
    return load_settings(
        None, bot_token=telegram.token, bot_api_url=telegram.address, data_dir=folder, secret_key=secret, **more
    )


@asynccontextmanager
async def open_house(telegram: FakeTelegram, settings: Settings, **parts: Any) -> AsyncIterator[Dama]:
    """The hall as the program opens it, unless `parts` say otherwise."""
    async with Nursery() as nursery:
        async with open_hall(settings, nursery, **parts) as runtime:
            yield Dama(telegram, runtime, settings, nursery)
        assert not nursery.failures


@pytest.fixture
async def dama(tmp_path: Path) -> AsyncIterator[Dama]:
    """The product without a public address, its bot running."""
    async with open_dama(tmp_path) as opened, opened.bot():
        yield opened


@pytest.fixture
def telegram(dama: Dama) -> FakeTelegram:
    return dama.telegram


@pytest.fixture
def ann(telegram: FakeTelegram) -> Person:
    return telegram.person("Ann")


@pytest.fixture
def bob(telegram: FakeTelegram) -> Person:
    return telegram.person("Bob")


def plain(text: str) -> str:
    """A text without the invisible characters that isolate names and moves."""
    return text.translate(ISOLATES)


def squares(message: Message) -> list[str]:
    """The labels of the buttons that choose a piece or a square."""
    return [label for label in message.labels if SQUARE.fullmatch(label)]


def look(chat: Chat) -> tuple[int, str, list[str]]:
    """All that can change about the last message of a chat."""
    return chat.last.id, chat.last.text, chat.last.labels


async def tap_and_see(person: Person, label: str, message: Message) -> None:
    """Press a button and wait until the end of the chat looks different."""
    before = look(person.private)
    await person.taps(label, on=message)
    await person.private.until(lambda chat: look(chat) != before, "what the press changes")


async def with_button(chat: Chat, label: str) -> None:
    """Wait until the last message has such a button."""
    await chat.until(lambda seen: any(label in each for each in seen.last.labels), f"a button {label}")


async def move(person: Person, pick: Callable[[list[str]], str], turn: str = "Your move.") -> None:
    """Make a move by buttons: the piece, then square after square until the move is made."""
    message = await person.private.shows(turn)
    while True:
        await tap_and_see(person, pick(squares(message)), message)
        message = person.private.last
        if "where to?" not in message.text:
            return


async def friends(ann: Person, bob: Person) -> str:
    """A game between two by the invitation link, Ann with the white pieces; the link."""
    await ann.says("/play")
    await ann.private.shows("Dama", button="Play a friend")
    await ann.taps("Play a friend")
    await ann.private.shows("a friend", button="Make the link")
    await ann.taps("by lot")
    await ann.private.shows("a friend", button="white, begins")
    await ann.taps("Make the link")
    invitation = await ann.private.shows("Send this link")
    link = next(word for word in invitation.text.split() if word.startswith("https://"))
    await bob.opens(link)
    await bob.private.shows("invites you", button="Sit down")
    await bob.taps("Sit down")
    for player, sentence in ((ann, "Your move."), (bob, "is on move")):
        await player.private.shows(sentence)
        await player.private.until(lambda chat: len(chat.from_bot) == 1, "one message")
    return link


async def new_game(person: Person, *taps: str) -> Message:
    """Open a game by the menu; the first message of it."""
    await person.says("/play")
    await person.private.shows("Dama", button="Play the computer")
    for label in taps:
        await with_button(person.private, label)
        await person.taps(label)
    return await person.private.shows("", button="Call off")
