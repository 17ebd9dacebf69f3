"""The wire format: every frame that crosses the socket, in both directions, as JSON text.

A client's frame is read by `read_frame` into one of the models below; what the server sends is typed by the
dictionaries that follow and written by `write_frame`. Every frame names its kind in `t`. Unknown fields of a client are
ignored, so that a page somewhat newer than the server is still understood.
"""

import json
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

SideName = Literal["white", "black"]
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


# --- server to client ------------------------------------------------------------------------------------------------


class You(TypedDict):
    id: str
    name: str
    kind: Literal["guest", "telegram"]
    language: str


class Welcome(TypedDict):
    """Answer to hello. `token` is to be kept and shown next time; `now` is the server's clock in milliseconds; `muted`:
    this player has asked to be spared reactions; `chosen`: the language the player has chosen, here or in the chat, ''
    for none. `you.language` is the one we speak on this socket."""

    t: Literal["welcome"]
    you: You
    token: str
    now: int
    muted: bool
    chosen: str
    bot: NotRequired[str]


class PlayerView(TypedDict):
    """Who sits there. `here`: has a socket open on this table at this moment; `level` of a computer.

    `rating`: a Telegram account's under the table's rules, before the game where that is over and rated; `unsure`: it
    rests on few games, or on old ones.
    """

    name: str
    kind: Literal["guest", "telegram", "computer"]
    level: NotRequired[int]
    here: NotRequired[bool]
    rating: NotRequired[int]
    unsure: NotRequired[Literal[True]]


class PathView(TypedDict):
    """A move on the board: start and landings, and the squares of the pieces taken, in the order of the jumps."""

    path: list[str]
    taken: list[str]


class MoveView(PathView):
    crowned: bool
    side: SideName


class Counts(TypedDict):
    white: int
    black: int


class ClockView(TypedDict):
    """Remaining milliseconds of both sides at `now`, the instant at which this was written."""

    white_ms: int
    black_ms: int
    running: SideName | None
    now: int


class Score(TypedDict):
    """Points of two who have met before: a win counts 1, a draw half."""

    white: float
    black: float


class OutcomeView(TypedDict):
    winner: SideName | None
    reason: str
    text: str


class RewardView(TypedDict):
    """What a finished game brought this player: `left` is the candy the day still allows, `text` the same in words."""

    candy: int
    left: int
    points: int
    before: int | None
    after: int | None
    badge: bool
    text: list[str]


class Node(TypedDict):
    """One landing: `x` the piece this hop takes; `all` and `some` what all, and what only some, of the remaining ways
    take after it; `end` that the move may end here; `next` the landings that follow; `cut` that they are to be asked
    for by prefix."""

    to: str
    x: NotRequired[str]
    all: NotRequired[list[str]]
    some: NotRequired[list[str]]
    end: NotRequired[Literal[1]]
    next: NotRequired["list[Node]"]
    cut: NotRequired[Literal[1]]


# What the side on move may play: how many pieces must be taken, and a tree of landings for each piece that may move.
Play = TypedDict("Play", {"take": int, "from": dict[str, Node]})


class State(TypedDict):
    """A table as one audience may see it: `you`, `may`, `play` and `note` differ from player to player.

    `note`: a sentence about the table, where there is one to be said.
    """

    id: str
    version: int
    status: str
    rules: str
    rules_name: str
    time: list[int] | None
    days: int | None
    rated: bool
    one_device: bool
    you: list[SideName]
    turn: SideName
    pieces: dict[str, str]
    moves: list[str]
    last: PathView | None
    white: PlayerView | None
    black: PlayerView | None
    counts: Counts
    clock: ClockView | None
    outcome: OutcomeView | None
    reward: RewardView | None
    draw_offer: SideName | None
    takeback_offer: SideName | None
    rematch: list[SideName]
    score: Score | None
    next: str | None
    note: str | None
    link: str
    may: list[str]
    play: Play | None


class TableFrame(TypedDict):
    """The whole present state; forget what was known before."""

    t: Literal["table"]
    state: State
    op: NotRequired[str]


class StepFrame(TypedDict):
    """The next version of the followed table, one after the other without a gap."""

    t: Literal["step"]
    state: State
    event: str
    move: NotRequired[MoveView]
    op: NotRequired[str]


class Presence(TypedDict):
    """Who of the two players has the table open now; sent when that changes, without a new version."""

    t: Literal["presence"]
    table: str
    white: bool
    black: bool


class WatcherView(TypedDict):
    name: str
    kind: Literal["guest", "telegram"]


class WatchersFrame(TypedDict):
    """Who has the followed table open without a seat, over all processes: a few by name, and how many in all."""

    t: Literal["watchers"]
    table: str
    count: int
    people: list[WatcherView]


class ReactionFrame(TypedDict):
    """Somebody at the followed table said something; nothing has changed."""

    t: Literal["reaction"]
    table: str
    side: SideName
    reaction: str
    text: str


class Noted(TypedDict):
    """A request that changes no table is done; `what` is its kind."""

    t: Literal["noted"]
    op: str
    what: str


class Preferred(TypedDict):
    """The player has chosen a language, on this page, on another one or in the chat; '' for none."""

    t: Literal["preferred"]
    language: str


class Candidate(TypedDict):
    move: str
    taken: list[str]


class RefusedFrame(TypedDict):
    """An action was not done; the table is as `state` says."""

    t: Literal["refused"]
    op: str
    code: str
    text: str
    state: NotRequired[State]
    candidates: NotRequired[list[Candidate]]


class Branch(TypedDict):
    """Answer to prefix: the node at the end of `path`, with what follows it."""

    t: Literal["branch"]
    table: str
    version: int
    path: list[str]
    node: Node


class Summary(TypedDict):
    """A table in a list: what is needed to recognise it, to draw a small board, and to say how it ended."""

    id: str
    version: int
    status: str
    rules: str
    you: list[SideName]
    turn: SideName
    your_turn: bool
    pieces: dict[str, str]
    white: PlayerView | None
    black: PlayerView | None
    one_device: bool
    moved_ms: int
    outcome: OutcomeView | None


class MineFrame(TypedDict):
    t: Literal["mine"]
    tables: list[Summary]


class GamesFrame(TypedDict):
    t: Literal["games"]
    first: int
    tables: list[Summary]


class Seeking(TypedDict):
    """Nobody yet; ask again. `since` and `now` are the server's clock in milliseconds."""

    t: Literal["seeking"]
    op: str
    since: int
    now: int


class ReplayFrame(TypedDict):
    """How a table came to stand as it does at this version: the pieces at its start, and what every move did."""

    t: Literal["replay"]
    table: str
    version: int
    start: dict[str, str]
    moves: list[MoveView]


class Place(TypedDict):
    """A line of a leaderboard; players with as many points share a place."""

    place: int
    name: str
    points: int
    you: bool


class TopFrame(TypedDict):
    """The first of all time and of this month, and the player's own line after them if it is not among them."""

    t: Literal["top"]
    all: list[Place]
    month: list[Place]


class Pong(TypedDict):
    t: Literal["pong"]
    n: int
    now: int


class ErrorFrame(TypedDict):
    """A frame that could not be answered otherwise; the socket stays open. `op` if the frame had a readable one."""

    t: Literal["error"]
    code: str
    text: str
    op: NotRequired[str]
    table: NotRequired[str]


ServerFrame = (
    Welcome
    | TableFrame
    | StepFrame
    | Presence
    | WatchersFrame
    | ReactionFrame
    | Noted
    | Preferred
    | RefusedFrame
    | Branch
    | MineFrame
    | GamesFrame
    | Seeking
    | ReplayFrame
    | TopFrame
    | Pong
    | ErrorFrame
)


def write_frame(frame: ServerFrame) -> str:
    """The frame as compact JSON text."""
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
