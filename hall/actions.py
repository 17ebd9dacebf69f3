"""What a player can ask of the hall, and the two ways it is answered."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.board import Move, Side
from hall.model import Actor, Computer, Person, Player, Table, TableId, Terms, is_player
from hall.ports import Event

OP_LENGTH = 200
_OP = re.compile(r"(p|tg|computer|flag):[!-~]+", re.ASCII)


class ActionKind(StrEnum):
    """What can be done at a table."""

    SIT = "sit"
    MOVE = "move"
    RESIGN = "resign"
    OFFER_DRAW = "offer_draw"
    ACCEPT_DRAW = "accept_draw"
    DECLINE_DRAW = "decline_draw"
    ASK_TAKEBACK = "ask_takeback"
    GRANT_TAKEBACK = "grant_takeback"
    DECLINE_TAKEBACK = "decline_takeback"
    ABORT = "abort"
    REMATCH = "rematch"
    CLAIM = "claim"


class Code(StrEnum):
    """Why the hall itself refused; what the rules refuse bears a code of engine.refusal.RefusalCode."""

    NO_SUCH_TABLE = "no_such_table"
    NOT_YOUR_SEAT = "not_your_seat"
    SEAT_TAKEN = "seat_taken"
    TABLE_FULL = "table_full"
    ALREADY_SEATED = "already_seated"
    NOT_OPEN = "not_open"
    NOT_STARTED = "not_started"
    FINISHED = "finished"
    NOT_FINISHED = "not_finished"
    STALE = "stale"
    NO_OFFER = "no_offer"
    ALREADY_ASKED = "already_asked"
    OFFER_TOO_SOON = "offer_too_soon"
    NOT_ABANDONED = "not_abandoned"
    RATED_NO_TAKEBACK = "rated_no_takeback"
    TOO_LATE_TO_ABORT = "too_late_to_abort"
    CANNOT_BE_RATED = "cannot_be_rated"
    UNKNOWN_RULES = "unknown_rules"
    BAD_TIME = "bad_time"
    BAD_LEVEL = "bad_level"
    TOO_MANY_TABLES = "too_many_tables"
    BANNED = "banned"
    BLOCKED = "blocked"
    TOO_MANY_BLOCKS = "too_many_blocks"
    TOO_MANY_REPORTS = "too_many_reports"
    TOO_MANY_REACTIONS = "too_many_reactions"
    UNKNOWN_REACTION = "unknown_reaction"
    UNKNOWN_LANGUAGE = "unknown_language"
    BAD_LINK = "bad_link"
    BAD_OP = "bad_op"
    STORE_DOWN = "store_down"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing asked for. `version` is the one the asker saw; `side` None: the one the asker holds, or the turn's.

    `op` names the action for good, so that asking twice does it once: `p:<player>:<uuid>`, `tg:<bot>:<update>`,
    `computer:<table>:<version>`. The server puts the prefix on, never the client. `text` is the move, as written.
    `lag_ms`: how long a message from the asker takes here and back, as measured by the server.
    """

    kind: ActionKind
    table: TableId
    side: Side | None
    version: int
    op: str
    text: str = ""
    lag_ms: int = 0


@dataclass(frozen=True, slots=True)
class Opening:
    """A table asked for. `side`: the host's, None = by lot. `opponent` None: whoever sits down. `op` as in Action."""

    terms: Terms
    side: Side | None
    opponent: Computer | Player | None
    op: str


@dataclass(frozen=True, slots=True)
class Done:
    """It is done, and `table` is as it stands now. `event` is the step made; None where `repeated`: it was done before.

    `version` is the one the action led to, at the first asking.
    """

    table: Table
    version: int
    event: Event | None = None
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """It is not done; nothing has changed. `code`: Code or engine's RefusalCode; `table`: as it stands.

    `candidates` are the moves an ambiguous text could mean; `details` holds what the sentence names (counts).
    """

    code: str
    table: Table | None = None
    candidates: tuple[Move, ...] = ()
    details: Mapping[str, int] = field(default_factory=dict)


def is_own_op(op: str, actor: Actor) -> bool:
    """Whether this actor may use this operation id: a browser's player only those under its own prefix."""
    if len(op) > OP_LENGTH or _OP.fullmatch(op) is None:
        return False
    source, _, rest = op.partition(":")
    if not is_player(actor):
        return source == "computer"
    if source == "p":
        return len(rest) > len(actor.id) + 1 and rest.startswith(f"{actor.id}:")
    return source == "tg" and isinstance(actor, Person)
