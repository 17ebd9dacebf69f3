"""Several bot processes of one bot, games in many chats, and the reckoning of what Telegram was asked to show."""

import asyncio
import random
import socket
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.hook import PATH
from engine.board import Side
from engine.game import Game
from engine.rules import CLASSIC
from hall.store.keys import inbox_key, slices_key
from hall.store.redis import connect
from hall.store.slices import SLICES
from tests.force.village import Village
from tests.telegram import Chat, FakeTelegram, Person
from tests.telegram.demo.clock import WallClock
from tests.telegram.wire import Call

NEW = ("sendMessage", "sendPhoto")
WRITES = (*NEW, "editMessageText", "editMessageCaption", "editMessageMedia")
PATIENCE_S = 90.0  # a busy machine needs a while to start four processes
PUBLIC_URL = "https://dama.example"


@dataclass
class Bots:
    """A Telegram, the processes that serve its bot, and their store."""

    telegram: FakeTelegram
    village: Village
    store: Any

    async def start(self, *names: str, webhook: bool = False) -> None:
        """Start bot processes, and wait until all share the chats evenly.

        With a webhook each is a web process, too, and Telegram brings each update to all of them at the same time.
        """
        ports = [_free_port() for _ in names]
        role = "web,bot" if webhook else "bot"
        more = {"WEBHOOK": "true", "PUBLIC_URL": PUBLIC_URL} if webhook else {}
        await asyncio.gather(
            *(
                self.village.start(name, role, BOT_API_URL=f"{self.telegram.address}/{name}", PORT=str(port), **more)
                for name, port in zip(names, ports, strict=True)
            )
        )
        self.telegram.updates.brought_to = tuple(f"http://127.0.0.1:{port}{PATH}" for port in ports)
        number = len(self.village.houses)
        while True:
            holders = Counter(await self.store.hvals(slices_key(self._bot)))
            if sorted(holders.values()) == [SLICES // number] * number:
                return
            await asyncio.sleep(0.02)  # there is no event for what processes agree upon in the store

    async def idle(self) -> None:
        """Wait until everything that came is dealt with, and all replies are sent."""
        await self.until(lambda: not self.telegram.updates.unconfirmed, "the last confirmation")
        while True:
            if not any([await self.store.xlen(inbox_key(self._bot, number)) for number in range(SLICES)]):
                return
            await asyncio.sleep(0.02)  # nor for what one of them has dealt with

    async def until(self, happened: Any, what: str) -> None:
        """Wait for something in Telegram."""
        await self.telegram.world.until(happened, what, PATIENCE_S)

    def written(self, *methods: str) -> Iterator[tuple[Chat, Call]]:
        """What was written to chats whose number is known."""
        for call in self.telegram.calls:
            if call.method in methods and (chat := self.telegram.world.chats.get(call.get("chat_id"))) is not None:
                yield Chat(self.telegram.world, chat), call

    def writers(self) -> dict[int, set[str]]:
        """Which processes have written to each chat."""
        found: defaultdict[int, set[str]] = defaultdict(set)
        for chat, call in self.written(*WRITES):
            found[chat.id].add(call.via)
        return found

    def sent_by(self, name: str) -> list[Call]:
        """The new messages of one process."""
        return [call for _, call in self.written(*NEW) if call.via == name]

    def doubled(self) -> list[list[Call]]:
        """New messages that were sent to a chat more than once, word for word."""
        same: defaultdict[tuple[int, str], list[Call]] = defaultdict(list)
        for chat, call in self.written(*NEW):
            same[chat.id, call.get("text") or call.get("caption")].append(call)
        return [calls for calls in same.values() if len(calls) > 1]

    @property
    def _bot(self) -> str:
        return self.telegram.token.partition(":")[0]


@asynccontextmanager
async def bots(folder: Path, store_url: str) -> AsyncIterator[Bots]:
    """A Telegram and an empty store, and no bot yet."""
    async with FakeTelegram(clock=WallClock()) as telegram, AsyncExitStack() as stack:
        store = connect(store_url)
        stack.push_async_callback(store.aclose, close_connection_pool=True)
        await store.flushall()
        secrets = {"SECRET_KEY": "the secret of all of them", "BOT_TOKEN": telegram.token}
        village = Village(folder, {"REDIS_URL": store_url, **secrets})
        stack.push_async_callback(village.stop)
        yield Bots(telegram, village, store)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@dataclass
class Match:
    """Two people at one table that was offered in a group."""

    bots: Bots
    number: int
    group: Chat
    people: tuple[Person, Person]
    game: Game = field(default_factory=lambda: Game.new(CLASSIC))
    sides: dict[Side, Person] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, bots: Bots, number: int) -> "Match":
        """People and a group that nobody has seen before."""
        telegram = bots.telegram
        host, guest = (telegram.person(f"{name} {number}", started=True) for name in ("Host", "Guest"))
        return cls(bots, number, telegram.group(f"Group {number}"), (host, guest))

    async def begin(self) -> None:
        """Offer, accept, and see who has which side."""
        host, guest = self.people
        await host.says("/play", self.group)
        card = await self._shown(self.group, "wants to play", "Sit down")
        await guest.presses(card.button("Sit down")["callback_data"], card, wait=False)
        await self.bots.until(lambda: all(person.private.from_bot for person in self.people), "both boards")
        await self.bots.until(lambda: any(map(_is_called, self.people)), "whose turn it is")
        white = next(person for person in self.people if _is_called(person))
        self.sides = {Side.WHITE: white, Side.BLACK: guest if white is host else host}

    async def play(self, plies: int) -> None:
        """Make so many moves, each as soon as its player was told."""
        for _ in range(plies):
            person = await self._on_move()
            move = random.Random(self.number + self.game.ply).choice(self.game.legal_moves())
            step = self.game.move(self.game.turn, move)
            self.game = getattr(step, "after")  # noqa: B009 - a refusal has none, and there is none of a legal move
            await person.says(str(move))

    async def end(self) -> None:
        """Whoever is on move resigns."""
        person = await self._on_move()
        await person.says("/resign")
        card = await self._shown(person.private, "Do you want to resign", "Yes, resign")
        await person.presses(card.button("Yes, resign")["callback_data"], card, wait=False)

    def is_over(self) -> bool:
        """Whether all three chats show the result last."""
        chats = [self.group, *(person.private for person in self.people)]
        return all("By resignation." in chat.last.text for chat in chats)

    async def _on_move(self) -> Person:
        """The person on move, once they were called by a new message that tells of the move before."""
        person, before = self.sides[self.game.turn], str(self.game.moves[-1]) if self.game.moves else ""

        def is_called() -> bool:
            last = person.private.last if _is_called(person) else None
            return last is not None and before in last.text and last.id != self.seen.get(person.id)

        await self.bots.until(is_called, f"ply {self.game.ply} of match {self.number}")
        self.seen[person.id] = person.private.last.id
        return person

    async def _shown(self, chat: Chat, text: str, button: str) -> Any:
        def matching() -> list[Any]:
            return [each for each in chat.from_bot if text in each.text and button in each.labels]

        await self.bots.until(lambda: bool(matching()), f"{text!r} in {chat.transcript()}")
        return matching()[-1]


def _is_called(person: Person) -> bool:
    return bool(person.private.from_bot) and "Your move." in person.private.last.text
