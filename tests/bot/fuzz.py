"""Mutated real updates against the whole bot: `./dama bench fuzz`, and a shorter run among the tests."""

import argparse
import asyncio
import itertools
import json
import logging
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from aiogram.types import Update
from pydantic import ValidationError

from bot.pace import Limits
from tests.bot.conftest import Dama, friends, new_game, open_dama
from tests.telegram import Person
from tests.telegram.mutations import mutated
from tests.telegram.world import Json, Press

NO_LIMITS = Limits(0.0, 10**6, 10**6, 60.0, 10**4, 1.0)
AT_ONCE = 100
SPEED = 20  # a press is too old after 15 minutes: 45 seconds here, however busy the machine is
PATIENCE = 60.0  # seconds for a hundred updates: other work may keep the machine busy


@dataclass
class Report:
    """What came of it. `unanswered`: presses nobody answered; `failed`: updates that raised in our code."""

    updates: int = 0
    unreadable: int = 0
    presses: int = 0
    unanswered: int = 0
    failed: int = 0
    alive: bool = False
    seconds: float = 0.0
    first_failures: list[str] = field(default_factory=list)


class Failures(logging.Handler):
    """Counts what our code logs as failed."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.texts.append(logging.Formatter().format(record))


async def fuzz(number: int, seed: int, folder: Path) -> Report:
    """Send so many mutated updates to a bot in the middle of games, and see that it plays on."""
    report, failures = Report(), Failures()
    logging.getLogger().addHandler(failures)
    began = time.perf_counter()
    try:
        async with open_dama(folder, speed=SPEED) as dama, dama.bot(limits=NO_LIMITS):
            dama.telegram.world.rates.enforced = False
            corpus = await _corpus(dama)
            mutants = mutated(corpus, number, seed)
            while batch := list(itertools.islice(mutants, AT_ONCE)):
                await _deliver(dama, batch, report)
            report.alive = await _plays_on(dama)
    finally:
        logging.getLogger().removeHandler(failures)
    report.seconds = round(time.perf_counter() - began, 1)
    report.failed, report.first_failures = len(failures.texts), failures.texts[:3]
    return report


async def _corpus(dama: Dama) -> list[Json]:
    """Real updates of every kind the bot knows, while games are going on in private, in a group and inline."""
    ann, bob = (dama.telegram.person(name, started=True) for name in ("Ann", "Bob"))
    group, elsewhere = dama.telegram.group("Coffee house"), dama.telegram.group("Elsewhere")
    await friends(ann, bob)
    await ann.says("d3-d4")
    await bob.private.shows("Your move.")
    await bob.taps("d6")
    for command in ("/settings", "/games", "/new 5+3 3", "/rules", "/top", "/language", "/draw", "/browser"):
        await ann.says(command)
    await ann.private.shows("Settings", button="Quiet hours")
    await ann.taps("Quiet hours")
    await ann.says("/play @bob 3+2", group)
    card = await group.shows("invites", button="Settings")
    await ann.taps("Settings", on=card)
    await ann.says("/play", group)
    await bob.taps("Sit down", on=await group.shows("wants to play"))
    results = await ann.asks_inline("5+3")
    sent = await ann.sends_inline(results[0], elsewhere, told=True)
    await bob.taps("Sit down", on=sent)
    await bob.blocks()
    await bob.unblocks()
    await dama.settled()
    return list(dama.telegram.updates.delivered)


async def _deliver(dama: Dama, batch: Sequence[Json], report: Report) -> None:
    presses = []
    for update in batch:
        report.updates += 1
        if (press := _fresh_press(dama, update)) is not None:
            presses.append(press)
        number = await dama.telegram.updates.push(checked=False, **update)
        try:
            Update.model_validate({"update_id": number, **update})
        except ValidationError:
            report.unreadable += 1
            if press is not None:
                presses.remove(press)
    await dama.settled(PATIENCE)
    report.presses += len(presses)
    report.unanswered += sum(press.answered_at is None for press in presses)


def _fresh_press(dama: Dama, update: Json) -> Press | None:
    """Give a mutated press a number of its own, so that its answer can be seen."""
    callback = update.get("callback_query")
    if not isinstance(callback, dict) or not isinstance(callback.get("id"), str):
        return None
    world = dama.telegram.world
    callback["id"] = str(world.number())
    press = world.presses[callback["id"]] = Press(callback["id"], world.clock.now())
    return press


async def _plays_on(dama: Dama) -> bool:
    """Whether somebody new can play a game."""
    carol: Person = dama.telegram.person("Carol")
    await new_game(carol, "Two on one device")
    await carol.says("d3-d4")
    await carol.private.shows("Black moves.")
    return True


def main() -> int:
    """Run and report; exit status 1 where anything was wrong."""
    parser = argparse.ArgumentParser(prog="./dama bench fuzz", description=__doc__)
    parser.add_argument("--number", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    with TemporaryDirectory() as folder:
        report = asyncio.run(fuzz(options.number, options.seed, Path(folder)))
    if options.json:
        sys.stdout.write(json.dumps(asdict(report)) + "\n")
    else:
        sys.stdout.write("".join(f"{name:>16}  {value}\n" for name, value in asdict(report).items()))
    return 0 if report.alive and not report.failed and not report.unanswered else 1


if __name__ == "__main__":
    sys.exit(main())
