"""Presence in Redis or Valkey beside the tables, or in memory for tests."""

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from hall.model import Player, PlayerId, TableId
from hall.news import News, NewsKind, Newsroom
from hall.ports import Store
from hall.presence import HERE_S, LOOKED_AT, Presence, Present
from hall.store import keys
from hall.store.memory import MemoryStore
from hall.store.newsroom import newsroom_beside
from hall.store.redis import RedisStore

NAMELESS = "?"


class MemoryPresence:
    """Beside a MemoryStore, by its clock."""

    def __init__(self, clock: Callable[[], int], newsroom: Newsroom) -> None:
        self._clock, self._newsroom = clock, newsroom
        self._here: defaultdict[TableId, dict[PlayerId, tuple[int, str]]] = defaultdict(dict)

    async def sign(self, table_id: TableId, player: Player) -> Present:
        before = self._present(table_id).people
        self._here[table_id].pop(player.id, None)
        self._here[table_id][player.id] = (self._clock(), player.name or NAMELESS)
        if player.id not in before:
            await self._tell(table_id, player.id)
        return self._present(table_id)

    async def leave(self, table_id: TableId, player_id: PlayerId) -> None:
        if self._here[table_id].pop(player_id, None) is not None:
            await self._tell(table_id, player_id)

    async def look(self, table_id: TableId) -> Present:
        return self._present(table_id)

    async def is_here(self, table_id: TableId, player_id: PlayerId) -> bool:
        return player_id in self._present(table_id).people

    def _present(self, table_id: TableId) -> Present:
        since = self._clock() - HERE_S * 1000
        here = {player_id: name for player_id, (at, name) in self._here[table_id].items() if at >= since}
        return Present(dict([*reversed(here.items())][:LOOKED_AT]), len(here))

    async def _tell(self, table_id: TableId, player_id: PlayerId) -> None:
        await self._newsroom.tell(News(player_id, NewsKind.ATTENDANCE, table_id))


class RedisPresence:
    """In the same Redis or Valkey as the tables, each in its table's bucket."""

    def __init__(self, store: RedisStore) -> None:
        self._client, self._patiently, self._newsroom = store.client, store.patiently, newsroom_beside(store)
        self._script = self._client.register_script((Path(__file__).parent / "here.lua").read_text())

    async def sign(self, table_id: TableId, player: Player) -> Present:
        return await self._run(table_id, player.id, player.name or NAMELESS)

    async def leave(self, table_id: TableId, player_id: PlayerId) -> None:
        await self._run(table_id, player_id, "")

    async def look(self, table_id: TableId) -> Present:
        return await self._run(table_id, PlayerId(""), "")

    async def is_here(self, table_id: TableId, player_id: PlayerId) -> bool:
        return player_id in (await self.look(table_id)).people

    async def _run(self, table_id: TableId, player_id: PlayerId, name: str) -> Present:
        names = [keys.here_key(table_id), keys.here_names_key(table_id)]
        values: list[str | int] = [player_id, name, HERE_S * 1000, LOOKED_AT]
        answer: Any = await self._patiently(lambda: self._script(keys=names, args=values))
        changed, count, ids, known = answer
        if changed:
            await self._newsroom.tell(News(player_id, NewsKind.ATTENDANCE, table_id))
        people = {PlayerId(each): called or NAMELESS for each, called in zip(ids, known, strict=True)}
        return Present(people, count)


_beside: WeakKeyDictionary[Store, Presence] = WeakKeyDictionary()


def presence_beside(store: Store) -> Presence:
    """Who is at the tables of this store."""
    if isinstance(store, RedisStore):
        return RedisPresence(store)
    assert isinstance(store, MemoryStore)  # noqa: S101 - there are these two
    return _beside.setdefault(store, MemoryPresence(store.clock, newsroom_beside(store)))
