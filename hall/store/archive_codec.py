"""How a finished table is kept for good: about a hundred bytes for its moves, a hundred more for everything else.

A move is told by what anybody sees who has the board before them: which of the mover's pieces, counted from a1, and
where each hop goes along rank and file. What a hop takes is the piece between. No generator is asked, here or there, so
that games stay readable whatever becomes of it. All these small numbers together are written as one large one.
"""

import json
import zlib
from collections.abc import Sequence
from typing import Any

from engine.board import Move, Position, squares
from engine.notation import parse_fen
from engine.rules import RuleSet, apply, rule_set
from hall.model import Table, TableId
from hall.schema import UnknownSchema
from hall.store import codec
from hall.store.codec import decode_table, encode_moves, encode_table

FORMAT = 1
MAN_HOPS, ALL_HOPS = 8, 14
"""A man's first hop goes one or two squares in one of four directions; any other to one of 14 on its rank and file."""
_DIRECTIONS = (1, -1, 8, -8)
_RAW = -15
# Never to be changed: what has been compressed against it can only be read with it. A new one needs a new FORMAT.
_WORDS = (
    b'"$":[[15,85,26,0,1500,1512],[5,95,4,0,1500,1488]],[8,92,9,0,"o":[[],[]],"n":"","l":"","g":[1,1],'
    b'"e":["b","abandonment"],"e":[null,"agreement"],"e":["w","time"],"e":["b","no pieces"],"e":["b","blocked"],'
    b'"e":[null,"repetition"],"e":[null,"one piece each"],"e":["w","resignation"],"k":[,null,17900,"t":[180000,2000],'
    b'"t":[300000,3000],"en"],"ru"],"ar"],"tr"],"r":"federation","w":["g","guest:","b":["g","guest:","b":["p","tg:'
    b'{"s":1,"v":90,"r":"classic","f":1,"h":["p","tg:","tr"],"w":"h","b":"h","z":"f","e":["w","resignation"],'
    b'"c":179,"y":,"x":}'
)


class Unreadable(ValueError):  # noqa: N818 - the name says what it is
    """What is archived cannot be read by this program."""


def encode_archived(table: Table) -> bytes:
    """The lasting form of a table that is over."""
    document: dict[str, Any] = json.loads(encode_table(table))
    document.pop("m", None)
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9, zlib.Z_DEFAULT_STRATEGY, _WORDS)
    moves = _written(table.game.start, table.game.moves, table.game.rules)
    head = bytes([FORMAT]) + len(table.game.moves).to_bytes(2) + len(moves).to_bytes(2)
    return head + moves + packer.compress(text) + packer.flush()


def decode_archived(table_id: TableId, data: bytes) -> Table:
    """The table of such a form. Raises Unreadable, or UnknownSchema for a document from the future."""
    if data[:1] != bytes([FORMAT]):
        raise Unreadable(f"table {table_id} is archived in a form this program does not know")
    plies, length = int.from_bytes(data[1:3]), int.from_bytes(data[3:5])
    unpacker = zlib.decompressobj(_RAW, _WORDS)
    try:
        document = json.loads(unpacker.decompress(data[5 + length :]) + unpacker.flush())
        document = codec.SCHEMA.up_to_date(document, table_id)
        start = parse_fen(document["p"]) if "p" in document else Position.start()
        moves = _read(start, plies, int.from_bytes(data[5 : 5 + length]), rule_set(document["r"]))
    except UnknownSchema:
        raise
    except (zlib.error, ValueError, LookupError) as error:
        raise Unreadable(f"table {table_id} is archived in a form that is damaged: {error}") from error
    if moves:
        document["m"] = encode_moves(moves)
    return decode_table(table_id, json.dumps(document))


def _written(position: Position, moves: Sequence[Move], rules: RuleSet) -> bytes:
    digits: list[tuple[int, int]] = []
    for move in moves:
        digits += _digits(position, move)
        position = apply(position, move, rules)
    number = 0
    for digit, base in reversed(digits):
        number = number * base + digit
    return number.to_bytes((number.bit_length() + 7) // 8)


def _digits(position: Position, move: Move) -> list[tuple[int, int]]:
    """Which piece, then each hop; after a hop that takes, whether there is another. Each with its base."""
    own = position.pieces(position.turn)
    digits = [((own & ((1 << move.start) - 1)).bit_count(), own.bit_count())]
    here, is_man = move.start, bool(position.men(position.turn) >> move.start & 1)
    for number, landing in enumerate(move.landings, 1):
        first_of_man = is_man and number == 1
        digits.append((_hop(here, landing, first_of_man), MAN_HOPS if first_of_man else ALL_HOPS))
        if move.taken:
            digits.append((int(number < len(move.landings)), 2))
        here = landing
    return digits


class _Number:
    """A large number from which digits are taken, each in its own base."""

    def __init__(self, value: int) -> None:
        self.value = value

    def take(self, base: int) -> int:
        self.value, digit = divmod(self.value, base)
        return digit


def _read(position: Position, plies: int, value: int, rules: RuleSet) -> list[Move]:
    number, moves = _Number(value), list[Move]()
    for _ in range(plies):
        moves.append(_next(position, number))
        position = apply(position, moves[-1], rules)
    return moves


def _next(position: Position, number: _Number) -> Move:
    own, theirs = position.pieces(position.turn), position.pieces(position.turn.other)
    start = list(squares(own))[number.take(own.bit_count())]
    here, is_man = start, bool(position.men(position.turn) >> start & 1)
    landings: list[int] = []
    taken = 0
    while True:
        first_of_man = is_man and not landings
        to = _target(here, number.take(MAN_HOPS if first_of_man else ALL_HOPS), first_of_man)
        landings.append(to)
        hopped = _between(here, to) & theirs & ~taken
        taken, here = taken | hopped, to
        if not hopped or not number.take(2):
            return Move(start, tuple(landings), to, taken)


def _hop(here: int, to: int, first_of_man: bool) -> int:
    if first_of_man:
        distance = 1 if abs(to - here) in (1, 8) else 2
        return 2 * _DIRECTIONS.index((to - here) // distance) + distance - 1
    if here >> 3 == to >> 3:
        return (to & 7) - ((to & 7) > (here & 7))
    return 7 + (to >> 3) - ((to >> 3) > (here >> 3))


def _target(here: int, digit: int, first_of_man: bool) -> int:
    if first_of_man:
        return here + _DIRECTIONS[digit // 2] * (digit % 2 + 1)
    if digit < 7:
        return (here & ~7) + digit + (digit >= (here & 7))
    rank = digit - 7
    return (rank + (rank >= here >> 3)) * 8 + (here & 7)


def _between(here: int, to: int) -> int:
    step = (8 if here & 7 == to & 7 else 1) * (1 if to > here else -1)
    return sum(1 << square for square in range(here + step, to, step))
