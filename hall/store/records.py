"""How players' records are written down: one hash a player, numbers as they are, the rest as short texts."""

import json
from collections.abc import Mapping
from dataclasses import asdict

from hall.days import Days
from hall.ledger import PlayerRecord
from hall.model import PlayerId
from hall.ratings import Rating
from hall.schema import Schema

SCHEMA = Schema("player")
NAME, CANDY, POINTS, WINS, DAYS = "n", "c", "p", "w", "z"
BADGE, RATING = "b:", "r:"


def decode_record(player_id: PlayerId, fields: Mapping[str, str]) -> PlayerRecord:
    """The record of such a hash, which may be empty. Raises UnknownSchema for one from the future."""
    if fields:
        fields = SCHEMA.up_to_date(dict(fields), player_id)
    return PlayerRecord(
        id=player_id,
        name=fields.get(NAME, ""),
        candy=int(fields.get(CANDY, 0)),
        points=int(fields.get(POINTS, 0)),
        wins=int(fields.get(WINS, 0)),
        badges={name: int(value) for name, value in _prefixed(fields, BADGE).items()},
        ratings={name: decode_rating(value) for name, value in _prefixed(fields, RATING).items()},
        days=Days(**json.loads(fields[DAYS])) if DAYS in fields else Days(),
    )


def _prefixed(fields: Mapping[str, str], prefix: str) -> dict[str, str]:
    return {name.removeprefix(prefix): value for name, value in fields.items() if name.startswith(prefix)}


def encode_days(days: Days) -> str:
    """Days as JSON; what is at its default is left out."""
    return json.dumps({name: value for name, value in asdict(days).items() if value}, separators=(",", ":"))


def encode_rating(rating: Rating) -> str:
    """A rating, exactly: reading and writing it gives the same text again, by which it is compared."""
    at = "-" if rating.at_ms is None else rating.at_ms
    return f"{rating.value!r} {rating.deviation!r} {rating.volatility!r} {at} {rating.games}"


def decode_rating(text: str) -> Rating:
    """The rating of such a text."""
    value, deviation, volatility, at, games = text.split(" ")
    return Rating(float(value), float(deviation), float(volatility), None if at == "-" else int(at), int(games))
