"""Opens the store that the settings name: the private one in the data folder, or somebody else's under REDIS_URL."""

import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import urlsplit

from redis.asyncio import Redis
from redis.exceptions import AuthenticationError, RedisClusterException, RedisError, ResponseError

from hall.embedded import EmbeddedError, EmbeddedServer
from hall.nursery import Nursery
from hall.ports import Store, StoreDown
from hall.settings import Settings, SettingsError
from hall.store.cluster import close, connect_cluster, is_clustered
from hall.store.fanout import Fanout
from hall.store.reader import OutboxReader
from hall.store.redis import RedisStore, Revive, connect, nothing_to_revive
from hall.store.schemas import claim

log = logging.getLogger(__name__)


@asynccontextmanager
async def open_store(settings: Settings, nursery: Nursery) -> AsyncIterator[Store]:
    """The store, and in the background the one reader of its events. Raises SettingsError where it cannot be had."""
    async with AsyncExitStack() as stack:
        if url := settings.redis_url.get_secret_value():
            yield await _opened(url, nursery, stack, nothing_to_revive)
        else:
            url, revive = await _private(settings, stack)
            yield await _opened(url, nursery, stack, revive)


@asynccontextmanager
async def open_raw(settings: Settings) -> AsyncIterator["Redis"]:
    """A client of the same store that answers with bytes, for copying what is in it. Raises SettingsError."""
    async with AsyncExitStack() as stack:
        url = settings.redis_url.get_secret_value() or (await _private(settings, stack))[0]
        client = connect(url, raw=True)
        stack.push_async_callback(close, client)
        try:
            if await is_clustered(client):
                client = connect_cluster(url, raw=True)
                stack.push_async_callback(close, client)
            yield client
        except (RedisError, RedisClusterException, OSError) as error:
            raise SettingsError(f"The store at {_shown(url)} cannot be used: {_reason(error)}.") from error


async def _private(settings: Settings, stack: AsyncExitStack) -> tuple[str, Revive]:
    try:
        server = EmbeddedServer(settings.data_dir, settings.store_binary)
        stack.push_async_callback(server.close)
        await server.ensure()
    except EmbeddedError as error:
        raise SettingsError(str(error)) from error

    async def revive() -> None:
        try:
            await server.ensure()
        except EmbeddedError as error:
            log.error("%s", error)
            raise StoreDown(str(error)) from error

    return server.url, revive


async def _opened(url: str, nursery: Nursery, stack: AsyncExitStack, revive: Revive) -> RedisStore:
    fanout = Fanout()
    try:
        client = connect(url)
        stack.push_async_callback(close, client)
        clustered = await is_clustered(client)
        if clustered:
            client = connect_cluster(url)
            stack.push_async_callback(close, client)
        reading = connect_cluster(url, blocking=True) if clustered else connect(url, blocking=True)
        stack.push_async_callback(close, reading)
        reader = OutboxReader(reading, fanout, revive)
        await reader.prepare()
        await claim(client)
    except ValueError as error:
        raise SettingsError(f"REDIS_URL cannot be used: {error}.") from error
    except (RedisError, RedisClusterException, OSError) as error:
        raise SettingsError(f"The store at {_shown(url)} cannot be used: {_reason(error)}. Check REDIS_URL.") from error
    task = nursery.start(reader.run(), "store reader")
    stack.callback(task.cancel)
    return RedisStore(client, fanout, revive)


def _shown(url: str) -> str:
    """The address without user and password."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _reason(error: RedisError | RedisClusterException | OSError) -> str:
    # What the server says while a connection is made comes wrapped.
    if isinstance(error.__cause__ or error, AuthenticationError | ResponseError):
        return f"it answers {str(error).rstrip('.')!r}"
    return "it does not answer"
