"""What one process asks the holder of a chat to do there: written down in its inbox, so that no crash forgets it."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from aiogram import methods
from aiogram.methods import TelegramMethod

from bot.cards import PLAIN, Mode, Reader
from hall.model import TableId

MARK = "errand "
"""How an errand begins; an update begins with a brace."""


@dataclass(frozen=True, slots=True)
class Look:
    """A table is to be shown as it stands wherever it is not yet."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Show:
    """Somebody asked for a table, which was at `version` then (living.show tells what the rest means)."""

    table: TableId
    version: int
    reader: Reader
    mode: Mode = PLAIN
    anew: bool = False
    pressed: int | None = None
    adopt: int | None = None
    photo: bool = False


@dataclass(frozen=True, slots=True)
class Post:
    """A simple message: the name of the method, and its fields."""

    chat: int
    method: str
    fields: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, chat: int, method: TelegramMethod[Any]) -> "Post":
        """The errand of sending this."""
        return cls(chat, type(method).__name__, method.model_dump(mode="json", exclude_unset=True))

    def request(self) -> TelegramMethod[Any]:
        """What is to be sent."""
        made: TelegramMethod[Any] = getattr(methods, self.method).model_validate(self.fields)
        return made


Errand = Look | Show | Post


def write_errand(errand: Errand) -> str:
    """An errand as it lies in an inbox."""
    return MARK + json.dumps({"do": type(errand).__name__, **asdict(errand)})


def read_errand(text: str) -> Errand | None:
    """The errand that was written so; None if it is none but an update."""
    if not text.startswith(MARK):
        return None
    fields = json.loads(text.removeprefix(MARK))
    match fields.pop("do"):
        case "Look":
            return Look(**fields)
        case "Post":
            return Post(**fields)
        case _:
            path = tuple(fields["mode"].pop("path"))
            reader, mode = Reader(**fields.pop("reader")), Mode(path, **fields.pop("mode"))
            return Show(reader=reader, mode=mode, **fields)
