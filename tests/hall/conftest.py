"""One real Valkey for the whole session, and the hall on each of the two stores."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from hall.embedded import EmbeddedServer
from hall.nursery import Nursery
from hall.ports import Store
from hall.store.fanout import Fanout
from hall.store.memory import MemoryStore
from hall.store.reader import OutboxReader
from hall.store.redis import RedisStore, connect
from hall.tables import Hall

SECRET = b"the secret of the tests"


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server, started from the binary that comes with the installation."""
    server = EmbeddedServer(tmp_path_factory.mktemp("valkey"))
    asyncio.run(server.ensure())
    yield server.url
    asyncio.run(server.close())


@pytest.fixture
async def real_stores(valkey: str) -> AsyncIterator[list[Store]]:
    """Two stores on one empty server, as two processes have them."""
    async with Nursery() as nursery:
        clients, stores = [], list[Store]()
        for _ in range(2):
            client, reading, fanout = connect(valkey), connect(valkey, blocking=True), Fanout()
            clients += [client, reading]
            if not stores:
                await client.flushall()
            reader = OutboxReader(reading, fanout)
            await reader.prepare()
            nursery.start(reader.run(), "reader")
            stores.append(RedisStore(client, fanout))
        yield stores
        assert not nursery.failures
    for client in clients:
        await client.aclose(close_connection_pool=True)


@pytest.fixture(params=["memory", "valkey"])
def store(request: pytest.FixtureRequest) -> Store:
    """The store in memory, and the real one: whatever is asked of one is asked of both."""
    return MemoryStore() if request.param == "memory" else request.getfixturevalue("real_stores")[0]


@pytest.fixture
def stores(request: pytest.FixtureRequest, store: Store) -> list[Store]:
    """Two processes' stores, where the store can be shared."""
    return request.getfixturevalue("real_stores") if "valkey" in request.node.name else [store, store]


@pytest.fixture
def hall(store: Store) -> Hall:
    return Hall(store, secret=SECRET)


@pytest.fixture
def memory_hall() -> Hall:
    return Hall(MemoryStore(), secret=SECRET)


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a short path, so that the socket lies in it."""
    return tmp_path_factory.mktemp("d")


@pytest.fixture
async def nursery() -> AsyncIterator[Nursery]:
    async with Nursery() as nursery:
        yield nursery
        assert not nursery.failures
