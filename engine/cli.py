"""The command line: `python -m engine perft|moves|play|pdn|best|bench`, and the commands of engine/commands.py.

The last line of output is the answer. Bad input ends with exit status 2 and one sentence on standard error.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from engine.ai.configuration import CONFIGURATIONS
from engine.ai.search import DEFAULT, MAX_DEPTH, Limit, Thought, think
from engine.bench import bench
from engine.board import Position
from engine.commands import COMMANDS
from engine.game import Game
from engine.notation import FenError, format_fen, parse_fen
from engine.pdn import PdnError, PdnGame, parse_pdn
from engine.refusal import Refusal
from engine.rules import legal_moves, perft, routes
from engine.rulesets import CLASSIC, RuleSet, UnknownRuleSet, rule_set

DEFAULT_MOVETIME_MS = 1_000
MAX_MOVETIME_MS = 86_400_000  # a day
MAX_NODES = 10**15
MAX_PERFT = 100  # far more than anybody can wait for
FROM_INPUT = "-"
POSITION_HELP = "a position, or - to read positions from standard input and answer each on one line"


class BadInput(ValueError):  # noqa: N818 - it is the asker's error, not ours
    """What was asked makes no sense; its text is the one sentence to say so."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the lines on usage."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{self.prog}: {message}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments and arguments[0] in COMMANDS:
        run, _ = COMMANDS[arguments[0]]
        return run(arguments[1:])
    try:
        options = _parser().parse_args(arguments)
        options.run(options)
    except (BadInput, FenError, PdnError) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 2
    except MemoryError as error:
        print(str(error) or "There is too little memory for this.", file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Turkish draughts: a referee and a player.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], None], text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(run=run)
        return added

    _add_perft(command("perft", _perft, "Count the sequences of DEPTH legal moves."))
    _add_moves(command("moves", _moves, "List the legal moves, one a line."))
    _add_play(command("play", _play, "Play moves; print the position reached and the verdict."))
    _add_pdn(command("pdn", _pdn, "Replay every game of a PDN file; print one verdict a line."))
    _add_best(command("best", _best, "Search for the best move."))
    added = command("bench", _bench, "Measure the generator, the search and the calls that a server makes.")
    added.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    for name, (_, text) in COMMANDS.items():
        commands.add_parser(name, help=text)
    return parser


def _add_rules(parser: argparse.ArgumentParser, default: RuleSet | None = CLASSIC) -> None:
    parser.add_argument("--rules", metavar="NAME", type=_named_rules, default=default, help="the rule set (classic)")


def _add_perft(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fen", metavar="FEN", help=POSITION_HELP)
    parser.add_argument("depth", metavar="DEPTH", type=_whole(0, MAX_PERFT))
    parser.add_argument("--paths", action="store_true", help="count every route of a capture by itself")
    _add_rules(parser)


def _add_moves(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fen", metavar="FEN", help=POSITION_HELP)
    parser.add_argument("--paths", action="store_true", help="list every route of a capture")
    _add_rules(parser)


def _add_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fen", metavar="FEN", help="where to begin (the usual start)")
    parser.add_argument("moves", metavar="MOVE", nargs="*")
    _add_rules(parser)


def _add_pdn(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)
    _add_rules(parser, default=None)


def _add_best(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fen", metavar="FEN", help=POSITION_HELP)
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--depth", metavar="N", type=_whole(1, MAX_DEPTH), help="plies")
    limits.add_argument("--nodes", metavar="N", type=_whole(1, MAX_NODES))
    limits.add_argument("--movetime", metavar="MS", type=_whole(1, MAX_MOVETIME_MS), help="milliseconds (1000)")
    parser.add_argument("--configuration", choices=sorted(CONFIGURATIONS), default=DEFAULT)
    _add_rules(parser)


def _named_rules(name: str) -> RuleSet:
    try:
        return rule_set(name)
    except UnknownRuleSet as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text)

    return read


def _answer(fen: str, answer: Callable[[Position], Sequence[str]]) -> None:
    """Print the answer's lines for one position, or for each position of standard input one line of them."""
    if fen != FROM_INPUT:
        for line in answer(parse_fen(fen)):
            print(line)
        return
    for number, line in _lines_of_input():
        try:
            print(" ".join(answer(parse_fen(line))), flush=True)
        except (FenError, BadInput) as error:
            raise BadInput(f"Line {number}: {error}") from error


def _lines_of_input() -> Iterator[tuple[int, str]]:
    """Lines that are not blank, with their numbers."""
    return ((number, line) for number, line in enumerate(sys.stdin, 1) if line.strip())


def _perft(options: argparse.Namespace) -> None:
    _answer(options.fen, lambda position: [str(perft(position, options.depth, options.rules, options.paths))])


def _moves(options: argparse.Namespace) -> None:
    listed = routes if options.paths else legal_moves
    _answer(options.fen, lambda position: [str(move) for move in listed(position, options.rules)])


def _play(options: argparse.Namespace) -> None:
    game = Game.new(options.rules, parse_fen(options.fen) if options.fen else None)
    for number, text in enumerate(options.moves, 1):
        step = game.move(game.turn, text)
        if isinstance(step, Refusal):
            raise BadInput(f"Move {number}, {text}: {step.text}")
        game = step.after
    print(format_fen(game.position))
    print(_verdict(game))


def _pdn(options: argparse.Namespace) -> None:
    try:
        text = options.file.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise BadInput(f"{options.file} cannot be read: {error.strerror}.") from error
    games = parse_pdn(text, options.rules)
    if not games:
        raise BadInput(f"{options.file} holds no game.")
    for game in games:
        print(_verdict_of_file(game))


def _verdict(game: Game) -> str:
    return "ongoing" if game.outcome is None else str(game.outcome)


def _verdict_of_file(read: PdnGame) -> str:
    return f"ongoing {read.result}" if read.game.outcome is None else str(read.game.outcome)


def _best(options: argparse.Namespace) -> None:
    given = (options.depth, options.nodes, options.movetime)
    limit = Limit(*given) if any(given) else Limit(movetime_ms=DEFAULT_MOVETIME_MS)

    def answer(position: Position) -> list[str]:
        lines: list[str] = []
        thought = think(
            position,
            options.rules,
            limit,
            configuration=options.configuration,
            report=None if options.fen == FROM_INPUT else lambda deeper: lines.append(_report(deeper)),
        )
        if thought.move is None:
            raise BadInput("The side to move has no legal move.")
        return [*lines, str(thought.move)]

    _answer(options.fen, answer)


def _report(thought: Thought) -> str:
    line = " ".join(map(str, thought.line))
    return f"depth {thought.depth} score {thought.score / 100:+.2f} nodes {thought.nodes} line {line}"


def _bench(options: argparse.Namespace) -> None:
    bench(as_json=options.json)
