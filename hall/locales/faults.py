"""What can be wrong with a catalogue: sentences missing, left over, or filled in otherwise than in English."""

import re
from collections.abc import Iterator

from babel.messages.catalog import Catalog, Message

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}|</?\w+>")


def forms(message: Message) -> tuple[str, ...]:
    """What a message is in this language: one text, or one for each plural form; "" where it is not translated."""
    found = message.string
    return tuple(found) if isinstance(found, tuple | list) else (found or "",)


def faults(catalog: Catalog, texts: Catalog) -> Iterator[str]:
    """The faults of one language's catalogue against the sentences of the code."""
    for wanted in texts:
        if not wanted.id:
            continue
        found = catalog.get(wanted.id, wanted.context)
        if found is None or not all(forms(found)) or found.fuzzy:
            yield f"not translated: {_english(wanted)[-1]!r}"
        elif len(forms(found)) != (catalog.num_plurals if wanted.pluralizable else 1):
            yield f"has not as many plural forms as the language: {_english(wanted)[-1]!r}"
        else:
            yield from (f"is filled in otherwise: {text!r}" for text in forms(found) if not _fits(text, wanted))
    left_over = [message for message in catalog if message.id and texts.get(message.id, message.context) is None]
    yield from (f"is not in the code any more: {_english(message)[-1]!r}" for message in left_over)


def _english(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, tuple | list) else (message.id,)


def _fits(text: str, wanted: Message) -> bool:
    """The same placeholders and tags; a plural form may leave out the number, where its words say it ("two men")."""
    ours = sorted(PLACEHOLDER.findall(text))
    theirs = sorted(PLACEHOLDER.findall(_english(wanted)[-1]))
    number = [found for found in theirs if found in ("%(count)d", "{n}")]
    left_out = [found for found in theirs if found not in number]
    return ours == theirs or (bool(wanted.pluralizable) and ours == left_out)
