"""Updates that Telegram brings: with the right secret only, to any process, each dealt with once."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from io import BytesIO
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from bot.hook import LONGEST, PATH, SECRET_HEADER, Hook, secret_of
from hall.ports import StoreDown
from hall.store.inbox import MemoryInbox, inbox_beside
from tests.bot.conftest import Dama, new_game, open_dama
from tests.telegram import FakeTelegram

PUBLIC = "https://dama.example"


@asynccontextmanager
async def listening(hook: Hook) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_post(PATH, hook.handle)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def post(place: str, body: bytes, secret: str) -> int:
    url, data, headers = f"{place}{PATH}", BytesIO(body), {SECRET_HEADER: secret}
    async with aiohttp.ClientSession() as session, session.post(url, data=data, headers=headers) as answer:
        return answer.status


@asynccontextmanager
async def by_webhook(folder: Path) -> AsyncIterator[tuple[Dama, list[str]]]:
    """A bot to which Telegram brings updates; two processes can be reached, and which one is drawn by turns."""
    async with open_dama(folder, PUBLIC) as dama, AsyncExitStack() as stack:
        dama.settings = dama.settings.model_copy(update={"webhook": True})
        inbox = inbox_beside(dama.runtime.store, dama.settings.bot_number)
        hook = Hook(inbox, secret_of(dama.settings))
        places = [await stack.enter_async_context(listening(hook)) for _ in range(2)]
        dama.telegram.updates.reach = lambda url, number: url.replace(PUBLIC, places[number % 2])
        await stack.enter_async_context(dama.bot())
        await dama.telegram.world.until(lambda: bool(dama.telegram.called("setWebhook")), "the webhook")
        yield dama, places


async def test_a_game_goes_on_whichever_process_is_reached(tmp_path: Path) -> None:
    async with by_webhook(tmp_path) as (dama, _):
        ann = dama.telegram.person("Ann")
        await new_game(ann, "Two on one device")
        await ann.says("d3-d4")
        await ann.private.shows("Black moves.")
        assert set(dama.telegram.updates.webhook_answers) == {200}
        assert not dama.telegram.called("getUpdates")
        call = dama.telegram.called("setWebhook")[0]
        assert call.get("url") == f"{PUBLIC}{PATH}"
        assert "inline_query" in call.get("allowed_updates")


async def test_the_same_update_brought_to_two_processes_is_dealt_with_once(tmp_path: Path) -> None:
    async with by_webhook(tmp_path) as (dama, places):
        ann = dama.telegram.person("Ann")
        await ann.says("/rules")
        await ann.private.shows("Taking is a must")
        update = dama.telegram.updates.delivered[-1]
        for place in places:
            assert await post(place, json.dumps(update).encode(), secret_of(dama.settings)) == 200
        await ann.says("/privacy")
        await ann.private.shows("nothing goes to others")
        assert sum("Taking is a must" in message.text for message in ann.private.from_bot) == 1


@pytest.mark.parametrize(
    ("secret", "body", "status"),
    [
        ("the secret", b'{"update_id": 1}', 200),
        ("", b'{"update_id": 1}', 403),
        ("wrong", b'{"update_id": 1}', 403),
        ("the secret", b"", 400),
        ("the secret", b"[1]", 400),
        ("the secret", b'{"update_id": "1"}', 400),
        ("the secret", b'{"update_id": true}', 400),
        ("the secret", b"\xff", 400),
        pytest.param("the secret", b"x" * (LONGEST + 1), 413, id="too long"),
    ],
)
async def test_only_telegram_and_only_updates_get_in(secret: str, body: bytes, status: int) -> None:
    inbox = MemoryInbox()
    async with listening(Hook(inbox, "the secret")) as place:
        assert await post(place, body, secret) == status
    assert await inbox.count() == (status == 200)


async def test_what_cannot_be_kept_is_brought_again() -> None:
    class Down(MemoryInbox):
        async def put(self, *_: object) -> bool:
            raise StoreDown

    async with listening(Hook(Down(), "s")) as place:
        assert await post(place, b'{"update_id": 1}', "s") == 503


async def test_a_bot_that_polls_takes_an_old_webhook_away(telegram: FakeTelegram) -> None:
    await telegram.world.until(lambda: bool(telegram.called("getUpdates")), "polling")
    assert telegram.called("deleteWebhook")
