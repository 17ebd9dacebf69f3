"""Speeds of the generator and of the search: compiled, or from the source alone in a process of its own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from engine.ai.search import Limit, think
from engine.board import Position
from engine.core import COMPILED, perft
from engine.notation import parse_fen
from engine.rulesets import CLASSIC

REPEATS = 5
PACKAGE = Path(__file__).parent
POSITIONS = PACKAGE / "data" / "positions.json"
PERFT_PLIES = 8 if COMPILED else 4
SEARCH_PLIES = 10 if COMPILED else 3
FIRST_NODES = 300_000 if COMPILED else 1_000


class Measure(NamedTuple):
    """One line of the benchmark."""

    name: str
    value: float
    unit: str


class Measured(NamedTuple):
    """One of the twenty positions, and the nodes that the playing search needs for some depths: checked values."""

    fen: str
    nodes: dict[int, int]


def measured_positions() -> list[Measured]:
    """The twenty positions, from the opening to the endgame."""
    entries = json.loads(POSITIONS.read_text())
    return [Measured(entry["fen"], {int(depth): n for depth, n in entry["nodes"].items()}) for entry in entries]


def speeds() -> Iterator[Measure]:
    """Generator and search of this build; each value is the best of five."""
    yield from _generator()
    yield from _search()


def uncompiled_speeds() -> Iterator[Measure]:
    """The same of the source alone, with less to do."""
    for name, value, unit in json.loads(run_source("from engine.speeds import print_speeds; print_speeds()")):
        yield Measure(f"uncompiled: {name}", value, unit)


def run_source(code: str) -> str:
    """What Python code prints that sees the source alone, copied to where no compiled module lies beside it."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(PACKAGE, Path(folder) / "engine", ignore=shutil.ignore_patterns("*.so", "*.pyd", "data"))
        (Path(folder) / "engine" / "data").symlink_to(PACKAGE / "data", target_is_directory=True)
        command = [sys.executable, "-c", code]
        ran = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 - ourselves
    return ran.stdout


def print_speeds() -> None:
    """As JSON, for `uncompiled_speeds`."""
    print(json.dumps(list(speeds())))


def best_seconds(call: Callable[[], object]) -> float:
    """The shortest of several runs: the machine's other work only ever adds."""
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return min(times)


def _generator() -> Iterator[Measure]:
    for bulk in (True, False):
        plies = PERFT_PLIES if bulk else PERFT_PLIES - 1
        count = partial(perft, *Position.start().boards, CLASSIC.mode, plies, False, bulk)
        leaves, seconds = count(), best_seconds(count)
        counting = "with" if bulk else "without"
        yield Measure(f"perft {plies} {counting} bulk counting", leaves / seconds / 1e6, "M leaves/s")


def _search() -> Iterator[Measure]:
    positions = [parse_fen(measured.fen) for measured in measured_positions()]
    nodes, seconds = _searched("strong", positions, Limit(depth=SEARCH_PLIES))
    yield Measure(f"search, strong, {len(positions)} positions", nodes / seconds / 1e3, "thousand nodes/s")
    yield Measure(f"search, strong, {len(positions)} positions to depth {SEARCH_PLIES}", seconds, "s")
    nodes, seconds = _searched("first", positions, Limit(nodes=FIRST_NODES))
    yield Measure(f"search, first, {len(positions)} positions", nodes / seconds / 1e3, "thousand nodes/s")


def _searched(configuration: str, positions: list[Position], limit: Limit) -> tuple[int, float]:
    """The nodes and the shortest times of searching all positions."""
    nodes, seconds = 0, 0.0
    for position in positions:
        search = partial(think, position, CLASSIC, limit, configuration=configuration)
        nodes += search().nodes
        seconds += best_seconds(search)
    return nodes, seconds
