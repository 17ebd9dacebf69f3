"""What a page looks up: the course of a game, move by move, and the leaderboards."""

from engine.game import Game
from engine.rules import apply
from hall.actions import Code
from hall.model import is_table_id
from hall.runtime import HallRuntime
from hall.standings import Row
from webapp.audience import Audience
from webapp.phrases import error_text
from webapp.pieces import move_view, pieces_view
from webapp.sockets import Connection
from webapp.wire.client import Replay, Top
from webapp.wire.views import MoveView, Place

Lookup = Replay | Top


class Lookups:
    """One player's such requests on one socket."""

    __slots__ = ("_audience", "_connection", "_hall", "_standings")

    def __init__(self, runtime: HallRuntime, connection: Connection, audience: Audience) -> None:
        self._hall, self._standings = runtime.hall, runtime.standings
        self._connection, self._audience = connection, audience

    async def answer(self, request: Lookup) -> None:
        """Look it up and tell it. Raises StoreDown."""
        await (self._top() if isinstance(request, Top) else self._replay(request))

    async def _replay(self, request: Replay) -> None:
        table = await self._hall.load(request.table) if is_table_id(request.table) else None
        if table is None:
            text = error_text(Code.NO_SUCH_TABLE, self._audience.texts)
            self._connection.send({"t": "error", "code": Code.NO_SUCH_TABLE, "text": text, "table": request.table})
            return
        self._connection.send(
            {
                "t": "replay",
                "table": table.id,
                "version": table.version,
                "start": pieces_view(table.game.start),
                "moves": course(table.game),
            }
        )

    async def _top(self) -> None:
        standings, player_id = self._standings, self._audience.player.id
        everybody, month = await standings.all_time(), await standings.this_month()
        self._connection.send(
            {
                "t": "top",
                "all": self._places(everybody, await standings.row_of(player_id)),
                "month": self._places(month, await standings.row_this_month(player_id)),
            }
        )

    def _places(self, rows: list[Row], own: Row | None) -> list[Place]:
        shown = [*rows, own] if own is not None and all(row.player != own.player for row in rows) else rows
        player_id = self._audience.player.id
        return [
            {"place": row.place, "name": row.name, "points": row.points, "you": row.player == player_id}
            for row in shown
        ]


def course(game: Game) -> list[MoveView]:
    """What every move of a game did, from its start on."""
    found = []
    position = game.start
    for move in game.moves:
        before, position = position, apply(position, move, game.rules)
        crowned = before.piece_at(move.start) != position.piece_at(move.end)
        found.append(move_view(move, before.turn, crowned))
    return found
