"""Bot and web face together over real HTTP, as the program puts them, with a clock that a test moves."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from hall.store.memory import MemoryStore
from tests.bot.conftest import Dama, QuickThinker, open_house, settings_for
from tests.telegram import FakeTelegram, FastClock
from webapp.server import serve

PUBLIC = "https://dama.example"


class HandClock:
    """Milliseconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now_ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now_ms


@asynccontextmanager
async def with_web(folder: Path, clock: HandClock | None = None) -> AsyncIterator[tuple[Dama, str]]:
    """Bot and web face together, as the program puts them; the web face's address here."""
    async with FakeTelegram(clock=FastClock(200)) as telegram:
        settings = settings_for(telegram, folder, public_url=PUBLIC, port=0)
        parts = {"store": MemoryStore(clock or HandClock()), "thinker": QuickThinker()}
        async with (
            open_house(telegram, settings, **parts) as dama,
            dama.bot(),
            serve(dama.runtime, settings, dama.nursery) as port,
        ):
            yield dama, f"http://127.0.0.1:{port}"


async def post(place: str, path: str, body: dict[str, Any], token: str = "") -> tuple[int, dict[str, Any]]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    url = f"{place}/api/{path}"
    async with aiohttp.ClientSession() as session, session.post(url, json=body, headers=headers) as answer:
        return answer.status, await answer.json()
