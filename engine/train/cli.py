"""`python -m engine train`: play training games, fit values to them, play with those values, fit again, and so on."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.ai.searchers import values_of
from engine.ai.weights import FOLDER
from engine.train.fit import Plan, fit
from engine.train.play import play_games

GAMES, NODES = (14_000, 14_000, 14_000), 700
FIRST_SEED = 21
TEACHER = "hand,late=4,very_late=12"  # plays the first round
EVERY_SECONDS = 10


def main(argv: Sequence[str] | None = None) -> int:
    """Train; returns the exit status. Files of games that are there already are taken as they are."""
    options = _parser().parse_args(argv)
    try:
        train(options.folder, options.out, options.games, options.nodes, _say)
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        print("Training needs numpy, which the extra `dev` installs.", file=sys.stderr)
        return 2
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def train(folder: Path, out: Path, games: Sequence[int], nodes: int, say: Callable[[str], None]) -> None:
    """A round of so many games and a fit for each number; the last values, fitted to the games of all, go to `out`."""
    folder.mkdir(parents=True, exist_ok=True)
    player, files = TEACHER, []
    for number, count in enumerate(games, 1):
        file, weights = folder / f"games-{number}.bin", (folder / f"weights-{number}.bin").resolve()
        if not file.exists():
            _play(file, player, count, nodes, FIRST_SEED + number - 1, say)
        files.append(file)
        fit(files, out.resolve() if number == len(games) else weights, Plan(), say)
        player = f"file:{weights}"
        values_of.cache_clear()


def _play(file: Path, player: str, games: int, nodes: int, seed: int, say: Callable[[str], None]) -> None:
    began = told = time.monotonic()

    def report(played: int, positions: int) -> None:
        nonlocal told
        if time.monotonic() - told >= EVERY_SECONDS or played == games:
            told = time.monotonic()
            say(f"{file.name}: {played} of {games} games, {positions} positions, {told - began:.0f} s")

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
        "--games", type=int, nargs="+", default=GAMES, help=f"of each round (default: {' '.join(map(str, GAMES))})"
    )
    parser.add_argument("--nodes", type=int, default=NODES, help=f"a move (default: {NODES})")
    return parser
