"""Named configurations of the search: what positions are worth and which features are on, as data.

A configuration that was once in use stays, so that its successors can be measured against it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

RANKS = 8


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

CONFIGURATIONS: Mapping[str, Configuration] = MappingProxyType({one.name: one for one in (FIRST,)})


class UnknownConfiguration(ValueError):  # noqa: N818 - named like UnknownRuleSet
    """No configuration has this name."""


def find_configuration(name: str) -> Configuration:
    """The configuration of this name; UnknownConfiguration if there is none."""
    try:
        return CONFIGURATIONS[name]
    except KeyError:
        known = ", ".join(CONFIGURATIONS)
        raise UnknownConfiguration(f"no configuration is called {name!r}; there are {known}") from None
