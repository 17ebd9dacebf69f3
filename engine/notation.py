"""Positions and moves as text: FEN in and out, and the move that a person's text means."""

from __future__ import annotations

import re
import unicodedata

from engine import core
from engine.board import Move, Position, Side, Square, parse_square, square_name, squares
from engine.refusal import Refusal, RefusalCode
from engine.rules import captures, quiet_moves
from engine.rulesets import CLASSIC, RuleSet

MAX_TEXT = 400  # without blanks the longest position has 131 characters, the longest move (16 captures) 50
MAX_PIECES = 16

_PIECE = re.compile(r"(k?)([a-h][1-8])")
_DASHES = "-‐‑‒–—―−"
_CROSSES = "x×х:"  # the third is the Cyrillic letter
_MOVE = re.compile(rf"[a-h][1-8](?:\s*[{_DASHES}{_CROSSES}]?\s*[a-h][1-8])+")
_SQUARE = re.compile(r"[a-h][1-8]")


class FenError(ValueError):
    """A text is not a position; the message says why."""


def format_fen(position: Position) -> str:
    """The position as text, like `W:Wa2,Kc4:Bd6`: squares rank by rank from a1, an empty side empty."""
    sides = [f"{_letter(side)}{','.join(_pieces(position, side))}" for side in Side]
    return ":".join([_letter(position.turn), *sides])


def _letter(side: Side) -> str:
    return "W" if side is Side.WHITE else "B"


def _pieces(position: Position, side: Side) -> list[str]:
    kings = position.kings(side)
    return [("K" if kings >> square & 1 else "") + square_name(square) for square in squares(position.pieces(side))]


def parse_fen(text: str, *, far_men: bool = False) -> Position:
    """Read what `format_fen` writes, in any order of sides and squares, any case, with blanks or a final full stop.

    Men on their own back rank are accepted, as problem composers use them. Men on their far rank are not, unless
    `far_men` asks for it: generators are compared on such positions too. FenError with the reason for everything else
    that is not a position.
    """
    if len(text) > MAX_TEXT:
        raise FenError(f"A position has at most {MAX_TEXT} characters.")
    fields = "".join(unicodedata.normalize("NFKC", text).casefold().split()).removesuffix(".").split(":")
    if len(fields) != 3:
        raise FenError("A position has three parts with colons between them, like W:Wa2,Kc4:Bd6.")
    turn, *sides = fields
    if turn not in ("w", "b"):
        raise FenError(f"The side to move is W or B, not {turn.upper()!r}.")
    if sorted(side[:1] for side in sides) != ["b", "w"]:
        raise FenError("One list of pieces begins with W and the other with B.")
    white, black = (side[1:] for side in sorted(sides, reverse=True))
    white_men, white_kings = _parse_pieces(white, Side.WHITE, far_men)
    black_men, black_kings = _parse_pieces(black, Side.BLACK, far_men)
    both = (white_men | white_kings) & (black_men | black_kings)
    if both:
        raise FenError(f"Two pieces stand on {square_name(next(squares(both)))}.")
    if not white_men | white_kings | black_men | black_kings:
        raise FenError("At least one side must have a piece.")
    return Position(white_men, white_kings, black_men, black_kings, Side.WHITE if turn == "w" else Side.BLACK)


def _parse_pieces(text: str, side: Side, far_men: bool) -> tuple[int, int]:
    """Men and kings of one side."""
    men = kings = 0
    for name in text.split(",") if text else ():
        match = _PIECE.fullmatch(name)
        if match is None:
            raise FenError(f"{name!r} is not a square, nor a K and a square.")
        square = parse_square(match[2])
        if (men | kings) >> square & 1:
            raise FenError(f"Two pieces stand on {match[2]}.")
        if match[1]:
            kings |= 1 << square
        elif square // 8 == (7 if side is Side.WHITE else 0) and not far_men:
            raise FenError(f"A {side} man cannot stand on {match[2]}, where it would be a king.")
        else:
            men |= 1 << square
    if (men | kings).bit_count() > MAX_PIECES:
        raise FenError(f"A side has at most {MAX_PIECES} pieces.")
    return men, kings


def find_move(position: Position, text: str, rules: RuleSet = CLASSIC) -> Move | Refusal:
    """The legal move that a text means, or why there is none.

    Read first as start and every landing, then as start and captured squares or as start and end only; if that names
    several moves (A13) the refusal lists them. Case, blanks and the kind of dash or cross do not matter.
    """
    read = _parse_move(text)
    if read is None:
        shown = text if len(text) <= 40 else text[:40] + "…"
        return Refusal(RefusalCode.NOT_A_MOVE, f"{shown!r} is not a move; moves are written like d3-d4 or d4xd6xf6.")
    named, crossed = read
    graph = core.capture_graph(*position.boards, rules.mode)
    found = _meanings(position, graph, named, crossed)
    if len(found) == 1:
        return found[0]
    if found:
        return Refusal(RefusalCode.AMBIGUOUS, f"This can mean {' or '.join(map(str, found))}.", found)
    return _explain(position, graph, named, crossed)


def _parse_move(text: str) -> tuple[tuple[Square, ...], bool] | None:
    """The squares that a text names, at least two, and whether it says that something is taken; None for no move."""
    if len(text) > MAX_TEXT:
        return None
    plain = unicodedata.normalize("NFKC", text).casefold().strip()
    if not _MOVE.fullmatch(plain):
        return None
    return tuple(map(parse_square, _SQUARE.findall(plain))), any(sign in plain for sign in _CROSSES)


def _meanings(
    position: Position, graph: core.CaptureGraph, named: tuple[Square, ...], crossed: bool
) -> tuple[Move, ...]:
    """The legal moves that a text can mean; as soon as it names every landing there is only one."""
    start, *path = named
    if graph.count_required() == 0:
        return tuple(m for m in quiet_moves(position) if m.start == start and [m.end] == path and not crossed)
    by_landings = _reached(graph, start, path, by_landing=True, best=True)
    if by_landings:
        return tuple(m for m in captures(graph) if m.start == start and (m.end, m.taken) in by_landings)
    by_taken = _reached(graph, start, path, by_landing=False, best=True) if crossed else set()
    return tuple(
        m for m in captures(graph) if m.start == start and ([m.end] == path or (m.end, m.taken) in by_taken)
    )


def _reached(
    graph: core.CaptureGraph, start: Square, path: list[Square], *, by_landing: bool, best: bool
) -> set[tuple[Square, int]]:
    """Ends (square, pieces taken) of the jumps whose landings, or else whose victims, are `path`.

    With `best` only whole moves that take the most count, otherwise any jumps that are possible one after the other.
    """
    here = {(square, node) for square, node in graph.starts() if square == start}
    gain = graph.count_required()
    for wanted in path:
        gain -= 1
        here = {
            (landing, reached)
            for _, node in here
            for landing, taken, reached in graph.jumps(node)
            if (landing if by_landing else taken) == wanted and (not best or graph.facts(reached)[0] == gain)
        }
    return {(square, graph.facts(node)[3]) for square, node in here if not best or gain == 0}


def _explain(position: Position, graph: core.CaptureGraph, named: tuple[Square, ...], crossed: bool) -> Refusal:
    """Why no legal move is written like that: above all, whether only the duty to capture forbids it."""
    start, *path = named
    if not position.pieces(position.turn) >> start & 1:
        return Refusal(RefusalCode.ILLEGAL, f"No {position.turn} piece stands on {square_name(start)}.")
    required = graph.count_required()
    quiet = len(path) == 1 and not crossed and (start, path[0]) in core.quiet_moves(*position.boards)
    reached = _reached(graph, start, path, by_landing=True, best=False)
    if crossed:
        reached |= _reached(graph, start, path, by_landing=False, best=False)
    if required and (quiet or reached):
        count = "1 piece" if required == 1 else f"{required} pieces"
        return Refusal(RefusalCode.MUST_CAPTURE, f"A capture is due, and it must take {count}.")
    sign = "x" if crossed or len(path) > 1 else "-"
    return Refusal(RefusalCode.ILLEGAL, f"{sign.join(map(square_name, named))} is not a legal move.")
