"""The ledger in Redis or Valkey: players' records and leaderboards, each in a bucket of its own."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from redis.commands.core import AsyncScript

from hall.days import Days
from hall.ledger import Begun, Ledger, Moved, Payment, PlayerRecord, TooLate, is_month
from hall.model import Paid, PlayerId, TableId
from hall.plan import Plan, decode_plan, encode_plan
from hall.ports import Store
from hall.rewards import LONG_BOARD
from hall.schema import NUMBER
from hall.store import keys, records
from hall.store.memory import MemoryStore
from hall.store.memory_ledger import MemoryLedger
from hall.store.records import CANDY, DAYS, RATING, decode_record, encode_days, encode_rating
from hall.store.redis import RedisStore


class RedisLedger:
    """In the same Redis or Valkey as the tables."""

    def __init__(self, store: RedisStore) -> None:
        # the tables' own client, patience and revival: one connection pool, one way to be down
        self._client, self._patiently = store.client, store.patiently
        self._begin, self._pay, self._rank, self._rewrite = map(
            self._script, ("begin.lua", "pay.lua", "rank.lua", "rewrite.lua")
        )

    def _script(self, name: str) -> AsyncScript:
        return self._client.register_script((Path(__file__).parent / name).read_text())

    async def _run(self, script: AsyncScript, names: list[str], values: list[str | int]) -> Any:
        return await self._patiently(lambda: script(keys=names, args=values))

    async def unpaid(self, limit: int) -> list[TableId]:
        async def ask() -> list[Any]:
            async with self._client.pipeline(transaction=False) as pipe:
                for bucket in keys.buckets():
                    pipe.zrange(keys.unpaid_key(bucket), 0, limit - 1, withscores=True)
                return await pipe.execute()

        waiting = sorted((ended, member) for found in await self._patiently(ask) for member, ended in found)
        return [TableId(member) for _, member in waiting[:limit]]

    async def begin(self, table_id: TableId, plan: Plan | None = None) -> Begun | None:
        names = [keys.unpaid_key(keys.table_bucket(table_id)), keys.plan_key(table_id)]
        answer = await self._run(self._begin, names, [table_id, encode_plan(plan) if plan is not None else ""])
        if answer is None:
            return None
        ended, frozen, seconds, micros = answer
        now_ms = int(seconds) * 1000 + int(micros) // 1000
        return Begun(int(ended), decode_plan(frozen) if frozen is not None else None, now_ms)

    async def pay(self, table_id: TableId, payment: Payment) -> Paid:
        share = payment.part.share
        names = [
            keys.player_key(share.player),
            keys.day_key(share.player, payment.part.day),
            keys.paid_key(share.player, table_id),
            keys.boards_key(share.player),
        ]
        match await self._run(self._pay, names, _pay_values(payment)):
            case ["paid", *amounts]:
                candy, left, points, badge, *shown = map(int, amounts)
                before, after = shown or (None, None)
                return Paid(candy, left, points, before, after, bool(badge))
            case ["moved"]:
                raise Moved(share.player)
            case ["schema"]:
                await self.bring_up_to_date(share.player)
                raise Moved(share.player)
            case _:
                raise TooLate(table_id)

    async def rank(self, table_id: TableId, board: str, points: Mapping[PlayerId, int], *, until: int) -> None:
        names = [keys.board_key(board), keys.ranked_key(board, table_id)]
        values: list[str | int] = [until, keys.MONTH_KEPT_S if is_month(board) else ""]
        for player_id, gained in points.items():
            values += [player_id, gained]
        if await self._run(self._rank, names, values) == "late":
            raise TooLate(table_id)

    async def close(self, table_id: TableId, plan: Plan | None) -> None:
        async def settle() -> None:
            async with self._client.pipeline(transaction=True) as pipe:
                pipe.zrem(keys.unpaid_key(keys.table_bucket(table_id)), table_id)
                pipe.delete(keys.plan_key(table_id))
                await pipe.execute()

        async def let_fade() -> None:
            async with self._client.pipeline(transaction=False) as pipe:
                for key in memories:
                    pipe.expire(key, keys.MEMORY_S)
                await pipe.execute()

        await self._patiently(settle)
        if plan is not None:
            memories = [keys.paid_key(part.share.player, table_id) for part in plan.parts]
            memories += [keys.ranked_key(board, table_id) for board in plan.boards]
            await self._patiently(let_fade)

    async def record(self, player_id: PlayerId) -> PlayerRecord:
        fields: Any = await self._patiently(lambda: self._client.hgetall(keys.player_key(player_id)))
        return decode_record(player_id, fields)

    async def bring_up_to_date(self, player_id: PlayerId) -> None:
        """Before single fields of a record are written, all of it must be in the present schema."""
        key = keys.player_key(player_id)
        while True:
            fields: Any = await self._patiently(lambda: self._client.hgetall(key))
            if not fields or (new := records.SCHEMA.up_to_date(fields, player_id)) is fields:
                return
            flat = [text for pair in new.items() for text in map(str, pair)]
            if await self._run(self._rewrite, [key], [fields.get(NUMBER, ""), *flat]):
                return

    async def candy_on(self, player_id: PlayerId, day: str) -> int:
        candy: Any = await self._patiently(lambda: self._client.hget(keys.day_key(player_id, day), CANDY))
        return int(candy or 0)

    async def keep_days(self, player_id: PlayerId, days: Days) -> None:
        await self.bring_up_to_date(player_id)
        key, fields = keys.player_key(player_id), records.SCHEMA.stamped({DAYS: encode_days(days)})

        async def ask() -> None:
            async with self._client.pipeline(transaction=True) as pipe:
                pipe.hset(key, mapping=dict[Any, Any](fields))
                if (seconds := _lifetime(player_id)) is not None:
                    pipe.expire(key, seconds)
                await pipe.execute()

        await self._patiently(ask)

    async def top(self, board: str, limit: int) -> list[tuple[PlayerId, int]]:
        key = keys.board_key(board)
        found: Any = await self._patiently(lambda: self._client.zrevrange(key, 0, limit - 1, withscores=True))
        return [(PlayerId(member), int(points)) for member, points in found]

    async def place(self, board: str, player_id: PlayerId) -> tuple[int, int] | None:
        key = keys.board_key(board)
        points: Any = await self._patiently(lambda: self._client.zscore(key, player_id))
        if points is None:
            return None
        better: Any = await self._patiently(lambda: self._client.zcount(key, f"({int(points)}", "+inf"))
        return int(better) + 1, int(points)

    async def forget(self, player_id: PlayerId, days: Sequence[str]) -> None:
        boards: Any = await self._patiently(lambda: self._client.smembers(keys.boards_key(player_id)))

        async def leave() -> None:
            async with self._client.pipeline(transaction=False) as pipe:
                for board in boards:
                    pipe.zrem(keys.board_key(board), player_id)
                own = (keys.player_key(player_id), keys.inherited_key(player_id))
                for key in (*own, *(keys.day_key(player_id, day) for day in days)):
                    pipe.delete(key)
                pipe.delete(keys.boards_key(player_id))  # last: it is what a repetition reads
                await pipe.execute()

        await self._patiently(leave)


def _lifetime(player_id: PlayerId) -> int | None:
    """How long (s) a record is kept after it was last written; None for an account's, which is kept."""
    return keys.GUEST_KEPT_S if player_id.startswith("guest:") else None


def _pay_values(payment: Payment) -> list[str | int]:
    """What pay.lua asks for, in its order."""
    share, limits, rating = payment.part.share, payment.limits, payment.rating
    rated: list[str | int] = ["", "", "", "", ""]
    if rating is not None:
        before = encode_rating(rating.before) if rating.before is not None else ""
        rated = [f"{RATING}{rating.rules}", before, encode_rating(rating.after), *rating.shown]
    return [
        records.SCHEMA.number,
        payment.until,
        payment.ended_ms,
        share.name,
        share.candy,
        limits.candy_a_day,
        share.points,
        share.opponent or "",
        limits.games_a_pair,
        int(share.won),
        limits.badge_wins,
        LONG_BOARD,
        keys.DAY_KEPT_S,
        _lifetime(share.player) or "",
        *rated,
        *payment.boards,
    ]


_beside: WeakKeyDictionary[Store, MemoryLedger] = WeakKeyDictionary()


def ledger_beside(store: Store) -> Ledger:
    """The ledger of the tables in this store: in the same Redis, or in memory for as long as the memory store lives."""
    if isinstance(store, RedisStore):
        return RedisLedger(store)
    unpaid = store.unpaid if isinstance(store, MemoryStore) else {}
    return _beside.setdefault(store, MemoryLedger(unpaid, store.now))
