"""Counted move sequences of 25 positions, by routes (`paths`) and by moves (`results`, A13)."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.uncompiled import Engine

POSITIONS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())
COUNTS = ["paths", "results"]


def counted(engine: Engine, row: dict[str, Any], count: str, most: int) -> list[int]:
    """What the engine counts at every depth that has at most `most` leaves."""
    position = engine.notation.parse_fen(row["fen"], far_men=True)  # one row has a black man on c1
    depths = [depth for depth, leaves in enumerate(row[count], 1) if leaves <= most]
    return [engine.rules.perft(position, depth, paths=count == "paths") for depth in depths]


def test_there_are_25_positions() -> None:
    assert len(POSITIONS) == 25


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("row", POSITIONS, ids=lambda row: str(row["name"]))
def test_compiled_up_to_200_million_leaves(compiled: Engine, row: dict[str, Any], count: str) -> None:
    assert counted(compiled, row, count, 200_000_000) == [leaves for leaves in row[count] if leaves <= 200_000_000]


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("row", POSITIONS, ids=lambda row: str(row["name"]))
def test_uncompiled_up_to_a_million_leaves(uncompiled: Engine, row: dict[str, Any], count: str) -> None:
    assert counted(uncompiled, row, count, 1_000_000) == [leaves for leaves in row[count] if leaves <= 1_000_000]


def test_nothing_played_is_one_sequence_and_no_legal_move_none(engine: Engine) -> None:
    start = engine.board.Position.start()
    assert engine.rules.perft(start, 0) == 1
    assert engine.rules.perft(engine.notation.parse_fen("W:Wa7:BKa8,b7,c7"), 1) == 0


@pytest.mark.parametrize(("rules", "leaves"), [("classic", 1), ("levant", 1), ("crowned", 2)])
def test_perft_follows_the_crowning_of_the_rule_set(engine: Engine, rules: str, leaves: int) -> None:
    position = engine.notation.parse_fen("W:Wf6,a1:Bf7,Ke8,Kc8,h5")
    assert engine.rules.perft(position, 1, engine.rules.rule_set(rules), paths=True) == leaves
