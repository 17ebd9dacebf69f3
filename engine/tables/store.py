"""Where table files lie, what they are called, and for which rule sets there are any."""

from __future__ import annotations

from pathlib import Path

from engine.rulesets import CLASSIC, FEDERATION, Crowning, Ending, RuleSet
from engine.tables.codes import DISTANCES, DRAWN, DRAWN_IF_QUIET, PLAYED
from engine.tables.files import TableError, TableFile
from engine.tables.flat import Flat
from engine.tables.material import Pair

SHIPPED = Path(__file__).parent.parent / "data" / "tables"
BUILT_FOR = (CLASSIC, FEDERATION)
_ENDINGS = {Ending.PLAY_ON: PLAYED, Ending.DRAW: DRAWN, Ending.DRAW_UNLESS_CAPTURE: DRAWN_IF_QUIET}


def table_rules(rules: RuleSet) -> RuleSet | None:
    """The rule set whose tables hold for this one, None if none do.

    Tables know only the rules of moving and of endings by material, so `club` may use those of `federation`. Counters
    (repetition, no progress) are in no table.
    """
    return next((built for built in BUILT_FOR if _known_rules(built) == _known_rules(rules)), None)


def _known_rules(rules: RuleSet) -> tuple[Crowning, Ending, Ending, Ending]:
    return rules.crowning, rules.king_v_king, rules.king_v_man, rules.man_v_man


def ending(rules: RuleSet, pair: Pair) -> int:
    """What becomes of the pair when it is one piece each, as codes.py has it."""
    if pair.pieces != 2:
        return PLAYED
    return _ENDINGS[(rules.man_v_man, rules.king_v_man, rules.king_v_king)[pair.first.kings + pair.second.kings]]


def file_name(rules: RuleSet, pair: Pair, kind: int) -> str:
    """The name of a table file."""
    return f"{rules.name}-{pair}.{'distances' if kind == DISTANCES else 'results'}"


def open_table(folder: Path, rules: RuleSet, pair: Pair, kind: int, shapes: Flat) -> TableFile | None:
    """The table file in a folder, None if there is none; TableError if it is damaged or something else."""
    path = folder / file_name(rules, pair, kind)
    if not path.exists():
        return None
    file = TableFile(path, rules.name, str(pair), tuple(shapes.count_entries(slot) for slot in pair.slots))
    if file.header.kind != kind:
        raise TableError(path, "it holds another kind of table than its name says")
    return file
