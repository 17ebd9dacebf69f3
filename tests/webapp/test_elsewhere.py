"""A store of somebody else's under REDIS_URL, which goes away and comes back while people play."""

import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from hall.embedded import find_binary
from tests.webapp.house import Frame, Visitor, open_house, operation

SECRET_KEY = "the secret of all processes"


@contextmanager
def running(folder: Path, port: int) -> Iterator[None]:
    """A server that writes down every step, until it is killed at the end of the block."""
    options = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", "", "--appendonly", "yes"]
    quiet = ["--appendfsync", "always", "--logfile", str(folder / "log")]
    with subprocess.Popen([find_binary(), *options, *quiet]) as server, Redis(port=port) as client:
        while True:
            try:
                client.ping()
                break
            except RedisConnectionError:
                pass
        try:
            yield
        finally:
            server.kill()


async def insists(page: Visitor, state: Frame, move: str) -> Frame:
    """The step of a move that the page sends again, under the same name, until it is not told to wait."""
    op = operation()
    while True:
        fields = {"table": state["id"], "version": state["version"], "side": state["turn"], "do": "move", "move": move}
        await page.say("act", op=op, **fields)
        while (answer := await page.next()).get("op") != op:
            pass
        if answer.get("code") != "store_down":
            return answer
        assert "connection" in answer["text"]


async def test_players_are_told_that_the_connection_is_being_restored_and_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hall.store.redis.PATIENCE_S", 0.5)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url, nowhere = f"redis://127.0.0.1:{port}/0", tmp_path / "none"
    with ExitStack() as server:
        server.enter_context(running(tmp_path, port))
        async with open_house(real=True, redis_url=url, secret_key=SECRET_KEY, data_dir=nowhere) as house:
            white, black, state = await house.game()
            server.close()
            for page in (white, black):
                told = await page.ask("ping", "error", n=1)
                assert (told["code"], "connection" in told["text"]) == ("store_down", True)
            refused = await white.act(state, "move", side="white", move="d3-d4")
            assert refused["code"] == "store_down"
            async with house.client.get(house.url("/health")) as health:
                assert (health.status, (await health.json())["status"]) == (503, "store down")
            server.enter_context(running(tmp_path, port))
            state = (await insists(white, state, "d3-d4"))["state"]
            assert state["moves"] == ["d3-d4"]
            answer = await insists(black, await black.until(state["version"]), "d6-d5")
            assert (await white.until(answer["state"]["version"]))["moves"] == ["d3-d4", "d6-d5"]
