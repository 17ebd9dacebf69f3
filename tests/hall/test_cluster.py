"""Everything a store promises, promised by a real cluster of three masters, too."""

import asyncio
import inspect
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from hall import tools
from hall.embedded import find_binary
from hall.model import Computer
from hall.nursery import Nursery
from hall.ports import EventKind, Store
from hall.runtime import open_hall
from hall.settings import load_settings
from hall.store.opened import open_store
from hall.store.redis import RedisStore
from hall.store.thinking import RemoteThinker, serve_questions
from tests.hall import (
    test_archive,
    test_chats,
    test_inbox,
    test_inheritance,
    test_leases,
    test_moving,
    test_notes,
    test_outages,
    test_people,
    test_pool,
    test_settle,
    test_sharing,
    test_slices,
    test_standings,
    test_store,
    test_stream_group,
    test_tools,
    test_workers,
)
from tests.hall.conftest import SECRET
from tests.hall.people import ANNA, BORA, Someone, played, random_game
from tests.hall.test_computers import until

MASTERS = 3
SLOTS = 16384
PATIENCE_S = 30.0


def free_ports(count: int) -> list[int]:
    """Ports that are free, and whose bus ports (10,000 above) exist."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count * 4)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        ports = [each.getsockname()[1] for each in sockets]
        return [port for port in ports if port < 55_000][:count]


def started(folder: Path, port: int, bus: int) -> subprocess.Popen[bytes]:
    folder.mkdir()
    options = ["--port", str(port), "--cluster-enabled", "yes", "--cluster-port", str(bus), "--dir", str(folder)]
    quiet = ["--bind", "127.0.0.1", "--save", "", "--logfile", str(folder / "log"), "--stream-node-max-bytes", "512"]
    return subprocess.Popen([find_binary(), *options, *quiet])


def until_told(client: Redis, command: str, **expected: str) -> None:
    """Ask a node until its answer holds what is expected."""
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up:
        try:
            answer: Any = client.execute_command(command)  # type: ignore[no-untyped-call]
            if not expected or expected.items() <= answer.items():
                return
        except RedisConnectionError:
            pass
        time.sleep(0.02)  # there is no event to wait for: nodes talk among themselves
    raise AssertionError(f"{command} never said {expected}")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one node of three that share the slots."""
    folder, ports = tmp_path_factory.mktemp("cluster"), free_ports(2 * MASTERS)
    with ExitStack() as stack:
        nodes = []
        for number, (port, bus) in enumerate(zip(ports[:MASTERS], ports[MASTERS:], strict=True)):
            process = stack.enter_context(started(folder / str(number), port, bus))
            stack.callback(process.kill)
            nodes.append(stack.enter_context(Redis(port=port, decode_responses=True)))
        for number, node in enumerate(nodes):
            until_told(node, "PING")
            first, last = number * SLOTS // MASTERS, (number + 1) * SLOTS // MASTERS - 1
            say: Any = node.execute_command
            say("CLUSTER ADDSLOTSRANGE", first, last)
            say("CLUSTER MEET", "127.0.0.1", ports[0], ports[MASTERS])
        for node in nodes:
            until_told(node, "CLUSTER INFO", cluster_state="ok", cluster_known_nodes=str(MASTERS))
        yield f"redis://127.0.0.1:{ports[1]}/0"


@pytest.fixture
async def real_stores(cluster: str) -> AsyncIterator[list[Store]]:
    """Two stores on the empty cluster, opened as two processes open them: they find out by themselves what it is."""
    settings = load_settings(None, redis_url=cluster, secret_key="the secret of both")
    async with Nursery() as nursery, open_store(settings, nursery) as one, open_store(settings, nursery) as other:
        await one.client.flushall()  # type: ignore[attr-defined]
        yield [one, other]
        assert not nursery.failures


@pytest.fixture
def store(real_stores: list[Store]) -> Store:
    return real_stores[0]


@pytest.fixture
def stores(real_stores: list[Store]) -> list[Store]:
    return real_stores


inboxes = test_inbox.inboxes
house, houses, watch = test_settle.house, test_settle.houses, test_settle.watch
ratings, pool = test_pool.ratings, test_pool.pool
settler, moving = test_moving.settler, test_moving.moving
notes, preferences, chats = test_notes.notes, test_notes.preferences, test_chats.chats
binding, forgetting = test_moving.binding, test_moving.forgetting
impatient = test_outages.impatient


def asks_the_store(test: object) -> bool:
    """Whether a test asks the store that is given, and not one in memory whose time it moves."""
    return callable(test) and not {"timed", "memory_hall"} & set(inspect.signature(test).parameters)


# The contract itself, word for word.
for _module in (test_store, test_leases, test_inbox, test_settle, test_slices, test_standings, test_stream_group):
    globals().update({name: test for name, test in vars(_module).items() if name.startswith("test_")})
for _module in (
    test_people, test_pool, test_moving, test_outages, test_inheritance, test_notes, test_chats, test_sharing,
):
    tests = {name: test for name, test in vars(_module).items() if name.startswith("test_") and asks_the_store(test)}
    assert not tests.keys() & globals().keys()
    globals().update(tests)


test_archived_and_read = test_archive.test_an_archived_table_is_loaded_like_any_other
test_archived_and_back = test_archive.test_who_wants_another_game_a_day_later_gets_it
test_called_off_and_forgotten = test_archive.test_a_table_that_was_called_off_is_forgotten
valkey_store = test_archive.valkey_store


async def test_a_cluster_is_copied_and_verified(cluster: str, store: Store, tmp_path: Path) -> None:
    settings = load_settings(None, redis_url=cluster, secret_key=SECRET.decode())
    tables = await test_tools.filled(store)
    assert await tools.back_up(settings, tmp_path / "copy.gz") == 0
    await store.client.flushall()  # type: ignore[attr-defined]
    assert await tools.restore(settings, tmp_path / "copy.gz") == 0
    assert await test_tools.present(store, tables) == tables
    assert await tools.verify(settings) == 0


async def test_a_worker_answers_over_a_cluster(real_stores: list[Store]) -> None:
    asker, worker = real_stores
    assert isinstance(asker, RedisStore)
    assert isinstance(worker, RedisStore)
    async with Nursery() as nursery, asyncio.timeout(20), RemoteThinker(asker).at_work(nursery) as thinker:
        nursery.start(serve_questions(worker, test_workers.Worker(), 1, nursery), "worker")
        assert await thinker.judge(random_game(1, 9), owner=BORA.id) == -9


async def test_tables_lie_on_all_masters(store: Store) -> None:
    for number in range(60):
        await test_store.created(store, f"table {number}")
    sizes = [await node.execute_command("DBSIZE") for node in store.client.get_primaries()]  # type: ignore[attr-defined]
    assert len(sizes) == MASTERS
    assert all(size > 0 for size in sizes)


async def test_a_whole_hall_works_on_a_cluster(cluster: str) -> None:
    settings = load_settings(None, redis_url=cluster, secret_key="the secret of both", thinkers=1)
    async with Nursery() as nursery, asyncio.timeout(40), open_hall(settings, nursery) as runtime:
        events = runtime.store.follow()
        table = await Someone(runtime.hall, ANNA).opens(opponent=Computer(1))
        await played(runtime.hall, table, [str(table.game.legal_moves()[0])])
        for _ in range(2):
            assert (await until(events, EventKind.MOVED)).table == table.id
        assert await runtime.hall.tables_of(ANNA.id) == [table.id]
        assert not nursery.failures
