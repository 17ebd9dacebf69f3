"""What a game brought, in sentences, the same in the browser and in the chat."""

from collections.abc import Mapping

from hall.locales import Translator, noop
from hall.model import Paid
from hall.rewards import LONG_BOARD

BADGES: Mapping[str, str] = {LONG_BOARD: noop("The Long Board")}


def badge_name(badge: str, translator: Translator) -> str:
    """The name of a badge."""
    return translator.gettext(BADGES[badge])


def reward_lines(paid: Paid, translator: Translator) -> list[str]:
    """What the player got, a sentence each: candy, points, rating, badge; none where the game brought nothing."""
    lines = [_candy_line(paid, translator), _points_line(paid, translator), _rating_line(paid, translator)]
    if paid.badge:
        badge = badge_name(LONG_BOARD, translator)
        lines.append(translator.gettext("You have won the badge \u201c%(badge)s\u201d.") % {"badge": badge})
    return [line for line in lines if line]


def _candy_line(paid: Paid, t: Translator) -> str:
    if paid.candy == 0:
        return ""
    got = t.ngettext("You get %(count)d candy.", "You get %(count)d candies.", paid.candy) % {"count": paid.candy}
    if paid.left == 0:
        return f"{got} {t.gettext('That was all the candy for today.')}"
    return got


def _points_line(paid: Paid, t: Translator) -> str:
    if paid.points == 0:
        return ""
    sentence = t.ngettext("%(count)d point for the ladder.", "%(count)d points for the ladder.", paid.points)
    return sentence % {"count": paid.points}


def _rating_line(paid: Paid, t: Translator) -> str:
    if paid.before is None or paid.after is None:
        return ""
    change = f"{paid.after - paid.before:+d}".replace("-", "\u2212")
    sentence = t.gettext("Your rating: %(rating)d (%(change)s).")
    return sentence % {"rating": paid.after, "change": f"\u2066{change}\u2069"}
