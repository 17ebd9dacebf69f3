"""How the house is, for an operator's monitor: the same numbers by HTTP and by `python -m hall health`."""

import time
from typing import Any

from engine.core import COMPILED
from hall.nursery import Nursery
from hall.ports import Store, StoreDown
from hall.settings import Settings
from hall.store.inbox import inbox_beside
from hall.store.redis import RedisStore
from hall.store.thinking import questions_open

_started = time.monotonic()


async def store_health(store: Store, settings: Settings) -> dict[str, Any]:
    """What all processes share.

    `store_ms`: a round trip; `next_deadline_ms`: when a clock decides something next (0 again and again: nobody keeps
    time); `awaiting_computers`: tables at which one has to act; `questions`: what workers have not answered yet;
    `updates`: what came from Telegram and no bot has dealt with yet. Raises StoreDown.
    """
    began = time.perf_counter()
    await store.now()
    took = time.perf_counter() - began
    report = {
        "store_ms": round(took * 1000, 1),
        "next_deadline_ms": await store.next_due(),
        "awaiting_computers": len(await store.awaiting_computers()),
    }
    if isinstance(store, RedisStore):
        report["questions"] = await questions_open(store)
    if settings.bot_number:
        report["updates"] = await inbox_beside(store, settings.bot_number).count()
    return report


async def health(store: Store, settings: Settings, nursery: Nursery) -> dict[str, Any]:
    """This process and the store. `status` is "ok" or "store down"."""
    report: dict[str, Any] = {
        "status": "ok",
        "store": True,
        "roles": sorted(settings.roles),
        "uptime_s": round(time.monotonic() - _started),
        "compiled_core": COMPILED,
        "background_failures": len(nursery.failures),
    }
    try:
        return report | await store_health(store, settings)
    except StoreDown:
        return report | {"status": "store down", "store": False}
