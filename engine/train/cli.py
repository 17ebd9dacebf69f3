"""`python -m engine train`: play training games, fit values to them, play with those values, fit again, and so on."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Sequence
from itertools import starmap
from pathlib import Path
from typing import NamedTuple, Self

from engine.ai.weights import FOLDER
from engine.train.fit import Plan, fit
from engine.train.play import play_games

TEACHER = "hand,late=4,very_late=12,steep=0,prob_cut=0"  # plays the first round
PUPIL = "file:{weights},steep=0,prob_cut=0"  # plays the others, with what was learned so far
FIRST_SEED = 21
SHARES = 2  # files of a round, played beside each other; their seeds differ, so their number is part of the result
EVERY_SECONDS = 10


class Round(NamedTuple):
    """So many games, each move of which is searched for so many nodes."""

    games: int
    nodes: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """From GAMES@NODES; ValueError if that is something else."""
        games, _, nodes = text.partition("@")
        return cls(int(games), int(nodes))


class Share(NamedTuple):
    """A part of a round's games, for one process."""

    file: Path
    player: str
    games: int
    nodes: int
    seed: int


ROUNDS = (Round(14_000, 700), Round(14_000, 700), Round(20_000, 1_000), Round(24_000, 1_400))


def main(argv: Sequence[str] | None = None) -> int:
    """Train; returns the exit status. Files of games that are there already are taken as they are."""
    options = _parser().parse_args(argv)
    try:
        train(options.folder, options.out, options.rounds, _say)
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        print("Training needs numpy, which the extra `dev` installs.", file=sys.stderr)
        return 2
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def train(folder: Path, out: Path, rounds: Sequence[Round], say: Callable[[str], None]) -> None:
    """Play every round and fit after it; the last values, fitted to the games of all, go to `out`."""
    folder.mkdir(parents=True, exist_ok=True)
    player, files = TEACHER, []
    for number, planned in enumerate(rounds, 1):
        shares = divide(folder, number, planned, player)
        _play_shares([share for share in shares if not share.file.exists()])
        files += [share.file for share in shares]
        weights = (out if number == len(rounds) else folder / f"weights-{number}.bin").resolve()
        fit(files, weights, Plan(), say)
        player = PUPIL.format(weights=weights)


def divide(folder: Path, number: int, planned: Round, player: str) -> list[Share]:
    """The shares of a round, numbered from 1."""
    sizes = [planned.games // SHARES] * (SHARES - 1)
    sizes.append(planned.games - sum(sizes))
    seeds = range(FIRST_SEED + SHARES * (number - 1), FIRST_SEED + SHARES * number)
    return [
        Share(folder / f"games-{number}-{which}.bin", player, games, planned.nodes, seed)
        for which, (games, seed) in enumerate(zip(sizes, seeds, strict=True), 1)
    ]


def _play_shares(shares: Sequence[Share]) -> None:
    processes = min(len(shares), os.cpu_count() or 1)
    if processes < 2:
        list(starmap(_play, shares))
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        pool.starmap(_play, shares, chunksize=1)


def _play(file: Path, player: str, games: int, nodes: int, seed: int) -> None:
    began = told = time.monotonic()

    def report(played: int, positions: int) -> None:
        nonlocal told
        if time.monotonic() - told >= EVERY_SECONDS or played == games:
            told = time.monotonic()
            _say(f"{file.name}: {played} of {games} games, {positions} positions, {told - began:.0f} s")

    unfinished = file.with_name(file.name + ".new")
    play_games(unfinished, player, games, nodes, seed, report)
    unfinished.replace(file)


def _say(text: str) -> None:
    print(text, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine train", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("data/training"), help="for games (default: data/training)")
    parser.add_argument("--out", type=Path, default=FOLDER / "weights.bin", help="default: the package's own")
    parser.add_argument(
        "--rounds",
        type=Round.parse,
        nargs="+",
        metavar="GAMES@NODES",
        default=ROUNDS,
        help="games and nodes a move (default: " + " ".join(f"{one.games}@{one.nodes}" for one in ROUNDS) + ")",
    )
    return parser
