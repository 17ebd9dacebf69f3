"""Thinking in other processes: questions reach a worker, answers their asker, whoever dies in between."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from engine.board import Move
from engine.game import Game
from engine.rules import rule_set
from hall.model import Computer
from hall.nursery import Nursery
from hall.ports import EventKind, Store
from hall.runtime import open_hall
from hall.settings import load_settings
from hall.store import thinking
from hall.store.redis import RedisStore
from hall.store.thinking import RemoteThinker, decode_game, encode_game, questions_open, serve_questions
from tests.hall.people import ANNA, BORA, Someone, played, random_game
from tests.hall.test_computers import until


@dataclass
class Worker:
    """Thinks of the first legal move, or hangs until its process dies."""

    hangs: bool = False
    asked: list[Game] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    async def choose(self, game: Game, level: int, seed: int, *, owner: str, max_ms: int | None = None) -> Move:
        self.asked.append(game)
        self.begun.set()
        if self.hangs:
            await asyncio.Event().wait()
        assert (level, seed, owner, max_ms) == (3, 7, ANNA.id, None)
        return game.legal_moves()[0]

    async def judge(self, game: Game, *, owner: str) -> int:
        return -game.ply if owner == BORA.id else 0


@pytest.fixture
async def nursery() -> AsyncIterator[Nursery]:
    async with Nursery() as nursery:
        yield nursery
        assert not nursery.failures


@pytest.fixture
def shared(real_stores: list[Store]) -> tuple[RedisStore, RedisStore]:
    one, other = real_stores
    assert isinstance(one, RedisStore)
    assert isinstance(other, RedisStore)
    return one, other


async def ask(thinker: RemoteThinker, game: Game) -> Move:
    return await thinker.choose(game, 3, 7, owner=ANNA.id)


@pytest.mark.parametrize("rules", ["classic", "levant"])
def test_a_worker_is_sent_the_game_as_it_is(rules: str) -> None:
    game = random_game(5, 50, rule_set(rules))
    assert decode_game(encode_game(game)) == game


async def test_a_question_is_answered_by_a_worker(shared: tuple[RedisStore, RedisStore], nursery: Nursery) -> None:
    nursery.start(serve_questions(shared[1], Worker(), 2, nursery), "worker")
    game = random_game(1, 21)
    async with asyncio.timeout(20), RemoteThinker(shared[0]).at_work(nursery) as thinker:
        assert await ask(thinker, game) == game.legal_moves()[0]
        assert await thinker.judge(game, owner=BORA.id) == -21
    assert await questions_open(shared[0]) == 0


async def test_two_workers_share_the_questions(shared: tuple[RedisStore, RedisStore], nursery: Nursery) -> None:
    first, second = Worker(hangs=True), Worker()
    nursery.start(serve_questions(shared[0], first, 1, nursery), "first")
    async with asyncio.timeout(20), RemoteThinker(shared[1], per_owner=9).at_work(nursery) as thinker:
        hanging = nursery.start(ask(thinker, random_game(1, 5)), "hanging")
        await first.begun.wait()
        nursery.start(serve_questions(shared[1], second, 1, nursery), "second")
        for seed in range(5):
            game = random_game(seed, 10)
            assert await ask(thinker, game) == game.legal_moves()[0]
        assert len(first.asked) == 1
        hanging.cancel()


async def test_what_a_dead_worker_was_thinking_about_goes_to_another(
    shared: tuple[RedisStore, RedisStore], nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "LEASE_MS", 300)
    game = random_game(2, 30)
    async with asyncio.timeout(20), RemoteThinker(shared[1]).at_work(nursery) as thinker:
        dying = Worker(hangs=True)
        async with Nursery() as process:
            process.start(serve_questions(shared[0], dying, 1, process), "dying")
            asking = nursery.start(ask(thinker, game), "asking")
            await dying.begun.wait()
        nursery.start(serve_questions(shared[1], Worker(), 1, nursery), "heir")
        assert await asking == game.legal_moves()[0]


async def test_a_question_of_which_workers_die_is_answered_without_a_search(
    shared: tuple[RedisStore, RedisStore], nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "LEASE_MS", 300)
    game = random_game(2, 30)
    async with asyncio.timeout(30), RemoteThinker(shared[1]).at_work(nursery) as thinker:
        asking = nursery.start(ask(thinker, game), "asking")
        for _ in range(2):
            dying = Worker(hangs=True)
            async with Nursery() as process:
                process.start(serve_questions(shared[0], dying, 1, process), "dying")
                await dying.begun.wait()
        heir = Worker(hangs=True)
        nursery.start(serve_questions(shared[1], heir, 1, nursery), "heir")
        assert await asking == game.legal_moves()[0]
        assert heir.asked == []
        assert await thinker.judge(game, owner=BORA.id) == -game.ply


async def test_a_question_nobody_understands_is_not_asked_for_ever(
    shared: tuple[RedisStore, RedisStore], nursery: Nursery
) -> None:
    await shared[0].client.xadd("{work}:questions", {"id": "1", "to": "x", "do": "choose", "game": "nonsense"})
    nursery.start(serve_questions(shared[1], Worker(), 1, nursery), "worker")
    async with asyncio.timeout(20), RemoteThinker(shared[0]).at_work(nursery) as thinker:
        assert await thinker.judge(random_game(1, 4), owner=BORA.id) == -4
    assert await questions_open(shared[0]) == 0


async def test_a_web_process_and_a_worker_play_a_computers_seat_together(valkey: str, nursery: Nursery) -> None:
    settings = load_settings(None, redis_url=valkey, secret_key="the secret of both", thinkers=1)
    web, worker = (settings.model_copy(update={"role": role}) for role in ("web", "worker"))
    async with asyncio.timeout(40), open_hall(web, nursery) as faces, open_hall(worker, nursery):
        assert isinstance(faces.thinker, RemoteThinker)
        events = faces.store.follow()
        table = await Someone(faces.hall, ANNA).opens(opponent=Computer(1))
        await played(faces.hall, table, [str(table.game.legal_moves()[0])])
        for _ in range(2):
            assert (await until(events, EventKind.MOVED)).table == table.id
        judged = await faces.thinker.judge(table.game, owner=ANNA.id)
        assert abs(judged) < 200
