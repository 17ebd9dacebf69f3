"""Schemas of stored documents: each document bears a number, and a step makes of one schema the next.

A document is brought up to date whenever it is read, and written in the present schema whenever it is written again. So
a new schema needs no migration by hand, and documents of several ages may lie side by side. A number that is not known
yet belongs to a later version of the program; such a document is refused, not misread. What lives for minutes only
(links, the pool, questions to workers) or is somebody else's text (Telegram's updates) bears no number.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Document = dict[str, Any]
Step = Callable[[Document], Document]
NUMBER = "s"
"""Under which name a document bears its schema's number."""


class UnknownSchema(ValueError):  # noqa: N818 - the name says what is wrong
    """The document was written by a later version of the program. Its text is for an operator."""


def newer(kind: str, name: str, found: int, number: int) -> UnknownSchema:
    """What an operator should know about such a document."""
    return UnknownSchema(
        f"{kind} {name} is written in schema {found}, this program reads {number} at most: start the later version "
        f"of Dama that wrote it, or restore a copy from before"
    )


@dataclass(frozen=True, slots=True)
class Schema:
    """One kind of document. `number`: the present schema; `steps`: from a number to the next; documents without a
    number are of schema 0."""

    kind: str
    number: int = 1
    steps: Mapping[int, Step] = field(default_factory=dict)

    def stamped(self, document: Document) -> Document:
        """The document with its number, to be written."""
        return {NUMBER: self.number, **document}

    def up_to_date(self, document: Document, name: str) -> Document:
        """The document in the present schema. Raises UnknownSchema for one from the future."""
        found = int(document.get(NUMBER, 0))
        if found > self.number:
            raise newer(self.kind, name, found, self.number)
        while found < self.number:
            document = self.steps[found](document) | {NUMBER: found + 1}
            found += 1
        return document


def as_it_was(document: Document) -> Document:
    """The step from documents without a number to the first ones with one, where nothing else has changed."""
    return document
