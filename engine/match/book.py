"""`python -m engine book`: make the opening book out of deep searches."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.ai.book import SHIPPED, build_book, write_book

PLIES, NODES = 6, 100_000


def main(argv: Sequence[str] | None = None) -> int:
    """Build and write the book; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine book", description=__doc__)
    parser.add_argument("--plies", type=int, default=PLIES, help=f"how far it reaches (default: {PLIES})")
    parser.add_argument("--nodes", type=int, default=NODES, help=f"a position (default: {NODES})")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="default: the package's own")
    options = parser.parse_args(argv)

    def report(ply: int, positions: int) -> None:
        if positions % 50 == 0:
            print(f"ply {ply}: {positions} positions", flush=True)

    book = build_book(options.plies, options.nodes, report)
    try:
        write_book(options.out, book)
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{options.out}: {len(book)} positions")
    return 0
