"""The sentences that only a browser gets: what was wrong with a request, and what the page says before any script."""

from collections.abc import Mapping

from hall.actions import Refused
from hall.locales import Translator, direction, noop, translator
from hall.texts import refusal_text

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

PAGE: Mapping[str, str] = {
    "title": noop("Dama: Turkish draughts"),
    "description": noop("Turkish draughts: play the computer, a friend by a link, or two on one device."),
    "noscript": noop("Dama needs JavaScript. Please allow it in your browser's settings and load the page again."),
}


def page_words(language: str) -> dict[str, str]:
    """What the page says in one of our languages before its script runs, and in which direction it is written."""
    texts = translator(language)
    return {"lang": language, "dir": direction(language)} | {name: texts.gettext(text) for name, text in PAGE.items()}


def error_text(code: str, texts: Translator, reason: str = "") -> str:
    """The sentence for an error of the wire, or for a refusal of the hall that answers no action.

    `reason` is what the reader of frames found, in English.
    """
    if code not in ERRORS:
        return refusal_text(Refused(code), texts)
    text = texts.gettext(ERRORS[code])
    return text % {"reason": reason} if code == "malformed" else text
