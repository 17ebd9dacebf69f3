"""Too little memory: the computer plays with what it can have and says what is missing, or a sentence says so.

Whatever is tried here is tried in a process of its own, whose memory is limited once everything has been imported.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.ai.searchers import new_memory
from engine.ai.weights import FOLDER, WeightsError, read_weights

LIMITED = """
import logging, resource, sys
from pathlib import Path
from engine.ai.search import Limit, think
from engine.hub import Hub
from engine.notation import parse_fen
from engine.rules import legal_moves
from engine.rulesets import CLASSIC
from engine.tables.cli import main as tables
from engine.tables.files import TableError, TableFile

def leave(megabytes):
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (megabytes << 20),) * 2)

def answers(fen, **limit):
    position = parse_fen(fen)
    print(think(position, CLASSIC, Limit(**limit)).move in legal_moves(position))

logging.basicConfig(stream=sys.stdout, format="%(message)s")
"""
MIDDLE = "W:Wa3,b3,c4,d3,e2,f4,g3,h3,d2,f2:Ba6,b5,c6,d7,e6,f7,g6,h5,c7,g7"
ENDING = "W:WKa1,Kb3,c4:BKh8,c5"


def ran(code: str) -> list[str]:
    """What this code prints, line by line."""
    command = [sys.executable, "-c", LIMITED + code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_search_takes_the_largest_table_it_can_have() -> None:
    said = ran(f"answers({MIDDLE!r}, nodes=1_000); leave(12); answers({MIDDLE!r}, depth=9)")
    assert said == [
        "True",
        "there is too little memory for a transposition table of 16384 KB; a smaller one is tried",
        "True",
    ]


def test_a_computer_without_room_for_the_endgame_tables_plays_without_them() -> None:
    said = ran(f"answers({MIDDLE!r}, nodes=1_000); leave(8); answers({ENDING!r}, nodes=1_000)")
    assert said[0] == said[-1] == "True"
    assert "too little memory" in said[1]
    assert said[1].endswith("the computer plays without endgame tables")


def test_a_table_file_that_cannot_be_mapped_is_named(tmp_path: Path) -> None:
    path = tmp_path / "classic-kk-k.distances"
    with path.open("wb") as file:
        file.truncate(64 << 20)
    [said] = ran(f"""
leave(16)
try:
    TableFile(Path({str(path)!r}), "classic", "kk-k", (1, 1))
except TableError as error:
    print(error)
""")
    assert said.startswith(f"{path}: it cannot be read: ")
    assert "memory" in said


def test_a_build_that_needs_too_much_memory_names_the_pair(tmp_path: Path) -> None:
    said = ran(f"""
sys.stderr = sys.stdout
leave(10)
print(tables(["build", "--rules", "classic", "--only", "kkm-k", "--folder", {str(tmp_path)!r}]))
""")
    assert said[-2:] == ["There is too little memory to build classic kkm-k, which needs 14 MB.", "2"]
    assert (tmp_path / "classic-mm-m.distances").exists()


def test_another_programs_wish_for_a_larger_table_is_refused_and_the_old_one_kept() -> None:
    said = ran("""
hub = Hub(print)
leave(64)
hub.serve(["set-param name=memory value=512", "set-param name=memory value=4", "level nodes=500", "go think"])
""")
    refused = "memory: there is too little memory for a transposition table of 524288 KB"
    assert said[0] == f'error message="{refused}"'
    assert said[-1].startswith("done move=")


@pytest.mark.parametrize("bits", [41, 64, 1_000])
def test_a_table_of_a_size_beyond_all_memory_is_refused(bits: int) -> None:
    with pytest.raises(MemoryError, match="too little memory for a transposition table of"):
        new_memory(bits)


def test_a_weights_file_that_cannot_be_unpacked_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: bytes) -> bytes:
        raise MemoryError

    monkeypatch.setattr("engine.ai.weights.zlib.decompress", refuse)
    with pytest.raises(WeightsError, match=r"weights\.bin: there is too little memory to read it"):
        read_weights(FOLDER / "weights.bin")
