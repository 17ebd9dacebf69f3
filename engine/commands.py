"""The commands of `python -m engine` that have a parser of their own; each is imported only when it is called."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

Arguments = Sequence[str]


def _tables(arguments: Arguments) -> int:
    from engine.tables.cli import main

    return main(arguments)


def _match(arguments: Arguments) -> int:
    from engine.match.cli import main

    return main(arguments)


def _calibrate(arguments: Arguments) -> int:
    from engine.match.calibrate import main

    return main(arguments)


def _train(arguments: Arguments) -> int:
    from engine.train.cli import main

    return main(arguments)


def _hub(arguments: Arguments) -> int:
    from engine.hub import main

    argparse.ArgumentParser(prog="python -m engine hub", description=COMMANDS["hub"][1]).parse_args(arguments)
    return main()


def _book(arguments: Arguments) -> int:
    from engine.match.book import main

    return main(arguments)


def _soak(arguments: Arguments) -> int:
    from engine.soak import main

    return main(arguments)


COMMANDS: dict[str, tuple[Callable[[Arguments], int], str]] = {
    "tables": (_tables, "Build, pack, verify and probe endgame tables; it has commands of its own."),
    "match": (_match, "Play two configurations, levels or external programs against each other."),
    "calibrate": (_calibrate, "Play the levels against their neighbours and print a table of their ratings."),
    "train": (_train, "Play training games and fit the values of the evaluation to them."),
    "book": (_book, "Make the opening book out of deep searches."),
    "hub": (_hub, "Speak the Hub protocol of draughts programs over standard input and output."),
    "soak": (_soak, "Play thousands of fast games in all rule sets and check every move."),
}
