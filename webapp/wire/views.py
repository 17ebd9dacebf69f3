"""What the server's frames are made of: players, moves, trees of landings, tables as one audience may see them."""

from typing import Literal, NotRequired, TypedDict

SideName = Literal["white", "black"]


class You(TypedDict):
    id: str
    name: str
    kind: Literal["guest", "telegram"]
    language: str


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


class WatcherView(TypedDict):
    name: str
    kind: Literal["guest", "telegram"]


class Candidate(TypedDict):
    move: str
    taken: list[str]


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


class Place(TypedDict):
    """A line of a leaderboard; players with as many points share a place."""

    place: int
    name: str
    points: int
    you: bool
