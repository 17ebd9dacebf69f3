"""Legacies in Redis or Valkey beside the players' records, or in memory for tests."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from hall.inheritance import Legacies, Legacy, Taken
from hall.model import PlayerId
from hall.ports import Store
from hall.store import keys, records
from hall.store.ledger import RedisLedger, ledger_beside
from hall.store.memory_ledger import MemoryLedger
from hall.store.redis import RedisStore


class MemoryLegacies:
    """Beside a MemoryLedger, for tests."""

    def __init__(self, ledger: MemoryLedger) -> None:
        self._ledger = ledger
        self._frozen: dict[PlayerId, Legacy] = {}
        self._taken: dict[tuple[PlayerId, str], Taken] = {}
        self._gone: defaultdict[tuple[PlayerId, str], int] = defaultdict(int)
        self._older: set[PlayerId] = set()
        self._number = 0

    async def freeze(self, guest: PlayerId, heir: PlayerId, link: str, days: Sequence[str]) -> Legacy | None:
        candy = (await self._ledger.record(guest)).candy
        if guest in self._frozen or not candy:
            return self._frozen.get(guest)
        left = {day: self._ledger.days[guest, day].candy - self._gone[guest, day] for day in days}
        recent = {day: amount for day, amount in left.items() if amount}
        self._number += 1
        legacy = Legacy(f"{link}:{self._number}", heir, recent, candy - sum(recent.values()))
        return self._frozen.setdefault(guest, legacy)

    async def take(self, guest: PlayerId, legacy: Legacy, candy_a_day: int) -> Taken:  # noqa: ARG002 - named in its legacy
        known = self._taken.get((legacy.heir, legacy.name))
        if known is not None:
            return known
        days = {}
        for day, candy in legacy.days.items():
            own = self._ledger.days[legacy.heir, day]
            days[day] = min(candy, max(0, candy_a_day - own.candy))
            own.candy += days[day]
        taken = Taken(days, 0 if legacy.heir in self._older else legacy.older)
        if taken.older:
            self._older.add(legacy.heir)
        record = await self._ledger.record(legacy.heir)
        self._ledger.records[legacy.heir] = replace(record, candy=record.candy + taken.candy)
        self._taken[legacy.heir, legacy.name] = taken
        return taken

    async def let_go(self, guest: PlayerId, legacy: Legacy, taken: Taken) -> None:
        if self._frozen.get(guest) != legacy:
            return
        del self._frozen[guest]
        record = await self._ledger.record(guest)
        self._ledger.records[guest] = replace(record, candy=record.candy - taken.candy)
        for day, candy in taken.days.items():
            self._gone[guest, day] += candy


class RedisLegacies:
    """In the same Redis or Valkey as the players' records."""

    def __init__(self, store: RedisStore, ledger: RedisLedger) -> None:
        self._patiently, self._ledger = store.patiently, ledger
        self._freeze, self._inherit, self._let_go = (
            store.client.register_script((Path(__file__).parent / name).read_text())
            for name in ("freeze.lua", "inherit.lua", "let_go.lua")
        )

    async def freeze(self, guest: PlayerId, heir: PlayerId, link: str, days: Sequence[str]) -> Legacy | None:
        names = [keys.player_key(guest), *(keys.day_key(guest, day) for day in days)]
        values: list[str | int] = [records.SCHEMA.number, heir, link, *days]
        while True:
            answer: Any = await self._patiently(lambda: self._freeze(keys=names, args=values))
            if answer is None:
                return None
            if answer[0] == "frozen":
                return _legacy(answer[1])
            await self._ledger.bring_up_to_date(guest)

    async def take(self, guest: PlayerId, legacy: Legacy, candy_a_day: int) -> Taken:
        heir = legacy.heir
        names = [keys.player_key(heir), keys.inherited_key(heir), *(keys.day_key(heir, day) for day in legacy.days)]
        values: list[str | int] = [records.SCHEMA.number, f"{guest}:{legacy.name}", candy_a_day, keys.DAY_KEPT_S]
        values += [legacy.older, *legacy.days.values()]
        while True:
            answer: Any = await self._patiently(lambda: self._inherit(keys=names, args=values))
            if answer[0] == "taken":
                older, *taken = map(int, answer[1:])
                return Taken(dict(zip(legacy.days, taken, strict=True)), older)
            await self._ledger.bring_up_to_date(heir)

    async def let_go(self, guest: PlayerId, legacy: Legacy, taken: Taken) -> None:
        names = [keys.player_key(guest), *(keys.day_key(guest, day) for day in taken.days)]
        values: list[str | int] = [legacy.name, taken.candy, *taken.days.values()]
        await self._patiently(lambda: self._let_go(keys=names, args=values))


def _legacy(text: str) -> Legacy:
    fields = json.loads(text)
    days = {day: int(candy) for day, candy in fields["days"] or []}
    return Legacy(fields["name"], PlayerId(fields["heir"]), days, int(fields["older"]))


_beside: WeakKeyDictionary[Store, Legacies] = WeakKeyDictionary()


def legacies_beside(store: Store) -> Legacies:
    """What guests leave to accounts in this store."""
    ledger = ledger_beside(store)
    if isinstance(store, RedisStore):
        assert isinstance(ledger, RedisLedger)  # noqa: S101 - a real store has a real ledger
        return RedisLegacies(store, ledger)
    assert isinstance(ledger, MemoryLedger)  # noqa: S101 - there are these two
    return _beside.setdefault(store, MemoryLegacies(ledger))
