"""Building tables: from nothing, on from where it was stopped, packed, checked, and from the command line."""

import random
from pathlib import Path

import pytest

from engine.cli import main as engine_main
from engine.notation import parse_fen
from engine.rules import CLASSIC, FEDERATION, RuleSet
from engine.tables.build import CannotBuildError, build, pack, wanted
from engine.tables.cli import main, progress
from engine.tables.codes import DISTANCES, LARGEST
from engine.tables.files import Header, TableError, write_table
from engine.tables.flat import Flat
from engine.tables.material import Pair, parse_pair
from engine.tables.probe import Tables, probe, shapes
from engine.tables.retro import Solver, TooLongError
from engine.tables.store import SHIPPED, file_name, open_table
from engine.tables.survey import NotBuiltError
from engine.tables.verify import random_position, verify_files
from tests.engine.uncompiled import Engine


def quietly(rules: RuleSet, pair: Pair, done: float) -> None:
    """No progress bar."""


def codes(folder: Path, rules: RuleSet, pair: Pair) -> list[bytes]:
    file = open_table(folder, rules, pair, DISTANCES, shapes())
    assert file is not None
    return [bytes(file.section(section)) for section in range(len(pair.slots))]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All tables of three pieces, built here."""
    folder = tmp_path_factory.mktemp("tables")
    for rules in (CLASSIC, FEDERATION):
        build(folder, rules, wanted(3), quietly)
    return folder


@pytest.mark.parametrize("rules", [CLASSIC, FEDERATION], ids=lambda rules: rules.name)
def test_every_built_value_is_the_best_of_its_successors(built: Path, rules: RuleSet) -> None:
    checked = verify_files(built, rules, wanted(3), quietly)
    assert checked == sum(shapes().count_entries(slot) for pair in wanted(3) for slot in pair.slots)


def test_what_is_shipped_is_what_is_built(built: Path, tmp_path: Path) -> None:
    pack(built, tmp_path, CLASSIC, wanted(3), quietly)
    for pair in wanted(3):
        assert codes(tmp_path, CLASSIC, pair) == codes(SHIPPED, CLASSIC, pair)


def test_a_stopped_build_goes_on_where_it_was(built: Path, tmp_path: Path) -> None:
    todo = wanted(2)

    def stop(rules: RuleSet, pair: Pair, done: float) -> None:
        if pair == todo[-1]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(tmp_path, CLASSIC, todo, stop)
    before = {path.name: path.stat().st_ino for path in tmp_path.iterdir()}
    assert sorted(before) == ["classic-k-k.distances", "classic-k-m.distances"]
    build(tmp_path, CLASSIC, todo, quietly)
    after = {path.name: path.stat().st_ino for path in tmp_path.iterdir()}
    assert sorted(after) == [*sorted(before), "classic-m-m.distances"]
    assert before.items() <= after.items()
    for pair in todo:
        assert codes(tmp_path, CLASSIC, pair) == codes(built, CLASSIC, pair)


def test_a_damaged_checkpoint_stops_the_build_by_name(tmp_path: Path) -> None:
    build(tmp_path, CLASSIC, wanted(2), quietly)
    path = tmp_path / "classic-k-m.distances"
    path.write_bytes(path.read_bytes()[:-1] + b"\x77")
    with pytest.raises(TableError, match=path.name):
        build(tmp_path, CLASSIC, wanted(2), quietly)


def test_a_table_is_not_solved_before_those_it_leads_to() -> None:
    pair = parse_pair("kk-k")
    solver = Solver(Flat(), pair.slots, 0)
    with pytest.raises(NotBuiltError):
        solver.seed(1, 0, 10_000)


def test_a_win_too_long_for_a_code_stops_the_build() -> None:
    flat, pair = Flat(), parse_pair("kk-k")
    for slot in parse_pair("k-k").slots:
        flat.put(slot, DISTANCES, bytes([LARGEST - 1]) * flat.count_entries(slot))
    solver = Solver(flat, pair.slots, 0)
    for section, slot in enumerate(pair.slots):
        solver.seed(section, 0, flat.count_entries(slot))
    assert all(solver.spread(code) for code in range(1, LARGEST))
    with pytest.raises(TooLongError, match="251 plies"):
        solver.spread(LARGEST)


def test_built_tables_are_asked_before_shipped_ones_and_mapped_for_the_search(built: Path) -> None:
    chance, tables = random.Random(2), Tables(built)
    flat = tables.flat(FEDERATION)
    assert flat is not None
    for pair in wanted(3):
        position = random_position(pair, 0, chance)
        assert tables.probe(position, FEDERATION) == probe(position, FEDERATION)


def test_a_wrong_value_is_found(built: Path) -> None:
    flat, pair = Flat(), parse_pair("m-m")
    right = codes(built, CLASSIC, pair)[0]
    flat.put(pair.slots[0], DISTANCES, right)
    for smaller in wanted(2)[:-1]:
        for slot, table in zip(smaller.slots, codes(built, CLASSIC, smaller), strict=True):
            flat.put(slot, DISTANCES, table)
    survey = Solver(flat, pair.slots, 0)
    survey.load(0, right)
    assert survey.check(0, 0, len(right)) == -1
    wrong = bytearray(right)
    at = next(at for at in range(len(right)) if right[at])
    wrong[at] += 2
    survey.load(0, wrong)
    assert survey.check(0, 0, len(right)) == at


def test_the_sources_alone_build_and_probe_the_same(built: Path, uncompiled: Engine, tmp_path: Path) -> None:
    plain = uncompiled.module("tables.build")
    rules = uncompiled.rules.CLASSIC
    plain.build(tmp_path, rules, plain.wanted(2), quietly)
    for pair in wanted(2):
        assert codes(tmp_path, CLASSIC, pair) == codes(built, CLASSIC, pair)
    tables = uncompiled.module("tables.probe").Tables()
    for fen in ("W:WKa1,Kh2:BKd5", "B:WKa1,b2:BKd5,Kc7", "W:Wb2,c4:Bf7,g7"):
        found = probe(parse_fen(fen), CLASSIC)
        assert found is not None
        assert tuple(tables.probe(uncompiled.notation.parse_fen(fen), rules)) == found
    with pytest.raises(plain.CannotBuildError, match="compiled core"):
        plain.build(tmp_path, rules, plain.wanted(4), quietly)


def test_only_the_named_of_the_largest_and_what_they_lead_to_are_built() -> None:
    assert [str(pair) for pair in wanted(3, ["km-k"])] == ["k-k", "k-m", "m-m", "kk-k", "km-k"]
    named = [str(pair) for pair in wanted(4, ["kk-km", "kkm-k"]) if pair.pieces == 4]
    assert named == ["kkk-k", "kk-kk", "kkm-k", "kk-km"]
    assert [str(pair) for pair in wanted(4, ["km-km"]) if pair.pieces == 4] == ["kk-kk", "kk-km", "km-km"]
    with pytest.raises(CannotBuildError, match="There is no pair of 3 pieces called 'kkk-k'"):
        wanted(3, ["kkk-k"])


def test_the_command_builds_packs_verifies_and_probes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, packed = str(tmp_path / "built"), str(tmp_path / "packed")
    assert main(["build", "--folder", folder, "--pieces", "3", "--rules", "classic", "--only", "kk-m"]) == 0
    spoken = capsys.readouterr()
    assert spoken.out.startswith(f"{folder}: 0.2 MB")
    assert spoken.err.splitlines() == [
        f"classic {pair} ({number} of 5)" for number, pair in enumerate(("k-k", "k-m", "m-m", "kk-k", "kk-m"), 1)
    ]
    assert main(["verify", "--folder", folder, "--pieces", "2", "--rules", "classic", "--all"]) == 0
    assert capsys.readouterr().out == "7200 positions checked, no errors\n"
    assert main(["pack", "--folder", folder, "--to", packed, "--pieces", "2", "--rules", "classic"]) == 0
    assert capsys.readouterr().out == f"{packed}: 0.0 MB\n"
    assert main(["verify", "--folder", packed, "--pieces", "3", "--rules", "federation", "--samples", "2"]) == 0
    assert capsys.readouterr().out == "32 positions checked, no errors\n"
    assert main(["probe", "W:WKa1:BKa5"]) == 0
    assert capsys.readouterr().out.splitlines() == ["a1xa6 win in 1", "a1xa7 win in 1", "a1xa8 win in 1", "win in 1"]


def test_the_engine_s_own_command_knows_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert engine_main(["tables", "probe", "W:WKa1:BKb5"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "draw"
    assert engine_main(["tables", "probe", "W:WKa1:BKb5", "--rules", "levant"]) == 2
    assert capsys.readouterr().err == "No table knows this position under levant.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["build", "--rules", "levant"], "There are no tables for levant, only for classic and federation."),
        (["build", "--pieces", "6"], "invalid choice"),
        (["build", "--only", "kkkk-k"], "There is no pair of 4 pieces called 'kkkk-k'."),
        (["probe", "W:Wa1"], "A position has three parts"),
        (["probe", "W:Wa2,b2,c2:BKa8,Kb8"], "No table knows this position under classic."),
        (["verify", "--all", "--folder", "nowhere"], "it has not been built"),
        (["build", "--rules", "chess"], "chess"),
        ([], "required"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    spoken = capsys.readouterr()
    assert spoken.out == ""
    assert sentence in spoken.err
    assert len(spoken.err.splitlines()) == 1


def test_a_stopped_command_says_that_it_can_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.tables.cli.build", stop)
    assert main(["build", "--folder", str(tmp_path), "--pieces", "2"]) == 130
    assert "goes on from there" in capsys.readouterr().err


@pytest.mark.parametrize("how", ["--all", "--samples=50"])
def test_a_table_with_wrong_values_is_found_and_the_position_named(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    for pair in wanted(2):
        path = tmp_path / file_name(CLASSIC, pair, DISTANCES)
        entries = tuple(shapes().count_entries(slot) for slot in pair.slots)
        write_table(path, Header(DISTANCES, 0, "classic", str(pair), entries), codes(built, FEDERATION, pair))
    assert main(["verify", "--folder", str(tmp_path), "--pieces", "2", "--rules", "classic", how]) == 1
    assert capsys.readouterr().out.startswith("classic W:WK")


def test_progress_is_a_bar_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    todo = wanted(2)
    report = progress(todo)
    report(CLASSIC, todo[1], 0.5)
    report(CLASSIC, todo[2], 1.0)
    bars = capsys.readouterr().err.split("\r")[1:]
    assert bars == [
        "classic    [###############...............] 1/3 k-m       50%",
        "classic    [##############################] 3/3 m-m      100%\n",
    ]
