"""The requests of one greeted socket: open, seek, watch, act, prefix, mine, games, and those of other files."""

from collections.abc import Sequence
from contextlib import nullcontext, suppress

from engine.board import Side, parse_square
from engine.clock import ClockError, TimeControl
from engine.refusal import IllegalMove
from hall.actions import Action, ActionKind, Code, Done, Opening, Refused
from hall.model import Computer, TableId, Terms, is_table_id
from hall.opening import by_message
from hall.pool import Waiting
from hall.ports import Loaded, StoreDown
from hall.texts import refusal_text
from webapp.audience import Audience, state_view, summary_view
from webapp.lookups import Lookup, Lookups
from webapp.manners import Manner, Manners
from webapp.phrases import error_text
from webapp.pieces import branch_view, candidate_view
from webapp.rooms import Follower
from webapp.services import Services
from webapp.sockets import Connection
from webapp.wire.client import (
    Act,
    Block,
    Games,
    Mine,
    Mute,
    Open,
    Prefer,
    Prefix,
    React,
    Replay,
    Report,
    Seek,
    Top,
    Watch,
)
from webapp.wire.server import ErrorFrame, RefusedFrame
from webapp.wire.views import State, Summary

Request = Open | Seek | Watch | Act | Prefix | Mine | Games | Lookup | Manner


class Requests:
    """What one player asks on one socket. It follows one table at a time."""

    __slots__ = (
        "_connection",
        "_follower",
        "_hall",
        "_hub",
        "_lookups",
        "_manners",
        "_now",
        "_nursery",
        "_pool",
        "audience",
    )

    def __init__(self, services: Services, connection: Connection, audience: Audience) -> None:
        self.audience = audience
        self._hall = services.runtime.hall
        self._pool = services.runtime.pool
        self._now = services.runtime.store.now
        self._hub = services.hub
        self._nursery = services.nursery
        self._connection = connection
        self._manners = Manners(self._hall, services.runtime.preferences, connection, audience, self._refuse_beside)
        self._lookups = Lookups(services.runtime, connection, audience)
        self._follower: Follower | None = None

    async def answer(self, request: Request) -> None:
        """Answer one request. Raises StoreDown."""
        match request:
            case Open():
                await self._open(request)
            case Watch():
                await self._watch(request)
            case Act():
                await self._act(request)
            case Prefix():
                await self._branch(request)
            case Mine():
                await self._mine()
            case Games():
                await self._games(request)
            case Seek():
                await self._seek(request)
            case Replay() | Top():
                await self._lookups.answer(request)
            case React() | Block() | Report() | Mute() | Prefer():
                await self._manners.answer(request)
        self._connection.measure()

    def leave(self, following: TableId | None = None) -> None:
        """Stop following; `following` is the table that is followed from now on."""
        if self._follower is not None:
            self._hub.leave(self._follower)
            if self._follower.table_id != following:
                self._nursery.start(self._put_away(self._follower.table_id), "a table put away")
            self._follower = None

    async def sign(self) -> None:
        """Say that the player looks at the table: asked for at every sign of life of the page. Raises StoreDown."""
        if self._follower is not None:
            await self._hub.sign(self._follower)

    async def _put_away(self, table_id: TableId) -> None:
        with suppress(StoreDown):  # then the sign fades by itself
            await self._hub.put_away(table_id, self.audience.player)

    async def _open(self, request: Open) -> None:
        opening = self._opening(request)
        answer = opening if isinstance(opening, Refused) else await self._hall.open(self.audience.player, opening)
        if isinstance(answer, Refused):
            await self._refuse(request.op, answer)
        else:
            await self._follow(answer.table.id, None, request.op)

    async def _seek(self, request: Seek) -> None:
        player, op = self.audience.player, self._own(request.op)
        terms = _terms(request)
        if isinstance(terms, Refused):
            answer: Done | Waiting | Refused | None = terms
        else:
            answer = await (self._pool.seek if request.on else self._pool.leave)(player, terms, op)
        match answer:
            case Refused():
                await self._refuse(request.op, answer)
            case Done():
                await self._follow(answer.table.id, None, request.op)
            case Waiting(since_ms):
                now_ms = await self._now()
                self._connection.send({"t": "seeking", "op": request.op, "since": since_ms, "now": now_ms})
            case None:
                self._connection.send({"t": "noted", "op": request.op, "what": "seek"})

    def _opening(self, request: Open) -> Opening | Refused:
        terms = _terms(request)
        if isinstance(terms, Refused):
            return terms
        side = None if request.side == "random" else Side(request.side)
        opponent = Computer(request.level) if request.against == "computer" else None
        return Opening(terms, side, opponent, self._own(request.op))

    async def _watch(self, request: Watch) -> None:
        if not is_table_id(request.table) or not await self._follow(request.table, request.last):
            self._error(Code.NO_SUCH_TABLE, request.table)

    async def _follow(self, table_id: TableId, last: int | None, op: str | None = None) -> bool:
        """Follow this table instead of the present one; False, and nothing changed, if there is none."""
        old = self._follower
        async with old.lock if old else nullcontext():
            follower = await self._hub.follow(self._connection, self.audience, table_id, last, op)
            if follower is None:
                return False
            self.leave(following=table_id)
        self._follower = follower
        return True

    async def _act(self, request: Act) -> None:
        if not is_table_id(request.table):
            await self._refuse(request.op, Refused(Code.NO_SUCH_TABLE))
            return
        side = Side(request.side) if request.side else None
        action = Action(
            ActionKind(request.do),
            request.table,
            side,
            request.version,
            self._own(request.op),
            request.move or "",
            self._connection.lag_ms,
        )
        follower = self._follower if self._follower and self._follower.table_id == action.table else None
        async with follower.lock if follower else nullcontext():
            answer = await self._hall.act(self.audience.player, action)
            if isinstance(answer, Done):
                await self._confirm(request.op, answer, follower)
            else:
                await self._refuse(request.op, answer, follower)

    async def _confirm(self, op: str, done: Done, follower: Follower | None) -> None:
        """The step goes to everybody; to whoever asked for it with its `op`, even if it had been made before."""
        if follower is None:
            loaded = await self._hub.look(done.table.id, done.event)
            if loaded is not None:
                self._connection.send({"t": "table", "state": await self._state(loaded), "op": op})
            return
        follower.ops[done.version] = op
        await self._hub.look(done.table.id, done.event, follower)
        if follower.ops.pop(done.version, None) is not None:
            self._hub.send_present(follower, op)

    async def _refuse(self, op: str, refused: Refused, follower: Follower | None = None) -> None:
        """Say why not, with the table as it stands; what led there is told first."""
        frame: RefusedFrame = {
            "t": "refused",
            "op": op,
            "code": str(refused.code),
            "text": refusal_text(refused, self.audience.texts),
        }
        if refused.candidates:
            frame["candidates"] = [candidate_view(move) for move in refused.candidates]
        if refused.table is not None:
            loaded = await self._hub.look(refused.table.id, None, follower)
            if loaded is not None:
                frame["state"] = await self._state(loaded)
        self._connection.send(frame)

    async def _refuse_beside(self, op: str, refused: Refused) -> None:
        """Refuse what would have changed no table; who follows it there is told first what led to the state shown."""
        follower = self._follower
        if follower is None or refused.table is None or follower.table_id != refused.table.id:
            await self._refuse(op, refused)
            return
        async with follower.lock:
            await self._refuse(op, refused, follower)

    async def _branch(self, request: Prefix) -> None:
        loaded = await self._hall.load_at(request.table) if is_table_id(request.table) else None
        if loaded is None:
            self._error(Code.NO_SUCH_TABLE, request.table)
            return
        table = loaded.table
        if not table.moved_version <= request.version <= table.version:
            self._error(Code.STALE, request.table)
            return
        if table.on_move_seat is None or table.game.turn not in table.sides_of(self.audience.player.id):
            self._error("not_your_turn", request.table)
            return
        try:
            node = branch_view(table.game, tuple(map(parse_square, request.path)))
        except IllegalMove:
            self._error("illegal", request.table)
            return
        self._connection.send(
            {"t": "branch", "table": table.id, "version": request.version, "path": list(request.path), "node": node}
        )

    async def _mine(self) -> None:
        running = await self._hall.tables_of(self.audience.player.id)
        self._connection.send({"t": "mine", "tables": await self._summaries(running)})

    async def _games(self, request: Games) -> None:
        finished = await self._hall.games_of(self.audience.player.id, request.first)
        self._connection.send({"t": "games", "first": request.first, "tables": await self._summaries(finished)})

    async def _summaries(self, table_ids: Sequence[TableId]) -> list[Summary]:
        tables = [await self._hall.load(table_id) for table_id in table_ids]
        return [summary_view(table, self.audience) for table in tables if table]

    async def _state(self, loaded: Loaded) -> State:
        here, ratings = self._hub.here(loaded.table.id), await self._hub.ratings(loaded.table)
        return state_view(loaded.table, self.audience, now_ms=loaded.now_ms, here=here, ratings=ratings)

    def _own(self, op: str) -> str:
        """The operation id under which the hall knows it: nobody can use another's."""
        return f"p:{self.audience.player.id}:{op}"

    def _error(self, code: str, table: str) -> None:
        frame: ErrorFrame = {"t": "error", "code": str(code), "text": error_text(code, self.audience.texts)}
        frame["table"] = table
        self._connection.send(frame)


def _terms(request: Open | Seek) -> Terms | Refused:
    """What is asked for, if its time control can be one at all."""
    try:
        time = TimeControl(*request.time) if request.time else None
    except ClockError:
        return Refused(Code.BAD_TIME)
    if request.days is not None:
        time = by_message(request.days)
    one_device = isinstance(request, Open) and request.against == "device"
    return Terms(request.rules, time, request.rated, one_device=one_device)
