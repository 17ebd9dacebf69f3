"""The one sentence for everything the hall refuses, the same in the browser and in the chat."""

from collections.abc import Callable, Mapping

from engine.refusal import RefusalCode
from hall.actions import Code, Refused
from hall.locales import Translator


def N_(message: str) -> str:  # noqa: N802 - the name gettext's tools look for
    """Mark a sentence for the catalogue; it is translated when it is said."""
    return message


SENTENCES: Mapping[str, str] = {
    RefusalCode.NOT_A_MOVE: N_("This cannot be read as a move. Write it like d3-d4, or d4xd6 for a capture."),
    RefusalCode.ILLEGAL: N_("This move is not possible in this position."),
    RefusalCode.AMBIGUOUS: N_("Several moves can be meant. Choose one of them."),
    RefusalCode.NOT_YOUR_TURN: N_("It is not your turn."),
    RefusalCode.GAME_OVER: N_("This game is over."),
    RefusalCode.NOT_ALLOWED: N_("This is not allowed here."),
    RefusalCode.TOO_MANY_OFFERS: N_("You have used up your draw offers in this game."),
    RefusalCode.NOTHING_TO_TAKE_BACK: N_("There is no move to take back yet."),
    Code.NO_SUCH_TABLE: N_("There is no such table. The link may be incomplete."),
    Code.NOT_YOUR_SEAT: N_("You are watching this table; only its players can do this."),
    Code.SEAT_TAKEN: N_("This seat has just been taken."),
    Code.TABLE_FULL: N_("Both seats are taken. You are welcome to watch."),
    Code.ALREADY_SEATED: N_("You are sitting at this table already. Send the link to somebody else."),
    Code.NOT_OPEN: N_("This table is closed. Open a new one to play."),
    Code.NOT_STARTED: N_("The game begins as soon as somebody sits down."),
    Code.FINISHED: N_("This game is over."),
    Code.NOT_FINISHED: N_("The game is still going on."),
    Code.STALE: N_("The game has moved on. This is how it stands now."),
    Code.NO_OFFER: N_("There is no offer to answer any more."),
    Code.ALREADY_ASKED: N_("You have asked already. Wait for the answer."),
    Code.RATED_NO_TAKEBACK: N_("Moves cannot be taken back in a rated game."),
    Code.TOO_LATE_TO_ABORT: N_("Both sides have moved: the game can be resigned, but no longer called off."),
    Code.CANNOT_BE_RATED: N_("Rated games are for two Telegram accounts, under the classic or the federation rules."),
    Code.UNKNOWN_RULES: N_("There is no rule set of this name."),
    Code.BAD_TIME: N_("This time control is not offered."),
    Code.BAD_LEVEL: N_("The computer plays at levels 1 to 8."),
    Code.BAD_OP: N_("Something went wrong with this request. Please try it again."),
    Code.STORE_DOWN: N_("The connection to the tables is being restored. Please try again in a moment."),
}


def _must_capture(count: int, translator: Translator) -> str:
    return translator.ngettext("You must take a piece.", "You must take %(count)d pieces.", count) % {"count": count}


def _too_soon(count: int, translator: Translator) -> str:
    return translator.ngettext(
        "You may offer a draw again after your next move.",
        "You may offer a draw again after %(count)d more moves of yours.",
        count,
    ) % {"count": count}


def _too_many(count: int, translator: Translator) -> str:
    return translator.ngettext(
        "You have %(count)d table open already. Finish or close it before you open another.",
        "You have %(count)d tables open already. Finish or close one before you open another.",
        count,
    ) % {"count": count}


COUNTED: Mapping[str, Callable[[int, Translator], str]] = {
    RefusalCode.MUST_CAPTURE: _must_capture,
    Code.OFFER_TOO_SOON: _too_soon,
    Code.TOO_MANY_TABLES: _too_many,
}


def refusal_text(refused: Refused, translator: Translator) -> str:
    """The sentence, translated, that says what was wrong and what can be done."""
    if (say := COUNTED.get(refused.code)) is not None:
        return say(refused.details.get("count", 1), translator)
    return translator.gettext(SENTENCES[refused.code])
