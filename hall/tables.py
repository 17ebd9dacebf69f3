"""The one door to the tables: load, judge the clock, judge the action, commit. Faces and computers come in here."""

from collections.abc import Callable
from dataclasses import replace

from hall.actions import Action, ActionKind, Code, Done, Opening, Refused, is_own_op
from hall.allowed import allowed
from hall.change import Change
from hall.excluded import Excluded
from hall.judge import judge
from hall.model import Actor, Computer, Guest, Player, PlayerId, Status, Table, TableId, clean_name, guest_id, is_player
from hall.newcomers import fitted, fitted_table
from hall.opening import Lots, next_table, open_table
from hall.people import People
from hall.ports import Committed, Conflict, EventKind, Loaded, Missing, Repeated, Store, StoreDown
from hall.reactions import Reactions
from hall.store.newsroom import newsroom_beside
from hall.store.pulses import pulse_beside
from hall.store.social import social_beside
from hall.store.telling import telling_beside
from hall.timing import fall_of_time, held, may_have_been_held, notice

__all__ = [
    "Action",
    "ActionKind",
    "Code",
    "Done",
    "Hall",
    "Opening",
    "Refused",
    "allowed",
]

MEETING = frozenset({ActionKind.SIT, ActionKind.REMATCH})
"""Where people come together who may not wish to."""
LEAVING = frozenset({ActionKind.RESIGN, ActionKind.ABORT})
"""What remains to those whom the operator has excluded, so that nobody has to wait for them."""
ATTEMPTS = 64
"""So often an action is judged anew because somebody else's step came first, before it is called a conflict."""


class Hall:
    """All tables. It keeps nothing itself: any number of halls may work on one store.

    `secret` keys the ids of new tables; `open_tables` limits how many running tables one player may have.
    """

    def __init__(self, store: Store, *, secret: bytes, open_tables: int = 10) -> None:
        self._store = store
        self._pulse = pulse_beside(store)
        self.people = People(social_beside(store))
        self.excluded = Excluded(self.people.social, newsroom_beside(store))
        self.reactions = Reactions(self.load, self.people.social, self.excluded.has, telling_beside(store))
        self._open_tables = open_tables
        self.lots = Lots(secret)

    def new_guest(self, name: str = "", language: str = "en") -> Guest:
        """A guest nobody has met before. Only a token makes it known again (hall/tokens.py)."""
        return Guest(guest_id(), clean_name(name) or "Guest", language)

    async def load(self, table_id: TableId) -> Table | None:
        """The table as it stands; None if there is none. Raises StoreDown."""
        loaded = await self._store.load(table_id)
        return loaded.table if loaded is not None else None

    async def load_at(self, table_id: TableId) -> Loaded | None:
        """The table together with the store's time, for showing clocks. Raises StoreDown."""
        return await self._store.load(table_id)

    async def has_done(self, table_id: TableId, op: str) -> bool:
        """Whether this operation is among the last that were done at a table. Raises StoreDown."""
        loaded = await self._store.load(table_id, op)
        return loaded is not None and loaded.seen is not None

    async def tables_of(self, player_id: PlayerId) -> list[TableId]:
        """The player's running tables, newest first. Raises StoreDown."""
        running = []
        for table_id in await self._store.tables_of(player_id):
            table = await self.load(table_id)
            if table is not None and table.status.running and table.sides_of(player_id):
                running.append(table_id)
            elif table is not None and table.status is Status.FINISHED and table.sides_of(player_id):
                await self._store.finish_table(player_id, table_id)
            else:
                await self._store.drop_table(player_id, table_id)
        return running

    async def games_of(self, player_id: PlayerId, first: int = 0, count: int = 20) -> list[TableId]:
        """The player's finished tables, the newest first. Raises StoreDown."""
        return await self._store.games_of(player_id, first, count)

    async def open(self, player: Player, opening: Opening) -> Done | Refused:
        """Open a table, once however often it is asked with the same operation id."""
        if not is_own_op(opening.op, player):
            return Refused(Code.BAD_OP)
        try:
            return await self._open(player, opening)
        except StoreDown:
            return Refused(Code.STORE_DOWN)

    async def open_pair(self, host: Player, opening: Opening) -> Done | Refused:
        """Open the table of two who found each other (pool.py); whoever of them asks, it is the same."""
        if (known := await self.load(self.lots.table_id(opening.op))) is not None:
            return Done(known, 1, repeated=True)
        change = open_table(host, opening, self.lots, await self._store.now())
        if isinstance(change, Refused):
            return change
        await self._list(change.table)
        return await self._create(change, opening.op)

    async def too_many_tables(self, player_id: PlayerId) -> Refused | None:
        """The refusal for a player who has as many tables running as one may; None if there is room."""
        if len(await self._store.tables_of(player_id)) < self._open_tables:
            return None
        if len(await self.tables_of(player_id)) < self._open_tables:  # what is over no longer counts
            return None
        return Refused(Code.TOO_MANY_TABLES, details={"count": self._open_tables})

    async def act(self, actor: Actor, action: Action) -> Done | Refused:
        """Do what is asked, once however often it is asked with the same operation id, or say why not."""
        if not is_own_op(action.op, actor):
            return Refused(Code.BAD_OP)
        try:
            if is_player(actor) and (refused := await self._barred(actor, action)) is not None:
                return refused
            return await self._retried(action.table, action.op, lambda table, now: judge(table, actor, action, now))
        except StoreDown:
            return Refused(Code.STORE_DOWN)

    async def let_time_fall(self, table_id: TableId) -> Done | Refused:
        """End the table, or tell somebody of the time, if that is due; Refused with the present state if not.

        Raises StoreDown.
        """
        loaded = await self._store.load(table_id)
        if loaded is None:
            return Refused(Code.NO_SUCH_TABLE)
        if (fallen := await self._judge_clock(loaded)) is not None:
            return fallen
        if (change := notice(loaded.table, loaded.now_ms)) is not None:
            return await self._commit(change, f"notice:{table_id}:{loaded.table.version}", loaded.now_ms)
        return Refused(Code.STALE, loaded.table)

    async def hold_clock(self, table_id: TableId) -> bool:
        """Give a live game the time back during which the whole service was down; False if it needs none.

        Raises StoreDown.
        """
        loaded = await self._store.load(table_id)
        return loaded is not None and await self._hold(loaded) is not None

    async def _barred(self, player: Player, action: Action) -> Refused | None:
        """What the house, or the others at the table, have against this player's doing this."""
        excluded = action.kind not in LEAVING and await self.excluded.has(player.id)
        if action.kind not in MEETING and not excluded:
            return None
        loaded = await self._store.load(action.table, action.op)
        if loaded is None or loaded.seen is not None:
            return None
        if excluded:
            return Refused(Code.BANNED, loaded.table)
        code = await self.people.barred(player, {*loaded.table.players, loaded.table.host})
        return Refused(code, loaded.table) if code is not None else None

    async def _open(self, player: Player, opening: Opening) -> Done | Refused:
        if (known := await self.load(self.lots.table_id(opening.op))) is not None:
            return Done(known, 1, repeated=True)
        now = await self._store.now()
        invited = [opening.opponent] if is_player(opening.opponent) else []
        if (code := await self.people.barred(player, invited)) is not None:
            return Refused(code)
        if isinstance(opening.opponent, Computer):
            opening = replace(opening, opponent=await fitted(self._store, player.id, opening.opponent))
        change = open_table(player, opening, self.lots, now)
        if isinstance(change, Refused):
            return change
        if not await self._store.add_table(player.id, change.table.id, now, self._open_tables):
            await self.tables_of(player.id)  # what is over no longer counts
            if not await self._store.add_table(player.id, change.table.id, now, self._open_tables):
                return Refused(Code.TOO_MANY_TABLES, details={"count": self._open_tables})
        await self._list(change.table)
        return await self._create(change, opening.op)

    async def _create(self, change: Change, op: str) -> Done:
        outcome = await self._store.create(change.table, change.event, op)
        if isinstance(outcome, Repeated):
            return Done(outcome.table, outcome.version, repeated=True)
        return Done(change.table, change.table.version, change.event)

    async def _retried(
        self, table_id: TableId, op: str, decide: Callable[[Table, int], Change | Refused]
    ) -> Done | Refused:
        refused = Refused(Code.NO_SUCH_TABLE)
        for _ in range(ATTEMPTS):
            loaded = await self._store.load(table_id, op)
            if loaded is None:
                return Refused(Code.NO_SUCH_TABLE)
            if loaded.seen is not None:
                return Done(loaded.table, loaded.seen, repeated=True)
            if await self._judge_clock(loaded) is not None:
                continue
            change = decide(loaded.table, loaded.now_ms)
            if isinstance(change, Refused):
                return change
            outcome = await self._commit(change, op, loaded.now_ms)
            if isinstance(outcome, Done):
                return outcome
            refused = outcome
        return refused

    async def _judge_clock(self, loaded: Loaded) -> Done | Refused | None:
        """Before anything else: what time has done. None if it has done nothing."""
        if (hold := await self._hold(loaded)) is not None:
            return hold
        change = fall_of_time(loaded.table, loaded.now_ms)
        if change is None:
            return None
        return await self._commit(change, f"flag:{loaded.table.id}:{loaded.table.version}", loaded.now_ms)

    async def _hold(self, loaded: Loaded) -> Done | Refused | None:
        if not may_have_been_held(loaded.table, loaded.now_ms):
            return None
        change = held(loaded.table, await self._pulse.outages())
        if change is None:
            return None
        return await self._commit(change, f"hold:{loaded.table.id}:{loaded.table.version}", loaded.now_ms)

    async def _commit(self, change: Change, op: str, now_ms: int) -> Done | Refused:
        """Save one step, with what has to be there before it and what follows from it."""
        if change.event.kind is EventKind.REMATCH_OPENED:
            following = next_table(change.table, self.lots, now_ms)
            following = replace(following, table=await fitted_table(self._store, following.table))
            await self._list(following.table)
            await self._create(following, f"rematch:{change.table.id}")
            change = replace(change, table=replace(change.table, next=following.table.id))
        if change.event.kind is EventKind.SAT:
            await self._list(change.table)
        outcome = await self._store.commit(change.table, change.event, op)
        match outcome:
            case Committed():
                if change.event.over:
                    await self._unlist(change.table)
                return Done(change.table, change.table.version, change.event)
            case Repeated(version, table):
                return Done(table, version, repeated=True)
            case Conflict(table):
                return Refused(Code.STALE, table)
            case Missing():
                return Refused(Code.NO_SUCH_TABLE)

    async def _list(self, table: Table) -> None:
        """Lists may name too much, never too little: so they are written before the table."""
        for player in table.players:
            await self._store.add_table(player.id, table.id, table.created_ms)

    async def _unlist(self, table: Table) -> None:
        take_off = self._store.finish_table if table.status is Status.FINISHED else self._store.drop_table
        for player in table.players:
            await take_off(player.id, table.id)
