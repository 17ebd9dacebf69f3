"""What the benchmark measures: twenty positions whose node counts are checked values, and both builds."""

import pytest

from engine.ai.search import Limit, think
from engine.notation import parse_fen
from engine.rules import legal_moves
from engine.rulesets import CLASSIC
from engine.speeds import Measured, measured_positions, run_source
from tests.engine.uncompiled import Engine

POSITIONS = measured_positions()


def nodes(engine: Engine, fen: str, depth: int) -> int:
    search, position = engine.module("ai.search"), engine.notation.parse_fen(fen)
    found: int = search.think(position, engine.rules.rule_set("classic"), search.Limit(depth=depth)).nodes
    return found


def test_there_are_twenty_positions_from_the_opening_to_the_endgame() -> None:
    pieces = [sum(board.bit_count() for board in parse_fen(measured.fen).boards[:4]) for measured in POSITIONS]
    assert len({measured.fen for measured in POSITIONS}) == 20
    assert pieces == sorted(pieces, reverse=True)
    assert (pieces[0], pieces[-1]) == (32, 6)
    assert all(len(legal_moves(parse_fen(measured.fen))) > 1 for measured in POSITIONS)


@pytest.mark.parametrize("measured", POSITIONS, ids=lambda measured: measured.fen[:12])
def test_a_search_of_fixed_depth_visits_a_known_number_of_nodes(measured: Measured) -> None:
    """Checked values: they change only when search or values are meant to change."""
    found = {depth: think(parse_fen(measured.fen), CLASSIC, Limit(depth=depth)).nodes for depth in measured.nodes}
    assert found == measured.nodes


@pytest.mark.parametrize("measured", POSITIONS, ids=lambda measured: measured.fen[:12])
def test_the_source_alone_visits_the_same_nodes(uncompiled: Engine, measured: Measured) -> None:
    shallow = min(measured.nodes)
    assert nodes(uncompiled, measured.fen, shallow) == measured.nodes[shallow]


def test_the_source_that_is_measured_is_not_compiled() -> None:
    assert run_source("from engine.core import COMPILED; print(COMPILED)") == "False\n"
