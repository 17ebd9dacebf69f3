"""What a page says to the server."""

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from webapp.wire.views import SideName

OpId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,64}$")]
TableName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
SquareName = Annotated[str, StringConstraints(pattern=r"^[a-h][1-8]$")]
Deed = Literal[
    "sit",
    "move",
    "resign",
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "ask_takeback",
    "grant_takeback",
    "decline_takeback",
    "abort",
    "rematch",
    "claim",
]


# --- client to server ------------------------------------------------------------------------------------------------


class Frame(BaseModel):
    """What every frame of a client has in common: it cannot change, and its types are taken literally."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Hello(Frame):
    """The first frame: who is there. `token` is ours, `init` is Telegram's initData; neither makes a new guest."""

    t: Literal["hello"]
    v: Literal[1]
    token: str | None = None
    init: str | None = None
    lang: Annotated[str, StringConstraints(max_length=35)] | None = None
    zone: str | None = None
    """The browser's time zone, like Europe/Istanbul: by it the player's days are counted."""


class Open(Frame):
    """Open a table and follow it.

    `time` is base and increment in milliseconds; `days` is for games by message, how many a side has for each move;
    `level` is a computer's, 1 to 8.
    """

    t: Literal["open"]
    op: OpId
    against: Literal["computer", "friend", "device"]
    rules: Annotated[str, StringConstraints(max_length=32)] = "classic"
    time: tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]] | None = None
    days: Annotated[int, Field(ge=1, le=7)] | None = None
    rated: bool = False
    level: Annotated[int, Field(ge=1, le=8)] = 3
    side: Literal["white", "black", "random"] = "random"


class Watch(Frame):
    """Follow this table instead of any other; `last` is the newest version the page has, if it has one."""

    t: Literal["watch"]
    table: TableName
    last: Annotated[int, Field(ge=0)] | None = None


class Act(Frame):
    """Do something for one side at a table, having seen its `version`; `move` is written notation."""

    t: Literal["act"]
    op: OpId
    table: TableName
    side: SideName | None = None
    version: Annotated[int, Field(ge=0)]
    do: Deed
    move: Annotated[str, StringConstraints(max_length=120)] | None = None


class Prefix(Frame):
    """Ask for what lies behind a cut node: `path` is the start square and the landings so far."""

    t: Literal["prefix"]
    table: TableName
    version: Annotated[int, Field(ge=0)]
    path: Annotated[tuple[SquareName, ...], Field(min_length=1, max_length=33)]


class Seek(Frame):
    """Seek an opponent, and ask again every few seconds with the same `op`; `on` false: seek no longer."""

    t: Literal["seek"]
    op: OpId
    rules: Annotated[str, StringConstraints(max_length=32)] = "classic"
    time: tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]] | None = None
    days: Annotated[int, Field(ge=1, le=7)] | None = None
    rated: bool = False
    on: bool = True


class Games(Frame):
    """Ask for this player's finished games, the newest first, from the `first`-th on."""

    t: Literal["games"]
    first: Annotated[int, Field(ge=0, le=1000)] = 0


class Replay(Frame):
    """Ask for the moves of a table with what each of them did, to look back at them."""

    t: Literal["replay"]
    table: TableName


class Top(Frame):
    """Ask for the leaderboards."""

    t: Literal["top"]


class React(Frame):
    """Say one of the quick reactions to whoever is at the table."""

    t: Literal["react"]
    op: OpId
    table: TableName
    reaction: Annotated[str, StringConstraints(max_length=16)]


class Block(Frame):
    """Never meet the other player of this table again, or, `on` false, meet again."""

    t: Literal["block"]
    op: OpId
    table: TableName
    on: bool = True


class Report(Frame):
    """Tell the operator about the other player of this table."""

    t: Literal["report"]
    op: OpId
    table: TableName
    ground: Annotated[str, StringConstraints(max_length=16)]


class Mute(Frame):
    """Be spared the reactions of others, or hear them again."""

    t: Literal["mute"]
    op: OpId
    on: bool = True


class Prefer(Frame):
    """Choose the language of page and chats, one of ours; '' lets Telegram, or the browser, choose."""

    t: Literal["prefer"]
    op: OpId
    language: Annotated[str, StringConstraints(max_length=16)]


class Mine(Frame):
    """Ask for the tables at which this player's games are going on."""

    t: Literal["mine"]


class Ping(Frame):
    """Ask for a sign of life; `n` comes back."""

    t: Literal["ping"]
    n: int


ClientFrame = (
    Hello
    | Open
    | Seek
    | Watch
    | Act
    | Prefix
    | Replay
    | React
    | Block
    | Report
    | Mute
    | Prefer
    | Mine
    | Games
    | Top
    | Ping
)
_READER: TypeAdapter[ClientFrame] = TypeAdapter(Annotated[ClientFrame, Field(discriminator="t")])


class MalformedError(ValueError):
    """A client's frame that cannot be read; `reason` says what is wrong with it, in English, for its programmer."""

    def __init__(self, reason: str, op: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.op = op


def read_frame(text: str) -> ClientFrame:
    """Read one text frame of a client. Raises MalformedError, never anything else, whatever the text is."""
    try:
        return _READER.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"][1:])
        reason = f"{place}: {first['msg']}" if place else first["msg"]
        raise MalformedError(reason[:200], op_of(text)) from None


def op_of(text: str) -> str | None:
    """The operation id in a frame that could not be answered: a page wants to know which of its requests failed."""
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    op = found.get("op") if isinstance(found, dict) else None
    return op if isinstance(op, str) and 0 < len(op) <= 64 else None
