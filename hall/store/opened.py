"""Chooses the store."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from hall.nursery import Nursery
from hall.ports import Store
from hall.settings import Settings
from hall.store.memory import MemoryStore


@asynccontextmanager
async def open_store(settings: Settings, nursery: Nursery, given: Store | None = None) -> AsyncIterator[Store]:  # noqa: ARG001
    """The given store, or one in memory."""
    yield given or MemoryStore()
