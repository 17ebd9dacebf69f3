"""What somebody has chosen for page and chats: language, look, quiet hours. Also who was met there, by name."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from hall.model import Person, PlayerId, is_player_id
from hall.news import News, NewsKind, Newsroom
from hall.ports import Store
from hall.schema import Schema, as_it_was
from hall.store import keys
from hall.store.newsroom import newsroom_beside
from hall.store.redis import RedisStore

SCHEMA = Schema("preferences", 1, {0: as_it_was})
MET = Schema("acquaintance", 1, {0: lambda old: {"name": old["pair"][0], "language": old["pair"][1]}})
LOOKS = ("wood", "candy")


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's or a group's choices; '' and None: what fits the language, no quiet hours.

    `quiet`: from which hour to which hour of the person's own day messages come without a sound. `text`: boards as
    text instead of pictures.
    """

    language: str = ""
    look: str = ""
    text: bool = False
    quiet: tuple[int, int] | None = None


NOTHING_CHOSEN = Preferences()
Alter = Callable[[Preferences], Preferences]
"""A choice: what follows from what was chosen before. Made twice, it comes to the same."""


def person_owner(player_id: PlayerId) -> str:
    """Under which name a person's choices are kept."""
    return player_id


def chat_owner(chat: int) -> str:
    """Under which name the choices for a chat are kept: a private chat is its person."""
    return f"tg:{chat}" if chat > 0 else f"chat:{chat}"


class PreferenceStore(Protocol):
    """Every method may raise StoreDown."""

    async def of(self, owner: str) -> Preferences:
        """What was chosen; NOTHING_CHOSEN for somebody unknown."""

    async def change(self, owner: str, alter: Alter) -> Preferences:
        """Make a choice on top of the newest ones, whoever else chooses just now, and tell all processes.

        All that is chosen then; it is kept without limit of time, a guest's for a year.
        """

    async def forget(self, owner: str) -> None:
        """Forget what was chosen, and whom we met under this name."""

    async def meet(self, person: Person) -> None:
        """Remember somebody's name and language for a month: they may be needed when the person is not there."""

    async def met(self, player_id: PlayerId) -> Person | None:
        """Somebody who was met within the last month."""


class MemoryPreferences:
    """For tests, beside a MemoryStore."""

    def __init__(self, newsroom: Newsroom) -> None:
        self._newsroom = newsroom
        self._chosen: dict[str, Preferences] = {}
        self._met: dict[str, Person] = {}

    async def of(self, owner: str) -> Preferences:
        return self._chosen.get(owner, NOTHING_CHOSEN)

    async def change(self, owner: str, alter: Alter) -> Preferences:
        self._chosen[owner] = chosen = alter(self._chosen.get(owner, NOTHING_CHOSEN))
        await _tell(self._newsroom, owner)
        return chosen

    async def forget(self, owner: str) -> None:
        self._chosen.pop(owner, None)
        self._met.pop(owner, None)

    async def meet(self, person: Person) -> None:
        self._met[person.id] = person

    async def met(self, player_id: PlayerId) -> Person | None:
        return self._met.get(player_id)


class RedisPreferences:
    """In the same Redis or Valkey as the tables."""

    def __init__(self, store: RedisStore) -> None:
        # the tables' own client, patience and revival: one connection pool, one way to be down
        self._client, self._patiently, self._newsroom = store.client, store.patiently, newsroom_beside(store)
        self._swap = self._client.register_script((Path(__file__).parent / "swap.lua").read_text())

    async def of(self, owner: str) -> Preferences:
        return _preferences(await self._text(owner), owner)

    async def change(self, owner: str, alter: Alter) -> Preferences:
        key, seconds = keys.preferences_key(owner), keys.GUEST_KEPT_S if owner.startswith("guest:") else ""
        while True:
            before = await self._text(owner)
            chosen = alter(_preferences(before, owner))
            values = [before, json.dumps(SCHEMA.stamped(asdict(chosen)), separators=(",", ":")), seconds]
            if await self._patiently(lambda: self._swap(keys=[key], args=values)):  # noqa: B023
                break
        await _tell(self._newsroom, owner)
        return chosen

    async def _text(self, owner: str) -> str:
        text: Any = await self._patiently(lambda: self._client.get(keys.preferences_key(owner)))
        return text or ""

    async def forget(self, owner: str) -> None:
        for key in (keys.preferences_key(owner), keys.met_key(owner)):
            await self._patiently(lambda key=key: self._client.delete(key))  # type: ignore[misc]

    async def meet(self, person: Person) -> None:
        text = json.dumps(MET.stamped({"name": person.name, "language": person.language}), ensure_ascii=False)
        await self._patiently(lambda: self._client.set(keys.met_key(person.id), text, ex=keys.MET_KEPT_S))

    async def met(self, player_id: PlayerId) -> Person | None:
        text: Any = await self._patiently(lambda: self._client.get(keys.met_key(player_id)))
        return _met(text, player_id) if text else None


def _met(text: str, player_id: PlayerId) -> Person:
    found = json.loads(text)
    fields = MET.up_to_date(found if isinstance(found, dict) else {"pair": found}, player_id)
    return Person(player_id, fields["name"], fields["language"])


async def _tell(newsroom: Newsroom, owner: str) -> None:
    if is_player_id(owner):  # of a group nobody has a page open
        await newsroom.tell(News(owner, NewsKind.PREFERRED))


def _preferences(text: str, owner: str) -> Preferences:
    fields = SCHEMA.up_to_date(json.loads(text), owner) if text else {}
    quiet = fields.get("quiet")
    return Preferences(
        language=str(fields.get("language", "")),
        look=str(fields.get("look", "")),
        text=bool(fields.get("text")),
        quiet=(int(quiet[0]), int(quiet[1])) if quiet else None,
    )


_beside: WeakKeyDictionary[Store, MemoryPreferences] = WeakKeyDictionary()


def preferences_beside(store: Store) -> PreferenceStore:
    """The preferences kept in this store: in the same Redis, or in memory for as long as the memory store lives."""
    if isinstance(store, RedisStore):
        return RedisPreferences(store)
    return _beside.setdefault(store, MemoryPreferences(newsroom_beside(store)))
