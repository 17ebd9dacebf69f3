"""How tables and events are written down: short JSON with a schema number, moves as a few letters each.

A quiet move is two letters, its start and end; a capture of n pieces is n stars, the start, n landings, and the n
squares of the pieces taken. Nothing depends on the order in which moves are generated, so old documents stay readable.
"""

import hashlib
import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from engine.board import Move, Position, Side, squares
from engine.clock import Clock, TimeControl
from engine.game import Game, Outcome, Reason
from engine.notation import format_fen, parse_fen
from engine.rules import rule_set
from hall.model import Computer, Guest, Paid, Person, Player, PlayerId, Seat, Status, Table, TableId, Terms, is_player
from hall.ports import Event, EventKind
from hall.schema import Schema

SCHEMA = Schema("table")

OP_DIGITS = 16
"""Letters of an operation's digest: 96 bits, so that nobody finds a second operation with the digest of the first."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_PAIRS = [start + end for start in _LETTERS for end in _LETTERS]
_SQUARES = {letter: square for square, letter in enumerate(_LETTERS)}
_MOVE = re.compile("|".join(["[^*]{2}", *(rf"\*{{{taken}}}[^*]{{{1 + 2 * taken}}}" for taken in range(1, 17))]))
_STATUS = {Status.OPEN: "o", Status.PLAYING: "p", Status.FINISHED: "f", Status.ABORTED: "a"}
_SIDES = {Side.WHITE: "w", Side.BLACK: "b"}
_KINDS = {
    EventKind.OPENED: "o",
    EventKind.SAT: "s",
    EventKind.MOVED: "m",
    EventKind.RESIGNED: "r",
    EventKind.DRAW_OFFERED: "d",
    EventKind.DRAW_AGREED: "D",
    EventKind.DRAW_DECLINED: "x",
    EventKind.TAKEBACK_ASKED: "t",
    EventKind.TAKEN_BACK: "T",
    EventKind.TAKEBACK_DECLINED: "y",
    EventKind.ABORTED: "a",
    EventKind.FLAGGED: "f",
    EventKind.REMATCH_WISHED: "w",
    EventKind.REMATCH_OPENED: "W",
    EventKind.SETTLED: "P",
    EventKind.ABANDONED: "A",
    EventKind.REMINDED: "R",
    EventKind.CLAIMABLE: "C",
    EventKind.CLOCK_HELD: "H",
    EventKind.REACTED: "e",
    EventKind.RESEATED: "n",
}
_STATUS_OF = {letter: status for status, letter in _STATUS.items()}
_SIDE_OF = {letter: side for side, letter in _SIDES.items()}
_KIND_OF = {letter: kind for kind, letter in _KINDS.items()}
_HOST = "h"
_CROWNED, _AWAITS_COMPUTER, _OVER, _ENDS = 1, 2, 4, 8


def op_digest(op: str) -> str:
    """What is remembered of an operation id: always the same length, whatever a client sends."""
    return urlsafe_b64encode(hashlib.blake2b(op.encode("utf-8", "surrogatepass"), digest_size=12).digest()).decode()


def find_op(digests: str, op: str, version: int) -> int | None:
    """The version an operation led to, if its digest is among the last ones, of which the newest led to `version`."""
    at = [digests[start : start + OP_DIGITS] for start in range(0, len(digests), OP_DIGITS)]
    wanted = op_digest(op)
    return version - (len(at) - 1 - at.index(wanted)) if wanted in at else None


def encode_moves(moves: Sequence[Move]) -> str:
    """All moves as one word."""
    return "".join(map(_encode_move, moves))


def decode_moves(text: str) -> Iterator[Move]:
    """The moves of such a word. Raises ValueError if it is damaged."""
    words = _MOVE.findall(text)
    if sum(map(len, words)) != len(text):
        raise ValueError(f"these are not moves: {text}")
    return map(_decode_move, words)


@lru_cache(16_384)
def _decode_move(word: str) -> Move:
    """The move of one word. Moves are few and never change, so that whole games are read without making them anew."""
    letters = word.lstrip("*")
    taken = len(word) - len(letters)
    numbers = [_SQUARES[letter] for letter in letters]
    landings = tuple(numbers[1 : 1 + (taken or 1)])
    return Move(numbers[0], landings, landings[-1], sum(1 << square for square in numbers[1 + len(landings) :]))


def _encode_move(move: Move) -> str:
    if not move.taken:
        return _PAIRS[move.start << 6 | move.end]
    if not move.taken:
        return _LETTERS[move.start] + _LETTERS[move.end]
    route = (move.start, *move.landings, *squares(move.taken))
    return "*" * move.taken.bit_count() + "".join(_LETTERS[square] for square in route)


def encode_table(table: Table) -> str:
    """The document of a table. Its id is its key and is not repeated; what is at its default is left out."""
    game = table.game
    document: dict[str, Any] = {
        "s": SCHEMA.number,
        "v": table.version,
        "r": table.terms.rules,
        "t": _encode_time(table.terms.time),
        "f": table.terms.rated + 2 * table.terms.one_device,
        "h": _encode_player(table.host),
        "w": _encode_seat(table.white, table.host),
        "b": _encode_seat(table.black, table.host),
        "E": _encode_eased(table),
        "z": _STATUS[table.status],
        "p": format_fen(game.start) if game.start != Position.start() else None,
        "m": encode_moves(game.moves),
        "e": [_side(game.outcome.winner), str(game.outcome.reason)] if game.outcome is not None else None,
        "k": _encode_clock(table.clock),
        "d": _side(table.draw_offer),
        "u": _side(table.takeback_offer),
        "q": "".join(sorted(_SIDES[side] for side in table.rematch)),
        "n": table.next,
        "l": table.previous,
        "c": table.created_ms,
        "y": table.moved_ms - table.created_ms,
        "x": table.moved_version,
        "o": [table.white_offers, table.black_offers] if table.white_offers or table.black_offers else None,
        "a": table.reminded_version,
        "i": table.left_version,
        "g": [table.white_lag_ms, table.black_lag_ms] if table.white_lag_ms or table.black_lag_ms else None,
        "j": list(table.earlier) if table.earlier != (0, 0) else None,
        "$": [_encode_paid(paid) for paid in table.paid] if table.paid is not None else None,
    }
    kept = {key: value for key, value in document.items() if value not in (None, "", 0)}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def decode_table(table_id: TableId, text: str) -> Table:
    """The table of a document. Raises UnknownSchema for a document from the future."""
    document = SCHEMA.up_to_date(json.loads(text), table_id)
    terms = Terms(
        rules=document["r"],
        time=_decode_time(document.get("t")),
        rated=bool(document.get("f", 0) & 1),
        one_device=bool(document.get("f", 0) & 2),
    )
    host = _decode_player(document["h"])
    white_plays, black_plays = document.get("E", (None, None))
    white_offers, black_offers = document.get("o", ((), ()))
    white_lag_ms, black_lag_ms = document.get("g", (0, 0))
    white_score, black_score = document.get("j", (0, 0))
    created_ms = document.get("c", 0)
    return Table(
        id=table_id,
        version=document["v"],
        terms=terms,
        host=host,
        white=_decode_seat(document.get("w"), host, white_plays),
        black=_decode_seat(document.get("b"), host, black_plays),
        status=_STATUS_OF[document["z"]],
        game=_decode_game(document),
        clock=_decode_clock(document.get("k"), terms.time),
        draw_offer=_SIDE_OF.get(document.get("d", "")),
        takeback_offer=_SIDE_OF.get(document.get("u", "")),
        rematch=frozenset(_SIDE_OF[letter] for letter in document.get("q", "")),
        next=document.get("n"),
        previous=document.get("l"),
        created_ms=created_ms,
        moved_ms=created_ms + document.get("y", 0),
        moved_version=document.get("x", 1),
        white_offers=tuple(white_offers),
        black_offers=tuple(black_offers),
        reminded_version=document.get("a", 0),
        left_version=document.get("i", 0),
        white_lag_ms=white_lag_ms,
        black_lag_ms=black_lag_ms,
        earlier=(white_score, black_score),
        paid=_decode_paid(document.get("$")),
    )


def _side(side: Side | None) -> str | None:
    return _SIDES[side] if side is not None else None


def _encode_time(time: TimeControl | None) -> list[int] | None:
    """Base, increment, and a third number where the base is for each move."""
    return [time.base_ms, time.increment_ms, *([1] if time.per_move else [])] if time is not None else None


def _decode_time(parts: list[int] | None) -> TimeControl | None:
    return TimeControl(parts[0], parts[1], len(parts) > 2) if parts is not None else None


def _decode_game(document: dict[str, Any]) -> Game:
    start = parse_fen(document["p"]) if "p" in document else Position.start()
    end = document.get("e")
    outcome = Outcome(_SIDE_OF.get(end[0]), Reason(end[1])) if end is not None else None
    return Game.restore(rule_set(document["r"]), start, tuple(decode_moves(document.get("m", ""))), outcome)


def _encode_player(player: Player) -> list[str]:
    return ["p" if isinstance(player, Person) else "g", player.id, player.name, player.language]


def _decode_player(parts: list[str]) -> Player:
    kind, player_id, name, language = parts
    return (Person if kind == "p" else Guest)(PlayerId(player_id), name, language)


def _encode_seat(seat: Seat | None, host: Player) -> list[str] | str | int | None:
    if is_player(seat):
        return _HOST if seat == host else _encode_player(seat)
    return seat.level if isinstance(seat, Computer) else None


def _encode_eased(table: Table) -> list[int | None] | None:
    """At which levels computers really play, where it is not the one asked for."""
    plays = [seat.plays if isinstance(seat, Computer) else None for seat in (table.white, table.black)]
    return plays if any(plays) else None


def _decode_seat(value: list[str] | str | int | None, host: Player, plays: int | None) -> Seat | None:
    if value is None:
        return None
    if isinstance(value, int):
        return Computer(value, plays)
    return host if isinstance(value, str) else _decode_player(value)


def _encode_paid(paid: Paid | None) -> list[int] | None:
    """Candy, what the day still allows, points, badge, and the rating before and after where there is one."""
    if paid is None:
        return None
    ratings = [] if paid.before is None or paid.after is None else [paid.before, paid.after]
    return [paid.candy, paid.left, paid.points, int(paid.badge), *ratings]


def _decode_paid(pair: list[list[int] | None] | None) -> tuple[Paid | None, Paid | None] | None:
    if pair is None:
        return None
    white, black = (_one_paid(*parts) if parts is not None else None for parts in pair)
    return white, black


def _one_paid(candy: int, left: int, points: int, badge: int, *ratings: int) -> Paid:
    before, after = ratings or (None, None)
    return Paid(candy, left, points, before, after, bool(badge))


def _encode_clock(clock: Clock | None) -> list[int | str | None] | None:
    return [clock.white_ms, clock.black_ms, _side(clock.running), clock.since_ms] if clock is not None else None


def _decode_clock(parts: list[Any] | None, control: TimeControl | None) -> Clock | None:
    if parts is None or control is None:
        return None
    white_ms, black_ms, running, since_ms = parts
    return Clock(control, white_ms, black_ms, _SIDE_OF.get(running), since_ms)


def encode_event(event: Event) -> str:
    """An event as a handful of letters: kind, side, flags, move or reaction. Table and version are where it is kept."""
    flags = _CROWNED * event.crowned + _AWAITS_COMPUTER * event.awaits_computer
    flags += _OVER * event.over + _ENDS * event.ends
    move = _encode_move(event.move) if event.move is not None else event.reaction
    return f"{_KINDS[event.kind]}{_side(event.side) or '-'}{flags:x}{move}"


def decode_event(table_id: TableId, version: int, text: str) -> Event:
    """The event of these letters."""
    flags, reacted = int(text[2], 16), _KIND_OF[text[0]] is EventKind.REACTED
    return Event(
        table=table_id,
        version=version,
        kind=_KIND_OF[text[0]],
        side=_SIDE_OF.get(text[1]),
        move=next(decode_moves("" if reacted else text[3:]), None),
        reaction=text[3:] if reacted else "",
        crowned=bool(flags & _CROWNED),
        awaits_computer=bool(flags & _AWAITS_COMPUTER),
        over=bool(flags & _OVER),
        ends=bool(flags & _ENDS),
    )
