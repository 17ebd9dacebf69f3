"""What the server says to a page."""

import json
from typing import Literal, NotRequired, TypedDict

from webapp.wire.views import Candidate, MoveView, Node, Place, SideName, State, Summary, WatcherView, You


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
