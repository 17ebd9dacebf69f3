"""Puts everything together and starts it: `python -m bot`, or `./dama run`."""

import asyncio
import importlib
import signal
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack

from aiohttp.typedefs import Handler

from bot.hook import PATH, Hook, secret_of
from hall.logs import configure_logging
from hall.nursery import Nursery
from hall.runtime import HallRuntime, open_hall
from hall.settings import Settings, SettingsError, load_settings
from hall.store.inbox import inbox_beside
from webapp.server import serve


def main() -> int:
    """Run until told to stop. Exit status 1 and one sentence where it cannot start."""
    try:
        settings = load_settings()
        configure_logging(settings)
        return asyncio.run(_run(settings))
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 1


async def _run(settings: Settings) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with Nursery() as nursery, open_hall(settings, nursery) as runtime, AsyncExitStack() as stack:
        if "web" in settings.roles:
            port = await stack.enter_async_context(serve(runtime, settings, nursery, _posts(runtime, settings)))
            print(f"Dama is open: {settings.public_url or f'http://{_shown(settings.host)}:{port}'}", flush=True)
        else:
            print(f"Dama is at work as {settings.role}.", flush=True)
        if "bot" in settings.roles and settings.bot_token.get_secret_value():
            nursery.start(_run_bot(runtime, settings, nursery), "bot")
        elif "bot" in settings.roles:
            print("No BOT_TOKEN is set: only the browser version runs. README.md tells how to get one.", flush=True)
        await stop.wait()
        print("Stopping.", flush=True)
    return 0


def _posts(runtime: HallRuntime, settings: Settings) -> Mapping[str, Handler]:
    """Where Telegram brings updates to, if it is to do so."""
    if not settings.webhook or not settings.bot_token.get_secret_value():
        return {}
    return {PATH: Hook(inbox_beside(runtime.store, settings.bot_number), secret_of(settings)).handle}


async def _run_bot(runtime: HallRuntime, settings: Settings, nursery: Nursery) -> None:
    """Importing aiogram builds hundreds of models and takes seconds: the board does not wait for it."""
    app = await asyncio.to_thread(importlib.import_module, "bot.app")
    await app.run_bot(runtime, settings, nursery)


def _shown(host: str) -> str:
    """An address a person can open."""
    return "127.0.0.1" if host in ("0.0.0.0", "::", "") else host  # noqa: S104 - only shown


if __name__ == "__main__":
    sys.exit(main())
