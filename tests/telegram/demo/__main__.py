"""`./dama demo`: the product against a Telegram of our own, with its chats on a page. Nothing leaves this machine."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.app import run_bot
from hall.nursery import Nursery
from hall.runtime import open_hall
from hall.settings import Settings, SettingsError, load_settings
from tests.telegram import FakeTelegram
from tests.telegram.demo.clock import WallClock
from tests.telegram.demo.stage import Stage
from webapp.assets import STATIC
from webapp.server import make_app

TELEGRAM_SCRIPT = "https://telegram.org/js/telegram-web-app.js"
PUBLIC = "https://dama.example"  # the product believes to be there; the page knows better


@asynccontextmanager
async def open_demo(folder: Path, **settings: Any) -> AsyncIterator[str]:
    """Everything at work; the address of the page. Raises SettingsError."""
    async with FakeTelegram(clock=WallClock(), has_main_web_app=True, supports_inline_queries=True) as telegram:
        chosen = load_settings(
            None,
            public_url=PUBLIC,
            bot_token=telegram.token,
            bot_api_url=telegram.address,
            data_dir=folder,
            role="all",
            storage_chat=telegram.group("Storage").id,
            **settings,
        )
        async with Nursery() as nursery, open_hall(chosen, nursery) as runtime:
            app = make_app(runtime, chosen, nursery)
            app.middlewares.append(with_own_script)
            Stage(telegram, PUBLIC).add_routes(app)
            async with _served(app, chosen) as address:
                bot = nursery.start(run_bot(runtime, chosen, nursery, clock=telegram.clock), "bot")
                yield f"{address}/telegram"
                bot.cancel()
                await asyncio.wait([bot])


@web.middleware
async def with_own_script(request: web.Request, handler: Handler) -> web.StreamResponse:
    """The board with a stand-in for Telegram's script (page/web-app.js): nothing is fetched from elsewhere."""
    if not request.path.endswith("/js/shell.js"):
        return await handler(request)
    text = (STATIC / "js" / "shell.js").read_text(encoding="utf-8")
    assert TELEGRAM_SCRIPT in text, "the board asks for Telegram's script in another way now"
    return web.Response(text=text.replace(TELEGRAM_SCRIPT, "/telegram/web-app.js"), content_type="text/javascript")


@asynccontextmanager
async def _served(app: web.Application, settings: Settings) -> AsyncIterator[str]:
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, settings.host, settings.port).start()
        except OSError as error:
            raise SettingsError(f"Port {settings.port} cannot be used ({error.strerror}): set PORT.") from error
        yield f"http://{settings.host}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def _run() -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    with TemporaryDirectory(prefix="dama-demo-") as folder:
        async with open_demo(Path(folder)) as address:
            sys.stdout.write(f"The demo is open: {address}\nEverything in it is forgotten when it ends (Ctrl+C).\n")
            sys.stdout.flush()
            await stop.wait()


def main() -> int:
    """Run until told to stop."""
    try:
        asyncio.run(_run())
    except SettingsError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
