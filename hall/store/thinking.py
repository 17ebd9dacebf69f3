"""Thinking done by worker processes: questions in a stream for a consumer group, answers in a list for each asker.

A worker that dies leaves its questions to the others; a question that has cost two of them their lives is answered
without a search. An asker that dies leaves answers nobody fetches: they expire.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from engine.board import Move, Position
from engine.game import Game
from engine.notation import format_fen, parse_fen
from engine.rules import rule_set
from hall.fairness import FairQueue
from hall.nursery import Nursery
from hall.ports import FeedLost, StoreDown, Thinker
from hall.store import keys
from hall.store.codec import decode_moves, encode_moves
from hall.store.redis import UNREACHABLE, RedisStore
from hall.store.stream_group import Entry, StreamMember

log = logging.getLogger(__name__)

WORKERS = "workers"
LEASE_MS = 6_000
"""So long after a worker's last sign of life its questions go to another."""
QUESTIONS_KEPT = 10_000
ANSWER_S = 120
"""So long an answer waits to be fetched."""
TRIES = 2
"""So many workers search for an answer to one question, should each of them die of it."""
ASK_AGAIN_S = 20.0
FETCH_S = 1
PAUSE_S = 0.1
AT_ONCE = 256
"""Questions one asker has open at the same time."""


def encode_game(game: Game) -> str:
    """A running game as a worker is sent it."""
    start = format_fen(game.start) if game.start != Position.start() else ""
    return json.dumps([game.rules.name, start, encode_moves(game.moves)])


def decode_game(text: str) -> Game:
    """The game of such a text."""
    rules, start, moves = json.loads(text)
    return Game.restore(rule_set(rules), parse_fen(start) if start else Position.start(), tuple(decode_moves(moves)))


class RemoteThinker:
    """Asks the workers, `per_owner` questions at a time for one player. Without a worker it waits for one."""

    def __init__(self, store: RedisStore, per_owner: int = 1) -> None:
        self._store = store
        self._name = secrets.token_urlsafe(9)
        self._queue = FairQueue(AT_ONCE, per_owner)
        self._open: dict[str, asyncio.Future[str]] = {}

    @asynccontextmanager
    async def at_work(self, nursery: Nursery) -> AsyncIterator["RemoteThinker"]:
        """Fetch answers for the length of the block."""
        fetching = nursery.start(self._fetch(), "answers of the workers")
        try:
            yield self
        finally:
            fetching.cancel()

    async def choose(self, game: Game, level: int, seed: int, *, owner: str, max_ms: int | None = None) -> Move:
        """A move of that level."""
        legal = game.legal_moves()
        while True:
            text = await self._ask(game, owner, do="choose", level=level, seed=seed, ms=max_ms or "")
            move = next(decode_moves(text), None)
            if move in legal:
                return next(known for known in legal if known == move)
            log.error("a worker answered with %r at ply %d, which is no move", text, game.ply)

    async def judge(self, game: Game, *, owner: str) -> int:
        """How good the position is for the side to move, in hundredths of a man."""
        return int(await self._ask(game, owner, do="judge"))

    async def _ask(self, game: Game, owner: str, **question: str | int) -> str:
        """Ask until there is an answer; to be asked twice does no harm."""
        number = secrets.token_urlsafe(9)
        fields: Any = {"id": number, "to": self._name, "owner": owner, "game": encode_game(game), **question}
        async with self._queue.turn(owner):
            answer = self._open[number] = asyncio.get_running_loop().create_future()
            try:
                while True:
                    try:
                        await self._store.patiently(
                            lambda: self._store.client.xadd(keys.WORK_KEY, fields, maxlen=QUESTIONS_KEPT)
                        )
                        async with asyncio.timeout(ASK_AGAIN_S):
                            return await asyncio.shield(answer)
                    except (TimeoutError, StoreDown):
                        log.warning("no worker has answered; is a process with ROLE=worker running?")
            finally:
                del self._open[number]

    async def _fetch(self) -> None:
        key = keys.answers_key(self._name)
        while True:
            try:
                answer: Any = await self._store.client.blpop([key], timeout=FETCH_S)
            except UNREACHABLE:
                await asyncio.sleep(PAUSE_S)
                continue
            if answer is not None:
                number, _, text = answer[1].partition(" ")
                waiting = self._open.get(number)
                if waiting is not None and not waiting.done():
                    waiting.set_result(text)


async def serve_questions(store: RedisStore, thinker: Thinker, places: int, nursery: Nursery) -> None:
    """Be a worker for ever: answer the questions of all askers with this thinker, `places` at the same time."""
    member = StreamMember(store, keys.WORK_KEY, WORKERS, LEASE_MS, places)
    while True:
        try:
            async with Nursery(parent=nursery) as thinking, member.at_work(thinking, since="0"):
                while True:
                    try:
                        entry = await member.next()
                    except FeedLost:
                        continue
                    thinking.start(_answer(store, member, thinker, entry), "a question")
        except StoreDown:
            await asyncio.sleep(PAUSE_S)


async def _answer(store: RedisStore, member: StreamMember, thinker: Thinker, entry: Entry) -> None:
    """Answer one question. If the store does not take the answer, another worker will be asked."""
    key = keys.answers_key(entry.fields["to"])
    try:
        worn_out = entry.again and await member.deliveries(entry) > TRIES
        text = _answer_at_once(entry) if worn_out else await _think(thinker, entry)
    except StoreDown:
        member.drop(entry)
        return
    except (KeyError, ValueError):
        log.exception("question %s cannot be understood", entry.id)
        text = None

    async def tell() -> None:
        async with store.client.pipeline(transaction=False) as pipe:
            if text is not None:
                pipe.rpush(key, f"{entry.fields['id']} {text}")
                pipe.expire(key, ANSWER_S)
            pipe.xack(keys.WORK_KEY, WORKERS, entry.id)
            pipe.xdel(keys.WORK_KEY, entry.id)
            await pipe.execute()

    try:
        await store.patiently(tell)
    except StoreDown:
        log.warning("the answer to question %s could not be given", entry.id)
    member.drop(entry)


async def _think(thinker: Thinker, entry: Entry) -> str:
    asked = entry.fields
    game = decode_game(asked["game"])
    if asked["do"] == "judge":
        return str(await thinker.judge(game, owner=asked["owner"]))
    limit = int(asked["ms"]) if asked["ms"] else None
    move = await thinker.choose(game, int(asked["level"]), int(asked["seed"]), owner=asked["owner"], max_ms=limit)
    return encode_moves([move])


def _answer_at_once(entry: Entry) -> str:
    """The first legal move, or a balanced judgement: the player who waits must get an answer all the same."""
    log.error("question %s has ended %d workers; it is answered without a search", entry.id, TRIES)
    asked = entry.fields
    return "0" if asked["do"] == "judge" else encode_moves(decode_game(asked["game"]).legal_moves()[:1])


async def questions_open(store: RedisStore) -> int:
    """How many questions wait for an answer. Raises StoreDown."""
    return int(await store.patiently(lambda: store.client.xlen(keys.WORK_KEY)))
