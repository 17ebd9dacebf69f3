"""The strong search: agrees with plain minimax where nothing is cut, keeps its limits, knows the endgame tables."""

import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ai import searchers
from engine.ai.configuration import FEW, HAND, UnknownConfiguration, shorter
from engine.ai.search import WIN, Cancel, Limit, Thought, at_sight, think
from engine.ai.searchers import new_memory
from engine.board import Move, Position
from engine.core_values import shape
from engine.notation import parse_fen
from engine.rules import apply, legal_moves
from engine.rulesets import CLASSIC, FEDERATION, RULE_SETS, RuleSet
from engine.soak import SoakError, soak
from engine.tables.probe import Value, probe
from tests.engine.asking import START
from tests.engine.strategies import played_positions, positions
from tests.engine.uncompiled import Engine

WHOLE = "hand,late=0,futility=0,prob_cut=0"  # nothing is cut but what cannot matter
MIDDLE = "W:Wa3,b3,c4,d3,e2,f4,g3,h3,d2,f2:Ba6,b5,c6,d7,e6,f7,g6,h5,c7,g7"

# ---- Right


@pytest.mark.parametrize("fen", [START, MIDDLE, "B:Wa4,c3,d4,f3,h4,e2:Bb6,c7,e6,g6,h6,a6", "W:WKa1,c3,d5:BKh8,f6,b7"])
def test_windows_order_and_memory_change_no_score(fen: str) -> None:
    """All moves with open windows, or one best line through narrow ones: the best score is the same."""
    position = parse_fen(fen)
    for depth in range(1, 7):
        narrow = think(position, CLASSIC, Limit(depth=depth), configuration=WHOLE)
        wide = think(position, CLASSIC, Limit(depth=depth), configuration=WHOLE, margin=30_000)
        assert narrow.score == wide.score


@pytest.mark.parametrize("configuration", ["hand", "strong"])
@pytest.mark.parametrize(
    ("rules", "fen", "depth"),
    [("classic", START, 4), ("federation", MIDDLE, 4), ("levant", "W:Wf6,a1,c4:Bf7,Ke8,Kc8,h5", 5)],
)
def test_both_builds_search_the_same_nodes(
    compiled: Engine, uncompiled: Engine, configuration: str, rules: str, fen: str, depth: int
) -> None:
    answers = []
    for build in (compiled, uncompiled):
        search = build.module("ai.search")
        position, limit = build.notation.parse_fen(fen), search.Limit(depth=depth)
        thought = search.think(position, build.rules.rule_set(rules), limit, configuration=configuration)
        answers.append((thought.nodes, thought.score, [str(move) for move in thought.line]))
    assert answers[0] == answers[1]


@given(positions() | played_positions(), st.sampled_from(list(RULE_SETS.values())), st.integers(1, 2_000))
@settings(max_examples=80, deadline=None)
def test_no_move_of_any_line_is_ever_illegal(fen: str, rules: RuleSet, nodes: int) -> None:
    start = parse_fen(fen)
    legal = legal_moves(start, rules)
    thought = think(start, rules, Limit(nodes=nodes), lines=3)
    assert (thought.move in legal) if legal else (thought.move is None)
    for variation in thought.variations:
        position = start
        for move in variation.line:
            assert move in legal_moves(position, rules)
            position = apply(position, move, rules)


@given(positions())
@settings(max_examples=60, deadline=None)
def test_a_position_is_worth_the_same_mirrored_and_with_the_sides_changed(fen: str) -> None:
    position = parse_fen(fen)
    for configuration in ("hand", "strong"):
        worth = at_sight(position, CLASSIC, configuration)
        assert at_sight(position.swapped(), CLASSIC, configuration) == worth
        assert abs(at_sight(position.mirrored(), CLASSIC, configuration) - worth) <= 1


def test_games_in_all_rule_sets_agree_with_the_referee() -> None:
    told: list[str] = []
    soak(200, seed=7, report=told.append)
    assert told[-1].startswith("200 games in 5 rule sets")


def test_a_soak_ends_at_the_first_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it would be found out if the search ever made a move that is none."""
    monkeypatch.setattr("engine.soak._move", lambda ranked: Move(ranked[0], (), 63, 0))
    with pytest.raises(SoakError, match="classic, after"):
        soak(1, seed=1, report=lambda _: None)


# ---- Limits


def test_a_node_limit_is_kept_and_decides_everything() -> None:
    first, second = (think(Position.start(), CLASSIC, Limit(nodes=20_000)) for _ in range(2))
    assert first == second
    assert first.nodes <= 20_000


@pytest.mark.parametrize("fen", [START, MIDDLE])
def test_a_deadline_is_kept_to_within_ten_milliseconds(fen: str) -> None:
    """The best of several tries: other programs use this machine, too."""
    late = []
    for _ in range(8):
        began = time.perf_counter()
        think(parse_fen(fen), CLASSIC, Limit(movetime_ms=40))
        late.append(time.perf_counter() - began - 0.040)
    assert min(late) < 0.010


def test_a_search_is_cancelled_from_another_thread() -> None:
    cancel, began, thoughts = Cancel(), threading.Event(), list[Thought]()

    def search() -> None:
        thoughts.append(
            think(Position.start(), CLASSIC, Limit(depth=60), cancel=cancel, report=lambda _: began.set())
        )

    thread = threading.Thread(target=search)
    thread.start()
    began.wait()
    cancel.cancel()
    thread.join(10)
    assert not thread.is_alive()
    assert thoughts[0].move in legal_moves(Position.start(), CLASSIC)


# ---- Several lines, threads, memory


def test_several_lines_are_the_best_moves_with_their_exact_scores() -> None:
    position = parse_fen(MIDDLE)
    several = think(position, CLASSIC, Limit(depth=5), configuration=WHOLE, lines=3)
    every = think(position, CLASSIC, Limit(depth=5), configuration=WHOLE, margin=30_000)
    assert [variation.score for variation in several.variations] == [score for _, score in every.candidates[:3]]
    assert several.variations[0].line == several.line
    assert len({variation.line[0] for variation in several.variations}) == 3


def test_there_are_no_more_lines_than_moves() -> None:
    thought = think(parse_fen("W:Wd4,a2:Bh7,a7"), CLASSIC, Limit(depth=4), lines=50)
    assert len(thought.variations) == len(legal_moves(parse_fen("W:Wd4,a2:Bh7,a7")))


def test_threads_help_and_agree_on_a_win() -> None:
    position = parse_fen("W:WKa1,Kb1,Kc2:BKe5,h7,h6")
    alone = think(position, CLASSIC, Limit(depth=9), configuration="hand")
    together = think(position, CLASSIC, Limit(depth=9), configuration="hand", threads=3)
    assert together.move in legal_moves(position)
    assert (alone.score > 300) == (together.score > 300)


def test_a_memory_spares_work_in_the_next_search() -> None:
    memory = new_memory(18)
    position = parse_fen(MIDDLE)
    first = think(position, CLASSIC, Limit(depth=8), memory=memory)
    second = think(position, CLASSIC, Limit(depth=8), memory=memory)
    assert second.nodes < first.nodes


def test_the_first_search_knows_one_line() -> None:
    with pytest.raises(ValueError, match="one line"):
        think(Position.start(), CLASSIC, Limit(depth=2), configuration="first", lines=2)


# ---- Configurations


def test_features_can_be_changed_for_an_experiment() -> None:
    changed = think(Position.start(), CLASSIC, Limit(depth=7), configuration="hand,late=0")
    assert changed.nodes != think(Position.start(), CLASSIC, Limit(depth=7), configuration="hand").nodes


@pytest.mark.parametrize("name", ["second", "hand,none=1", "hand,late=x", "first,late=1"])
def test_an_unknown_configuration_is_refused_by_name(name: str) -> None:
    with pytest.raises(UnknownConfiguration, match=name.split(",")[0] if name[0] in "fs" else name.split(",")[-1]):
        think(Position.start(), CLASSIC, Limit(depth=1), configuration=name)


def test_every_feature_is_named() -> None:
    assert len(HAND.terms) == shape()[0]
    known = {"contempt", "one_reply", "window", "late", "very_late", "steep", "futility", "shallow", "prob_cut"}
    assert set(HAND.features) == known


@pytest.mark.parametrize("steep", [0, 60, 120])
def test_deeper_searches_of_later_moves_are_shorter_and_one_ply_stays(steep: int) -> None:
    rows = [shorter(2, 5, steep)[at : at + FEW] for at in range(0, FEW * FEW, FEW)]
    assert all(less == 0 for depth in range(3) for less in rows[depth])
    assert all(row[0] == row[1] == 0 for row in rows)
    assert all(list(row) == sorted(row) for row in rows)
    assert all(list(column) == sorted(column) for column in zip(*rows, strict=True))
    assert all(row[2] >= 1 and row[-1] <= depth - 2 for depth, row in enumerate(rows) if depth >= 3)


def test_without_a_slope_late_moves_are_shorter_by_one_ply_and_by_two() -> None:
    row = shorter(4, 12, 0)[9 * FEW : 10 * FEW]
    assert row == (0,) * 4 + (1,) * 8 + (2,) * (FEW - 12)
    assert set(shorter(0, 5, 120)) == {0}


# ---- Endgame tables


def test_a_win_in_the_tables_is_played_by_them() -> None:
    """Two kings against one: the shortest way, without a search."""
    position = parse_fen("W:WKa1,Kb1:BKe5")
    known = probe(position, CLASSIC)
    thought = think(position, CLASSIC, Limit(nodes=10))
    assert known is not None
    assert known.value is Value.WIN
    assert (thought.score, thought.depth) == (WIN - (known.distance or 0), 0)


def test_a_search_sees_the_tables_from_afar() -> None:
    """With a fifth piece on the board the search has to get there first."""
    position = parse_fen("W:WKa1,Kb3,c4:BKh8,c5")
    assert think(position, CLASSIC, Limit(depth=3)).score > 10_000
    assert think(position, CLASSIC, Limit(depth=3), configuration="first").score < 10_000


def test_the_counters_of_the_game_overrule_the_tables() -> None:
    """One ply before the no-progress rule ends the game the win comes too late."""
    position = parse_fen("W:WKa1,Kb1:BKe5")
    late = CLASSIC.no_progress_plies - 1
    assert abs(think(position, CLASSIC, Limit(depth=3), no_progress=late).score) <= 3


def test_one_against_one_ends_the_game_in_federation() -> None:
    assert abs(think(parse_fen("W:WKa1:BKh7,a8"), FEDERATION, Limit(depth=4)).score) < 20_000


def test_damaged_tables_are_told_and_done_without(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from engine.tables.files import TableError
    from engine.tables.store import SHIPPED

    class Damaged:
        def flat(self, _: RuleSet) -> None:
            raise TableError(SHIPPED / "classic-k-k.distances", "its header is damaged")

    searchers.load_tables.cache_clear()
    monkeypatch.setattr(searchers, "default_tables", Damaged)
    try:
        thought = think(parse_fen("W:WKa1,Kb3,c4:BKh8,c5"), CLASSIC, Limit(depth=3))
    finally:
        searchers.load_tables.cache_clear()
    assert thought.move is not None
    assert "classic-k-k.distances: its header is damaged" in caplog.text
