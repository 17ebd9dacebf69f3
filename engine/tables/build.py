"""Building tables into a folder, pair by pair, and packing what is built into the files that come with the package."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from engine.rulesets import RuleSet
from engine.tables import retro
from engine.tables.codes import DISTANCES, RESULTS
from engine.tables.files import PACKED, QUIET, Header, TableError, TableFile, pack_results, write_table
from engine.tables.flat import Flat
from engine.tables.material import Pair, leads_to, pairs
from engine.tables.store import ending, file_name, open_table
from engine.tables.survey import Survey

CHUNK = 1 << 16  # positions between two reports
SEEDING = 0.6  # the share of the work that the first look takes; of the rest nobody knows how many rounds it needs
FEW_ROUNDS = 20
COMPLETE_PIECES = 3  # up to here packed tables have every distance
BYTES_AN_ENTRY = 2  # while it is being built: a code and a count of moves
UNCOMPILED_PIECES = 3  # 3 take a minute uncompiled, 4 would take hours

Report = Callable[[RuleSet, Pair, float], None]  # which pair, how much of it is done: 0 … 1


class CannotBuildError(Exception):
    """Building was refused; the text says why."""


def wanted(pieces: int, names: Iterable[str] = ()) -> list[Pair]:
    """The pairs to build, in order: all up to so many pieces, or of so many those named and what they lead to."""
    largest, only = {str(pair): pair for pair in pairs(pieces)}, list(names)
    for name in only:
        if name not in largest:
            raise CannotBuildError(f"There is no pair of {pieces} pieces called {name!r}.")
    chosen = [largest[name] for name in only or largest]
    smaller = [pair for n in range(2, pieces) for pair in pairs(n)]
    return smaller + [pair for pair in largest.values() if any(leads_to(one, pair) for one in chosen)]


def build(folder: Path, rules: RuleSet, todo: Sequence[Pair], report: Report) -> None:
    """Build what is not there yet; every finished pair is a file, so a stopped build goes on where it was.

    TableError for a damaged file in the folder, CannotBuildError where it would take too long or too much memory,
    TooLongError from retro.
    """
    if not retro.COMPILED and any(pair.pieces > UNCOMPILED_PIECES for pair in todo):
        raise CannotBuildError(
            f"Tables of more than {UNCOMPILED_PIECES} pieces need the compiled core: ./dama run builds it."
        )
    folder.mkdir(parents=True, exist_ok=True)
    flat = Flat()
    for pair in todo:
        file = open_table(folder, rules, pair, DISTANCES, flat)
        if file is None:
            _solve(folder, rules, pair, flat, report)
            file = open_table(folder, rules, pair, DISTANCES, flat)
            assert file is not None  # noqa: S101 - just written
        report(rules, pair, 1.0)
        for section, slot in enumerate(pair.slots):
            flat.put(slot, DISTANCES, file.section(section))


def _solve(folder: Path, rules: RuleSet, pair: Pair, flat: Flat, report: Report) -> None:
    try:
        _solve_in_memory(folder, rules, pair, flat, report)
    except MemoryError as error:
        needed = BYTES_AN_ENTRY * sum(flat.count_entries(slot) for slot in pair.slots) / 1e6
        raise CannotBuildError(
            f"There is too little memory to build {rules.name} {pair}, which needs {needed:.0f} MB."
        ) from error


def _solve_in_memory(folder: Path, rules: RuleSet, pair: Pair, flat: Flat, report: Report) -> None:
    solver = retro.Solver(flat, pair.slots, ending(rules, pair))
    sections = range(len(pair.slots))
    entries = [flat.count_entries(slot) for slot in pair.slots]
    for section in sections:
        for at in range(0, entries[section], CHUNK):
            report(rules, pair, SEEDING * (sum(entries[:section]) + at) / sum(entries))
            solver.seed(section, at, min(at + CHUNK, entries[section]))
    code = 1
    while solver.spread(code):
        report(rules, pair, SEEDING + (1 - SEEDING) * code / (code + FEW_ROUNDS))
        code += 1
    solver.finish()
    header = Header(DISTANCES, 0, rules.name, str(pair), tuple(entries))
    write_table(folder / file_name(rules, pair, DISTANCES), header, [solver.codes(section) for section in sections])


def pack(source: Path, target: Path, rules: RuleSet, todo: Sequence[Pair], report: Report) -> None:
    """Write small files: up to three pieces all distances; beyond, all results, and distances where none can capture.

    TableError if a built table is damaged or missing.
    """
    target.mkdir(parents=True, exist_ok=True)
    flat = Flat()
    for pair in todo:
        report(rules, pair, 0.0)
        file = open_table(source, rules, pair, DISTANCES, flat)
        if file is None:
            raise TableError(source / file_name(rules, pair, DISTANCES), "it has not been built")
        _pack_pair(file, target, rules, pair, flat)
        report(rules, pair, 1.0)


def _pack_pair(file: TableFile, target: Path, rules: RuleSet, pair: Pair, flat: Flat) -> None:
    complete = pair.pieces <= COMPLETE_PIECES
    survey = Survey(flat, pair.slots, ending(rules, pair))
    sections = range(len(pair.slots))
    results = []
    for section in sections:
        survey.load(section, file.section(section))
        survey.thin(section, False)
        results.append(pack_results(survey.codes(section)))
        if not complete:
            survey.thin(section, True)
    names = rules.name, str(pair)
    header = Header(DISTANCES, PACKED if complete else PACKED | QUIET, *names, file.header.entries)
    codes = [survey.codes(section) for section in sections]
    write_table(target / file_name(rules, pair, DISTANCES), header, codes)
    if not complete:
        header = Header(RESULTS, PACKED, *names, file.header.entries)
        write_table(target / file_name(rules, pair, RESULTS), header, results)
