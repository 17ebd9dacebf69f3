"""A whole house for tests: hall, web face and its visitors, over real HTTP and WebSockets on the loopback interface."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Self

from aiohttp import ClientSession, ClientWebSocketResponse, DummyCookieJar, TCPConnector, WSMsgType

from engine.board import Move
from engine.game import Game
from engine.notation import parse_fen
from engine.rules import CLASSIC
from hall.model import Guest, PlayerId, Status, Table, TableId, Terms
from hall.nursery import Nursery
from hall.ports import Event, EventKind, Store
from hall.runtime import HallRuntime, open_hall
from hall.settings import load_settings
from hall.store.memory import MemoryStore
from webapp.server import serve

PATIENCE_SECONDS = 10.0
Frame = dict[str, Any]
_operations = count(1)


class FirstMove:
    """Thinks for the computers of a test: always the first legal move, and never content with a draw."""

    async def choose(self, game: Game, *_: int, owner: str, max_ms: int | None = None) -> Move:  # noqa: ARG002 - a port
        return game.legal_moves()[0]

    async def judge(self, game: Game, *, owner: str) -> int:  # noqa: ARG002 - a port
        return 1000


@dataclass
class Visitor:
    """One page: it says frames and hears frames."""

    socket: ClientWebSocketResponse
    welcome: Frame = field(default_factory=dict)
    kept: list[Frame] = field(default_factory=list)

    @property
    def id(self) -> str:
        return str(self.welcome["you"]["id"])

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send_str(json.dumps({"t": kind, **fields}))

    async def next(self) -> Frame:
        """The next frame, whatever it is."""
        if self.kept:
            return self.kept.pop(0)
        async with asyncio.timeout(PATIENCE_SECONDS):
            message = await self.socket.receive()
        assert message.type is WSMsgType.TEXT, f"{message.type!r}: {message.extra!r} {message.data!r}"
        frame: Frame = json.loads(message.data)
        return frame

    async def hear(self, kind: str, fits: Callable[[Frame], bool] = lambda _: True) -> Frame:
        """The next frame of this kind that fits; what comes before it is passed over."""
        while True:
            frame = await self.next()
            if frame["t"] == kind and fits(frame):
                return frame

    async def ask(self, kind: str, answer: str, **fields: Any) -> Frame:
        await self.say(kind, **fields)
        return await self.hear(answer)

    async def hello(self, **fields: Any) -> Self:
        self.welcome = await self.ask("hello", "welcome", v=1, **fields)
        return self

    async def open(self, against: str = "friend", side: str = "white", **fields: Any) -> Frame:
        """Open a table; its state."""
        frame = await self.ask("open", "table", op=operation(), against=against, side=side, **fields)
        return dict(frame["state"])

    async def watch(self, table: str, last: int | None = None) -> Frame:
        """Follow a table; its state."""
        await self.say("watch", table=table, **({} if last is None else {"last": last}))
        return dict((await self.hear("table"))["state"])

    async def act(self, state: Mapping[str, Any], do: str, side: str | None = None, **fields: Any) -> Frame:
        """Do something at the table; the answer with this operation's id."""
        op = operation()
        await self.say("act", op=op, table=state["id"], side=side, version=state["version"], do=do, **fields)
        while True:
            frame = await self.next()
            if frame.get("op") == op:
                return frame

    async def until(self, version: int) -> Frame:
        """The state of the table at this version."""
        frame = await self.hear("step", lambda step: bool(step["state"]["version"] == version))
        return dict(frame["state"])

    def break_off(self) -> None:
        """Lose the connection, as a phone in a tunnel does."""
        connection = self.socket._response.connection
        assert connection is not None
        assert connection.transport is not None
        connection.transport.abort()

    async def closed(self) -> int:
        """Wait for the end of the connection; its code."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            async for _ in self.socket:
                pass
        return self.socket.close_code or 0


@dataclass
class House:
    """A running server and the pages that visit it."""

    runtime: HallRuntime
    port: int
    client: ClientSession
    stack: AsyncExitStack

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def visitor(self, headers: Mapping[str, str] | None = None) -> Visitor:
        """A page that has connected and has not said hello."""
        socket = await self.client.ws_connect(self.url("/ws"), headers=headers)
        self.stack.push_async_callback(socket.close)
        return Visitor(socket)

    async def guest(self, **hello: Any) -> Visitor:
        """A page that has said hello."""
        return await (await self.visitor()).hello(**hello)

    async def second_page(self, visitor: Visitor) -> Visitor:
        """Another page of the same player."""
        return await self.guest(token=visitor.welcome["token"])

    async def place(self, visitor: Visitor, fen: str) -> str:
        """A one-device table of this visitor with a composed position."""
        host = Guest(PlayerId(visitor.id), "Host")
        game = Game.new(CLASSIC, parse_fen(fen))
        table_id = TableId(secrets.token_urlsafe(16))
        terms = Terms(one_device=True)
        now_ms = await self.runtime.store.now()
        table = Table(table_id, 1, terms, host, host, host, Status.PLAYING, game, created_ms=now_ms, moved_ms=now_ms)
        await self.runtime.store.create(table, Event(table_id, 1, EventKind.OPENED), f"p:{host.id}:{table_id}")
        return table_id

    async def game(self) -> tuple[Visitor, Visitor, Frame]:
        """Two guests at a table whose game has just begun, White first, and its state as Black sees it."""
        white, black = await self.guest(), await self.guest()
        state = await white.open()
        await black.watch(state["id"])
        step = await black.act(state, "sit")
        await white.until(step["state"]["version"])
        return white, black, dict(step["state"])


def operation() -> str:
    """An operation id nobody has used."""
    return f"op-{next(_operations)}"


@asynccontextmanager
async def open_house(
    store: Store | None = None, *, real: bool = False, **settings: Any
) -> AsyncIterator[House]:
    """A house on a free port. The store is in memory, or the one given, or (`real`) a private one in `data_dir`."""
    fields = {"secret_key": "a secret of the tests", "port": 0, "messages_per_second": 100_000} | settings
    configured = load_settings(None, **fields)
    async with AsyncExitStack() as stack:
        nursery = await stack.enter_async_context(Nursery())
        hall = open_hall(configured, nursery, store=None if real else store or MemoryStore(), thinker=FirstMove())
        runtime = await stack.enter_async_context(hall)
        # The browsers are still there when the server stops.
        client = ClientSession(cookie_jar=DummyCookieJar(), connector=TCPConnector(limit=0))
        await stack.enter_async_context(client)
        port = await stack.enter_async_context(serve(runtime, configured, nursery))
        yield House(runtime, port, client, await stack.enter_async_context(AsyncExitStack()))
    assert not nursery.failures
