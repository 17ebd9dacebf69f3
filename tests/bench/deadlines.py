"""How late deadlines fall: many clocks run out within two seconds while two keep time."""

import asyncio
import random
import time
from statistics import median

from engine.board import Side
from engine.clock import Clock, TimeControl
from hall.model import Status, Table, Terms
from hall.nursery import Nursery
from hall.ports import Event, EventKind
from hall.store.redis import RedisStore
from hall.tables import Hall
from hall.timekeeper import Timekeeper
from tests.hall.people import ANNA, BORA, random_game, table_id

SOON_MS, WITHIN_MS = 500, 2_000
PATIENCE_S = 60.0


async def lateness(store: RedisStore, tables: int) -> tuple[float, float]:
    """The median and the greatest time (ms) from the instant a flag is due to the moment everybody is told."""
    hall, chance, late = Hall(store, secret=b"the secret of the bench"), random.Random(1), list[float]()
    async with Nursery() as nursery, asyncio.timeout(PATIENCE_S):
        keeping = [nursery.start(Timekeeper(hall, store).run(), "timekeeper") for _ in range(2)]
        events, due = store.follow(size=10 * tables), dict[str, int]()
        for number in range(tables):
            table = running_out(f"due-{number}", await store.now(), SOON_MS + chance.randrange(WITHIN_MS))
            due[table.id] = table.moved_ms + table.clock.white_ms if table.clock is not None else 0
            await store.create(table, Event(table.id, 1, EventKind.OPENED), f"open {table.id}")
        while len(late) < tables:
            event = await anext(events)
            if event.kind is EventKind.FLAGGED:
                late.append(time.time() * 1000 - due[event.table])
        for task in keeping:
            task.cancel()
    events.close()
    return median(late), max(late)


def running_out(name: str, now_ms: int, in_ms: int) -> Table:
    """A live game whose White has so much time left and does not move."""
    control = TimeControl(180_000)
    clock = Clock(control, in_ms, 60_000, Side.WHITE, now_ms)
    game, terms = random_game(1, 2), Terms(time=control)
    return Table(
        table_id(name), 1, terms, ANNA, ANNA, BORA, Status.PLAYING, game, clock, created_ms=now_ms, moved_ms=now_ms
    )
