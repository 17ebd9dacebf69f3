"""Named configurations of the search: what positions are worth and which features are on, as data.

A configuration that was once in use stays, so that its successors can be measured against it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import log
from types import MappingProxyType

RANKS = 8
FEW = 32  # depths and places that are told apart, as in engine.core_tree
LEAST_DEPTH = 3  # of a search that may be shorter


@dataclass(frozen=True)
class Configuration:
    """Weights by name, in hundredths of a man, as engine.core_search reads them.

    `man`, `king`: material. `advance`: a man's worth above `man` by its rank, seen from its own side (8 values).
    `runner`: for a man that no enemy man can stop, for each rank it has come; only against a side without kings.
    `ready`: for a man one step from a free promotion square. `trade`: how much more a lead weighs on an emptier board,
    in 4096ths for each empty square. `tempo`: for being on move. `contempt`: how little the searching side likes a
    draw. `one_reply`: a single legal move costs no depth up to so many quarters of the depth; 0 turns that off.
    """

    name: str
    weights: Mapping[str, int]
    advance: tuple[int, ...]


Pair = tuple[int, int]


@dataclass(frozen=True)
class StrongConfiguration:
    """Features and values as engine.core_strong reads them.

    `features`: `contempt` and `one_reply` as above; `window`: half the width of the first search around the last
    score; `late`, `very_late`, `steep`: see `shorter`; `futility`: a
    position so much above the window for each ply of depth is left alone, up to the depth `shallow`; `prob_cut`: a
    search four plies shallower that is so much above the window settles a position. 0 turns a feature off.
    `terms`: the values of the terms of engine.core_values in their order, for the full and for the empty board, in
    hundredths of a man. `weights`: the file that terms and patterns come from; these terms stand in for it when it
    cannot be used. `tables`: whether it asks the endgame tables.
    """

    name: str
    features: Mapping[str, int]
    terms: tuple[Pair, ...]
    weights: str | None = None
    tables: bool = True


# A king is worth 3.4 men, and advance counts the more the farther a man has come.
FIRST = Configuration(
    name="first",
    weights=MappingProxyType(
        {
            "man": 100,
            "king": 340,
            "runner": 3,
            "ready": 25,
            "trade": 20,
            "tempo": 2,
            "contempt": 3,
            "one_reply": 8,
        }
    ),
    advance=(0, 0, 3, 7, 13, 22, 36, 0),
)

FEATURES: Mapping[str, int] = MappingProxyType(
    {
        "contempt": 3,
        "one_reply": 8,
        "window": 25,
        "late": 2,
        "very_late": 5,
        "steep": 120,
        "futility": 60,
        "shallow": 3,
        "prob_cut": 60,
    }
)
# Convex advance, free promotion squares, mobility and blocked men, and, by the two columns, trading down when ahead.
HAND_TERMS: tuple[Pair, ...] = (
    (116, 131),  # men
    (393, 446),  # kings
    (0, 40),  # any king
    (0, 0),  # men by their rank: the second …
    (3, 3),
    (7, 7),
    (13, 13),
    (22, 22),
    (36, 36),  # … the seventh
    (3, 3),  # runners by their rank
    (6, 6),
    (9, 9),
    (12, 12),
    (15, 15),
    (18, 18),
    (25, 25),  # men before a free promotion square
    (2, 2),  # steps forward
    (1, 1),  # steps sideways
    (-4, -4),  # men without a step
    (0, 0),  # men on the edges
    (0, 0),  # kings against men only
    (5, 5),  # runners against a king
    (2, 2),  # being on move
    (0, 0),  # any man that enemy men could take
    (0, 0),  # every such man
)
HAND = StrongConfiguration("hand", FEATURES, HAND_TERMS)
STRONG = StrongConfiguration("strong", FEATURES, HAND_TERMS, weights="weights.bin")

CONFIGURATIONS: Mapping[str, Configuration | StrongConfiguration] = MappingProxyType(
    {one.name: one for one in (FIRST, HAND, STRONG)}
)


class UnknownConfiguration(ValueError):  # noqa: N818 - named like UnknownRuleSet
    """No configuration has this name."""


@cache
def find_configuration(name: str) -> Configuration | StrongConfiguration:
    """The configuration of this name; UnknownConfiguration if there is none.

    `NAME,feature=value,...` is a strong configuration with other features, `file:PATH` has the values of another
    weights file; both are for experiments.
    """
    base, *changes = name.split(",")
    kind, _, path = base.partition(":")
    found = replace(STRONG, name=base, weights=path) if kind == "file" and path else CONFIGURATIONS.get(base)
    if found is None:
        raise UnknownConfiguration(f"no configuration is called {base!r}; there are {', '.join(CONFIGURATIONS)}")
    if not changes:
        return found
    if isinstance(found, Configuration):
        raise UnknownConfiguration(f"the features of {base!r} cannot be changed")
    return replace(found, name=name, features={**found.features, **_changes(found, changes)})


def _changes(configuration: StrongConfiguration, changes: Sequence[str]) -> dict[str, int]:
    changed = {}
    for change in changes:
        feature, _, value = change.partition("=")
        if feature not in configuration.features or not value.isdecimal():
            known = ", ".join(configuration.features)
            raise UnknownConfiguration(f"{change!r} is not a feature and its value; the features are {known}")
        changed[feature] = int(value)
    return changed


@cache
def shorter(late: int, very_late: int, steep: int) -> tuple[int, ...]:
    """By how many plies the search of a quiet move is shorter, in rows of FEW by depth and columns by the move's place.

    From the `late`-th move on by one ply and more: the product of the logarithms of depth and place over `steep`
    hundredths; without `steep` by two plies from the `very_late`-th on. At least one ply stays.
    """

    def at(depth: int, place: int) -> int:
        if not late or place < late or depth < LEAST_DEPTH:
            return 0
        if not steep:
            return 2 if place >= very_late and depth >= LEAST_DEPTH + 2 else 1
        return min(max(1, int(100 * log(depth) * log(place + 1) / steep)), depth - 2)

    return tuple(at(depth, place) for depth in range(FEW) for place in range(FEW))


def packed(pair: Pair) -> int:
    """Both values of a pair in one number, as the core adds them up."""
    full, empty = pair
    return full + 65536 * empty
