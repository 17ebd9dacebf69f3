"""`./dama bench hall`: what the hall does on this machine, its store and the load included.

Everything is measured in one run. The bare round trip to the store stands beside it, so that the ratio can be compared
between machines, and the load of the machine, since whatever else runs there takes its share.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, DummyCookieJar, TCPConnector

from engine.board import Side
from hall.actions import Action, ActionKind, Done, Opening
from hall.archivist import Archivist
from hall.model import Guest, PlayerId, Status, Table, Terms, guest_id
from hall.nursery import Nursery
from hall.ports import Event, EventKind
from hall.settings import load_settings
from hall.store import keys
from hall.store.opened import open_store
from hall.store.redis import RedisStore
from hall.tables import Hall
from tests.bench.deadlines import lateness
from tests.force.fingers import Sitting
from tests.force.village import Village, village
from tests.hall.test_archive import long_games

CLIENTS = 64
ROUND_TRIPS = 2_000
TABLES, MOVES_A_SECOND = 200, 200.0
AT_ONCE = 50
DEADLINES = 200
PATIENCE_S = 60.0
STATES = ("table", "step")


@dataclass(frozen=True)
class Line:
    """One number: what it is, its unit, and what is to be reached (the sign says on which side)."""

    name: str
    value: float
    unit: str
    target: str = ""


async def round_trip(store: RedisStore) -> Line:
    """One PING after the other."""
    took = []
    for _ in range(ROUND_TRIPS):
        began = time.perf_counter()
        await store.client.ping()
        took.append(time.perf_counter() - began)
    return Line("bare round trip to the store, median", median(took) * 1000, "ms")


async def store_cpu(store: RedisStore) -> float:
    """The processor time the store has used so far, in seconds."""
    told: dict[str, Any] = await store.client.info("cpu")
    return float(told["used_cpu_user"]) + float(told["used_cpu_sys"])


async def moves_a_second(store: RedisStore, seconds: float) -> list[Line]:
    """Legal moves committed by so many clients, each moving as soon as its last move is answered.

    The processor time of hall (clients included) and store tells what the same would be on a machine with nothing else
    to do: each has a processor of its own there.
    """
    hall = Hall(store, secret=b"the secret of the bench", open_tables=10_000)
    made = 0

    async def client(number: int, until: float) -> None:
        nonlocal made
        chance, player = random.Random(number), Guest(guest_id(), f"client {number}")
        table: Table | None = None
        while time.perf_counter() < until:
            op = f"p:{player.id}:{made}-{number}"
            if table is None or table.status is not Status.PLAYING:
                done = await hall.open(player, Opening(Terms(one_device=True), Side.WHITE, None, op))
            else:
                move = str(chance.choice(table.game.legal_moves()))
                action = Action(ActionKind.MOVE, table.id, table.game.turn, table.version, op, move)
                done = await hall.act(player, action)
                made += 1
            assert isinstance(done, Done), done
            table = done.table

    async with Nursery() as nursery:
        following = nursery.start(hall.excluded.run(), "excluded")  # as in every process that runs
        began, hall_began, store_began = time.perf_counter(), time.process_time(), await store_cpu(store)
        await asyncio.gather(*(client(number, began + seconds) for number in range(CLIENTS)))
        rate = made / (time.perf_counter() - began)
        following.cancel()
    return [
        Line(f"legal moves committed, {CLIENTS} clients", rate, "moves/s", ">= 1500"),
        Line("processor time of hall and clients, a move", (time.process_time() - hall_began) / made * 1000, "ms"),
        Line("processor time of the store, a move", (await store_cpu(store) - store_began) / made * 1000, "ms"),
    ]


async def bytes_a_table(store: RedisStore, games: int) -> list[Line]:
    """What a running game of 100 plies takes with log and operations, and a finished one with both list entries."""
    client, players = store.client, (PlayerId("tg:1"), PlayerId("tg:2"))
    live, finished, before = list[int](), list[int](), 0
    for table in long_games(games):
        await store.create(table_at(table, 1), Event(table.id, 1, EventKind.OPENED), "open")
        if len(live) < 30 and table.game.ply >= 100:
            live.append(await live_size(store, table))
        await Archivist(store).put_away(table.id)
        for player in players:
            await store.finish_table(player, table.id)
        lists = sum([await client.memory_usage(keys.player_games_key(player), samples=0) or 0 for player in players])
        finished.append((await client.memory_usage(keys.game_key(table.id), samples=0) or 0) + lists - before)
        before = lists
    return [
        Line("a live table of 100 plies and more, the largest", max(live), "bytes", "<= 3072"),
        Line(f"a finished game with its list entries, mean of {games}", mean(finished), "bytes", "<= 400"),
    ]


def table_at(table: Table, version: int) -> Table:
    """The table as if it stood at this version."""
    return Table(**{name: getattr(table, name) for name in Table.__dataclass_fields__} | {"version": version})


async def live_size(store: RedisStore, table: Table) -> int:
    """What it takes after its last 40 moves, each with its operation and its event."""
    version = 1
    for move in table.game.moves[-40:]:
        version += 1
        event = Event(table.id, version, EventKind.MOVED, Side.WHITE, move)
        await store.commit(table_at(table, version), event, f"p:guest:{version}")
    sizes = [await store.client.memory_usage(key(table.id), samples=0) for key in (keys.table_key, keys.log_key)]
    return sum(size or 0 for size in sizes)


@dataclass
class Page:
    """A page: like a browser's it reads whatever comes, so that it answers pings, and notes when it came."""

    socket: ClientWebSocketResponse
    inbox: asyncio.Queue[tuple[float, str]] = field(default_factory=asyncio.Queue)

    async def read(self) -> None:
        """Read until the end."""
        async for message in self.socket:
            self.inbox.put_nowait((time.perf_counter(), message.data))

    async def say(self, frame: dict[str, Any]) -> None:
        """Send one frame."""
        await self.socket.send_str(json.dumps(frame))

    async def until(self, kinds: Sequence[str], version: int = 0) -> tuple[float, dict[str, Any]]:
        """The next frame of one of these kinds, at this version at least, and when it came."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                at, text = await self.inbox.get()
                frame = json.loads(text)
                if frame["t"] in kinds and frame.get("state", {}).get("version", 0) >= version:
                    return at, frame
                assert frame["t"] not in ("error", "refused"), frame


@dataclass
class Pair:
    """A table whose two players look at it through different processes."""

    sitting: Sitting
    pages: list[Page]
    names: list[str]
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class FanOut:
    """Pages that look on, pages that play, and the time from a tap to the other screen."""

    def __init__(self, place: Village, session: ClientSession, nursery: Nursery) -> None:
        self.session, self.nursery = session, nursery
        self.addresses = [house.address for house in place.houses.values()]
        self.took: list[float] = []

    async def page(self, number: int) -> Page:
        """A page of a new guest."""
        page = Page(await self.session.ws_connect(f"{self.addresses[number % 2]}/ws", max_msg_size=0))
        self.nursery.start(page.read(), "page")
        await page.say({"t": "hello", "v": 1})
        await page.until(["welcome"])
        return page

    async def pages(self, count: int) -> list[Page]:
        """Many of them, some at a time."""
        found: list[Page] = []
        for start in range(0, count, AT_ONCE):
            found += await asyncio.gather(*(self.page(number) for number in range(start, min(count, start + AT_ONCE))))
        return found

    async def pair(self, number: int) -> Pair:
        """Two who sit at one table."""
        white, black = await self.page(number), await self.page(number + 1)
        opening = {"t": "open", "op": f"bench-open-{number}", "against": "friend", "side": "white"}
        await white.say(opening)
        state = (await white.until(["table"]))[1]["state"]
        await black.say({"t": "watch", "table": state["id"]})
        await black.until(["table"])
        sit = {"t": "act", "op": f"bench-sit-{number}", "table": state["id"], "version": state["version"], "do": "sit"}
        await black.say(sit)
        sitting = Sitting(str(number), "friend", id=state["id"])
        for page in (white, black):
            sitting.state = (await page.until(STATES, 2))[1]["state"]
        return Pair(sitting, [white, black], ["white", "black"])

    async def move(self, pair: Pair, chance: random.Random) -> None:
        """One move: from the tap until the other page has it."""
        async with pair.turn:
            if not pair.sitting.over:
                await self._move(pair, chance)

    async def _move(self, pair: Pair, chance: random.Random) -> None:
        sitting = pair.sitting
        mover = pair.names.index(sitting.state["turn"])
        version = sitting.state["version"]
        move = {
            "t": "act",
            "op": f"bench-{sitting.number}-{version}",
            "table": sitting.id,
            "side": sitting.state["turn"],
            "version": version,
            "do": "move",
            "move": chance.choice(sitting.legal_moves()),
        }
        tapped = time.perf_counter()
        await pair.pages[mover].say(move)
        seen, frame = await pair.pages[1 - mover].until(STATES, version + 1)
        self.took.append(seen - tapped)
        await pair.pages[mover].until(STATES, version + 1)
        sitting.state = frame["state"]

    async def play(self, pairs: Sequence[Pair], seconds: float) -> float:
        """Moves at a steady rate; the rate that was reached."""
        chance, began, made = random.Random(1), time.perf_counter(), 0
        async with Nursery() as nursery:
            tasks = []
            while (now := time.perf_counter() - began) < seconds:
                while made < now * MOVES_A_SECOND:
                    pair = pairs[made % len(pairs)]
                    tasks.append(nursery.start(self.move(pair, chance), "move"))
                    made += 1
                await asyncio.sleep(0.001)
            await asyncio.gather(*tasks)
        return len(self.took) / (time.perf_counter() - began)


async def screens(folder: Path, idle: int, seconds: float) -> list[Line]:
    """Two web processes, idle pages, and moves at a steady rate."""
    async with AsyncExitStack() as stack:
        place = await stack.enter_async_context(village(folder, web=2, workers=0))
        connector = TCPConnector(limit=0)
        session = await stack.enter_async_context(ClientSession(connector=connector, cookie_jar=DummyCookieJar()))
        fan = FanOut(place, session, await stack.enter_async_context(Nursery()))
        pairs = [await fan.pair(2 * number) for number in range(TABLES)]
        await fan.play(pairs[:20], 1.0)  # warm
        before = memory(place)
        await fan.pages(idle)
        taken = memory(place) - before
        fan.took.clear()
        rate = await fan.play(pairs, seconds)
        cuts = quantiles(fan.took, n=100)
    return [
        Line(f"moves reached, 2 web processes, {idle} idle pages", rate, "moves/s", f"~ {MOVES_A_SECOND:.0f}"),
        Line("from a tap to the other screen, p50", cuts[49] * 1000, "ms", "< 5"),
        Line("from a tap to the other screen, p99", cuts[98] * 1000, "ms", "< 50"),
        Line("memory of an idle connection", taken / idle / 1024, "KB", "<= 20"),
    ]


def memory(place: Village) -> int:
    """What the web processes hold in memory, in bytes."""
    total = 0
    for house in place.houses.values():
        fields = Path(f"/proc/{house.process.pid}/statm").read_text().split()
        total += int(fields[1]) * resource.getpagesize()
    return total


async def measure(idle: int, seconds: float, games: int) -> list[Line]:
    """All of it."""
    lines: list[Line] = []
    with tempfile.TemporaryDirectory(prefix="dama") as name:
        settings = load_settings(None, data_dir=Path(name) / "alone")
        async with Nursery() as nursery, open_store(settings, nursery) as store:
            assert isinstance(store, RedisStore)
            lines.append(await round_trip(store))
            await moves_a_second(store, min(1.0, seconds))  # warm
            lines += await moves_a_second(store, seconds)
            lines += await bytes_a_table(store, games)
            usual, latest = await lateness(store, DEADLINES)
            lines.append(Line(f"a deadline falls late, {DEADLINES} in 2 s, median", usual, "ms"))
            lines.append(Line(f"a deadline falls late, {DEADLINES} in 2 s, the latest", latest, "ms", "< 100"))
        lines += await screens(Path(name), idle, seconds)
    return lines


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./dama bench hall", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--idle", type=int, default=2_000, help="idle pages (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=10.0, help="length of each measurement (default: %(default)s)")
    parser.add_argument("--games", type=int, default=1_000, help="finished games (default: %(default)s)")
    asked = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # for the processes started here, too
    load = os.getloadavg()[0]
    lines = asyncio.run(measure(asked.idle, asked.seconds, asked.games))
    if asked.json:
        report = [{"name": line.name, "value": line.value, "unit": line.unit, "target": line.target} for line in lines]
        print(json.dumps({"load": load, "processors": os.cpu_count(), "lines": report}))
        return 0
    print(f"{os.cpu_count()} processors; load before the run {load:.1f}")
    for line in lines:
        print(f"{line.name:62} {line.value:10.2f} {line.unit:8} {line.target}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
