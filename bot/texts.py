"""The sentences of the bot, as HTML. Names are escaped and isolated: they change neither tags nor directions."""

from collections.abc import Mapping
from html import escape

from engine.board import Move, Side
from engine.outcome import Reason
from hall.locales import Translator, noop
from hall.model import Computer, PlayerId, Seat, Table, Terms, is_player

FIRST_STRONG, LEFT_TO_RIGHT, POP = "\u2068", "\u2066", "\u2069"
SIGN: Mapping[Side, str] = {Side.WHITE: "\u26aa", Side.BLACK: "\u26ab"}

RULES: Mapping[str, str] = {
    "classic": noop("Classic rules"),
    "federation": noop("Federation rules"),
    "club": noop("Club rules"),
    "crowned": noop("Crowned-at-once rules"),
    "levant": noop("Levant rules"),
}

LEVELS: Mapping[int, str] = {
    1: noop("Level 1: a first try"),
    2: noop("Level 2: a beginner"),
    3: noop("Level 3: looks three moves ahead"),
    4: noop("Level 4: careful"),
    5: noop("Level 5: quick-witted"),
    6: noop("Level 6: experienced"),
    7: noop("Level 7: hard"),
    8: noop("Level 8: as strong as it gets"),
}

REASONS: Mapping[Reason, str] = {
    Reason.NO_PIECES: noop("All pieces of one side are taken."),
    Reason.KING_AGAINST_KING: noop("King against king: nobody can win."),
    Reason.ONE_PIECE_EACH: noop("One piece each: a draw by these rules."),
    Reason.KING_AGAINST_MAN: noop("King against man: decided by these rules."),
    Reason.BLOCKED: noop("The side on move has no move left."),
    Reason.REPETITION: noop("The same position came up for the third time."),
    Reason.NO_PROGRESS: noop("Too many moves without progress."),
    Reason.RESIGNATION: noop("By resignation."),
    Reason.TIME: noop("The time ran out."),
    Reason.AGREEMENT: noop("Both agreed to a draw."),
    Reason.ABANDONMENT: noop("The game was abandoned."),
}


def isolated(name: str) -> str:
    """Somebody's name, safe in HTML and in a sentence of any direction."""
    return f"{FIRST_STRONG}{escape(name, quote=False)}{POP}"


def notation(text: str) -> str:
    """A move or a square, left to right in a sentence of any direction."""
    return f"{LEFT_TO_RIGHT}{text}{POP}"


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
    clock = t.gettext("no clock")
    if terms.time is not None:
        clock = notation(f"{terms.time.base_ms // 60_000}+{terms.time.increment_ms // 1000}")
    rated = t.gettext("rated") if terms.rated else t.gettext("friendly")
    return f"{t.gettext(RULES[terms.rules])} \u00b7 {clock} \u00b7 {rated}"


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
    times = (f"{SIGN[side]} {notation(_minutes(ms))}" for side, ms in _times(table))
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
    return f"<b>{_verdict(table, outcome.winner, reader, t)}</b> {t.gettext(REASONS[outcome.reason])}"


def _verdict(table: Table, winner: Side | None, reader: PlayerId | None, t: Translator) -> str:
    if winner is None:
        return t.gettext("Draw.")
    sides = table.sides_of(reader) if reader is not None else ()
    if len(sides) == 1:
        return t.gettext("You won!") if winner in sides else t.gettext("You lost.")
    if table.terms.one_device:
        return t.gettext("White wins.") if winner is Side.WHITE else t.gettext("Black wins.")
    return t.gettext("%(name)s wins.") % {"name": seat_name(table.seat(winner), t)}
