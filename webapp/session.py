"""Who a page is: a token of ours, Telegram's word for who opened it, or a guest nobody has met before."""

import re
import secrets
from dataclasses import dataclass

from hall.launch import LaunchError, verify_init_data
from hall.locales import SOURCE_LANGUAGE, languages, translator
from hall.model import Player
from hall.ports import Now
from hall.tables import Hall
from hall.tokens import TokenError, Tokens
from webapp.limits import Limiter

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?=[-_]|$)", re.ASCII)
HEADER_LENGTH = 512
"""So much of an Accept-Language header is read."""


class SessionError(Exception):
    """Nobody can be made out; `code` names the sentence that says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Identity:
    """A player, and the token to show next time."""

    player: Player
    token: str


class Sessions:
    """Tells players by what they show. Tokens travel in a header or in the first frame, never in cookie or address."""

    def __init__(self, hall: Hall, tokens: Tokens, now: Now, bot_token: str, new_guests: Limiter) -> None:
        self._hall = hall
        self._tokens = tokens
        self._now = now
        self._bot_token = bot_token
        self._new_guests = new_guests

    async def by_token(self, token: str) -> Identity:
        """The player of one of our tokens, which is renewed where that is due. Raises SessionError, StoreDown."""
        now_ms = await self._now()
        try:
            claim = self._tokens.read(token, now_ms)
        except TokenError:
            raise SessionError("bad_token") from None
        return Identity(claim.player, self._tokens.issue(claim.player, now_ms) if claim.renew else token)

    async def by_launch(self, init_data: str) -> Identity:
        """The Telegram account that opened the Mini App. Raises SessionError, StoreDown."""
        now_ms = await self._now()
        if not self._bot_token:
            raise SessionError("bad_launch")
        try:
            person = verify_init_data(init_data, self._bot_token, now_ms).person
        except LaunchError:
            raise SessionError("bad_launch") from None
        return Identity(person, self._tokens.issue(person, now_ms))

    async def new_guest(self, language: str, address: str) -> Identity:
        """A new guest, of whom one address may bring only so many. Raises SessionError, StoreDown."""
        now_ms = await self._now()
        if not self._new_guests.allow(address):
            raise SessionError("too_many_guests")
        name = translator(language).gettext("Guest %(number)d") % {"number": 1000 + secrets.randbelow(9000)}
        guest = self._hall.new_guest(name, language)
        return Identity(guest, self._tokens.issue(guest, now_ms))


def language_of(tag: str | None) -> str | None:
    """The language of a tag such as "tr-TR", in small letters; None if it is no such tag."""
    found = _LANGUAGE.match(tag or "")
    return found.group().lower() if found else None


def preferred_language(accept_language: str) -> str:
    """The first language of an Accept-Language header; English if it names none."""
    return language_of(accept_language.partition(",")[0].partition(";")[0].strip()) or "en"


def spoken_language(accept_language: str) -> str:
    """The first of our own languages that an Accept-Language header names; English if it names none."""
    named = (language_of(part.partition(";")[0].strip()) for part in accept_language[:HEADER_LENGTH].split(","))
    known = languages()
    return next((language for language in named if language in known), SOURCE_LANGUAGE)
