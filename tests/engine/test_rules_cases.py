"""120 positions with every legal move, made by a slow generator, in all three kinds of crowning and both builds."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.asking import every_route
from tests.engine.strategies import CROWNINGS
from tests.engine.uncompiled import Engine

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "rule_cases.json").read_text())


def test_there_are_120_cases_with_a_carry_on_answer_each() -> None:
    assert len(CASES) == 120
    assert all("carry_on" in case["moves"] for case in CASES)


@pytest.mark.parametrize("crowning", CROWNINGS)
def test_the_routes_are_those_of_the_slow_generator(engine: Engine, crowning: str) -> None:
    for case in CASES:
        expected = case["moves"].get(crowning, case["moves"]["carry_on"])
        assert every_route(engine, case["fen"], CROWNINGS[crowning]) == sorted(expected), case["fen"]
