"""The pool of those who seek an opponent, in Redis or Valkey beside the tables, or in memory for tests."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from hall.model import Guest, Person, Player, PlayerId
from hall.pool import PAIR_MS, UNSEEN_MS, WINDOW, WINDOW_A_SECOND, Pair, Queue, Seeker, Waiting
from hall.ports import Store
from hall.store import keys
from hall.store.memory import MemoryStore, wall_clock
from hall.store.redis import RedisStore


@dataclass(frozen=True, slots=True)
class _Entry:
    seeker: Seeker
    ops: tuple[str, ...]
    since_ms: int
    seen_ms: int
    pair: Pair | None = None

    def window(self, now: int) -> float:
        return WINDOW + WINDOW_A_SECOND * (now - self.since_ms) / 1000

    def fits(self, other: "_Entry", now: int) -> bool:
        one, two = self.seeker, other.seeker
        if other.pair is not None or one.lane != two.lane or one.player.id in two.avoids or two.player.id in one.avoids:
            return False
        return abs(one.rating - two.rating) <= max(self.window(now), other.window(now))


class MemoryQueue:
    """For tests, beside a MemoryStore."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._entries: dict[PlayerId, _Entry] = {}

    async def seek(self, seeker: Seeker) -> Pair | Waiting:
        now = self._clock()
        own = self._own(seeker.player.id, seeker.op, now, seeker.lane)
        if own is not None and own.pair is not None:
            return own.pair
        ops = own.ops if own is not None else (seeker.op,)
        mine = _Entry(seeker, ops, own.since_ms if own is not None else now, now)
        others = [entry for entry in self._entries.values() if entry.seeker.player.id != seeker.player.id]
        fitting = [entry for entry in others if mine.fits(entry, now)]
        if not fitting:
            self._entries[seeker.player.id] = mine
            return Waiting(mine.since_ms)
        best = min(fitting, key=lambda entry: self._order(entry, seeker))
        pair = Pair(best.seeker.player, seeker.player, best.ops[0])
        for entry in (mine, best):
            self._entries[entry.seeker.player.id] = replace(entry, seen_ms=now, pair=pair)
        return pair

    @staticmethod
    def _order(entry: _Entry, seeker: Seeker) -> tuple[int, int, str]:
        return abs(entry.seeker.rating - seeker.rating), entry.since_ms, entry.seeker.player.id

    async def leave(self, player_id: PlayerId, op: str) -> Pair | None:
        own = self._own(player_id, op, self._clock())
        if own is not None and own.pair is None:
            del self._entries[player_id]
        return own.pair if own is not None else None

    def _own(self, player_id: PlayerId, op: str, now: int, lane: str = "") -> _Entry | None:
        """The player's entry, after those who have gone were dropped; another device joins a search for the same."""
        self._entries = {
            who: entry
            for who, entry in self._entries.items()
            if now - entry.seen_ms <= (PAIR_MS if entry.pair is not None else UNSEEN_MS)
        }
        own = self._entries.get(player_id)
        if own is not None and op not in own.ops and own.pair is None and own.seeker.lane == lane:
            return replace(own, ops=(*own.ops, op)[:8])
        return own if own is not None and op in own.ops else None


class RedisQueue:
    """In the same Redis or Valkey as the tables."""

    def __init__(self, store: RedisStore) -> None:
        self._patiently = store.patiently
        self._script = store.client.register_script((Path(__file__).parent / "seek.lua").read_text())

    async def seek(self, seeker: Seeker) -> Pair | Waiting:
        avoids = json.dumps(sorted(seeker.avoids))
        who = _encode(seeker.player)
        answer = await self._run(seeker.player.id, seeker.op, seeker.lane, seeker.rating, who, avoids, leaving=0)
        return _pair(answer) or Waiting(int(answer[1]))

    async def leave(self, player_id: PlayerId, op: str) -> Pair | None:
        return _pair(await self._run(player_id, op, "", 0, "", "[]", leaving=1))

    async def _run(self, *asked: str | int, leaving: int) -> Any:
        values = [*asked, UNSEEN_MS, PAIR_MS, WINDOW, WINDOW_A_SECOND, leaving]
        return await self._patiently(lambda: self._script(keys=[keys.POOL_KEY], args=values))


def _pair(answer: Any) -> Pair | None:
    if answer[0] != "found":
        return None
    return Pair(_decode(answer[1]), _decode(answer[2]), answer[3])


def _encode(player: Player) -> str:
    return json.dumps(["p" if isinstance(player, Person) else "g", player.id, player.name, player.language])


def _decode(text: str) -> Player:
    kind, player_id, name, language = json.loads(text)
    return (Person if kind == "p" else Guest)(PlayerId(player_id), name, language)


_beside: WeakKeyDictionary[Store, MemoryQueue] = WeakKeyDictionary()


def queue_beside(store: Store) -> Queue:
    """The pool of those who play at the tables of this store."""
    if isinstance(store, RedisStore):
        return RedisQueue(store)
    return _beside.setdefault(store, MemoryQueue(store.clock if isinstance(store, MemoryStore) else wall_clock))
