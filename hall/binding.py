"""A guest's browser becomes a Telegram account, by a link that the bot gives: good once, for ten minutes."""

import hashlib
import json
import secrets
from dataclasses import dataclass, replace

from hall.actions import Code, Refused
from hall.inheritance import Inheritance
from hall.model import Guest, Person, Player, PlayerId
from hall.moving import Moving
from hall.store.links import Links
from hall.store.preferences import PreferenceStore

CODE_LENGTH = 22


@dataclass(frozen=True, slots=True)
class Bound:
    """The browser is this person's from now on; so many of the guest's tables and candies have moved to the account."""

    person: Person
    moved: int
    candy: int = 0


@dataclass(frozen=True, slots=True)
class Binding:
    """Gives links and takes them. All methods may raise StoreDown."""

    links: Links
    moving: Moving
    inheritance: Inheritance
    preferences: PreferenceStore

    async def offer(self, person: Person) -> str:
        """A new link's code, 22 letters of an address. Only its digest is kept."""
        code = secrets.token_urlsafe(16)
        await self.links.put(_digest(code), json.dumps([person.id, person.name, person.language]))
        return code

    async def look(self, code: str) -> Person | None:
        """Whose link this is, so that a browser can ask before it is bound; None if it is good no longer."""
        held = await self.links.look(_digest(code))
        return _person(held) if held is not None else None

    async def redeem(self, guest: Player, code: str) -> Bound | Refused:
        """Bind a guest's browser. The same guest may ask again, should the answer have been lost."""
        held = await self.links.take(_digest(code), guest.id) if isinstance(guest, Guest) else None
        if held is None:
            return Refused(Code.BAD_LINK)
        person = _person(held)
        moved = await self.moving.move_all(guest.id, person, listed=True)  # which pays what is still to be paid
        candy = await self.inheritance.move(guest.id, person.id, _digest(code))
        await self._take_language_along(guest, person)
        return Bound(person, moved, candy)

    async def _take_language_along(self, guest: Player, person: Person) -> None:
        """A language that the guest has chosen is the account's, if that has chosen none."""
        language = (await self.preferences.of(guest.id)).language
        if language and not (await self.preferences.of(person.id)).language:
            await self.preferences.change(
                person.id, lambda own: replace(own, language=own.language or language)
            )


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _person(held: str) -> Person:
    player_id, name, language = json.loads(held)
    return Person(PlayerId(player_id), name, language)
