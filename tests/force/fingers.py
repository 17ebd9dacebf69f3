"""People at tables, through the socket of whichever process lives. They repeat what was not answered, as pages do."""

import asyncio
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, WSMsgType

from engine.game import Game, Step
from tests.force.village import Village

PATIENCE_S = 60.0
TEMPORARY = {"store_down", "internal", "too_fast"}
Frame = dict[str, Any]


class Lost(Exception):  # noqa: N818 - the name says what happened
    """The connection ended."""


@dataclass
class Sitting:
    """One table as its player knows it. `moved` are the moves that were acknowledged, in order."""

    number: str
    against: str
    id: str = ""
    state: Frame = field(default_factory=dict)
    moved: list[str] = field(default_factory=list)
    resigned: bool = False
    board: Game = field(default_factory=Game.new)

    @property
    def over(self) -> bool:
        return self.state.get("status") in ("finished", "aborted")

    @property
    def my_turn(self) -> bool:
        """Whether this player can move now; never in a state of the past, told on the way to the present one."""
        return self.state["play"] is not None

    def legal_moves(self) -> list[str]:
        """What may be played now: the moves made so far are played over."""
        for text in self.state["moves"][self.board.ply :]:
            step = self.board.move(self.board.turn, text)
            assert isinstance(step, Step)
            self.board = step.after
        return [str(move) for move in self.board.legal_moves()]


@dataclass
class Finger:
    """One person, at one table after the other until `enough`. `on_move` hears of every acknowledged move,
    `on_refusal` of every answer that says that the store cannot be had just now."""

    name: str
    against: str
    village: Village
    session: ClientSession
    enough: asyncio.Event
    on_move: Callable[[], None]
    on_refusal: Callable[[], None]
    games: list[Sitting] = field(default_factory=list)
    token: str = ""
    pending: Frame | None = None

    async def play(self) -> None:
        """Play until enough, through whatever happens to the processes."""
        chance = random.Random(self.name)
        while not (self.enough.is_set() and self.games and self._is_through()):
            if not self.games or self._is_through():
                self.games.append(Sitting(f"{self.name}-{len(self.games)}", self.against))
            address = await self.village.somewhere(chance)
            try:
                async with self.session.ws_connect(f"{address}/ws", max_msg_size=0) as socket:
                    await self._greet(socket)
                    await self._play_here(socket, self.games[-1], chance)
            except (Lost, ClientError, OSError):
                await asyncio.sleep(0)  # on to the next process

    def _is_through(self) -> bool:
        """Whether the last game is over and nothing asked there is still to be answered."""
        return self.games[-1].over and self.pending is None

    async def _greet(self, socket: ClientWebSocketResponse) -> None:
        await socket.send_str(json.dumps({"t": "hello", "v": 1, **({"token": self.token} if self.token else {})}))
        while (frame := await hear(socket))["t"] != "welcome":
            if frame["t"] == "error":
                raise Lost
        self.token = frame["token"]

    async def _play_here(self, socket: ClientWebSocketResponse, game: Sitting, chance: random.Random) -> None:
        """Play this game at this socket until it is over."""
        if not game.id:
            opening = {"t": "open", "op": f"open-{game.number}", "against": game.against, "level": 1, "side": "white"}
            await self._ask(socket, game, opening)
        else:
            await socket.send_str(json.dumps({"t": "watch", "table": game.id}))
            await self._take(game, await hear(socket))
        while not self._is_through():
            if self.pending is None and not game.my_turn:
                await self._take(game, await hear(socket))
                continue
            self.pending = self.pending or self._next(game, chance)
            asked = self.pending
            done = await self._ask(socket, game, asked)
            self.pending = None
            if done:
                if asked["do"] == "move":
                    game.moved.append(asked["move"])
                    self.on_move()
                else:
                    game.resigned = True

    def _next(self, game: Sitting, chance: random.Random) -> Frame:
        """What to do now: any legal move, or the end when it is enough."""
        act = {"t": "act", "table": game.id, "side": game.state["turn"], "version": game.state["version"]}
        act["op"] = f"{game.number}-{len(game.moved)}"
        if self.enough.is_set():
            return act | {"do": "resign"}
        return act | {"do": "move", "move": chance.choice(game.legal_moves())}

    async def _ask(self, socket: ClientWebSocketResponse, game: Sitting, asked: Frame) -> bool:
        """Ask until it is answered; the same operation as often as need be. False: too late, the game is over."""
        await socket.send_str(json.dumps(asked))
        while True:
            frame = await hear(socket)
            await self._take(game, frame)
            if frame.get("op") != asked["op"] and frame["t"] != "error":
                continue
            if frame["t"] in ("table", "step"):
                return True
            if frame.get("code") not in TEMPORARY:
                assert game.over, f"{asked} was answered with {frame}"
                return False
            self.on_refusal()
            await socket.send_str(json.dumps(asked))

    async def _take(self, game: Sitting, frame: Frame) -> None:
        """Take the newest state."""
        if (state := frame.get("state")) and state["version"] >= game.state.get("version", 0):
            game.state, game.id = state, state["id"]


async def hear(socket: ClientWebSocketResponse) -> Frame:
    """The next frame. Raises Lost."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            message = await socket.receive()
    except TimeoutError as error:
        raise AssertionError("nothing was heard for a minute") from error
    if message.type is not WSMsgType.TEXT:
        raise Lost
    frame: Frame = json.loads(message.data)
    return frame
