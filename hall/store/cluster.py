"""The same commands to a cluster: every key carries a hash tag, so only connecting and blocking reads differ."""

from typing import Any, cast

from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ResponseError

from hall.store import keys

SOCKET_TIMEOUT_S = 3.0
CONNECT_TIMEOUT_S = 5.0
CONNECTIONS = 512
"""For each node. A cluster's client refuses when they are all in use, it does not wait."""


async def is_clustered(client: "Redis") -> bool:
    """Whether the server behind an ordinary connection is a node of a cluster."""
    try:
        told: dict[str, Any] = await client.info("cluster")
    except ResponseError:  # not everybody may ask
        return False
    return bool(int(told.get("cluster_enabled", 0)))


def connect_cluster(url: str, *, blocking: bool = False, raw: bool = False) -> "Redis":
    """A client for the whole cluster, of which the address names any node.

    Like `connect` it never repeats a command by itself, apart from following a slot to where it has moved.
    """
    client = RedisCluster.from_url(
        url,
        decode_responses=not raw,
        max_connections=CONNECTIONS,
        socket_timeout=None if blocking else SOCKET_TIMEOUT_S,
        socket_connect_timeout=CONNECT_TIMEOUT_S,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
    )
    return cast("Redis", client)  # it answers to the same commands


def lanes(client: "Redis") -> list[list[str]]:
    """The buckets, in groups whose streams can be read by one command: all together, or each alone in a cluster."""
    return [[bucket] for bucket in keys.buckets()] if isinstance(client, RedisCluster) else [keys.buckets()]


async def close(client: "Redis") -> None:
    """End all its connections."""
    if isinstance(client, RedisCluster):
        await client.aclose()
    else:
        await client.aclose(close_connection_pool=True)
