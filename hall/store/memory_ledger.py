"""The ledger in this process's memory, for tests: the same answers as the real one, nothing kept."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hall.days import Days
from hall.ledger import Begun, Moved, Payment, PlayerRecord, TooLate
from hall.model import Paid, PlayerId, TableId
from hall.plan import Plan, decode_plan, encode_plan
from hall.rewards import LONG_BOARD, Share


@dataclass
class _Day:
    candy: int = 0
    games: dict[PlayerId, int] = field(default_factory=dict)


class MemoryLedger:
    """Beside a MemoryStore: `unpaid` is its list of finished tables, `now` its time (ms)."""

    def __init__(self, unpaid: dict[TableId, int], now: Callable[[], Awaitable[int]]) -> None:
        self._unpaid, self._now = unpaid, now
        self._plans: dict[TableId, str] = {}
        self.records: dict[PlayerId, PlayerRecord] = {}
        self.days: defaultdict[tuple[PlayerId, str], _Day] = defaultdict(_Day)
        self._paid: dict[tuple[PlayerId, TableId], Paid] = {}
        self._boards: defaultdict[str, dict[PlayerId, int]] = defaultdict(dict)
        self._ranked: set[tuple[str, TableId]] = set()

    async def unpaid(self, limit: int) -> list[TableId]:
        return sorted(self._unpaid, key=lambda table_id: (self._unpaid[table_id], table_id))[:limit]

    async def begin(self, table_id: TableId, plan: Plan | None = None) -> Begun | None:
        if table_id not in self._unpaid:
            return None
        if plan is not None:
            self._plans.setdefault(table_id, encode_plan(plan))
        frozen = self._plans.get(table_id)
        return Begun(self._unpaid[table_id], decode_plan(frozen) if frozen is not None else None, await self._now())

    async def pay(self, table_id: TableId, payment: Payment) -> Paid:
        share, rating = payment.part.share, payment.rating
        if (known := self._paid.get((share.player, table_id))) is not None:
            return known
        if await self._now() > payment.until:
            raise TooLate(table_id)
        record = await self.record(share.player)
        if rating is not None and record.ratings.get(rating.rules) != rating.before:
            raise Moved(share.player)
        candy, left, points = self._within_limits(payment)
        won = share.won and record.wins + 1 >= payment.limits.badge_wins and LONG_BOARD not in record.badges
        self.records[share.player] = replace(
            record,
            name=share.name,
            candy=record.candy + candy,
            points=record.points + points,
            wins=record.wins + share.won,
            badges={**record.badges, LONG_BOARD: payment.ended_ms} if won else record.badges,
            ratings=record.ratings if rating is None else {**record.ratings, rating.rules: rating.after},
        )
        before, after = rating.shown if rating is not None else (None, None)
        self._paid[share.player, table_id] = paid = Paid(candy, left, points, before, after, won)
        return paid

    def _within_limits(self, payment: Payment) -> tuple[int, int, int]:
        """Candy, what the day still allows, points."""
        share: Share = payment.part.share
        day = self.days[share.player, payment.part.day]
        left = max(0, payment.limits.candy_a_day - day.candy)
        if share.opponent is not None and day.games.get(share.opponent, 0) >= payment.limits.games_a_pair:
            return 0, left, 0
        candy = min(left, share.candy)
        day.candy += candy
        if share.opponent is not None and (candy or share.points):
            day.games[share.opponent] = day.games.get(share.opponent, 0) + 1
        return candy, left - candy, share.points

    async def rank(self, table_id: TableId, board: str, points: Mapping[PlayerId, int], *, until: int) -> None:
        if (board, table_id) in self._ranked:
            return
        if await self._now() > until:
            raise TooLate(table_id)
        self._ranked.add((board, table_id))
        for player_id, gained in points.items():
            self._boards[board][player_id] = self._boards[board].get(player_id, 0) + gained

    async def close(self, table_id: TableId, plan: Plan | None) -> None:  # noqa: ARG002 - this memory does not fade
        self._unpaid.pop(table_id, None)
        self._plans.pop(table_id, None)

    async def record(self, player_id: PlayerId) -> PlayerRecord:
        return self.records.get(player_id) or PlayerRecord(player_id)

    async def candy_on(self, player_id: PlayerId, day: str) -> int:
        return self.days[player_id, day].candy

    async def keep_days(self, player_id: PlayerId, days: Days) -> None:
        self.records[player_id] = replace(await self.record(player_id), days=days)

    async def top(self, board: str, limit: int) -> list[tuple[PlayerId, int]]:
        found = self._boards[board].items()
        return sorted(found, key=lambda entry: (entry[1], entry[0]), reverse=True)[:limit]

    async def place(self, board: str, player_id: PlayerId) -> tuple[int, int] | None:
        points = self._boards[board].get(player_id)
        if points is None:
            return None
        return 1 + sum(other > points for other in self._boards[board].values()), points

    async def forget(self, player_id: PlayerId, days: Sequence[str]) -> None:
        self.records.pop(player_id, None)
        for day in days:
            self.days.pop((player_id, day), None)
        for members in self._boards.values():
            members.pop(player_id, None)
