"""`python -m engine tables build|pack|verify|probe`: making, checking and asking endgame tables.

The last line of output is the answer. Bad input ends with exit status 2 and one sentence on standard error.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from engine.notation import FenError, parse_fen
from engine.rules import legal_moves
from engine.rulesets import CLASSIC, RuleSet, UnknownRuleSet, rule_set
from engine.tables.build import CannotBuildError, Report, build, pack, wanted
from engine.tables.codes import DISTANCES
from engine.tables.files import TableError
from engine.tables.material import MOST_PIECES, Pair
from engine.tables.probe import Tables, Value, Verdict
from engine.tables.retro import TooLongError
from engine.tables.store import BUILT_FOR, SHIPPED, file_name
from engine.tables.verify import Mismatch, verify_files, verify_samples

FOLDER = Path("data/tables")
BAR = 30


class BadInputError(ValueError):
    """What was asked makes no sense; its text is the one sentence to say so."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage lines."""

    def error(self, message: str) -> NoReturn:
        raise BadInputError(f"{self.prog}: {message}")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    try:
        options = _parser().parse_args(argv)
        status: int = options.run(options)
    except (BadInputError, UnknownRuleSet, FenError, TableError, CannotBuildError, TooLongError, OSError) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped; what is finished is kept, and the same command goes on from there.", file=sys.stderr)
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine tables", description="Endgame tables: build, pack, verify, probe.")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(run=run)
        added.add_argument("--folder", type=Path, metavar="DIR", help=f"the built tables (default: {FOLDER})")
        return added

    for name, run, text in (
        ("build", _build, "Build tables into the folder, going on where an earlier build was stopped."),
        ("pack", _pack, "Make the small files that come with the package out of built ones."),
        ("verify", _verify, "Check that values are the best of their successors."),
    ):
        one = command(name, run, text)
        one.add_argument("--rules", metavar="NAME", type=rule_set, help="the rule set (default: every one with tables)")
        one.add_argument("--pieces", type=int, choices=range(2, MOST_PIECES + 1), default=4, help="default: 4")
        if name == "build":
            one.add_argument("--only", nargs="+", default=(), metavar="PAIR", help="of the most pieces only these")
        if name == "pack":
            one.add_argument("--to", type=Path, default=SHIPPED, metavar="DIR", help="default: in the package")
        if name == "verify":
            one.add_argument("--samples", type=int, default=200, metavar="N", help="positions a table (default: 200)")
            one.add_argument("--all", action="store_true", help="every position of the built tables")
    one = command("probe", _probe, "Print every move with its value, then the value of the position.")
    one.add_argument("fen", metavar="FEN")
    one.add_argument("--rules", metavar="NAME", type=rule_set, default=CLASSIC, help="the rule set (default: classic)")
    return parser


def _rule_sets(options: argparse.Namespace) -> Sequence[RuleSet]:
    if options.rules is None:
        return BUILT_FOR
    if options.rules not in BUILT_FOR:
        raise BadInputError(f"There are no tables for {options.rules.name}, only for classic and federation.")
    return (options.rules,)


def _build(options: argparse.Namespace) -> int:
    begun, folder = time.perf_counter(), options.folder or FOLDER
    todo = wanted(options.pieces, options.only)
    for rules in _rule_sets(options):
        build(folder, rules, todo, progress(todo))
    size = sum((folder / file_name(r, pair, DISTANCES)).stat().st_size for r in _rule_sets(options) for pair in todo)
    print(f"{folder}: {size / 1e6:.1f} MB, {time.perf_counter() - begun:.1f} s")
    return 0


def _pack(options: argparse.Namespace) -> int:
    todo = wanted(options.pieces)
    for rules in _rule_sets(options):
        pack(options.folder or FOLDER, options.to, rules, todo, progress(todo))
    size = sum(path.stat().st_size for path in options.to.iterdir())
    print(f"{options.to}: {size / 1e6:.1f} MB")
    return 0


def _verify(options: argparse.Namespace) -> int:
    todo, checked = wanted(options.pieces), 0
    for rules in _rule_sets(options):
        if options.all:
            found = verify_files(options.folder or FOLDER, rules, todo, progress(todo))
        else:
            found = verify_samples(Tables(options.folder), rules, todo, options.samples, progress(todo))
        if isinstance(found, Mismatch):
            print(found)
            return 1
        checked += found
    print(f"{checked} positions checked, no errors")
    return 0


def _probe(options: argparse.Namespace) -> int:
    position = parse_fen(options.fen)
    tables = Tables(options.folder)
    answer = tables.probe(position, options.rules)
    if answer is None:
        raise BadInputError(f"No table knows this position under {options.rules.name}.")
    if legal_moves(position, options.rules):
        for move, value in tables.moves(position, options.rules) or ():
            print(f"{move} {words(value)}")
    print(words(answer))
    return 0


def words(value: Verdict) -> str:
    """A verdict as it is printed: `win in 7`, `draw`, `loss`."""
    name = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "loss"}[value.value]
    return name if value.distance is None else f"{name} in {value.distance}"


def progress(todo: Sequence[Pair]) -> Report:
    """A bar on a terminal, else a line for every finished pair."""
    terminal = sys.stderr.isatty()

    def report(rules: RuleSet, pair: Pair, done: float) -> None:
        number = todo.index(pair)
        if terminal:
            filled = int(BAR * (number + done) / len(todo))
            bar = "#" * filled + "." * (BAR - filled)
            text = f"\r{rules.name:<10} [{bar}] {number + (done == 1)}/{len(todo)} {pair!s:<8} {done:4.0%}"
            print(text, end="\n" if done == 1 and number + 1 == len(todo) else "", file=sys.stderr, flush=True)
        elif done == 1:
            print(f"{rules.name} {pair} ({number + 1} of {len(todo)})", file=sys.stderr, flush=True)

    return report
