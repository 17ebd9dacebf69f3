"""What is written after /new: a clock, rules, a level, a side, in any order."""

from dataclasses import dataclass, replace

from bot.letters import CLOCKS, MINUTE, Wish
from engine.clock import TimeControl
from engine.rules import RULE_SETS

LONGEST = 100
NAMES = {
    f"{control.base_ms // MINUTE}+{control.increment_ms // 1000}": control
    for control in CLOCKS.values()
    if control is not None and not control.per_move
} | {
    f"{control.base_ms // 86_400_000}d": control
    for control in CLOCKS.values()
    if control is not None and control.per_move
}


@dataclass(frozen=True, slots=True)
class Wishes:
    """A game as it was wished. `level` 0: against a friend; `rated` None: nothing was said about it."""

    rules: str = "classic"
    time: TimeControl | None = None
    level: int = 0
    wish: Wish = Wish.RANDOM
    rated: bool | None = None
    device: bool = False


class UnknownWish(ValueError):  # noqa: N818 - the name says what it is
    """The word that could not be understood."""


def parse_wishes(text: str) -> Wishes:
    """The wishes in a text. Raises UnknownWish with the first word that is none."""
    wishes = Wishes()
    for word in text[:LONGEST].casefold().split():
        wishes = _with(wishes, word)
    return wishes


def _with(wishes: Wishes, word: str) -> Wishes:
    if word in NAMES:
        return replace(wishes, time=NAMES[word])
    if word in RULE_SETS:
        return replace(wishes, rules=word)
    if word in {"1", "2", "3", "4", "5", "6", "7", "8"}:
        return replace(wishes, level=int(word))
    if word in {"white", "black", "random"}:
        return replace(wishes, wish=Wish(word[0]))
    if word in {"rated", "friendly"}:
        return replace(wishes, rated=word == "rated")
    if word == "device":
        return replace(wishes, device=True)
    raise UnknownWish(word[:32])
