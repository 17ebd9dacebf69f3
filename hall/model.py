"""What waits in the hall: players, seats, tables and their terms. Only values; judge.py has what may happen to them."""

import re
import secrets
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType, TypeGuard

from engine.board import Side
from engine.clock import Clock, TimeControl
from engine.game import Game

TableId = NewType("TableId", str)
"""22 characters [A-Za-z0-9_-]: 128 bits nobody can guess, short enough for a deep link."""
PlayerId = NewType("PlayerId", str)
"""`tg:<Telegram's number>` or `guest:<22 characters>`."""

NAME_LENGTH = 64
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_TABLE_ID = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
_PLAYER_ID = re.compile(r"tg:[0-9]{1,19}|guest:[A-Za-z0-9_-]{22}", re.ASCII)


def is_table_id(text: str) -> TypeGuard[TableId]:
    """Whether a text from outside has the form of a table's id."""
    return _TABLE_ID.fullmatch(text) is not None


def is_player_id(text: str) -> TypeGuard[PlayerId]:
    """Whether a text has the form of a player's id."""
    return _PLAYER_ID.fullmatch(text) is not None


def telegram_id(number: int) -> PlayerId:
    """The id of the player with this Telegram account."""
    return PlayerId(f"tg:{number}")


def guest_id() -> PlayerId:
    """A new guest's id, 128 random bits."""
    return PlayerId(f"guest:{secrets.token_urlsafe(16)}")


def clean_name(name: str) -> str:
    """A name as it is kept and shown: no control or direction characters, single spaces, 64 characters at most."""
    visible = (" " if unicodedata.category(char) in _INVISIBLE else char for char in name)
    return " ".join("".join(visible).split())[:NAME_LENGTH].strip()


@dataclass(frozen=True, slots=True)
class Person:
    """A Telegram account."""

    id: PlayerId
    name: str
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody whom only a signed token in a browser makes known."""

    id: PlayerId
    name: str
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Computer:
    """The house's own player, of the level asked for, between 1 and 8.

    `plays`: the level it really plays at where that is another one (newcomers.py).
    """

    level: int
    plays: int | None = None

    @property
    def strength(self) -> int:
        """The level it plays at."""
        return self.plays or self.level


DELETED = Guest(PlayerId("guest:deleted---------------"), "Deleted player")
"""In whose name the games of the forgotten stay. Nobody can be this guest: no token is ever made out for it."""

Player = Person | Guest
Seat = Person | Guest | Computer
Actor = Person | Guest | Computer
"""Who may ask for an action: players through the faces, computers through computers.py."""


class Status(StrEnum):
    """Where a table stands: waiting for somebody to sit down, being played, over with an outcome, or called off."""

    OPEN = "open"
    PLAYING = "playing"
    FINISHED = "finished"
    ABORTED = "aborted"

    @property
    def running(self) -> bool:
        """Whether somebody may still sit down or move here."""
        return self in (Status.OPEN, Status.PLAYING)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed before the first move. `time` None: untimed. `one_device`: the host moves both sides."""

    rules: str = "classic"
    time: TimeControl | None = None
    rated: bool = False
    one_device: bool = False


@dataclass(frozen=True, slots=True)
class Paid:
    """What one player got for a finished game.

    `left`: the candy that the player's day still allows after it; `before` and `after`: the rating, in whole points,
    None where the game was not rated; `badge`: this win brought the badge.
    """

    candy: int = 0
    left: int = 0
    points: int = 0
    before: int | None = None
    after: int | None = None
    badge: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One game with two seats. `version` counts the steps it has seen, beginning at 1; times are store milliseconds."""

    id: TableId
    version: int
    terms: Terms
    host: Player
    white: Seat | None
    black: Seat | None
    status: Status
    game: Game
    clock: Clock | None = None
    draw_offer: Side | None = None
    """The side whose draw offer waits for an answer."""
    takeback_offer: Side | None = None
    """The side that has asked to take its last move back."""
    rematch: frozenset[Side] = frozenset()
    """The sides that wish another game."""
    next: TableId | None = None
    previous: TableId | None = None
    created_ms: int = 0
    moved_ms: int = 0
    """When the position last changed, or the game began."""
    moved_version: int = 1
    """The version since which position and side to move are as they are."""
    white_offers: tuple[int, ...] = ()
    """The plies at which White offered a draw."""
    black_offers: tuple[int, ...] = ()
    reminded_version: int = 0
    """The `moved_version` of the turn in which the side on move was reminded; 0 if nobody was yet."""
    left_version: int = 0
    """The `moved_version` of the turn in which it was told that the other side may claim the game; 0 if in none yet."""
    white_lag_ms: int = 0
    black_lag_ms: int = 0
    """How much time each side has been given back in this game for the way its moves travelled."""
    earlier: tuple[int, int] = (0, 0)
    """What White and Black have scored against each other in the games before this one, in half points."""
    paid: tuple[Paid | None, Paid | None] | None = None
    """What White and Black got for the game; None while it is not settled, or where it pays nobody anything."""

    def seat(self, side: Side) -> Seat | None:
        """Who sits on this side; None while the seat is free."""
        return self.white if side is Side.WHITE else self.black

    def offers(self, side: Side) -> tuple[int, ...]:
        """The plies at which this side offered a draw."""
        return self.white_offers if side is Side.WHITE else self.black_offers

    def sides_of(self, player_id: PlayerId) -> tuple[Side, ...]:
        """The sides this player holds: none for a spectator, both for the host of a one-device table."""
        return tuple(side for side in Side if is_player(seat := self.seat(side)) and seat.id == player_id)

    def lag_ms(self, side: Side) -> int:
        """How much time this side has been given back in this game for the way its moves travelled."""
        return self.white_lag_ms if side is Side.WHITE else self.black_lag_ms

    @property
    def score(self) -> tuple[int, int]:
        """What White and Black have scored against each other, in half points, this game included if it is finished."""
        white, black = self.earlier
        if self.status is not Status.FINISHED or self.game.outcome is None:
            return white, black
        winner = self.game.outcome.winner
        if winner is None:
            return white + 1, black + 1
        return (white + 2, black) if winner is Side.WHITE else (white, black + 2)

    @property
    def on_move_seat(self) -> Seat | None:
        """Who has to move; None where nobody has (free seat, game not begun or over)."""
        return self.seat(self.game.turn) if self.status is Status.PLAYING else None

    @property
    def players(self) -> tuple[Player, ...]:
        """The people at the table, each once, White first."""
        people = [seat for side in Side if is_player(seat := self.seat(side))]
        return tuple({person.id: person for person in people}.values())

    @property
    def computer_side(self) -> Side | None:
        """The side a computer plays, if one does."""
        return next((side for side in Side if isinstance(self.seat(side), Computer)), None)

    @property
    def awaits_computer(self) -> bool:
        """Whether a computer has to move or to answer a draw offer."""
        side = self.computer_side
        if side is None or self.status is not Status.PLAYING:
            return False
        return self.game.turn is side or self.draw_offer is side.other


def is_player(seat: Seat | None) -> TypeGuard[Player]:
    """Whether a human being sits there."""
    return isinstance(seat, Person | Guest)
