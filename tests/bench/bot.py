"""`./dama bench bot`: the bot on the real store against a Telegram of our own that counts and enforces its limits.

Three hundred games are moving, shown in private and in twenty groups, while real seconds pass.
"""

import argparse
import asyncio
import json
import logging
import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from bot.callbacks import Choose
from engine.board import Side
from engine.game import Game
from engine.rules import CLASSIC
from hall.actions import Done, Opening
from hall.model import Person as Player
from hall.model import TableId, Terms, telegram_id
from hall.pictures import board_picture
from hall.store.chats import ChatRef, chats_beside
from tests.bot.conftest import Dama, QuickThinker, open_house, settings_for
from tests.telegram import FakeTelegram, Message, Person
from tests.telegram.demo.clock import WallClock
from tests.telegram.wire import Call

GAMES, GROUPS, MOVES_A_SECOND, MINUTE = 300, 20, 20, 60.0
PATIENCE = 120.0
WRITES = ("sendMessage", "sendPhoto", "editMessageText", "editMessageCaption", "editMessageMedia")


@dataclass(frozen=True)
class Playing:
    """One game of the benchmark."""

    table: TableId
    players: dict[Side, Person]


async def measure(folder: Path, seconds: int) -> dict[str, Any]:
    """All numbers by name."""
    async with FakeTelegram(clock=WallClock()) as telegram:
        settings = settings_for(telegram, folder, open_tables=GAMES, thinkers=1)
        async with open_house(telegram, settings, thinker=QuickThinker()) as dama:
            games = await _open_games(dama)
            async with dama.bot():
                numbers = await _moving(dama, games, seconds) | await _pressing(dama, games)
    return numbers | _pictures()


async def _open_games(dama: Dama) -> list[Playing]:
    chats = chats_beside(dama.runtime.store)
    groups = [dama.telegram.group(f"Group {number}") for number in range(GROUPS)]
    games = []
    for number in range(GAMES):
        players = {side: dama.telegram.person(f"{side} {number}", started=True) for side in Side}
        white, black = (Player(telegram_id(each.id), f"Player {each.id}") for each in players.values())
        opening = Opening(Terms(), Side.WHITE, black, f"tg:bench:{number}")
        answer = await dama.runtime.hall.open(white, opening)
        assert isinstance(answer, Done), answer
        await chats.put(answer.table.id, ChatRef(groups[number % GROUPS].id))
        games.append(Playing(answer.table.id, players))
    return games


async def _moving(dama: Dama, games: Sequence[Playing], seconds: int) -> dict[str, Any]:
    """Everybody moves by pressing buttons, some moves every second, as long as told."""
    chance, presses, moves = random.Random(1), [], 0
    before, until = len(dama.telegram.calls), time.monotonic() + seconds
    while time.monotonic() < until:
        begun = time.monotonic()
        for game in chance.sample(games, MOVES_A_SECOND):
            table = await dama.runtime.hall.load(game.table)
            if table is None or not table.status.running:
                continue
            move = chance.choice(table.game.legal_moves())
            data = Choose(table.id, table.version, (move.start, *move.landings)).pack()
            presses.append(await game.players[table.game.turn].presses(data, _anything(dama, game), wait=False))
            moves += 1
        await asyncio.sleep(max(0.0, begun + 1 - time.monotonic()))  # the load is so many moves a second
    await dama.settled(PATIENCE)
    took = sorted(1000 * ((press.answered_at or 0) - press.pressed_at) for press in presses)
    writes = [call for call in dama.telegram.calls[before:] if call.method in WRITES]
    return {
        "games": len(games),
        "moves": moves,
        "answer_p50_ms": round(took[len(took) // 2], 1),
        "answer_p99_ms": round(took[len(took) * 99 // 100], 1),
        "unanswered": sum(press.answered_at is None for press in presses),
        "writes_a_move": round(len(writes) / moves, 2),
        "most_in_a_group_a_minute": _most_in_a_minute(writes),
        **_served(writes),
        "limits_exceeded": len(dama.telegram.world.rates.exceeded),
    }


def _anything(dama: Dama, game: Playing) -> Message:
    """A message whose button is pressed; which one it was does not matter to the measure."""
    person = next(iter(game.players.values()))
    if not person.private.messages:
        dama.telegram.world.add_message(person.private.state, dama.telegram.world.me, {"text": "a board"})
    return person.private.messages[-1]


def _most_in_a_minute(writes: Sequence[Call]) -> int:
    by_group: defaultdict[int, list[float]] = defaultdict(list)
    for call in writes:
        if (chat := call.get("chat_id")) < 0:
            by_group[chat].append(call.at)
    counts = (sum(0 <= at - begin < MINUTE for at in times) for times in by_group.values() for begin in times)
    return max(counts, default=0)


def _served(writes: Sequence[Call]) -> dict[str, int]:
    """How often the tables of one group were edited: of the group where they differ most, the least and the most."""
    by_group: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for call in writes:
        if call.get("chat_id") < 0 and (message := call.get("message_id")) is not None:
            by_group[call.get("chat_id")][message] += 1
    most_unequal = max(by_group.values(), key=lambda edits: max(edits.values()) - min(edits.values()), default=None)
    if most_unequal is None:
        return {}
    return {"least_served_table": min(most_unequal.values()), "most_served_table": max(most_unequal.values())}


async def _pressing(dama: Dama, games: Sequence[Playing]) -> dict[str, Any]:
    """How many updates a second are handled when they come as fast as they can: everybody on move chooses a piece."""
    presses = []
    for game in games:
        table = await dama.runtime.hall.load(game.table)
        if table is not None and table.status.running:
            start = table.game.legal_moves()[0].start
            data = Choose(table.id, table.version, (start,)).pack()
            presses.append((game.players[table.game.turn], data, _anything(dama, game)))
    began, cpu = time.monotonic(), time.process_time()
    pressed = [await person.presses(data, message, wait=False) for person, data, message in presses]
    await dama.telegram.world.until(lambda: all(press.answered_at for press in pressed), "all answers", PATIENCE)
    took, cpu = time.monotonic() - began, time.process_time() - cpu
    return {
        "updates_a_second": round(len(presses) / took),
        "updates_a_cpu_second": round(len(presses) / cpu),  # bot and Telegram together, whatever else runs here
        "load": round(os.getloadavg()[0], 1),
    }


def _pictures(number: int = 200) -> dict[str, Any]:
    """What drawing and encoding one board costs, over random positions, when its parts are known."""
    chance, game, times, cpu = random.Random(2), Game.new(CLASSIC), list[float](), list[float]()
    for _ in range(number):
        if game.outcome is not None:
            game = Game.new(CLASSIC)
        step = game.move(game.turn, chance.choice(game.legal_moves()))
        game = getattr(step, "after", game)
        began, cpu_began = time.perf_counter(), time.thread_time()
        board_picture(game.position, look="wood", last=game.moves[-1] if game.moves else None)
        times.append(1000 * (time.perf_counter() - began))
        cpu.append(1000 * (time.thread_time() - cpu_began))
    return {
        "picture_p50_ms": round(median(times), 1),
        "picture_cpu_p50_ms": round(median(cpu), 1),  # without what else runs on this machine
        "picture_max_ms": round(max(times[20:]), 1),
    }


def main() -> int:
    """Measure and print; exit status 1 where a limit was exceeded or a press not answered."""
    parser = argparse.ArgumentParser(prog="./dama bench bot", description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=int, default=75)
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    with TemporaryDirectory(prefix="dama-bench-") as folder:
        numbers = asyncio.run(measure(Path(folder), options.seconds))
    if options.json:
        sys.stdout.write(json.dumps(numbers) + "\n")
    else:
        sys.stdout.write("".join(f"{name:>26}  {value}\n" for name, value in numbers.items()))
    return 1 if numbers["limits_exceeded"] or numbers["unanswered"] else 0


if __name__ == "__main__":
    sys.exit(main())
