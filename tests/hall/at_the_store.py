"""A process that plays by itself at a data folder: `python -m tests.hall.at_the_store FOLDER`.

Says the process id of the store it found or spawned. Then for each line it is given, it makes so many
moves on its table, one after another, and says each version that was acknowledged. It ends with its input.
"""

import asyncio
import os
import sys
from pathlib import Path

from engine.board import Side
from hall.actions import Action, ActionKind, Done, Opening
from hall.embedded import EmbeddedServer
from hall.model import Status, Table, Terms
from hall.nursery import Nursery
from hall.runtime import open_hall
from hall.settings import load_settings
from hall.tables import Hall
from tests.hall.people import ANNA, calm_moves


def say(*words: object) -> None:
    print(*words, flush=True)


async def make_moves(hall: Hall, table: Table, moves: int) -> Table:
    for _ in range(moves):
        if table.game.ply >= 40 or table.status is not Status.PLAYING:
            table = await new_table(hall, f"after-{table.id}")
        [text] = calm_moves(table.game, 1)
        op = f"p:{ANNA.id}:{table.id}-{table.version}"
        done = await hall.act(ANNA, Action(ActionKind.MOVE, table.id, None, table.version, op, text))
        if not isinstance(done, Done):
            say("refused", done.code)
            return table
        table = done.table
        say(table.id, table.version)
    return table


async def new_table(hall: Hall, name: str) -> Table:
    opening = Opening(Terms(one_device=True), Side.WHITE, None, f"p:{ANNA.id}:{name}")
    done = await hall.open(ANNA, opening)
    assert isinstance(done, Done), done
    return done.table


async def main(folder: Path) -> None:
    settings = load_settings(None, data_dir=folder, open_tables=1000)
    async with Nursery() as nursery, open_hall(settings, nursery) as runtime:
        say(await server_process(folder))
        table = await new_table(runtime.hall, f"of-{os.getpid()}")
        while line := await asyncio.to_thread(sys.stdin.readline):
            table = await make_moves(runtime.hall, table, int(line))
        say("failures", len(nursery.failures))


async def server_process(folder: Path) -> int:
    """The store's own process id, as it says itself."""
    from redis.asyncio import Redis

    async with Redis(unix_socket_path=str(EmbeddedServer(folder).socket)) as client:
        return int((await client.info("server"))["process_id"])


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
