"""What a table is going to pay, frozen when its settlement begins: however often that is begun, it pays the same."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from engine.board import Side
from hall.model import PlayerId
from hall.ratings import Rating
from hall.rewards import Result, Share
from hall.schema import Schema

SCHEMA = Schema("settlement")


@dataclass(frozen=True, slots=True)
class Part:
    """One player's share, the player's own day (ISO) on which the game ended, and the rating as it was before."""

    share: Share
    day: str
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the settlement of a table applies: `boards` are the leaderboards that its points count for."""

    ended_ms: int
    rules: str
    parts: tuple[Part, ...]
    boards: tuple[str, ...] = ()

    def opponents_rating(self, part: Part) -> Rating | None:
        """The other's rating as it was before the game; None where it is not rated."""
        return next((other.rating for other in self.parts if other.share.side is not part.share.side), None)


def encode_plan(plan: Plan) -> str:
    """The plan as JSON with a schema number."""
    return json.dumps(SCHEMA.stamped(asdict(plan)), ensure_ascii=False, separators=(",", ":"))


def decode_plan(text: str) -> Plan:
    """The plan of such a text. Raises UnknownSchema for one from the future."""
    document = SCHEMA.up_to_date(json.loads(text), "")
    parts = tuple(_part(**part) for part in document["parts"])
    return Plan(document["ended_ms"], document["rules"], parts, tuple(document["boards"]))


def _part(share: dict[str, Any], day: str, rating: dict[str, Any] | None) -> Part:
    player, opponent = PlayerId(share["player"]), share["opponent"]
    fields = {"side": Side(share["side"]), "player": player, "result": Result(share["result"]), "opponent": opponent}
    return Part(Share(**(share | fields)), day, Rating(**rating) if rating is not None else None)
