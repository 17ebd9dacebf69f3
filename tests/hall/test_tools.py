"""The operator's tools, on a private store and on somebody else's, and what they find when something is wrong."""

import json
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from engine.board import Side
from engine.clock import TimeControl
from engine.pdn import parse_pdn
from hall import tools
from hall.__main__ import main
from hall.actions import ActionKind
from hall.archivist import Archivist
from hall.embedded import find_binary
from hall.model import DELETED, Computer, Status, Table, Terms
from hall.nursery import Nursery
from hall.ports import Store
from hall.settings import Settings, load_settings
from hall.store import keys
from hall.store.backup import BackupError
from hall.store.codec import encode_table
from hall.store.opened import open_store
from hall.store.redis import RedisStore
from hall.tables import Hall
from tests.hall.conftest import SECRET
from tests.hall.people import ADA, ANNA, BIRGUL, BORA, Someone, calmly_played, seated


@pytest.fixture
def private(folder: Path) -> Settings:
    return load_settings(None, data_dir=folder, secret_key=SECRET.decode())


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Settings]:
    """A server of somebody else's, reached over TCP."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    with subprocess.Popen([find_binary(), *options, "--logfile", str(tmp_path / "log")]) as server, Redis(
        port=port
    ) as client:
        while True:
            try:
                client.ping()
                break
            except RedisConnectionError:
                pass
        yield load_settings(None, redis_url=f"redis://127.0.0.1:{port}/0", secret_key=SECRET.decode())
        server.kill()


@pytest.fixture(params=["private", "elsewhere"])
def place(request: pytest.FixtureRequest) -> Settings:
    """Both kinds of store an operator can have."""
    settings: Settings = request.getfixturevalue(request.param)
    return settings


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[RedisStore]:
    async with Nursery() as nursery, open_store(settings, nursery) as store:
        assert isinstance(store, RedisStore)
        yield store


async def filled(store: Store) -> list[Table]:
    """A running game, one waiting for the computer, a finished and an archived one."""
    assert isinstance(store, RedisStore)
    hall = Hall(store, secret=SECRET)
    running = await calmly_played(hall, await seated(hall, terms=Terms(time=TimeControl(300_000))), 5)
    waiting = await Someone(hall, ANNA).opens(side=Side.BLACK, opponent=Computer(3))
    finished = await Someone(hall, BORA).does(ActionKind.RESIGN, await calmly_played(hall, await seated(hall), 8))
    archived = await Someone(hall, ADA).does(
        ActionKind.RESIGN, await calmly_played(hall, await seated(hall, ADA, BIRGUL), 20)
    )
    for bucket in keys.buckets():
        await store.client.delete(keys.unpaid_key(bucket))
    assert await Archivist(store).put_away(archived.id)
    return [running, waiting, finished, archived]


async def present(store: Store, tables: list[Table]) -> list[Table]:
    loaded = [await store.load(table.id) for table in tables]
    return [found.table for found in loaded if found is not None]


async def test_a_copy_brings_everything_into_an_empty_store(
    place: Settings, tmp_path: Path, valkey: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opened(place) as store:
        tables = await filled(store)
        assert await tools.back_up(place, tmp_path / "copy.gz") == 0
    with Redis.from_url(valkey) as other:
        other.flushall()
    target = load_settings(None, redis_url=valkey, secret_key=SECRET.decode())
    assert await tools.restore(target, tmp_path / "copy.gz") == 0
    async with opened(target) as store:
        assert await present(store, tables) == tables
        assert await store.awaiting_computers() == [tables[1].id]
        assert await store.next_due() is not None
        assert [event.version for event in await store.tail(tables[0].id, 1) or []] == list(range(2, 8))
        assert await store.games_of(ADA.id, 0, 10) == [tables[3].id]
        await calmly_played(Hall(store, secret=SECRET), tables[0], 3)
        assert await tools.verify(target) == 0
    assert "4 tables verified, 0 with differences." in capsys.readouterr().out


async def test_a_copy_made_while_people_play_holds_every_table_whole(
    private: Settings, tmp_path: Path, valkey: str
) -> None:
    async with opened(private) as store, Nursery() as nursery:
        hall = Hall(store, secret=SECRET)
        tables = [await seated(hall) for _ in range(10)]
        playing = [nursery.start(calmly_played(hall, table, 40), "playing") for table in tables]
        await tools.back_up(private, tmp_path / "copy.gz")
        for task in playing:
            await task
    with Redis.from_url(valkey) as other:
        other.flushall()
    target = load_settings(None, redis_url=valkey, secret_key=SECRET.decode())
    assert await tools.restore(target, tmp_path / "copy.gz") == 0
    assert await tools.verify(target) == 0
    async with opened(target) as store:
        for table in await present(store, tables):
            tail = await store.tail(table.id, max(0, table.version - 5))
            assert [event.version for event in tail or []][-1] == table.version
            await calmly_played(Hall(store, secret=SECRET), table, 1)


async def test_a_copy_is_not_restored_over_anything_nor_from_half_a_file(private: Settings, tmp_path: Path) -> None:
    async with opened(private) as store:
        await filled(store)
        await tools.back_up(private, tmp_path / "copy.gz")
        with pytest.raises(BackupError, match="not empty"):
            await tools.restore(private, tmp_path / "copy.gz")
        await store.client.flushall()
        for name, data in (("half.gz", (tmp_path / "copy.gz").read_bytes()[:-40]), ("no.gz", b"no copy at all")):
            (tmp_path / name).write_bytes(data)
            with pytest.raises(BackupError):
                await tools.restore(private, tmp_path / name)
        assert await store.client.dbsize() == 0


async def test_games_are_listed_shown_and_exported(private: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    async with opened(private) as store:
        running, waiting, finished, archived = await filled(store)
        assert await tools.list_tables(private, "", "") == 0
        lines = capsys.readouterr().out.splitlines()
        assert {line[:22] for line in lines} == {running.id, waiting.id, finished.id, archived.id}
        await tools.list_tables(private, ADA.id, "finished")
        assert [line[:22] for line in capsys.readouterr().out.splitlines()] == [archived.id]
        assert await tools.show(private, [running.id]) == 0
        shown = capsys.readouterr().out
        assert running.game.position.diagram() in shown
        assert "black to move" in shown
        assert await tools.show(private, ["-" * 22]) == 1
        capsys.readouterr()
        await tools.export(private, [], "", "pdn")
        games = parse_pdn(capsys.readouterr().out)
        assert {game.game.moves for game in games} == {t.game.moves for t in (running, waiting, finished, archived)}
        await tools.export(private, [archived.id], "", "json")
        [document] = map(json.loads, capsys.readouterr().out.splitlines())
        assert document["moves"] == [str(move) for move in archived.game.moves]
        assert document["outcome"] == "black wins: resignation"


async def test_what_is_wrong_is_found(private: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    async with opened(private) as store:
        running, waiting, finished, archived = await filled(store)
        document: dict[str, Any] = json.loads(encode_table(running))
        await store.client.hset(keys.table_key(running.id), "doc", json.dumps(document | {"m": document["m"] + "AB"}))
        await store.client.srem(keys.computers_key(keys.table_bucket(waiting.id)), waiting.id)
        await store.client.hset(keys.table_key(finished.id), "doc", "no document")
        await store.client.set(keys.game_key(archived.id), b"\x01damaged")
        assert await tools.verify(private) == 1
    out = capsys.readouterr().out
    assert f"{running.id}: ply 6, a1-b1" in out
    assert f"{waiting.id}: whether a computer has to act is noted as False" in out
    assert f"{finished.id}: it cannot be read" in out
    assert f"{archived.id}: it cannot be read" in out
    assert "4 tables verified, 4 with differences." in out


async def test_a_forgotten_player_is_in_no_table_any_more(
    private: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opened(private) as store:
        tables = await filled(store)
        for player in (ADA, ANNA):
            assert await tools.forget(private, player.id) == 0
        after = await present(store, tables)
        assert [table.status for table in after] == [Status.FINISHED, Status.ABORTED, Status.FINISHED, Status.FINISHED]
        assert after[3].white == DELETED
        assert after[3].black == BIRGUL
        stored = "".join(map(encode_table, after))
        assert ADA.id not in stored
        assert ANNA.id not in stored
        await tools.list_tables(private, ADA.id, "")
    assert "is forgotten" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "status"), [([], 2), (["dance"], 2), (["forget", "Ada"], 2), (["show"], 2), (["--help"], 0)]
)
def test_what_cannot_be_understood_is_said(arguments: list[str], status: int) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == status


def test_the_tools_are_commands(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATA_DIR", str(folder))
    monkeypatch.chdir(folder)
    assert main(["health"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "ok"
    assert main(["verify"]) == 0
    assert main(["restore", str(folder / "nothing")]) == 1
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    monkeypatch.setenv("SECRET_KEY", SECRET.decode())
    assert main(["list"]) == 1
    assert "cannot be used" in capsys.readouterr().err
