"""Checking tables against the referee: every value must be the best of what its position's moves lead to."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from engine.board import Position, Side
from engine.notation import format_fen
from engine.outcome import judge
from engine.rules import apply, legal_moves
from engine.rulesets import RuleSet
from engine.tables.build import CHUNK, Report
from engine.tables.codes import DISTANCES
from engine.tables.files import TableError
from engine.tables.flat import Flat
from engine.tables.material import Pair
from engine.tables.probe import Tables, Value, Verdict
from engine.tables.store import ending, file_name, open_table
from engine.tables.survey import Survey


class Mismatch(NamedTuple):
    """A position whose value is not the best of its successors."""

    rules: RuleSet
    position: Position
    found: Verdict | None
    expected: Verdict | None

    def __str__(self) -> str:
        return f"{self.rules.name} {format_fen(self.position)}: {self.found}, its moves say {self.expected}"


def expected(tables: Tables, position: Position, rules: RuleSet) -> Verdict | None:
    """The verdict that follows from the rules, where they end the game, or from the verdicts on what moves lead to."""
    outcome = judge(position, rules, no_progress=0, ply=0, occurrences=1)
    if outcome is not None:
        return Verdict(Value.DRAW, None) if outcome.winner is None else Verdict(Value.LOSS, 0)
    verdicts = []
    for move in legal_moves(position, rules):
        reached = apply(position, move, rules)
        known = tables.probe(reached, rules) if reached.pieces(reached.turn) else Verdict(Value.LOSS, 0)
        if known is None:
            return None
        verdicts.append(known.before())
    return max(verdicts, key=lambda verdict: verdict.rank)


def agrees(found: Verdict | None, wanted: Verdict | None) -> bool:
    """Whether two verdicts are the same; where one knows no distance only the values count."""
    if found is None or wanted is None:
        return False
    return found.value is wanted.value and (
        found.distance == wanted.distance or found.distance is None or wanted.distance is None
    )


def random_position(pair: Pair, section: int, chance: random.Random) -> Position:
    """A random position of a pair, with the first or second material to move, and with either side to move."""
    mine, theirs = (pair.first, pair.second) if section == 0 else (pair.second, pair.first)
    while True:
        places = [
            [1 << square for square in chance.sample(squares, n)]
            for squares, n in (
                (range(56), mine.men),
                (range(64), mine.kings),
                (range(8, 64), theirs.men),
                (range(64), theirs.kings),
            )
        ]
        mm, mk, om, ok = (sum(bits) for bits in places)
        if (mm | mk | om | ok).bit_count() == pair.pieces:
            position = Position(mm, mk, om, ok, Side.WHITE)
            return position if chance.random() < 0.5 else position.swapped()


def verify_samples(
    tables: Tables, rules: RuleSet, todo: Sequence[Pair], samples: int, report: Report, seed: int = 1
) -> int | Mismatch:
    """Check random positions of every table that is asked for; how many, or the first that is wrong."""
    chance, checked = random.Random(seed), 0
    for pair in todo:
        for section in range(len(pair.slots)):
            for _ in range(samples):
                position = random_position(pair, section, chance)
                found, wanted = tables.probe(position, rules), expected(tables, position, rules)
                if not agrees(found, wanted):
                    return Mismatch(rules, position, found, wanted)
                checked += 1
        report(rules, pair, 1.0)
    return checked


def verify_files(folder: Path, rules: RuleSet, todo: Sequence[Pair], report: Report) -> int | Mismatch:
    """Check every position of built tables, in compiled code; how many indices, or the first that is wrong."""
    flat, checked = Flat(), 0
    for pair in todo:
        file = open_table(folder, rules, pair, DISTANCES, flat)
        if file is None:
            raise TableError(folder / file_name(rules, pair, DISTANCES), "it has not been built")
        for section, slot in enumerate(pair.slots):
            flat.put(slot, DISTANCES, file.section(section))
        survey = Survey(flat, pair.slots, ending(rules, pair))
        for section, slot in enumerate(pair.slots):
            entries = flat.count_entries(slot)
            survey.load(section, file.section(section))
            for at in range(0, entries, CHUNK):
                report(rules, pair, at / entries * 0.99)
                wrong = survey.check(section, at, min(at + CHUNK, entries))
                if wrong >= 0:
                    mm, mk, om, ok = survey.boards(section, wrong)
                    position = Position(mm, mk, om, ok, Side.WHITE)
                    tables = Tables(folder, None)
                    return Mismatch(rules, position, tables.probe(position, rules), expected(tables, position, rules))
            checked += entries
        report(rules, pair, 1.0)
    return checked
