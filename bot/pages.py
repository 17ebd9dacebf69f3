"""Longer texts: help, the rules in short, privacy, leaderboards."""

from collections.abc import Sequence
from html import escape

from bot.texts import isolated
from hall.lessons import CHAPTERS, chapter, sentences
from hall.locales import Translator
from hall.standings import Row


def help_text(t: Translator) -> str:
    """What can be done here."""
    return "\n".join(
        (
            t.gettext("<b>/play</b> \u2013 the computer, a friend by a link, or two on one device."),
            t.gettext("<b>/play</b> in a group \u2013 a card that anybody there can answer."),
            t.gettext("<b>/play @name</b> in a group, or as a reply \u2013 an invitation for one person."),
            t.gettext("<b>/new</b> \u2013 a game on your own terms, for example: /new 5+3 federation white"),
            t.gettext("<b>/games</b> \u2013 your running games. <b>/board</b> shows the board again."),
            t.gettext("<b>/resign</b>, <b>/draw</b> \u2013 give up, or offer a draw."),
            t.gettext("<b>/rules</b> \u2013 the rules in short. <b>/top</b> \u2013 the leaders."),
            t.gettext("<b>/settings</b>, <b>/language</b> \u2013 as you like it."),
            t.gettext("<b>/browser</b> \u2013 play in your browser under your own name."),
            t.gettext("<b>/privacy</b>, <b>/forget</b> \u2013 what I know about you, and how to delete it."),
            "",
            t.gettext("Play with the buttons under the board: first the piece, then where it goes."),
            t.gettext("You can also type a move, like d3-d4, or d4xd6 for a capture."),
        )
    )


def rules_text(t: Translator) -> str:
    """The classic rules on half a screen."""
    return "\n".join(
        (
            t.gettext("<b>Dama in short</b>"),
            t.gettext("\u2022 16 men a side on all squares of two ranks. White begins."),
            t.gettext("\u2022 A man steps one square forward or sideways: never backward, never diagonally."),
            t.gettext("\u2022 It takes a piece in front of it or beside it by jumping over it, and goes on jumping."),
            t.gettext("\u2022 Taking is a must, and you must take as many as you can."),
            t.gettext("\u2022 A taken piece leaves the board at once. No turning back on the spot between two jumps."),
            t.gettext("\u2022 On the far rank a man becomes a dama, which moves and takes along the whole line."),
            t.gettext("\u2022 Who has no piece or no move left loses."),
            "",
            *(f"<code>/rules {each.name}</code> \u2013 {escape(t.gettext(each.title))}" for each in CHAPTERS[1:]),
        )
    )


def chapter_text(name: str, t: Translator) -> str | None:
    """A chapter of the lessons, without its boards; None if there is none, or nothing but boards in it."""
    found = chapter(name)
    told = [escape(text, quote=False) for text in sentences(found, t)] if found else []
    return "\n\n".join((f"<b>{escape(t.gettext(found.title))}</b>", *told)) if found and told else None


def privacy_text(t: Translator) -> str:
    """What is known about somebody, and what is not."""
    return "\n".join(
        (
            t.gettext("<b>What I keep</b>"),
            t.gettext("\u2022 Your Telegram number, first name and language, and what you set in /settings."),
            t.gettext("\u2022 Your games, and the candy, points and ratings they brought."),
            t.gettext("\u2022 Which of my messages show which game."),
            t.gettext("I keep nothing of what you write, except moves. No ads, no trackers, nothing goes to others."),
            t.gettext("/forget deletes what you have. Finished games stay for those who played against you."),
        )
    )


def top_text(rows: Sequence[Row], own: Row | None, t: Translator, *, group: bool) -> str:
    """A leaderboard and, below it, the reader's own line if it is not among the first."""
    title = t.gettext("<b>The leaders of this group</b>") if group else t.gettext("<b>The leaders of all time</b>")
    if not rows:
        return f"{title}\n{t.gettext('Nobody has points yet. Rated games between two Telegram accounts bring them.')}"
    lines = [_line(row, t) for row in rows]
    if own is not None and all(row.player != own.player for row in rows):
        lines += ["\u2026", _line(own, t)]
    return "\n".join([title, *lines])


def _line(row: Row, t: Translator) -> str:
    points = t.ngettext("%(count)d point", "%(count)d points", row.points) % {"count": row.points}
    return f"{row.place}. {isolated(row.name or '?')} \u2013 {points}"
