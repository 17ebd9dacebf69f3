"""How a table comes to be: by an opening, or as the next game of two who want another."""

import base64
import hashlib
import hmac
from dataclasses import replace

from engine.board import Side
from engine.clock import Clock, TimeControl
from engine.game import Game
from engine.rules import UnknownRuleSet, rule_set
from hall.actions import Code, Opening, Refused
from hall.change import Change
from hall.judge import can_be_rated
from hall.model import Computer, Player, Seat, Status, Table, TableId, Terms
from hall.ports import Event, EventKind
from hall.timing import DAY_MS

MIN_BASE_MS, MAX_BASE_MS = 30_000, 3 * 3_600_000
"""Live clocks give a side between half a minute and three hours…"""
MAX_INCREMENT_MS = 180_000
"""… and at most three minutes more for each move."""
MOVE_DAYS = (1, 2, 3, 7)
"""By message a side has one of these numbers of days for each move."""
LEVELS = range(1, 9)


class Lots:
    """Everything that looks like chance when a table opens, drawn from the operation's id with a secret key.

    So the same operation always opens the same table, and nobody can choose an operation id for the table it makes.
    """

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"dama lots", hashlib.sha256)

    def table_id(self, op: str) -> TableId:
        """The id of the table that this operation opens."""
        return TableId(base64.urlsafe_b64encode(self._draw("table", op)[:16]).rstrip(b"=").decode())

    def side(self, op: str) -> Side:
        """The side drawn for the host."""
        return Side.WHITE if self._draw("side", op)[0] % 2 else Side.BLACK

    def seed(self, table: Table) -> int:
        """The seed of a computer's choice at this table's present position."""
        return int.from_bytes(self._draw("seed", f"{table.id}:{table.game.ply}")[:6])

    def _draw(self, purpose: str, text: str) -> bytes:
        return hmac.digest(self._key, f"{purpose}:{text}".encode("utf-8", "surrogatepass"), hashlib.sha256)


def open_table(host: Player, opening: Opening, lots: Lots, now_ms: int) -> Change | Refused:
    """The table that an opening asks for, at version 1."""
    terms = opening.terms
    if (refused := refused_terms(host, opening)) is not None:
        return refused
    side = opening.side or lots.side(opening.op)
    opponent: Seat | None = host if terms.one_device else opening.opponent
    white, black = (host, opponent) if side is Side.WHITE else (opponent, host)
    return _opened(lots.table_id(opening.op), terms, host, white, black, now_ms)


def next_table(table: Table, lots: Lots, now_ms: int) -> Change:
    """The next game of the two at a finished table, the sides swapped, and with them the score so far."""
    white, black = table.score if not table.terms.one_device else (0, 0)
    change = _opened(lots.table_id(f"rematch:{table.id}"), table.terms, table.host, table.black, table.white, now_ms)
    return replace(change, table=replace(change.table, previous=table.id, earlier=(black, white)))


def _opened(
    table_id: TableId, terms: Terms, host: Player, white: Seat | None, black: Seat | None, now_ms: int
) -> Change:
    table = Table(
        id=table_id,
        version=1,
        terms=terms,
        host=host,
        white=white,
        black=black,
        status=Status.OPEN if white is None or black is None else Status.PLAYING,
        game=Game.new(rule_set(terms.rules)),
        clock=Clock.new(terms.time) if terms.time is not None else None,
        created_ms=now_ms,
        moved_ms=now_ms,
    )
    return Change(table, Event(table.id, 1, EventKind.OPENED, awaits_computer=table.awaits_computer))


def by_message(days: int) -> TimeControl:
    """The time control of a game by message: so many days for each move."""
    return TimeControl(days * DAY_MS, per_move=True)


def refused_terms(host: Player, opening: Opening) -> Refused | None:
    """Why such a table is not opened; None if nothing is wrong with it."""
    terms, opponent = opening.terms, opening.opponent
    try:
        rules = rule_set(terms.rules)
    except UnknownRuleSet:
        return Refused(Code.UNKNOWN_RULES)
    if isinstance(opponent, Computer) and opponent.level not in LEVELS:
        return Refused(Code.BAD_LEVEL)
    if terms.rated and (terms.one_device or not can_be_rated(rules.rateable, (host, opponent))):
        return Refused(Code.CANNOT_BE_RATED)
    if opponent is not None and not isinstance(opponent, Computer) and opponent.id == host.id:
        return Refused(Code.ALREADY_SEATED)
    return Refused(Code.BAD_TIME) if not _offered(terms) else None


def _offered(terms: Terms) -> bool:
    if terms.time is None:
        return True
    if terms.time.per_move:
        return terms.time in [by_message(days) for days in MOVE_DAYS]
    return MIN_BASE_MS <= terms.time.base_ms <= MAX_BASE_MS and terms.time.increment_ms <= MAX_INCREMENT_MS
