"""The one sentence for everything the hall refuses, the same in the browser and in the chat."""

from collections.abc import Callable, Mapping

from engine.refusal import RefusalCode
from hall.actions import Code, Refused
from hall.locales import Translator, noop

SENTENCES: Mapping[str, str] = {
    RefusalCode.NOT_A_MOVE: noop("This cannot be read as a move. Write it like d3-d4, or d4xd6 for a capture."),
    RefusalCode.ILLEGAL: noop("This move is not possible in this position."),
    RefusalCode.AMBIGUOUS: noop("Several moves can be meant. Choose one of them."),
    RefusalCode.NOT_YOUR_TURN: noop("It is not your turn."),
    RefusalCode.GAME_OVER: noop("This game is over."),
    RefusalCode.NOT_ALLOWED: noop("This is not allowed here."),
    RefusalCode.TOO_MANY_OFFERS: noop("You have used up your draw offers in this game."),
    RefusalCode.NOTHING_TO_TAKE_BACK: noop("There is no move to take back yet."),
    Code.NO_SUCH_TABLE: noop("There is no such table. The link may be incomplete."),
    Code.NOT_YOUR_SEAT: noop("You are watching this table; only its players can do this."),
    Code.SEAT_TAKEN: noop("This seat has just been taken."),
    Code.TABLE_FULL: noop("Both seats are taken. You are welcome to watch."),
    Code.ALREADY_SEATED: noop("You are sitting at this table already. Send the link to somebody else."),
    Code.NOT_OPEN: noop("This table is closed. Open a new one to play."),
    Code.NOT_STARTED: noop("The game begins as soon as somebody sits down."),
    Code.FINISHED: noop("This game is over."),
    Code.NOT_FINISHED: noop("The game is still going on."),
    Code.STALE: noop("The game has moved on. This is how it stands now."),
    Code.NO_OFFER: noop("There is no offer to answer any more."),
    Code.ALREADY_ASKED: noop("You have asked already. Wait for the answer."),
    Code.NOT_ABANDONED: noop("A game can be claimed when the other side has not moved for 14 days, and has no clock."),
    Code.RATED_NO_TAKEBACK: noop("Moves cannot be taken back in a rated game."),
    Code.TOO_LATE_TO_ABORT: noop("Both sides have moved: the game can be resigned, but no longer called off."),
    Code.CANNOT_BE_RATED: noop("Rated games are for two Telegram accounts, under the classic or the federation rules."),
    Code.UNKNOWN_RULES: noop("There is no rule set of this name."),
    Code.BAD_TIME: noop(
        "This time control is not offered. Choose a clock of 30 seconds to 3 hours a side, with at most 3 minutes more "
        "for each move, or 1, 2, 3 or 7 days for each move."
    ),
    Code.BAD_LEVEL: noop("The computer plays at levels 1 to 8."),
    Code.BANNED: noop(
        "You have been excluded: you can watch, and give up your games, but no longer play. If that is a mistake, ask "
        "whoever runs this place."
    ),
    Code.BLOCKED: noop("You two cannot play each other. Choose another opponent."),
    Code.TOO_MANY_BLOCKS: noop("Your list of blocked players is full. Unblock somebody first."),
    Code.TOO_MANY_REPORTS: noop("You have sent as many reports as one day allows. Please try again tomorrow."),
    Code.TOO_MANY_REACTIONS: noop("Not so fast. Wait a few seconds before the next reaction."),
    Code.UNKNOWN_REACTION: noop("There is no such reaction. Choose one of those shown."),
    Code.UNKNOWN_LANGUAGE: noop("There are no texts in this language yet. Choose one of those shown."),
    Code.BAD_LINK: noop("This link has been used already, or is older than ten minutes. Ask the bot for a new one."),
    Code.BAD_OP: noop("Something went wrong with this request. Please try it again."),
    Code.STORE_DOWN: noop("The connection to the tables is being restored. Please try again in a moment."),
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
