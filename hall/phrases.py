"""What both faces call things: rule sets, levels, who won and why. One place, so that they never differ."""

from collections.abc import Mapping

from engine.board import Side
from engine.clock import TimeControl
from engine.outcome import Outcome, Reason
from hall.locales import Translator, noop
from hall.model import Computer, PlayerId, Table

DAY_MS = 86_400_000

RULE_NAMES: Mapping[str, str] = {
    "classic": noop("Classic rules"),
    "federation": noop("Federation rules"),
    "club": noop("Club rules"),
    "crowned": noop("Crowned-at-once rules"),
    "levant": noop("Levant rules"),
}

LEVEL_NAMES: Mapping[int, str] = {
    1: noop("Level 1: a first try"),
    2: noop("Level 2: a beginner"),
    3: noop("Level 3: looks three moves ahead"),
    4: noop("Level 4: careful"),
    5: noop("Level 5: quick-witted"),
    6: noop("Level 6: experienced"),
    7: noop("Level 7: hard"),
    8: noop("Level 8: as strong as it gets"),
}

FIRST_GAMES = noop("One of your first games: the computer plays one level easier.")

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

VERDICTS: Mapping[Side | None, str] = {
    Side.WHITE: noop("White wins."),
    Side.BLACK: noop("Black wins."),
    None: noop("Draw."),
}


def rules_name(name: str, translator: Translator) -> str:
    """What people call a rule set."""
    return translator.gettext(RULE_NAMES[name])


def level_name(level: int, translator: Translator) -> str:
    """What people call a level of the computer."""
    return translator.gettext(LEVEL_NAMES[level])


def table_note(table: Table, player_id: PlayerId, translator: Translator) -> str | None:
    """What a player should know of a table beside its terms; None where there is nothing."""
    sides = table.sides_of(player_id)
    seat = table.seat(sides[0].other) if len(sides) == 1 else None
    return translator.gettext(FIRST_GAMES) if isinstance(seat, Computer) and seat.plays is not None else None


def reason_text(outcome: Outcome, translator: Translator) -> str:
    """Why a game is over, as a sentence."""
    return translator.gettext(REASONS[outcome.reason])


def outcome_text(outcome: Outcome, translator: Translator) -> str:
    """Who won and why, in two short sentences."""
    return f"{translator.gettext(VERDICTS[outcome.winner])} {reason_text(outcome, translator)}"


def time_name(time: TimeControl | None, translator: Translator) -> str:
    """A time control in few words, its numbers left to right in a sentence of any direction."""
    if time is None:
        return translator.gettext("no clock")
    if time.per_move:
        days = max(1, time.base_ms // DAY_MS)
        return translator.ngettext("%(count)d day a move", "%(count)d days a move", days) % {"count": days}
    minutes = f"{time.base_ms / 60_000:g}+{time.increment_ms // 1000}"
    return f"\u2066{minutes}\u2069"
