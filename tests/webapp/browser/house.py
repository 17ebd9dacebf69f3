"""The server of the browser tests, and the one backdoor they use: putting a position on a table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from aiohttp import web

from engine.game import Game, Step
from engine.notation import parse_fen
from hall.model import Status, Table, TableId
from hall.nursery import Nursery
from hall.ports import Committed, Event, EventKind
from hall.runtime import HallRuntime
from hall.settings import Settings
from webapp.server import make_app
from webapp.services import SERVICES


@dataclass
class House:
    """A running server."""

    runtime: HallRuntime
    app: web.Application
    port: int

    @classmethod
    @asynccontextmanager
    async def open(cls, runtime: HallRuntime, settings: Settings, nursery: Nursery) -> "AsyncIterator[House]":
        app = make_app(runtime, settings, nursery)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            yield cls(runtime, app, runner.addresses[0][1])
        finally:
            await runner.cleanup()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def static(self) -> str:
        """Where the page's files are."""
        return self.app[SERVICES].assets.base

    async def table(self, table_id: str) -> Table:
        found = await self.runtime.hall.load(TableId(table_id))
        assert found is not None
        return found

    async def put(self, table_id: str, fen: str, *moves: str) -> Table:
        """Go on at this table from a composed position, after `moves`; everybody who follows it sees that."""
        table = await self.table(table_id)
        game = Game.new(table.game.rules, parse_fen(fen))
        for move in moves:
            step = game.move(game.turn, move)
            assert isinstance(step, Step)
            game = step.after
        status = Status.FINISHED if game.outcome else table.status
        changed = replace(table, game=game, version=table.version + 1, status=status)
        awaits = changed.awaits_computer
        event = Event(changed.id, changed.version, EventKind.SAT, awaits_computer=awaits)
        assert isinstance(await self.runtime.store.commit(changed, event, f"test:{changed.version}"), Committed)
        return changed

    def cut_lines(self) -> None:
        """Every page loses its connection at once, as when a router is switched off."""
        for connection in list(self.app[SERVICES].connections):
            connection.cut()
