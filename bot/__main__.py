"""Puts everything together and starts it: `python -m bot`, or `./dama run`."""

import asyncio
import logging
import signal
import sys

from webapp.server import serve

from bot.app import run_bot
from hall.nursery import Nursery
from hall.runtime import open_hall
from hall.settings import Settings, SettingsError, load_settings


def main() -> int:
    """Run until told to stop. Exit status 1 and one sentence where it cannot start."""
    try:
        settings = load_settings()
        logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
        return asyncio.run(_run(settings))
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 1


async def _run(settings: Settings) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with Nursery() as nursery, open_hall(settings, nursery) as runtime, serve(runtime, settings, nursery) as port:
        print(f"Dama is open: {settings.public_url or f'http://{_shown(settings.host)}:{port}'}", flush=True)
        if settings.bot_token.get_secret_value():
            nursery.start(run_bot(runtime, settings, nursery), "bot")
        else:
            print("No BOT_TOKEN is set: only the browser version runs. README.md tells how to get one.", flush=True)
        await stop.wait()
        print("Stopping.", flush=True)
    return 0


def _shown(host: str) -> str:
    """An address a person can open."""
    return "127.0.0.1" if host in ("0.0.0.0", "::", "") else host  # noqa: S104 - only shown


if __name__ == "__main__":
    sys.exit(main())
