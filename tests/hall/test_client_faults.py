"""Faults of the store's client that must not reach anybody."""

from itertools import count
from typing import Any

import pytest

from hall.ports import Store
from hall.store.redis import RedisStore


async def test_a_connection_closed_while_it_is_written_to_is_asked_again(real_stores: list[Store]) -> None:
    store, closed = real_stores[0], None
    calls = count(1)

    async def ask() -> int:
        if next(calls) == 1:
            writer: Any = closed
            writer.writelines([b"PING"])
        return 7

    assert isinstance(store, RedisStore)
    assert await store.patiently(ask) == 7
    assert next(calls) == 3


async def test_any_other_mistake_is_seen(real_stores: list[Store]) -> None:
    store = real_stores[0]

    async def ask() -> None:
        nothing: Any = None
        nothing.write_lines()

    assert isinstance(store, RedisStore)
    with pytest.raises(AttributeError):
        await store.patiently(ask)
