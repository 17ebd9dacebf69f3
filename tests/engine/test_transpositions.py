"""The transposition table: its size is fixed, a bucket holds several positions, old and torn entries give way."""

from typing import Any

import pytest

from tests.engine.uncompiled import Engine

ENTRIES = 4  # of a bucket
ONE = 1 << 44  # what every entry has set


def entry(depth: int) -> int:
    return ONE | depth << 16


@pytest.fixture
def memory(uncompiled: Engine) -> Any:
    """A table of four buckets."""
    return uncompiled.module("core_memory").Memory(2)


def same_bucket(count: int) -> list[int]:
    return [4 * n + 1 for n in range(1, count + 1)]


def test_a_bucket_keeps_several_positions(memory: Any) -> None:
    keys = same_bucket(ENTRIES)
    for depth, key in enumerate(keys, 1):
        memory.keep(key, entry(depth))
    assert [memory.find(key) >> 16 & 0xFF for key in keys] == [1, 2, 3, 4]


def test_the_shallowest_gives_way_and_the_size_stays(memory: Any) -> None:
    keys = same_bucket(ENTRIES + 1)
    for depth, key in zip((5, 2, 9, 7, 3), keys, strict=True):
        memory.keep(key, entry(depth))
    assert [bool(memory.find(key)) for key in keys] == [True, False, True, True, True]
    assert len(memory.words) == 4 * ENTRIES * 2


def test_what_an_earlier_search_found_gives_way_first_however_deep_it_was(memory: Any) -> None:
    keys = same_bucket(ENTRIES + 1)
    memory.keep(keys[0], entry(30))
    memory.grow_older()
    for key in keys[1:ENTRIES]:
        memory.keep(key, entry(2))
    assert memory.find(keys[0])
    memory.keep(keys[ENTRIES], entry(1))
    assert not memory.find(keys[0])
    assert all(memory.find(key) for key in keys[1:])


def test_an_entry_torn_by_two_threads_is_not_recognised(memory: Any) -> None:
    memory.keep(5, entry(4))
    memory.words[2 * ENTRIES + 1] = entry(6)  # another thread's data over this one's key
    assert memory.find(5) == 0
