"""Real updates made strange: what bad networks, new versions of Telegram and bad people could send. Seeded."""

import copy
import random
from collections.abc import Iterator, Sequence
from typing import Any

from tests.telegram.world import Json

STRANGE_TEXTS = (
    "", " ", "\u202e\u0639\u0645\u0631", "<b>bold", "&amp;&lt;", "\U0001f600" * 60, "x" * 5000, "\x00\x07",
    "\u0130\u0131", "/play" * 30, "/start t_" + "A" * 60, "/start " + "t_" * 40, "/new " + "9" * 90,
    "/settings ../../../etc", "/play @", "/play @@@ 5+3", "d3xd5xd7xd9", "a1-a1", "%s%d%(name)s{0}", "@dama_test_bot",
    "\u2068\u2068\u2069", "-" * 64, "/PLAY@dama_test_bot", "/play@another_bot", "\U0001d7d9",
)  # fmt: skip
STRANGE_NUMBERS = (0, -1, 1, 2**31, 2**53 - 1, -(2**53), -1_000_000_000_000, 10**18, 777_000)
DATA_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:_-/+ \u00e9\u0661"


def mutated(corpus: Sequence[Json], number: int, seed: int) -> Iterator[Json]:
    """So many updates (without their numbers), each made of one of the corpus by one to three changes."""
    chance = random.Random(seed)
    for _ in range(number):
        update = copy.deepcopy(chance.choice(corpus))
        update.pop("update_id", None)
        for _ in range(chance.randint(1, 3)):
            _change(update, chance)
        yield update


def _change(update: Json, chance: random.Random) -> None:
    places = list(_places(update))
    if not places:
        return
    interesting = [place for place in places if place[1] in ("data", "text", "query", "first_name", "result_id")]
    holder, key = chance.choice(interesting if interesting and chance.random() < 0.5 else places)
    value = holder[key]
    if chance.random() < 0.12:
        del holder[key]
    elif isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = chance.choice((value + 1, value - 1, -value, *STRANGE_NUMBERS))
    elif isinstance(value, str):
        holder[key] = _strange(value, chance) if key in ("data", "query", "text") else chance.choice(STRANGE_TEXTS)
    else:
        holder[key] = chance.choice((None, [], {}, "a text", 7, [value], {"unknown": value}))


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a value in an update, with what holds it."""
    entries = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in entries:
        yield node, key
        yield from _places(value)


def _strange(text: str, chance: random.Random) -> str:
    """Another text, or this one with letters changed, lost, doubled or added."""
    if chance.random() < 0.3:
        return chance.choice(STRANGE_TEXTS)
    letters = list(text)
    for _ in range(chance.randint(1, 3)):
        at = chance.randint(0, len(letters))
        match chance.randrange(4):
            case 0 if at < len(letters):
                letters[at] = chance.choice(DATA_LETTERS)
            case 1 if at < len(letters):
                del letters[at]
            case 2:
                letters[at:at] = letters[max(0, at - 20) : at]
            case _:
                letters.insert(at, chance.choice(DATA_LETTERS))
    return "".join(letters)
