"""The sentences the server itself says in a browser: names of rule sets, verdicts, what was wrong with a request."""

from collections.abc import Mapping

from engine.board import Side
from engine.outcome import Outcome, Reason
from hall.actions import Refused
from hall.locales import Translator, noop
from hall.texts import refusal_text

RULE_NAMES: Mapping[str, str] = {
    "classic": noop("Classic rules"),
    "federation": noop("Federation rules"),
    "club": noop("Club rules"),
    "crowned": noop("Crowned-at-once rules"),
    "levant": noop("Levant rules"),
}

VERDICTS: Mapping[Side | None, str] = {
    Side.WHITE: noop("White wins"),
    Side.BLACK: noop("Black wins"),
    None: noop("Draw"),
}

REASONS: Mapping[Reason, str] = {
    Reason.NO_PIECES: noop("all pieces are taken"),
    Reason.KING_AGAINST_KING: noop("king against king"),
    Reason.ONE_PIECE_EACH: noop("one piece each"),
    Reason.KING_AGAINST_MAN: noop("king against man"),
    Reason.BLOCKED: noop("no move is left"),
    Reason.REPETITION: noop("the same position for the third time"),
    Reason.NO_PROGRESS: noop("no progress for too long"),
    Reason.RESIGNATION: noop("resignation"),
    Reason.TIME: noop("time is out"),
    Reason.AGREEMENT: noop("by agreement"),
    Reason.ABANDONMENT: noop("the game was abandoned"),
}

ERRORS: Mapping[str, str] = {
    "malformed": noop("The server could not understand this request: %(reason)s"),
    "not_text": noop("The server reads text messages of at most 4 KB; this one was longer, or not text."),
    "too_fast": noop("That was faster than the server can follow. Please try it again in a moment."),
    "hello_first": noop("The connection has not been greeted yet. Please load the page again."),
    "hello_again": noop("This connection has been greeted already."),
    "bad_launch": noop("Telegram's sign-in has expired. Open the board from the chat again, or play as a guest."),
    "bad_token": noop("Your earlier sign-in is not valid any more. You are playing as a guest now."),
    "too_many_guests": noop("Too many new guests have come from this network. Please try again in an hour."),
    "too_many_sockets": noop("The board is open in too many places. Close one of them first."),
    "internal": noop("Something went wrong on the server. It has been written down; please try again."),
}


def rules_name(name: str, texts: Translator) -> str:
    """What people call a rule set."""
    return texts.gettext(RULE_NAMES[name])


def outcome_text(outcome: Outcome, texts: Translator) -> str:
    """Who won and why, in one short line."""
    words = {"verdict": texts.gettext(VERDICTS[outcome.winner]), "reason": texts.gettext(REASONS[outcome.reason])}
    # Translators: for example "White wins: resignation" or "Draw: by agreement".
    return texts.gettext("%(verdict)s: %(reason)s") % words


def error_text(code: str, texts: Translator, reason: str = "") -> str:
    """The sentence for an error of the wire, or for a refusal of the hall that answers no action.

    `reason` is what the reader of frames found, in English.
    """
    if code not in ERRORS:
        return refusal_text(Refused(code), texts)
    text = texts.gettext(ERRORS[code])
    return text % {"reason": reason} if code == "malformed" else text
