"""The file of learned values: read whole or refused by name, and what training sees is what the engine counts."""

import random
import shutil
import struct
import zlib
from pathlib import Path

import pytest

from engine.ai import searchers
from engine.ai.configuration import find_configuration
from engine.ai.search import Limit, at_sight, think
from engine.ai.weights import FOLDER, WeightsError, read_weights, write_weights
from engine.board import Position
from engine.core_values import shape
from engine.rules import apply, legal_moves
from engine.rulesets import CLASSIC
from engine.train.cli import ROUNDS, SHARES, TEACHER, Round, divide, main, train
from engine.train.features import states, terms
from engine.train.fit import Plan, fit
from engine.train.play import RECORD, play_games
from engine.train.symmetry import shared

SHIPPED = FOLDER / "weights.bin"
TERMS, PATTERNS, STATES = shape()


def damaged(path: Path, change: str) -> Path:
    data = bytearray(SHIPPED.read_bytes())
    if change == "flipped":
        data[-100] ^= 1
    elif change == "cut":
        del data[-1]
    elif change == "version":
        data[8] = 99
    elif change == "other":
        data[:8] = b"DamaTabl"
    elif change == "empty":
        data.clear()
    path.write_bytes(data)
    return path


def test_the_shipped_values_are_used() -> None:
    names = [find_configuration(name).name for name in ("strong", "hand")]
    worth = [at_sight(Position.start(), CLASSIC, name) for name in names]
    assert worth[0] != worth[1]
    assert len(read_weights(SHIPPED)[0]) == TERMS
    assert len(read_weights(SHIPPED)[1]) == PATTERNS * STATES


@pytest.mark.parametrize("change", ["flipped", "cut", "version", "other", "empty"])
def test_a_damaged_file_is_refused_by_name(tmp_path: Path, change: str) -> None:
    path = damaged(tmp_path / "some.bin", change)
    with pytest.raises(WeightsError, match=r"some\.bin: it "):
        read_weights(path)


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"none\.bin: it cannot be read"):
        read_weights(tmp_path / "none.bin")


def test_the_computer_plays_without_a_damaged_file_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = damaged(tmp_path / "some.bin", "flipped")
    limit = Limit(depth=4)
    without = think(Position.start(), CLASSIC, limit, configuration=f"file:{path}")
    assert (without.move, without.score) == (
        (hand := think(Position.start(), CLASSIC, limit, configuration="hand")).move,
        hand.score,
    )
    assert "some.bin: it is damaged" in caplog.text
    assert "without what it has learned" in caplog.text


def test_values_out_of_range_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="range"):
        write_weights(tmp_path / "w.bin", [(9_000, 0)] * (TERMS + PATTERNS * STATES))


# ---- Training


def some_positions() -> list[Position]:
    rng, found = random.Random(1), []
    for _ in range(8):
        position = Position.start()
        for _ in range(70):
            moves = legal_moves(position)
            if not moves:
                break
            position = apply(position, rng.choice(moves))
            found.append(position)
    return found


def test_training_sees_what_the_engine_counts(tmp_path: Path) -> None:
    """Any values, summed over what training sees, are the compiled evaluation."""
    import numpy as np

    rng = np.random.default_rng(1)
    number, sign, count = shared()
    free = rng.integers(-60, 60, size=(2, TERMS + count))
    whole = np.concatenate([free[:, :TERMS], free[:, TERMS:][:, number] * sign], axis=1)
    path = tmp_path / "w.bin"
    write_weights(path, [(int(full), int(empty)) for full, empty in whole.T])
    positions = some_positions()
    wm, wk, bm, bk = (np.array(b, dtype=np.uint64) for b in zip(*(p.boards[:4] for p in positions), strict=True))
    seen_terms = terms(wm, wk, bm, bk, np.array([p.boards[4] for p in positions]))
    seen_states = states(wm, bm)
    for at, position in enumerate(positions):
        sums = [int(seen_terms[at] @ row[:TERMS]) + int(row[TERMS:][seen_states[at]].sum()) for row in whole]
        full = min(32, sum(b.bit_count() for b in position.boards[:4]))
        mine = 1 if position.boards[4] else -1
        expected = (mine * sums[0] * full + mine * sums[1] * (32 - full)) >> 5
        assert at_sight(position, CLASSIC, f"file:{path}") == expected
    searchers.values_of.cache_clear()


def test_training_games_are_repeatable_and_quiet(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a", "b")]
    for file in files:
        play_games(file, "hand", 3, 100, 5, lambda _, __: None)
    data = files[0].read_bytes()
    assert data == files[1].read_bytes()
    assert len(data) % RECORD.size == 0
    results = {result for *_, result, _, _, _ in struct.iter_unpack(RECORD.format, data)}
    assert results <= {-1, 0, 1, 2}
    assert 2 in results


def test_the_training_games_are_still_those_of_the_shipped_values(tmp_path: Path) -> None:
    """A checked value: with a search that plays others the command would write other values, so train anew."""
    share, *_ = divide(tmp_path, 1, ROUNDS[0], TEACHER)
    play_games(share.file, share.player, 4, share.nodes, share.seed, lambda _, __: None)
    assert zlib.crc32(share.file.read_bytes()) == 0xBCD00BB9


def test_one_command_trains_from_nothing(tmp_path: Path) -> None:
    said: list[str] = []
    train(tmp_path / "games", tmp_path / "out.bin", (Round(6, 60), Round(5, 70)), said.append)
    assert len(read_weights(tmp_path / "out.bin")[1]) == PATTERNS * STATES
    assert any("held-out loss" in line for line in said)
    shutil.rmtree(tmp_path / "games")


def test_the_shares_of_a_round_are_all_its_games_and_no_two_are_alike(tmp_path: Path) -> None:
    shares = [share for number in (1, 2) for share in divide(tmp_path, number, Round(11, 60), TEACHER)]
    assert [sum(share.games for share in shares[at : at + SHARES]) for at in (0, SHARES)] == [11, 11]
    assert len({share.seed for share in shares}) == len({share.file for share in shares}) == 2 * SHARES


@pytest.mark.parametrize("text", ["14000", "many@700", "14000@"])
def test_a_round_that_is_none_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--rounds", text])
    assert f"invalid parse value: '{text}'" in capsys.readouterr().err


def test_the_same_games_give_the_same_bytes(tmp_path: Path) -> None:
    play_games(tmp_path / "games", "hand", 8, 60, 5, lambda _, __: None)
    files = [tmp_path / name for name in ("a.bin", "b.bin")]
    for file in files:
        fit([tmp_path / "games"], file, Plan(), lambda _: None)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_training_without_numpy_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    monkeypatch.setattr("engine.train.cli.train", missing)
    assert main(["--folder", str(tmp_path)]) == 2
    assert "numpy" in capsys.readouterr().err
