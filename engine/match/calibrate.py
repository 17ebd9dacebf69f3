"""`python -m engine calibrate`: neighbouring levels against each other, and a table of their ratings.

Every pair of games is in a log, one for each pair of levels, so that an interrupted calibration goes on where it was.
Its name tells the levels' settings by a checksum, so that games of changed levels are not taken for theirs.
"""

from __future__ import annotations

import argparse
import math
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from engine.ai.levels import LEVELS, find_level
from engine.match.elo import Standing
from engine.match.run import Match, MatchError, PlayedGame, play_match

GAMES = 200
LIMIT_MS = 100  # what level 8 gets for a move; the others are limited by depth or nodes and need less or more


@dataclass(frozen=True)
class Step:
    """A level against the one below: where it stands, and the times both took for a move."""

    level: int
    standing: Standing
    ms: float
    ms_below: float


def calibrate(folder: Path, games: int, processes: int, levels: Sequence[int]) -> list[Step]:
    """Play every level against the next lower one."""
    folder.mkdir(parents=True, exist_ok=True)
    steps = []
    for below, level in pairwise(levels):
        match = Match(f"level:{level}", f"level:{below}", movetime_ms=LIMIT_MS if level == LEVELS[-1].number else None)
        played: list[PlayedGame] = []
        standing = Standing()
        for pair in play_match(match, games // 2, processes=processes, log=folder / log_name(level, below)):
            standing = standing.after((pair[0].result, pair[1].result))
            played += pair
        ms, ms_below = (sum(v) / max(1, sum(n)) for v, n in _times(played))
        steps.append(Step(level, standing, ms, ms_below))
        print(f"level {level} against {below}: {standing}", flush=True)
    return steps


def log_name(level: int, below: int) -> str:
    """The file of a pair of levels as they are now."""
    settings = zlib.crc32(repr((find_level(level), find_level(below))).encode())
    return f"{level}-{below}-{settings:08x}.jsonl"


def _times(games: Sequence[PlayedGame]) -> tuple[tuple[list[float], list[int]], tuple[list[float], list[int]]]:
    mine = [game.ms for game in games], [game.moves for game in games]
    theirs = [game.other_ms for game in games], [game.other_moves for game in games]
    return mine, theirs


def table(steps: Sequence[Step]) -> list[str]:
    """Level, rating above the lowest with its 95 % error (errors of the steps add up as independent ones), time."""
    lines = ["level  rating  error  ms a move  games with the level below"]
    if steps:
        lines.append(f"{steps[0].level - 1:>5} {0:>7} {0:>6} {steps[0].ms_below:>10.1f}")
    rating = variance = 0.0
    for step in steps:
        rating += step.standing.elo
        variance += step.standing.elo_error**2
        lines.append(
            f"{step.level:>5} {rating:>7.0f} {math.sqrt(variance):>6.0f} {step.ms:>10.1f}  {step.standing}"
        )
    return lines


def main(argv: Sequence[str] | None = None) -> int:
    """Calibrate; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine calibrate", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"for each pair of neighbours (default: {GAMES})")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("data/calibration"), help="of the logs")
    parser.add_argument("--levels", type=int, nargs="+", default=[level.number for level in LEVELS])
    options = parser.parse_args(argv)
    try:
        steps = calibrate(options.folder, options.games, options.processes, options.levels)
    except (MatchError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(table(steps)))
    return 0
