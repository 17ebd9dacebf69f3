"""Where an update belongs: the chat whose messages it may change. It imports no bot framework, and believes nothing."""

import hashlib
from collections.abc import Mapping
from typing import Any

from hall.store.slices import slice_of

INLINE_CHATS = 1 << 60  # the numbers made up for messages sent inline are below minus this; no chat's number is


def inline_chat(inline_message_id: str) -> int:
    """The number under which a message sent inline is kept like a chat."""
    digest = hashlib.blake2b(inline_message_id.encode("utf-8", "surrogatepass"), digest_size=7).digest()
    return -INLINE_CHATS - int.from_bytes(digest)


def slice_for(update: Mapping[str, Any]) -> int:
    """The slice whose holder deals with an update."""
    return slice_of(_chat(_event(update)))


def person_in(update: Mapping[str, Any]) -> int:
    """The number of the person who made an update; 0 if nobody did."""
    return _number(_event(update).get("from"))


def _event(update: Mapping[str, Any]) -> Mapping[str, Any]:
    return next((event for event in update.values() if isinstance(event, dict)), {})


def _chat(event: Mapping[str, Any]) -> int:
    if isinstance(inline := event.get("inline_message_id"), str):
        return inline_chat(inline)
    message = event.get("message")
    holder = message if isinstance(message, dict) else event
    return _number(holder.get("chat")) or _number(event.get("from"))


def _number(somebody: object) -> int:
    number = somebody.get("id") if isinstance(somebody, dict) else None
    return number if isinstance(number, int) else 0
