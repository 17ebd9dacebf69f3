"""The computers at their tables: they see that they have to act, think, and come in by the same door as everybody."""

import asyncio
import contextlib
import logging

from engine.board import Side
from hall.actions import Action, ActionKind, Code, Refused
from hall.model import Computer, Table, TableId
from hall.nursery import Nursery
from hall.ports import FeedLost, Store, StoreDown, Subscription, Thinker
from hall.store.leases import leases_beside
from hall.tables import Hall

log = logging.getLogger(__name__)

RETRY_S = 1.0
"""How long to wait before asking a store again that did not answer."""
LOOK_AROUND_S = 5.0
LEASE_MS = 5_000
"""So often tables are looked for whose computer has lost the process that attended to it."""
DRAW_FROM_PLY = 40
"""Before this the computer agrees to a draw only if it stands worse."""
DRAW_AT_MOST = 30
LOSING = -100
"""Scores in hundredths of a man, as the computer stands: the first is enough for a draw late, the second always."""
CLOCK_SHARE = 20
"""With a clock, the computer spends at most this part of its time left on one move."""
LEAST_MS = 20


class Computers:
    """Plays every computer's seat. Any number of processes may do so: a lease sees to it that one attends to a table.

    The lease only saves work. What decides is version and operation id, as for everybody.
    """

    def __init__(self, hall: Hall, store: Store, thinker: Thinker, nursery: Nursery) -> None:
        self._hall = hall
        self._store = store
        self._thinker = thinker
        self._nursery = nursery
        self._leases = leases_beside(store, nursery, LEASE_MS)
        self._busy: set[TableId] = set()
        self._again: set[TableId] = set()

    async def run(self) -> None:
        """Follow the events for ever. Tables that waited for a computer when this began are found, too."""
        while True:
            events = self._store.follow()
            try:
                while True:
                    for table_id in await self._store.awaiting_computers():
                        self._wake(table_id)
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(LOOK_AROUND_S):
                            await self._listen(events)
            except FeedLost:
                continue
            except StoreDown:
                await asyncio.sleep(RETRY_S)
            finally:
                events.close()

    async def _listen(self, events: Subscription) -> None:
        async for event in events:
            if event.awaits_computer:
                self._wake(event.table)

    def _wake(self, table_id: TableId) -> None:
        """One task a table: a second call while it is busy makes it look once more."""
        if table_id in self._busy:
            self._again.add(table_id)
            return
        self._busy.add(table_id)
        self._nursery.start(self._attend(table_id), f"computer at {table_id}")

    async def _attend(self, table_id: TableId) -> None:
        try:
            async with self._leases.attempt(f"computer:{table_id}") as ours:
                while ours and (await self._act_once(table_id) or table_id in self._again):
                    self._again.discard(table_id)
        except StoreDown:
            log.info("the computer at %s is attended to later", table_id)
        finally:
            self._busy.discard(table_id)
            self._again.discard(table_id)

    async def _act_once(self, table_id: TableId) -> bool:
        """One action if one is due. Whether to look again at once."""
        try:
            loaded = await self._hall.load_at(table_id)
        except StoreDown:
            await asyncio.sleep(RETRY_S)
            return True
        if loaded is None or not loaded.table.awaits_computer:
            return False
        action = await self._decide(loaded.table, loaded.now_ms)
        answer = await self._hall.act(self._seat(loaded.table), action)
        if isinstance(answer, Refused):
            return await self._after_refusal(loaded.table, answer)
        return True

    @staticmethod
    async def _after_refusal(table: Table, answer: Refused) -> bool:
        """The store may come back, the table may have moved on; refused at the same table it would be so for ever."""
        if answer.code == Code.STORE_DOWN:
            await asyncio.sleep(RETRY_S)
        elif answer.table is not None and answer.table.version == table.version:
            log.error("the computer at %s was refused: %s", table.id, answer.code)
            return False
        return True

    @staticmethod
    def _seat(table: Table) -> Computer:
        side = table.computer_side
        seat = table.seat(side) if side is not None else None
        assert isinstance(seat, Computer)  # noqa: S101 - only asked where a computer sits
        return seat

    async def _decide(self, table: Table, now_ms: int) -> Action:
        side = table.computer_side or table.game.turn
        owner = table.seat(side.other)
        name = owner.id if owner is not None and not isinstance(owner, Computer) else table.host.id
        if table.draw_offer is side.other:
            score = await self._thinker.judge(table.game, owner=name)
            mine = score if table.game.turn is side else -score
            if mine <= LOSING or (table.game.ply >= DRAW_FROM_PLY and mine <= DRAW_AT_MOST):
                return _action(table, side, ActionKind.ACCEPT_DRAW)
            if table.game.turn is not side:
                return _action(table, side, ActionKind.DECLINE_DRAW)
        level = self._seat(table).strength
        seed = self._hall.lots.seed(table)
        move = await self._thinker.choose(table.game, level, seed, owner=name, max_ms=_patience(table, side, now_ms))
        return _action(table, side, ActionKind.MOVE, str(move))


def _action(table: Table, side: Side, kind: ActionKind, text: str = "") -> Action:
    return Action(kind, table.id, side, table.version, f"computer:{table.id}:{table.version}", text)


def _patience(table: Table, side: Side, now_ms: int) -> int | None:
    if table.clock is None:
        return None
    return max(LEAST_MS, table.clock.remaining(side, now_ms) // CLOCK_SHARE)
