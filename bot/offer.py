"""Invitations that are no table yet: who wants to play, on which terms, and whom. They are written on their buttons.

The table is opened by the first press that needs one. What stands on a button is signed, so that nobody can open tables
in somebody else's name: the person who presses is known, the host only by what the button says.
"""

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from bot.letters import CLOCKS, LETTER_OF_CLOCK, LETTER_OF_RULES, RULES, Wish, base36
from engine.rules import rule_set
from hall.model import PlayerId, Terms, telegram_id

MAC = 8  # characters: 48 bits, for guesses that have to travel through Telegram one by one
ANYBODY = ""

Letters = TypeVar("Letters", bound=str)


class OfferDeed(StrEnum):
    """What a button of an invitation does, as one letter."""

    SIT = "s"
    WATCH = "w"
    SETTINGS = "g"
    RULES = "r"
    CLOCK = "c"
    RATED = "f"
    SIDE = "d"
    BACK = "b"
    CALL_OFF = "a"


@dataclass(frozen=True, slots=True)
class Offer:
    """An invitation. `nonce` tells the host's invitations apart; `to`: whom it is for (addressee), '' for anybody."""

    host: int
    nonce: int
    rules: str = "classic"
    clock: str = "0"
    rated: bool = True
    wish: Wish = Wish.RANDOM
    to: str = ANYBODY

    @property
    def host_id(self) -> PlayerId:
        """The host as a player."""
        return telegram_id(self.host)

    @property
    def terms(self) -> Terms:
        """What is agreed by sitting down. A rule set that is not rated is played friendly."""
        return Terms(self.rules, CLOCKS[self.clock], rated=self.rated and rule_set(self.rules).rateable)

    def op(self, bot: int) -> str:
        """The operation that opens its table: the same whatever its terms were when somebody sat down."""
        return f"tg:{bot}:{base36(self.nonce)}:offer:{self.host_id}"

    def is_for(self, person: int, username: str) -> bool:
        """Whether this person may sit down."""
        return self.to in (ANYBODY, addressee(person), addressee(username))


def addressee(who: int | str) -> str:
    """Somebody by number or by username, in few letters."""
    if isinstance(who, int):
        return f"u{base36(who)}"
    folded = who.removeprefix("@").lower().encode("utf-8", "surrogatepass")  # usernames are ASCII: no dotless i here
    return f"n{hashlib.blake2b(folded, digest_size=5).hexdigest()}"


@dataclass(frozen=True, slots=True)
class Offered:
    """A button of an invitation was pressed. `mac` is not checked yet (is_genuine)."""

    deed: OfferDeed
    offer: Offer
    mac: str

    def is_genuine(self, secret: bytes) -> bool:
        """Whether we wrote the invitation."""
        return hmac.compare_digest(self.mac, _mac(_body(self.offer), secret))

    def pack(self) -> str:
        """As callback data, at most 64 bytes."""
        return f"i{self.deed}{_body(self.offer)}:{self.mac}"


def offered(deed: OfferDeed, offer: Offer, secret: bytes) -> Offered:
    """The button of an invitation."""
    return Offered(deed, offer, _mac(_body(offer), secret))


def parse_offered(data: str) -> Offered | None:
    """The button such callback data belongs to; None if it is none of an invitation."""
    match = _OFFERED.fullmatch(data)
    if match is None:
        return None
    deed, host, nonce, rules, clock, rated, wish, to, mac = match.groups()
    offer = Offer(int(host, 36), int(nonce, 36), RULES[rules], clock, rated == "r", Wish(wish), to)
    return Offered(OfferDeed(deed), offer, mac)


def turned(offer: Offer, deed: OfferDeed, rules: tuple[str, ...]) -> Offer:
    """The invitation after a press on one of its settings, each of which shows the next possibility."""
    match deed:
        case OfferDeed.RULES:
            return replace(offer, rules=_next(rules, offer.rules))
        case OfferDeed.CLOCK:
            return replace(offer, clock=_next(tuple(CLOCKS), offer.clock))
        case OfferDeed.RATED:
            return replace(offer, rated=not offer.rated)
        case OfferDeed.SIDE:
            return replace(offer, wish=_next(tuple(Wish), offer.wish))
        case _:
            return offer


def of_terms(host: int, nonce: int, terms: Terms, wish: Wish, to: str) -> Offer:
    """An invitation on terms that are offered in chats. Raises KeyError for a clock that is not."""
    return Offer(host, nonce, terms.rules, LETTER_OF_CLOCK[terms.time], terms.rated, wish, to)


def _next(choices: tuple[Letters, ...], present: Letters) -> Letters:
    return choices[(choices.index(present) + 1) % len(choices)] if present in choices else choices[0]


def _body(offer: Offer) -> str:
    terms = f"{LETTER_OF_RULES[offer.rules]}{offer.clock}{'r' if offer.rated else 'f'}{offer.wish}"
    return f"{base36(offer.host)}:{base36(offer.nonce)}:{terms}:{offer.to}"


def _mac(body: str, secret: bytes) -> str:
    digest = hmac.digest(secret, f"offer {body}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode()[:MAC]


_OFFERED = re.compile(
    rf"i([{''.join(OfferDeed)}])([0-9a-z]{{1,11}}):([0-9a-z]{{1,13}}):([{''.join(RULES)}])([{''.join(CLOCKS)}])([rf])"
    rf"([{''.join(Wish)}]):((?:[un][0-9a-z]{{1,11}})?):([\w-]{{{MAC}}})",
    re.ASCII,
)
