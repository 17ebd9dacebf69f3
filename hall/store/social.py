"""Blocks, mutes, bans and reports, in Redis or Valkey beside the tables, or in memory for tests."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from hall.model import PlayerId
from hall.news import News, NewsKind, Newsroom
from hall.people import REPORTS_A_DAY, Ground, Report, Social, Standing
from hall.ports import Store
from hall.schema import NUMBER, Schema, as_it_was
from hall.store import keys
from hall.store.newsroom import newsroom_beside
from hall.store.redis import RedisStore

SCHEMA = Schema("report", 1, {0: as_it_was})
MUTED, BLOCKED = "muted", "x:"


class MemorySocial:
    """For tests, beside a MemoryStore."""

    def __init__(self, newsroom: Newsroom) -> None:
        self._newsroom = newsroom
        self._blocked: defaultdict[PlayerId, set[PlayerId]] = defaultdict(set)
        self._muted: set[PlayerId] = set()
        self._banned: dict[PlayerId, str] = {}
        self._reports: dict[str, Report] = {}
        self._made: Counter[PlayerId] = Counter()

    async def standing(self, player_id: PlayerId) -> Standing:
        blocked = frozenset(self._blocked.get(player_id, ()))
        return Standing(self._banned.get(player_id), player_id in self._muted, blocked)

    async def block(self, player_id: PlayerId, other: PlayerId, at_ms: int) -> None:  # noqa: ARG002 - kept elsewhere
        self._blocked[player_id].add(other)

    async def unblock(self, player_id: PlayerId, other: PlayerId) -> None:
        self._blocked[player_id].discard(other)

    async def mute(self, player_id: PlayerId, muted: bool) -> None:
        (self._muted.add if muted else self._muted.discard)(player_id)

    async def ban(self, player_id: PlayerId, reason: str) -> None:
        self._banned[player_id] = reason
        await self._newsroom.tell(News(player_id, NewsKind.EXCLUDED))

    async def unban(self, player_id: PlayerId) -> None:
        self._banned.pop(player_id, None)
        await self._newsroom.tell(News(player_id, NewsKind.ADMITTED))

    async def bans(self) -> Mapping[PlayerId, str]:
        return dict(self._banned)

    async def report(self, report: Report) -> bool:
        if _name(report) in self._reports:
            return True
        self._made[report.reporter] += 1
        if self._made[report.reporter] > REPORTS_A_DAY:
            return False
        self._reports[_name(report)] = report
        return True

    async def reports(self) -> list[Report]:
        return sorted(self._reports.values(), key=lambda report: report.at_ms)

    async def close_report(self, report: Report) -> None:
        self._reports.pop(_name(report), None)

    async def forget(self, player_id: PlayerId) -> None:
        self._blocked.pop(player_id, None)
        self._muted.discard(player_id)


class RedisSocial:
    """In the same Redis or Valkey as the tables."""

    def __init__(self, store: RedisStore) -> None:
        self._client, self._patiently, self._newsroom = store.client, store.patiently, newsroom_beside(store)
        self._script = self._client.register_script((Path(__file__).parent / "report.lua").read_text())

    async def standing(self, player_id: PlayerId) -> Standing:
        async def ask() -> list[Any]:
            async with self._client.pipeline(transaction=False) as pipe:
                pipe.hgetall(keys.social_key(player_id))
                pipe.hget(keys.banned_key(keys.player_bucket(player_id)), player_id)
                return await pipe.execute()

        fields, banned = await self._patiently(ask)
        blocked = (name.removeprefix(BLOCKED) for name in fields if name.startswith(BLOCKED))
        return Standing(banned, MUTED in fields, frozenset(map(PlayerId, blocked)))

    async def block(self, player_id: PlayerId, other: PlayerId, at_ms: int) -> None:
        await self._keep(player_id, BLOCKED + other, str(at_ms))

    async def unblock(self, player_id: PlayerId, other: PlayerId) -> None:
        await self._patiently(lambda: self._client.hdel(keys.social_key(player_id), BLOCKED + other))

    async def mute(self, player_id: PlayerId, muted: bool) -> None:
        if muted:
            await self._keep(player_id, MUTED, "1")
        else:
            await self._patiently(lambda: self._client.hdel(keys.social_key(player_id), MUTED))

    async def _keep(self, player_id: PlayerId, field: str, value: str) -> None:
        """Without limit of time, but a guest's only as long as anybody can be that guest."""
        key = keys.social_key(player_id)

        async def ask() -> None:
            async with self._client.pipeline(transaction=True) as pipe:
                pipe.hset(key, field, value)
                if player_id.startswith("guest:"):
                    pipe.expire(key, keys.GUEST_KEPT_S)
                await pipe.execute()

        await self._patiently(ask)

    async def ban(self, player_id: PlayerId, reason: str) -> None:
        key = keys.banned_key(keys.player_bucket(player_id))
        await self._patiently(lambda: self._client.hset(key, player_id, reason))
        await self._newsroom.tell(News(player_id, NewsKind.EXCLUDED))

    async def unban(self, player_id: PlayerId) -> None:
        key = keys.banned_key(keys.player_bucket(player_id))
        await self._patiently(lambda: self._client.hdel(key, player_id))
        await self._newsroom.tell(News(player_id, NewsKind.ADMITTED))

    async def bans(self) -> Mapping[PlayerId, str]:
        async def ask() -> list[Any]:
            async with self._client.pipeline(transaction=False) as pipe:
                for bucket in keys.player_buckets():
                    pipe.hgetall(keys.banned_key(bucket))
                return await pipe.execute()

        return {PlayerId(name): reason for found in await self._patiently(ask) for name, reason in found.items()}

    async def report(self, report: Report) -> bool:
        names = [keys.REPORTS_KEY, keys.reported_key(report.reporter)]
        values: list[str | int] = [_name(report), json.dumps(SCHEMA.stamped(asdict(report))), REPORTS_A_DAY]
        answer: Any = await self._patiently(lambda: self._script(keys=names, args=values))
        return bool(answer)

    async def reports(self) -> list[Report]:
        found: Any = await self._patiently(lambda: self._client.hvals(keys.REPORTS_KEY))
        return sorted(map(_report, found), key=lambda report: report.at_ms)

    async def close_report(self, report: Report) -> None:
        await self._patiently(lambda: self._client.hdel(keys.REPORTS_KEY, _name(report)))

    async def forget(self, player_id: PlayerId) -> None:
        await self._patiently(lambda: self._client.delete(keys.social_key(player_id)))


def _report(text: str) -> Report:
    fields = SCHEMA.up_to_date(json.loads(text), "")
    kept = {name: value for name, value in fields.items() if name != NUMBER}
    return Report(**{**kept, "ground": Ground(fields["ground"])})


def _name(report: Report) -> str:
    return f"{report.table}:{report.reporter}"


_beside: WeakKeyDictionary[Store, MemorySocial] = WeakKeyDictionary()


def social_beside(store: Store) -> Social:
    """What is kept beside the tables of this store."""
    if isinstance(store, RedisStore):
        return RedisSocial(store)
    return _beside.setdefault(store, MemorySocial(newsroom_beside(store)))
