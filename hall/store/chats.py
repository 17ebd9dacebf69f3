"""Where tables are shown in chats: which message of which chat, and what has been told there. It survives a restart.

A chat's entry is written by whoever shows the table there, after the message was sent: losing one costs a second
message, never a wrong game. Tables with something left to tell are listed, so that a restarted announcer finds them.
"""

import json
from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from hall.model import TableId
from hall.ports import Store
from hall.schema import NUMBER, Schema, as_it_was
from hall.store import keys
from hall.store.redis import RedisStore

SCHEMA = Schema("chat entry", 1, {0: as_it_was})
AFTER_END_S = 30 * 86_400
"""So long the messages of a finished game keep their buttons' meaning."""


@dataclass(frozen=True, slots=True)
class ChatRef:
    """One chat's living message of one table.

    `chat`: its number, or one made up for a message sent inline, which `inline` names; `topic`: the thread of a forum,
    0 for none; `message`: its number, None before the first; `photo`: whether it is a picture; `told`: what was
    announced there by a new message; `shown`: a digest of what it shows; `language`: the chat's; `watching`: a visitor
    wants to see the game; `over`: it shows the end; `gone`: nothing can be sent there any more; `called`: its player
    plays on the board, and gets a message only when called away from elsewhere.
    """

    chat: int
    message: int | None = None
    photo: bool = False
    told: str = ""
    shown: str = ""
    language: str = "en"
    watching: bool = False
    over: bool = False
    gone: bool = False
    topic: int = 0
    inline: str = ""
    called: bool = False


class ChatStore(Protocol):
    """What is kept of tables' messages in chats. Every method may raise StoreDown."""

    async def refs(self, table_id: TableId) -> dict[int, ChatRef]:
        """The chats a table is shown in, by their number."""

    async def put(self, table_id: TableId, ref: ChatRef) -> None:
        """Keep a chat's entry, and list the table as having something to tell."""

    async def drop(self, table_id: TableId, chat: int) -> None:
        """Forget a chat's entry: the chat has another number now."""

    async def settle(self, table_id: TableId) -> None:
        """Everything is told: the table leaves the list, its entries stay for thirty days."""

    async def unsettled(self) -> list[TableId]:
        """The tables that have something to tell, or will have."""

    async def renumber(self, old: int, new: int) -> None:
        """Remember that a chat has another number from now on. It may be told any number of times."""

    async def former(self, chat: int) -> list[int]:
        """The numbers that a chat had before."""


class MemoryChats:
    """For tests, beside a MemoryStore."""

    def __init__(self) -> None:
        self._refs: defaultdict[TableId, dict[int, ChatRef]] = defaultdict(dict)
        self._unsettled: set[TableId] = set()
        self._former: defaultdict[int, set[int]] = defaultdict(set)

    async def refs(self, table_id: TableId) -> dict[int, ChatRef]:
        return dict(self._refs.get(table_id, {}))

    async def put(self, table_id: TableId, ref: ChatRef) -> None:
        self._refs[table_id][ref.chat] = ref
        self._unsettled.add(table_id)

    async def drop(self, table_id: TableId, chat: int) -> None:
        self._refs[table_id].pop(chat, None)

    async def settle(self, table_id: TableId) -> None:
        self._unsettled.discard(table_id)

    async def unsettled(self) -> list[TableId]:
        return sorted(self._unsettled)

    async def renumber(self, old: int, new: int) -> None:
        self._former[new] |= {old, *self._former.get(old, ())} - {new}

    async def former(self, chat: int) -> list[int]:
        return sorted(self._former.get(chat, ()))


class RedisChats:
    """In the same Redis or Valkey as the tables, each in its table's bucket."""

    def __init__(self, store: RedisStore) -> None:
        # the tables' own client, patience and revival: one connection pool, one way to be down
        self._client, self._patiently = store.client, store.patiently

    async def refs(self, table_id: TableId) -> dict[int, ChatRef]:
        stored: Any = await self._patiently(lambda: self._client.hgetall(keys.chats_key(table_id)))
        return {int(chat): _ref(text, chat) for chat, text in stored.items()}

    async def put(self, table_id: TableId, ref: ChatRef) -> None:
        key, text = keys.chats_key(table_id), json.dumps(SCHEMA.stamped(asdict(ref)), separators=(",", ":"))

        async def ask() -> None:
            async with self._client.pipeline(transaction=True) as pipe:
                pipe.hset(key, str(ref.chat), text)
                pipe.persist(key)
                pipe.sadd(keys.unsettled_key(keys.table_bucket(table_id)), table_id)
                await pipe.execute()

        await self._patiently(ask)

    async def drop(self, table_id: TableId, chat: int) -> None:
        await self._patiently(lambda: self._client.hdel(keys.chats_key(table_id), str(chat)))

    async def settle(self, table_id: TableId) -> None:
        async def ask() -> None:
            async with self._client.pipeline(transaction=True) as pipe:
                pipe.srem(keys.unsettled_key(keys.table_bucket(table_id)), table_id)
                pipe.expire(keys.chats_key(table_id), AFTER_END_S)
                await pipe.execute()

        await self._patiently(ask)

    async def unsettled(self) -> list[TableId]:
        async def ask() -> list[Any]:
            async with self._client.pipeline(transaction=False) as pipe:
                for bucket in keys.buckets():
                    pipe.smembers(keys.unsettled_key(bucket))
                return await pipe.execute()

        return sorted(TableId(member) for members in await self._patiently(ask) for member in members)

    async def renumber(self, old: int, new: int) -> None:
        numbers = {str(number) for number in (old, *await self.former(old))} - {str(new)}
        if numbers:
            await self._patiently(lambda: self._client.sadd(keys.former_key(new), *numbers))

    async def former(self, chat: int) -> list[int]:
        found: Any = await self._patiently(lambda: self._client.smembers(keys.former_key(chat)))
        return sorted(map(int, found))


def _ref(text: str, chat: str) -> ChatRef:
    fields = SCHEMA.up_to_date(json.loads(text), chat)
    return ChatRef(**{name: value for name, value in fields.items() if name != NUMBER})


_beside: WeakKeyDictionary[Store, MemoryChats] = WeakKeyDictionary()


def chats_beside(store: Store) -> ChatStore:
    """The chats of the tables in this store: in the same Redis, or in memory for as long as the memory store lives."""
    if isinstance(store, RedisStore):
        return RedisChats(store)
    return _beside.setdefault(store, MemoryChats())
