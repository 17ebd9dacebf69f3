"""A village full of players, kills, and the reckoning afterwards."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import ClientSession, DummyCookieJar, TCPConnector

from hall.model import Status, Table, TableId
from hall.nursery import Failure, Nursery
from hall.settings import load_settings
from hall.store.opened import open_store
from tests.force.fingers import Finger, Sitting
from tests.force.village import Village, village

KINDS = ("web", "store", "worker", "spawner")
FINISH_S = 120.0


@dataclass
class Report:
    """What happened: kills by kind, games, acknowledged moves, and everything that is wrong (should be nothing)."""

    kills: Counter[str] = field(default_factory=Counter)
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)


class Progress:
    """Counts acknowledged moves and refusals, and lets one wait for more."""

    def __init__(self) -> None:
        self.moves = 0
        self.refusals = 0
        self.failure: BaseException | None = None
        self._news = asyncio.Event()

    def note_move(self) -> None:
        self.moves += 1
        self._news.set()

    def note_refusal(self) -> None:
        self.refusals += 1
        self._news.set()

    def fail(self, failure: Failure) -> None:
        """Somebody cannot go on: whoever waits shall know."""
        self.failure = failure.error
        self._news.set()

    async def more(self, moves: int = 0, refusals: int = 0, patience_s: float = FINISH_S) -> None:
        """Wait for so many more."""
        moves, refusals = self.moves + moves, self.refusals + refusals
        async with asyncio.timeout(patience_s):
            while self.moves < moves or self.refusals < refusals:
                self._news.clear()
                await self._news.wait()
                if self.failure is not None:
                    raise self.failure


@dataclass
class Play:
    """People at tables while the block runs."""

    village: Village
    progress: Progress
    fingers: list[Finger]


@asynccontextmanager
async def playing(place: Village, tables: int) -> AsyncIterator[Play]:
    """So many tables moving, a fifth of them against the computer. At the end every game is brought to its end."""
    enough, progress = asyncio.Event(), Progress()
    async with AsyncExitStack() as stack:
        connector = TCPConnector(limit=0)
        session = await stack.enter_async_context(ClientSession(connector=connector, cookie_jar=DummyCookieJar()))
        nursery = await stack.enter_async_context(Nursery(progress.fail))
        listening = (progress.note_move, progress.note_refusal)
        fingers = [
            Finger(f"f{number}", "device" if number % 5 else "computer", place, session, enough, *listening)
            for number in range(tables)
        ]
        tasks = [nursery.start(finger.play(), finger.name) for finger in fingers]
        yield Play(place, progress, fingers)
        enough.set()
        async with asyncio.timeout(FINISH_S):
            await asyncio.gather(*tasks)


async def kill_one(place: Village, kind: str, number: int) -> None:
    """Kill one of this kind, and bring it back."""
    if kind == "store":
        await place.kill_store()
    elif kind == "spawner":
        await place.kill(await place.spawner())
    else:
        names = sorted(name for name, house in place.houses.items() if house.role == kind)
        await place.kill(names[number % len(names)])


Trouble = Callable[[Village, Progress], Awaitable[None]]


async def run(folder: Path, *, tables: int, kinds: Sequence[str], moves_between: int) -> Report:
    """Kill one after the other while so many tables move; `moves_between` is how far they get between two kills."""
    kills = Counter[str]()

    async def trouble(place: Village, progress: Progress) -> None:
        for number, kind in enumerate(kinds):
            await kill_one(place, kind, number // len(KINDS))
            kills[kind] += 1
            await progress.more(moves_between)

    report = await troubled(folder, tables, trouble)
    report.kills = kills
    return report


async def troubled(folder: Path, tables: int, trouble: Trouble) -> Report:
    """Let so many tables move, make trouble meanwhile, and reckon up when all have stopped."""
    report, began = Report(), time.monotonic()
    async with village(folder) as place:
        async with playing(place, tables) as play:
            await play.progress.more(tables)
            await trouble(place, play.progress)
        games = [game for finger in play.fingers for game in finger.games]
        report.games, report.moves = len(games), play.progress.moves
    report.wrong = await reckoning(folder, games)
    report.seconds = time.monotonic() - began
    return report


async def reckoning(folder: Path, games: Sequence[Sitting]) -> list[str]:
    """Compare what players were told with what the store holds, after everything has stopped."""
    wrong = []
    settings = load_settings(None, data_dir=folder / "data")
    async with Nursery() as nursery, open_store(settings, nursery) as store:
        for game in games:
            loaded = await store.load(TableId(game.id))
            wrong += [f"{game.number} is lost"] if loaded is None else faults(game, loaded.table)
    return wrong


def faults(game: Sitting, table: Table) -> list[str]:
    """What is wrong at one table: moves lost or doubled, versions left out, a game without an end."""
    stored = [str(move) for move in table.game.moves]
    own = stored if game.against == "device" else stored[0::2]
    steps = len(stored) + game.resigned + (table.paid is not None)
    found = []
    if own != game.moved:
        found.append(f"{game.number}: told {len(game.moved)} moves, stored {len(own)}")
    if table.version != 1 + steps:
        found.append(f"{game.number}: version {table.version} after {steps} steps")
    if table.status is not Status.FINISHED:
        found.append(f"{game.number}: {table.status}")
    return found
