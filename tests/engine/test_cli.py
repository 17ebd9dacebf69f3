"""The command line: the last line is the answer; bad input is exit status 2 and one sentence on standard error."""

import io
import itertools
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine import bench as bench_module
from engine.cli import main
from engine.notation import parse_fen
from engine.speeds import Measure
from tests.engine.asking import START
from tests.engine.uncompiled import Engine

CHAIN = "W:Wf6,a1:Bf7,Ke8,Kc8,h5"
TWO_MOVES = "W:Wa2,Kb7:Bb3,Kf4,g4,e7"
THREE_ROUTES = "W:WKd1,a2:Bd3,d7,h5,a8"
BLOCKED = "B:WKa8,a5,a6,b7,c7:Ba7"


class Ran(NamedTuple):
    status: int
    lines: list[str]
    error: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line within this process."""

    def run(*arguments: str, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        status = main(arguments)
        written = capsys.readouterr()
        return Ran(status, written.out.splitlines(), written.err)

    return run


def answer(ran: Ran) -> str:
    assert (ran.status, ran.error) == (0, "")
    return ran.lines[-1]


# ---- perft


def test_perft_counts_moves_or_routes(run: Run) -> None:
    assert answer(run("perft", START, "4")) == "7538"
    assert answer(run("perft", START, "0")) == "1"
    assert answer(run("perft", THREE_ROUTES, "1")) == "1"
    assert answer(run("perft", THREE_ROUTES, "1", "--paths")) == "3"


def test_perft_knows_the_rule_set(run: Run) -> None:
    assert answer(run("perft", CHAIN, "1")) == "1"
    assert answer(run("perft", CHAIN, "1", "--rules", "crowned")) == "2"


def test_perft_answers_each_position_of_standard_input_on_one_line(run: Run) -> None:
    assert run("perft", "-", "2", stdin=f"{START}\n\n{BLOCKED}\n").lines == ["64", "0"]


# ---- moves


def test_moves_are_listed_one_a_line_with_all_landings(run: Run) -> None:
    assert run("moves", "W:Wa2,h2:Bh8").lines == ["a2-a3", "a2-b2", "h2-g2", "h2-h3"]
    assert run("moves", TWO_MOVES).lines == ["b7xf7xf3xa3", "b7xg7xg3xa3"]
    assert run("moves", CHAIN, "--rules", "levant").lines == ["f6xf8"]


def test_routes_of_one_move_are_listed_only_on_request(run: Run) -> None:
    assert run("moves", THREE_ROUTES).lines == ["d1xd4xd8"]
    assert run("moves", THREE_ROUTES, "--paths").lines == ["d1xd4xd8", "d1xd5xd8", "d1xd6xd8"]


def test_a_position_without_moves_has_an_empty_list(run: Run) -> None:
    assert run("moves", BLOCKED) == Ran(0, [], "")


def test_moves_answers_each_position_of_standard_input_on_one_line(run: Run) -> None:
    ran = run("moves", "-", "--paths", stdin=f"{THREE_ROUTES}\n{BLOCKED}\nW:Wh2:Bh8\n")
    assert ran.lines == ["d1xd4xd8 d1xd5xd8 d1xd6xd8", "", "h2-g2 h2-h3"]


# ---- play


def test_play_prints_the_position_reached_and_then_the_verdict(run: Run) -> None:
    assert run("play", "--fen", "W:Wa2,h2:Bh8,b8", "a2-a3", "h8h7").lines == ["W:Wh2,a3:Bh7,b8", "ongoing"]
    assert answer(run("play")) == "ongoing"
    assert answer(run("play", "d3-d4", "e6-e5")) == "ongoing"


@pytest.mark.parametrize(
    ("rules", "fen", "moves", "verdict"),
    [
        ("classic", "W:WKa8,a5,a6,b6,c7:Ba7", ("b6-b7",), "white wins: blocked"),
        ("classic", "W:WKa1,c2:BKh8,f7", ("a1-b1", "h8-g8", "b1-a1", "g8-h8") * 2, "draw: repetition"),
        ("federation", "W:WKb1:Bb3,h5", ("b1xb4",), "draw: one piece each"),
        ("crowned", "W:WKb1:Bb3,h5", ("b1xb4",), "white wins: king against man"),
        ("levant", "B:Wd4:Bd5", ("d5xd3",), "black wins: no pieces"),
    ],
)
def test_the_verdict_is_in_the_words_of_the_rules(
    run: Run, rules: str, fen: str, moves: tuple[str, ...], verdict: str
) -> None:
    assert answer(run("play", "--rules", rules, "--fen", fen, *moves)) == verdict


# ---- pdn


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / "games.pdn"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_pdn_prints_a_verdict_for_each_game(run: Run, file: Callable[[str], str]) -> None:
    text = '1. d3-d4 2-0\n\n[FEN "W:Wd4,a2:Bd5"]\n1. d4xd6 1-0\n\n[FEN "W:WKb1:Bb3,h5"]\n[RuleSet "levant"]\n1. b1xb4'
    assert run("pdn", file(text)).lines == ["ongoing 1-0", "white wins: no pieces", "draw: king against man"]


def test_pdn_judges_by_the_rules_asked_for(run: Run, file: Callable[[str], str]) -> None:
    path = file('[FEN "W:WKb1:Bb3,h5"]\n1. b1xb4')
    assert answer(run("pdn", path)) == "ongoing *"
    assert answer(run("pdn", path, "--rules", "club")) == "draw: one piece each"


# ---- best


@pytest.mark.parametrize("limit", [("--depth", "4"), ("--nodes", "3000"), ("--movetime", "20")])
def test_best_prints_the_move_last(run: Run, limit: tuple[str, str]) -> None:
    ran = run("best", "W:Wd4,a2:Bd5", *limit, "--configuration", "first")
    assert answer(ran) == "d4xd6"
    assert ran.lines[0] == "depth 1 score +199.99 nodes 1 line d4xd6"


def test_best_answers_each_position_of_standard_input_with_the_move_alone(run: Run) -> None:
    ran = run("best", "-", "--depth", "2", "--rules", "federation", stdin="W:Wd4,a2:Bd5\nB:Wd4:Bd5,h7\n")
    assert ran.lines == ["d4xd6", "d5xd3"]


# ---- bench


def test_bench_prints_one_json_object_or_a_table(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    measures = [Measure("perft 8 with bulk counting", 512.3456, "M leaves/s")]
    monkeypatch.setattr(bench_module, "_measures", lambda: iter(measures))
    found: dict[str, Any] = json.loads(answer(run("bench", "--json")))
    assert found["measures"] == [{"name": "perft 8 with bulk counting", "value": 512.346, "unit": "M leaves/s"}]
    assert "512.35 M leaves/s" in answer(run("bench"))


def test_perft_without_bulk_counting_counts_the_same(engine: Engine) -> None:
    boards = parse_fen(CHAIN).boards
    for mode, depth in itertools.product(range(3), range(4)):
        assert engine.core.perft(*boards, mode, depth, False, False) == engine.core.perft(*boards, mode, depth, False)


def test_every_call_the_server_makes_is_measured_on_both_many_routes_positions() -> None:
    for fen in bench_module.MANY_ROUTES:
        calls = dict(bench_module._server_calls(parse_fen(fen)))
        assert {"legal_moves", "play", "find_move, every landing", "landing_trees", "Game.move"} <= calls.keys()
        for call in calls.values():
            call()


# ---- Bad input


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "COMMAND"),
        (("fly",), "'fly'"),
        (("perft",), "FEN"),
        (("perft", START), "DEPTH"),
        (("perft", START, "-1"), "-1"),
        (("perft", START, "three"), "'three' is not a whole number"),
        (("perft", START, "9" * 5000), "is not a whole number"),
        (("perft", "W:Wz9:B", "1"), "'z9'"),
        (("moves", "nonsense"), "three parts"),
        (("moves", START, "--rules", "martian"), "no rule set is called 'martian'"),
        (("moves", START, "--wings"), "--wings"),
        (("play", "--fen", "W:Wa8:Bh1", "a8-b8"), "a8"),
        (("play", "d3-d5"), "Move 1, d3-d5"),
        (("play", "d3-d4", "hello"), "Move 2, hello: 'hello' is not a move"),
        (("play", "--fen", TWO_MOVES, "b7xa3"), "b7xf7xf3xa3 or b7xg7xg3xa3"),
        (("play", "--fen", "W:Wd4,a2:Bd5", "d4xd6", "a2-a3"), "The game is over: white wins: no pieces"),
        (("play", "--rules", "Classic"), "'Classic'"),
        (("pdn", "/no/such/file.pdn"), "/no/such/file.pdn cannot be read"),
        (("pdn", "/"), "cannot be read"),
        (("best", BLOCKED), "no legal move"),
        (("best", START, "--depth", "0"), "from 1 to 80"),
        (("best", START, "--nodes", "1", "--depth", "1"), "not allowed with"),
        (("best", START, "--movetime", "1.5"), "'1.5' is not a whole number"),
        (("best", START, "--configuration", "zeroth"), "zeroth"),
        (("bench", "--rules", "classic"), "--rules"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else "",
)
def test_bad_input_ends_with_status_2_and_one_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    ran = run(*arguments)
    assert ran.status == 2
    assert sentence in ran.error
    assert ran.error.count("\n") == 1
    assert ran.lines == []


@pytest.mark.parametrize("command", [("moves", "-"), ("perft", "-", "1"), ("best", "-", "--depth", "1")])
def test_bad_lines_of_standard_input_are_named_by_their_number(run: Run, command: tuple[str, ...]) -> None:
    ran = run(*command, stdin="W:Wh2:Bh8\n\nW:Wh2:Bh2\n")
    assert (ran.status, len(ran.lines)) == (2, 1)
    assert ran.error == "Line 3: Two pieces stand on h2.\n"


def test_a_bad_pdn_file_is_named_with_game_and_line(run: Run, file: Callable[[str], str]) -> None:
    ran = run("pdn", file("1. d3-d4 *\n\n1. d3-d4 e6-e6 *"))
    assert (ran.status, ran.lines) == (2, [])
    assert ran.error.startswith("Game 2, line 3: e6-e6:")
    assert "holds no game" in run("pdn", file("")).error
    assert "Russian draughts" in run("pdn", file('[GameType "25"]\n1. c3-d4 *')).error
    assert "martian" in run("pdn", file('[RuleSet "martian"]\n1. d3-d4 *')).error
    assert "martian" in run("pdn", file("1. d3-d4 *"), "--rules", "martian").error


# ---- As other programs see it


def process(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=60, check=False)


def test_the_module_can_be_run() -> None:
    ran = process("moves", "-", stdin="W:Wh2:Bh8\n")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "h2-g2 h2-h3\n", "")


def test_the_exit_status_of_bad_input_is_2() -> None:
    ran = process("play", "d3-d5")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "Move 1, d3-d5: d3-d5 is not a legal move.\n"


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "moves", bench_module.MANY_ROUTES[0], "--paths"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.readline()
        started.stdout.close()
        assert started.stderr.read() == ""
        assert started.wait(30) == 0
