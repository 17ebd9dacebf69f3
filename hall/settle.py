"""Pays for finished games, each exactly once: a sequence that may be begun, broken off and begun again by anybody.

1. The step that ended the game listed the table as unpaid, in the same script that saved it.
2. A plan is frozen beside the table: everybody's share, day, and both ratings as they were before.
3. Each player gets their part, each leaderboard its points. Each remembers the table, and answers a repetition with
   what it did the first time.
4. The table says what was paid, as its next version; everybody who follows it is told.
5. The table leaves the list of unpaid ones, and only now the memories of step 3 begin to fade.
"""

import asyncio

from engine.board import Side
from hall.change import changed
from hall.ledger import (
    ALL_TIME,
    VALID_MS,
    Begun,
    Ledger,
    Limits,
    Moved,
    NewRating,
    Payment,
    TooLate,
    chat_board,
    month_board,
)
from hall.model import Paid, PlayerId, Table, TableId
from hall.nursery import Nursery
from hall.plan import Part, Plan
from hall.ports import Conflict, EventKind, FeedLost, Store, StoreDown, Subscription
from hall.ratings import after_game
from hall.rewards import RewardRules, Share, shares
from hall.store.chats import ChatStore

__all__ = ["Paid", "Settler", "reward_of"]

RETRY_S = 1.0
"""How long to wait before asking a store again that did not answer."""
SWEEP_S = 60.0
"""How often to look for tables that somebody began to settle and did not finish."""
SWEPT_AT_ONCE = 256
AT_ONCE = 8
"""So many tables are settled at the same time."""


def reward_of(table: Table, player_id: PlayerId) -> Paid | None:
    """What a finished table paid this player; None where it paid nothing, or has not been settled yet."""
    if table.paid is None:
        return None
    white, black = table.paid
    for side in table.sides_of(player_id):
        return white if side is Side.WHITE else black
    return None


class Settler:
    """Settles every table that ends. Any number of them may work on one store: what they do adds up to once."""

    def __init__(self, store: Store, ledger: Ledger, chats: ChatStore, rules: RewardRules, nursery: Nursery) -> None:
        self._store, self._ledger, self._chats = store, ledger, chats
        self._rules = rules
        self._limits = Limits(rules.candy_a_day, rules.games_a_pair, rules.badge_wins)
        self._nursery = nursery
        self._busy: set[TableId] = set()
        self._places = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        """Follow the events for ever. Tables left unpaid, at the start or by somebody who died, are found, too."""
        while True:
            events = self._store.follow()
            try:
                while True:
                    await self._sweep()
                    await self._follow(events)
            except FeedLost:
                continue
            except StoreDown:
                await asyncio.sleep(RETRY_S)
            finally:
                events.close()

    async def _follow(self, events: Subscription) -> None:
        """Settle what ends, until it is time to sweep."""
        try:
            async with asyncio.timeout(SWEEP_S):
                async for event in events:
                    if event.ends:
                        self._wake(event.table)
        except TimeoutError:
            return

    async def _sweep(self) -> None:
        for table_id in await self._ledger.unpaid(SWEPT_AT_ONCE):
            self._wake(table_id)

    def _wake(self, table_id: TableId) -> None:
        if table_id not in self._busy:
            self._busy.add(table_id)
            self._nursery.start(self._attend(table_id), f"settlement of {table_id}")

    async def _attend(self, table_id: TableId) -> None:
        try:
            async with self._places:
                await self._insist(table_id)
        finally:
            self._busy.discard(table_id)

    async def _insist(self, table_id: TableId) -> None:
        while True:
            try:
                return await self.settle(table_id)
            except StoreDown:
                await asyncio.sleep(RETRY_S)

    async def settle(self, table_id: TableId) -> None:
        """Settle a table, or finish what was begun; a settled one stays as it is. Raises StoreDown."""
        while True:
            try:
                await self._settle(table_id)
            except TooLate:
                continue
            return

    async def _settle(self, table_id: TableId) -> None:
        table, begun = await self._store.load(table_id), await self._ledger.begin(table_id)
        if begun is None:
            return
        plan = begun.plan
        if table is not None and table.table.paid is None:
            frozen = begun if plan is not None else await self._freeze(table.table, begun)
            if frozen is None:
                return
            plan = frozen.plan
            if plan is not None and plan.parts:
                await self._apply(table_id, plan, frozen.now_ms + VALID_MS)
        await self._ledger.close(table_id, plan)

    async def _freeze(self, table: Table, begun: Begun) -> Begun | None:
        """The plan that holds: this one, or what somebody else froze first."""
        parts = tuple([await self._part(table, share, begun.ended_ms) for share in shares(table, self._rules)])
        boards: tuple[str, ...] = ()
        if any(part.share.points for part in parts):
            groups = sorted(chat for chat in await self._chats.refs(table.id) if chat < 0)
            boards = (ALL_TIME, month_board(begun.ended_ms), *map(chat_board, groups))
        return await self._ledger.begin(table.id, Plan(begun.ended_ms, table.terms.rules, parts, boards))

    async def _part(self, table: Table, share: Share, ended_ms: int) -> Part:
        record = await self._ledger.record(share.player)
        rating = record.ratings.get(table.terms.rules, self._rules.ratings.newcomer) if share.rated else None
        return Part(share, record.days.day(ended_ms).isoformat(), rating)

    async def _apply(self, table_id: TableId, plan: Plan, until: int) -> None:
        paid: dict[Side, Paid] = {}
        points: dict[PlayerId, int] = {}
        for part in plan.parts:
            paid[part.share.side] = amount = await self._pay(table_id, plan, part, until)
            if amount.points:
                points[part.share.player] = amount.points
        for board in plan.boards if points else ():
            await self._ledger.rank(table_id, board, points, until=until)
        await self._tell(table_id, (paid.get(Side.WHITE), paid.get(Side.BLACK)))

    async def _pay(self, table_id: TableId, plan: Plan, part: Part, until: int) -> Paid:
        while True:
            rating = await self._new_rating(plan, part)
            payment = Payment(part, plan.ended_ms, self._limits, rating, plan.boards, until)
            try:
                return await self._ledger.pay(table_id, payment)
            except Moved:
                continue

    async def _new_rating(self, plan: Plan, part: Part) -> NewRating | None:
        """What the game makes of the player's rating: of the frozen one, unless another game has moved it since.

        The opponent's is the frozen one, so it does not matter which of the two is paid first.
        """
        opponent = plan.opponents_rating(part)
        if part.rating is None or opponent is None:
            return None
        before = (await self._ledger.record(part.share.player)).ratings.get(plan.rules)
        own = before or self._rules.ratings.newcomer
        after = after_game(own, opponent, part.share.result.score, plan.ended_ms, self._rules.ratings)
        return NewRating(plan.rules, before, after, (own.shown, after.shown))

    async def _tell(self, table_id: TableId, paid: tuple[Paid | None, Paid | None]) -> None:
        """Let the table say what it paid. Somebody may press for a rematch meanwhile."""
        while True:
            loaded = await self._store.load(table_id)
            if loaded is None or loaded.table.paid is not None:
                return
            change = changed(loaded.table, EventKind.SETTLED, None, paid=paid)
            if not isinstance(await self._store.commit(change.table, change.event, f"settle:{table_id}"), Conflict):
                return
