"""Several processes of Dama on one data folder, as an operator would run them, and ways to kill them."""

import asyncio
import os
import random
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hall.embedded import socket_path
from hall.store.redis import connect

ROOT = Path(__file__).parents[2]
START_S = 60.0
STOP_S = 20.0
LIMITS = {
    "NEW_GUESTS_PER_HOUR": "100000",
    "MESSAGES_PER_SECOND": "1000",
    "OPEN_TABLES": "1000",
    "SOCKETS_PER_PLAYER": "100",
    "THINKERS": "1",
    "LOG_LEVEL": "WARNING",
}


@dataclass
class House:
    """One process: its name, its role, and where its page is, if it has one."""

    name: str
    role: str
    process: Process
    address: str = ""


@dataclass
class Village:
    """The processes. `houses` are those that are alive and have said that they are open."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    houses: dict[str, House] = field(default_factory=dict)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def start(self, name: str, role: str, **more: str) -> House:
        """Start a process, with more in its environment than all have, and wait until it is open."""
        env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "DATA_DIR": str(self.folder / "data"), "PORT": "0"}
        with (self.folder / f"{name}.log").open("a") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", env=env | LIMITS | self.environment | {"ROLE": role} | more,
                cwd=self.folder, stdin=DEVNULL, stdout=PIPE, stderr=log,
            )  # fmt: skip
        house = House(name, role, process)
        assert process.stdout is not None
        async with asyncio.timeout(START_S):
            said = (await process.stdout.readline()).decode().strip()
        assert said.startswith(("Dama is open: ", "Dama is at work as ")), f"{name} did not start: {said!r}"
        house.address = said.removeprefix("Dama is open: ") if "web" in role else ""
        self.houses[name] = house
        async with self._changed:
            self._changed.notify_all()
        return house

    async def somewhere(self, chance: random.Random) -> str:
        """The address of a living process with a page; waits until there is one."""
        async with self._changed:
            await self._changed.wait_for(self._addresses)
        return chance.choice(self._addresses())

    def _addresses(self) -> list[str]:
        return sorted(house.address for house in self.houses.values() if house.address)

    async def lose(self, name: str) -> House:
        """Kill a process without a word."""
        house = self.houses.pop(name)
        house.process.kill()
        await house.process.wait()
        return house

    async def kill(self, name: str) -> None:
        """Kill a process without a word, and start another in its place."""
        house = await self.lose(name)
        await self.start(name, house.role)

    async def stop(self) -> None:
        """Ask all to stop, one after the other; whoever does not is killed."""
        for house in list(self.houses.values()):
            with suppress(ProcessLookupError):
                house.process.terminate()
            try:
                async with asyncio.timeout(STOP_S):
                    await house.process.wait()
            except TimeoutError:
                house.process.kill()
                await house.process.wait()
        self.houses.clear()

    async def store_pid(self) -> int:
        """The process id of the private store; waits until there is one."""
        client = connect(f"unix://{socket_path(self.folder / 'data')}")
        try:
            async with asyncio.timeout(START_S):
                while True:
                    with suppress(OSError, Exception):  # whatever a server that is just coming up answers
                        told: dict[str, Any] = await client.info("server")
                        return int(told["process_id"])
                    await asyncio.sleep(0.01)  # there is no event to wait for: the server is another program
        finally:
            await client.aclose(close_connection_pool=True)

    async def kill_store(self) -> None:
        """Kill the store; whoever needs it will spawn another."""
        os.kill(await self.store_pid(), signal.SIGKILL)

    async def spawner(self) -> str:
        """The name of the process that spawned the present store."""
        parent = _parent(await self.store_pid())
        return next(name for name, house in self.houses.items() if house.process.pid == parent)


def _parent(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


@asynccontextmanager
async def village(folder: Path, *, web: int = 2, workers: int = 2, **environment: str) -> AsyncIterator[Village]:
    """So many processes of each role; stopped at the end."""
    place = Village(folder, environment)
    try:
        for number in range(web):
            await place.start(f"web{number}", "web")
        await asyncio.gather(*(place.start(f"worker{number}", "worker") for number in range(workers)))
        yield place
    finally:
        await place.stop()
