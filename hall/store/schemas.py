"""In which schemas the documents of a store may be written: looked at whenever it is opened.

Each document is refused by itself if it is from the future; this refuses the whole store, before anything is done in
it, to a version of the program that is too old for it.
"""

from typing import Any

from redis.asyncio import Redis

from hall import plan
from hall.schema import Schema
from hall.settings import SettingsError
from hall.store import chats, codec, keys, preferences, records, social


def all_schemas() -> tuple[Schema, ...]:
    """Every kind of document that is kept for longer than its reader's next look."""
    named = (codec.SCHEMA, plan.SCHEMA, records.SCHEMA, preferences.SCHEMA, preferences.MET)
    return (*named, chats.SCHEMA, social.SCHEMA)


async def claim(client: "Redis") -> None:
    """Write down which schemas are in use from now on. Raises SettingsError where a later version has been at work."""
    asking: Any = client.hgetall(keys.SCHEMAS_KEY)
    known = {kind: int(number) for kind, number in (await asking).items()}
    if (later := [each for each in all_schemas() if known.get(each.kind, 0) > each.number]) != []:
        first = later[0]
        raise SettingsError(
            f"The store was written by a later version of Dama: a {first.kind} may be in schema {known[first.kind]}, "
            f"this version reads {first.number} at most. Start the later version, or restore a copy from before."
        )
    new = {each.kind: each.number for each in all_schemas() if known.get(each.kind, 0) < each.number}
    if new:
        writing: Any = client.hset(keys.SCHEMAS_KEY, mapping=dict[Any, Any](new))
        await writing
