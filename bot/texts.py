"""The sentences of the bot, as HTML. Names are escaped and isolated: they change neither tags nor directions."""

from collections.abc import Mapping
from html import escape

from engine.board import Move, Position, Side
from hall.locales import Translator
from hall.model import Computer, PlayerId, Seat, Table, Terms, is_player
from hall.phrases import VERDICTS, reason_text, rules_name, time_name

FIRST_STRONG, LEFT_TO_RIGHT, POP = "\u2068", "\u2066", "\u2069"
SIGN: Mapping[Side, str] = {Side.WHITE: "\u26aa", Side.BLACK: "\u26ab"}

def isolated(name: str) -> str:
    """Somebody's name, safe in HTML and in a sentence of any direction."""
    return f"{FIRST_STRONG}{escape(name, quote=False)}{POP}"


def notation(text: str) -> str:
    """A move or a square, left to right in a sentence of any direction."""
    return f"{LEFT_TO_RIGHT}{text}{POP}"


def in_private(command: str, t: Translator) -> str:
    """What a group is told that tries what belongs into a private chat."""
    return t.gettext("Write %(command)s to me in private.") % {"command": notation(command)}


def board_text(position: Position, *, turned: bool) -> str:
    """The board in letters of equal width: o and O are White's men and kings, x and X Black's, dots empty squares."""
    order = range(8) if turned else range(7, -1, -1)
    files = range(7, -1, -1) if turned else range(8)
    lines = [f"{rank + 1} {' '.join(_letter(position, 8 * rank + file) for file in files)}" for rank in order]
    names = " ".join("abcdefgh"[file] for file in files)
    return f"<pre>{LEFT_TO_RIGHT}" + f"\n{LEFT_TO_RIGHT}".join([*lines, f"  {names}"]) + "</pre>"


def _letter(position: Position, square: int) -> str:
    piece = position.piece_at(square)
    if piece is None:
        return "\u00b7"
    letter = "o" if piece.side is Side.WHITE else "x"
    return letter.upper() if piece.king else letter


def seat_name(seat: Seat | None, t: Translator) -> str:
    """Who sits there."""
    if isinstance(seat, Computer):
        return t.gettext("Computer, level %(level)d") % {"level": seat.level}
    return isolated(seat.name) if seat is not None else t.gettext("a free seat")


def player_line(table: Table, reader: PlayerId | None, t: Translator) -> str:
    """Both players with the signs of their sides; the reader is called `You`."""
    return "  ".join(f"{SIGN[side]} {_called(table, side, reader, t)}" for side in Side)


def _called(table: Table, side: Side, reader: PlayerId | None, t: Translator) -> str:
    seat = table.seat(side)
    if table.terms.one_device:
        return t.gettext("White") if side is Side.WHITE else t.gettext("Black")
    if is_player(seat) and seat.id == reader:
        return t.gettext("You")
    return seat_name(seat, t)


def terms_line(terms: Terms, t: Translator) -> str:
    """Rule set, clock, and whether it counts."""
    rated = t.gettext("rated") if terms.rated else t.gettext("friendly")
    return f"{rules_name(terms.rules, t)} \u00b7 {time_name(terms.time, t)} \u00b7 {rated}"


def last_move_line(table: Table, reader: PlayerId | None, t: Translator) -> str:
    """What the last move was; empty before the first."""
    if not table.game.moves:
        return ""
    move, side = table.game.moves[-1], table.game.turn.other
    seat = table.seat(side)
    if table.terms.one_device:
        who = t.gettext("White: %(move)s") if side is Side.WHITE else t.gettext("Black: %(move)s")
        return who % {"move": _written(move)}
    if is_player(seat) and seat.id == reader:
        return t.gettext("You played %(move)s.") % {"move": _written(move)}
    return t.gettext("%(name)s played %(move)s.") % {"name": seat_name(seat, t), "move": _written(move)}


def _written(move: Move) -> str:
    return f"<b>{notation(str(move))}</b>"


def clock_line(table: Table, t: Translator) -> str:
    """Both clocks as they stood at the last move; empty in an untimed game."""
    if table.clock is None:
        return ""
    times = (f"{SIGN[side]}\u00a0{notation(_minutes(ms))}" for side, ms in _times(table))
    return t.gettext("Time at the last move: %(times)s") % {"times": "  ".join(times)}


def _times(table: Table) -> list[tuple[Side, int]]:
    assert table.clock is not None  # noqa: S101 - only asked for tables with a clock
    return [(Side.WHITE, table.clock.white_ms), (Side.BLACK, table.clock.black_ms)]


def _minutes(milliseconds: int) -> str:
    minutes, seconds = divmod(max(0, milliseconds) // 1000, 60)
    return f"{minutes}:{seconds:02}"


def duty_line(required: int, t: Translator) -> str:
    """What is wanted of the side on move."""
    if not required:
        return t.gettext("Choose a piece, or type a move like %(example)s.") % {"example": notation("d3-d4")}
    count = {"count": required}
    return t.ngettext("You must take %(count)d piece.", "You must take %(count)d pieces.", required) % count


def result_line(table: Table, reader: PlayerId | None, t: Translator) -> str:
    """Who won and why."""
    outcome = table.game.outcome
    if outcome is None:
        return t.gettext("The game was called off.")
    return f"<b>{_verdict(table, outcome.winner, reader, t)}</b> {reason_text(outcome, t)}"


def _verdict(table: Table, winner: Side | None, reader: PlayerId | None, t: Translator) -> str:
    if winner is None:
        return t.gettext(VERDICTS[None])
    sides = table.sides_of(reader) if reader is not None else ()
    if len(sides) == 1:
        return t.gettext("You won!") if winner in sides else t.gettext("You lost.")
    if table.terms.one_device:
        return t.gettext(VERDICTS[winner])
    return t.gettext("%(name)s wins.") % {"name": seat_name(table.seat(winner), t)}
