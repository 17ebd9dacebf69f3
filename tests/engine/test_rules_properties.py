"""What must hold of moves in every position."""

from collections import Counter
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import core
from engine.board import Move, Position, square_name, squares
from engine.notation import format_fen, parse_fen
from engine.rules import CLASSIC, RULE_SETS, RuleSet, apply, legal_moves, required, routes
from engine.rulesets import Crowning
from tests.engine import plain
from tests.engine.asking import every_route, legal
from tests.engine.strategies import CROWNINGS, crownings, played_positions, positions
from tests.engine.uncompiled import COMPILED, UNCOMPILED

rule_sets = st.sampled_from([RULE_SETS[name] for name in CROWNINGS.values()])
SMALL = 10  # pieces a side, where routes are few enough to be listed again and again
MANY = 400


@settings(max_examples=MANY)
@given(positions(SMALL), crownings)
def test_the_engine_finds_the_routes_that_the_articles_give(fen: str, crowning: str) -> None:
    assert every_route(COMPILED, fen, CROWNINGS[crowning]) == plain.routes(fen, crowning)


@settings(max_examples=MANY)
@given(positions(SMALL) | played_positions(), crownings)
def test_compiled_and_uncompiled_agree(fen: str, crowning: str) -> None:
    rules = CROWNINGS[crowning]
    assert legal(COMPILED, fen, rules) == legal(UNCOMPILED, fen, rules)
    assert every_route(COMPILED, fen, rules) == every_route(UNCOMPILED, fen, rules)
    assert COMPILED.notation.parse_fen(fen).key == UNCOMPILED.notation.parse_fen(fen).key


@settings(max_examples=MANY)
@given(positions(), rule_sets)
def test_generator_and_graph_find_the_same_moves(fen: str, rules: RuleSet) -> None:
    position = parse_fen(fen)
    generated = core.Generator().moves(*position.boards, rules.mode)
    assert len(generated) == len(set(generated))
    assert set(generated) == {(move.start, move.end, move.taken) for move in legal_moves(position, rules)}


@settings(max_examples=MANY)
@given(positions(SMALL), rule_sets)
def test_legal_moves_are_the_routes_merged_each_by_its_first_and_sorted(fen: str, rules: RuleSet) -> None:
    position = parse_fen(fen)
    written = [str(route) for route in routes(position, rules)]
    assert written == sorted(set(written))
    first: dict[Move, str] = {}
    for route in routes(position, rules):
        first.setdefault(route, str(route))
    moves = legal_moves(position, rules)
    assert {move: str(move) for move in moves} == first
    assert [str(move) for move in moves] == sorted(first.values())


@given(positions(SMALL), rule_sets)
def test_no_route_is_the_beginning_of_another(fen: str, rules: RuleSet) -> None:
    written = [str(route) for route in routes(parse_fen(fen), rules)]
    assert not any(longer.startswith(shorter) for shorter, longer in pairwise(written))


@given(positions(), rule_sets)
def test_a_move_takes_a_piece_a_landing_and_all_take_what_is_required(fen: str, rules: RuleSet) -> None:
    position = parse_fen(fen)
    for move in legal_moves(position, rules):
        assert move.landings[-1] == move.end
        assert move.taken.bit_count() == required(position, rules)
        assert len(move.landings) == max(1, required(position, rules))
        assert move.taken & position.pieces(position.turn.other) == move.taken


@given(positions(), rule_sets)
def test_a_move_keeps_its_piece_and_removes_what_it_takes(fen: str, rules: RuleSet) -> None:
    position = parse_fen(fen)
    mine, theirs = position.turn, position.turn.other
    for move in legal_moves(position, rules):
        reached = apply(position, move, rules)
        assert reached.turn is theirs
        assert reached.pieces(mine) == (position.pieces(mine) & ~(1 << move.start)) | 1 << move.end
        assert reached.pieces(theirs) == position.pieces(theirs) & ~move.taken
        assert reached.kings(mine).bit_count() >= position.kings(mine).bit_count()
        assert parse_fen(format_fen(reached)) == reached  # above all: no man stands on its far rank


def played(position: Position, rules: RuleSet) -> Counter[Position]:
    return Counter(apply(position, move, rules) for move in legal_moves(position, rules))


@given(positions(), rule_sets)
def test_play_then_mirror_is_mirror_then_play(fen: str, rules: RuleSet) -> None:
    position = parse_fen(fen)
    mirrored = Counter({reached.mirrored(): n for reached, n in played(position, rules).items()})
    assert played(position.mirrored(), rules) == mirrored


@given(positions(), rule_sets)
def test_play_then_change_sides_is_change_sides_then_play(fen: str, rules: RuleSet) -> None:
    position = parse_fen(fen)
    swapped = Counter({reached.swapped(): n for reached, n in played(position, rules).items()})
    assert played(position.swapped(), rules) == swapped


@settings(max_examples=MANY)
@given(positions(SMALL))
def test_a_man_crowned_in_mid_capture_is_told_by_start_and_taken_pieces(fen: str) -> None:
    """The core keeps no note of it; here every route is followed and the rank looked at."""
    position = parse_fen(fen)
    rules = RULE_SETS["crowned"]
    assert rules.crowning is Crowning.CROWNED
    far = range(56, 64) if position.turn == "white" else range(8)
    for route in routes(position, rules):
        king = position.kings(position.turn) >> route.start & 1 or any(square in far for square in route.landings)
        assert bool(apply(position, route, rules).kings(position.turn) >> route.end & 1) == bool(king)


@settings(max_examples=30)
@given(st.lists(played_positions(), min_size=20, max_size=20))
def test_positions_met_in_play_have_the_same_key_only_if_they_are_equal(fens: list[str]) -> None:
    met = {parse_fen(fen) for fen in fens}
    met |= {apply(position, move) for position in tuple(met) for move in legal_moves(position, CLASSIC)}
    assert len({position.key for position in met}) == len(met)


def test_what_is_captured_is_named_where_it_stood() -> None:
    (move,) = legal_moves(parse_fen("W:Wd2:Bd3,e4,f5"))
    assert [square_name(square) for square in squares(move.taken)] == ["d3", "e4", "f5"]
