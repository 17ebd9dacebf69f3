"""`./dama bench kill`: the test of tests/force/test_kills.py, longer: 100 kills while 50 tables move."""

import argparse
import asyncio
import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from tests.force.run import KINDS, run


def main() -> int:
    """Kill, reckon up, print; exit status 1 if anything that was told is not so."""
    parser = argparse.ArgumentParser(prog="./dama bench kill", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of sentences")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=50)
    asked = parser.parse_args()
    kinds = [KINDS[number % len(KINDS)] for number in range(asked.kills)]
    with tempfile.TemporaryDirectory(prefix="dama") as name:
        report = asyncio.run(run(Path(name), tables=asked.tables, kinds=kinds, moves_between=100))
    if asked.json:
        print(json.dumps(asdict(report)))
    else:
        kills = ", ".join(f"{count} times {kind}" for kind, count in report.kills.items())
        print(f"Killed in {report.seconds:.0f} s: {kills}.")
        print(f"{report.moves} moves acknowledged in {report.games} games; {len(report.wrong)} things wrong.")
    for sentence in report.wrong:
        print(sentence, file=sys.stderr)
    return 1 if report.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
