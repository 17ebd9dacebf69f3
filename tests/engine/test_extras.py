"""Values, tables and book are read before anybody waits, and what is damaged is named and done without."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2] / "engine"
START_UP = """
import logging, sys
logging.basicConfig(stream=sys.stdout, format="%(message)s")
from engine.ai.extras import load_extras
load_extras()
from engine.ai.levels import choose
from engine.game import Game
print(choose(Game.new(), 4, 1) in Game.new().legal_moves())
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the engine, compiled as it is, whose data may be spoiled."""
    shutil.copytree(ENGINE, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def started(folder: Path) -> list[str]:
    """What a process says that reads the extras first and then plays a move."""
    done = subprocess.run([sys.executable, "-c", START_UP], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_nothing_is_said_of_what_is_whole(folder: Path) -> None:
    assert started(folder) == ["True"]


def test_everything_damaged_is_named_at_the_start_and_the_computer_plays(folder: Path) -> None:
    data = folder / "engine" / "data"
    for name in ("weights.bin", "book.jsonl", "tables/federation-km-k.distances"):
        spoiled = bytearray((data / name).read_bytes())
        spoiled[-3] ^= 1
        (data / name).write_bytes(spoiled)
    said = started(folder)
    assert [line.split("; ")[1] for line in said[:3]] == [
        "the computer plays without what it has learned",
        "the computer opens without a book",
        "the computer plays without endgame tables",
    ]
    for line, name in zip(said, ("weights.bin", "book.jsonl", "federation-km-k.distances"), strict=False):
        assert name in line
    assert said[-1] == "True"
