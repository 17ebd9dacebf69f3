"""What a board may offer, as trees of landings."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Position, Square, parse_square, square_name
from engine.notation import parse_fen
from engine.refusal import IllegalMove
from engine.rules import CLASSIC, RULE_SETS, Landing, RuleSet, landing_tree, landing_trees, legal_moves, routes
from tests.engine.strategies import CROWNINGS, positions
from tests.engine.test_hard_places import MANY_ROUTES
from tests.engine.uncompiled import Engine

rule_sets = st.sampled_from([RULE_SETS[name] for name in CROWNINGS.values()])
WITHOUT_LIMIT = 1_000_000
Path = tuple[Square, ...]


def paths(landing: Landing, before: Path = ()) -> Iterator[Path]:
    """All complete paths of a tree, from its root on."""
    path = (*before, landing.square)
    if landing.end:
        yield path
    assert landing.next is not None, "this tree should not be cut"
    for further in landing.next:
        yield from paths(further, path)


def nodes(landing: Landing, before: Path = ()) -> Iterator[tuple[Path, Landing]]:
    """Every node of a tree with its path from the root on."""
    path = (*before, landing.square)
    yield path, landing
    for further in landing.next or ():
        yield from nodes(further, path)


def all_nodes(position: Position, rules: RuleSet, limit: int) -> list[tuple[Path, Landing]]:
    return [node for root in landing_trees(position, rules, limit).values() for node in nodes(root)]


@settings(max_examples=200)
@given(positions(10), rule_sets)
def test_a_whole_tree_has_exactly_the_routes(fen: str, rules: RuleSet) -> None:
    position = parse_fen(fen)
    trees = landing_trees(position, rules, WITHOUT_LIMIT)
    found = [path for root in trees.values() for path in paths(root)]
    assert found == [(route.start, *route.landings) for route in routes(position, rules)]
    assert all(start == root.square and root.taken is None and not root.end for start, root in trees.items())


@settings(max_examples=200)
@given(positions(10), rule_sets)
def test_every_node_tells_what_all_and_what_some_ways_on_take(fen: str, rules: RuleSet) -> None:
    position = parse_fen(fen)
    known = [((route.start, *route.landings), route.taken) for route in routes(position, rules)]
    whole = dict(all_nodes(position, rules, WITHOUT_LIMIT))
    for path, landing in whole.items():
        taken_before = 0
        for i in range(2, len(path) + 1):
            taken = whole[path[:i]].taken
            taken_before |= 0 if taken is None else 1 << taken
        later = [taken & ~taken_before for route, taken in known if route[: len(path)] == path]
        common, union = later[0], 0
        for taken in later:
            common, union = common & taken, union | taken
        assert landing.all_taken == common
        assert landing.some_taken == union & ~common


@settings(max_examples=100)
@given(positions(), rule_sets, st.integers(1, 60))
def test_a_cut_tree_is_the_beginning_of_the_whole_one(fen: str, rules: RuleSet, limit: int) -> None:
    position = parse_fen(fen)
    larger = dict(all_nodes(position, rules, 400))
    for path, landing in all_nodes(position, rules, limit):
        beside = larger[path]
        assert (landing.square, landing.taken, landing.end) == (beside.square, beside.taken, beside.end)
        assert (landing.all_taken, landing.some_taken) == (beside.all_taken, beside.some_taken)
        if landing.next:
            assert beside.next is not None
            assert [further.square for further in landing.next] == [further.square for further in beside.next]


@settings(max_examples=100)
@given(positions(), rule_sets, st.integers(1, 60))
def test_every_movable_piece_and_its_first_landings_are_there_whatever_the_limit(
    fen: str, rules: RuleSet, limit: int
) -> None:
    position = parse_fen(fen)
    trees = landing_trees(position, rules, limit)
    assert list(trees) == list(dict.fromkeys(move.start for move in legal_moves(position, rules)))
    first = {(start, landing.square) for start, root in trees.items() for landing in root.next or ()}
    assert first >= {(move.start, move.landings[0]) for move in legal_moves(position, rules)}
    size = sum(1 for root in trees.values() for _ in nodes(root))
    assert size <= max(limit, len(trees) + len(first)) or not legal_moves(position, rules)[0].is_capture


@pytest.mark.parametrize("fen", MANY_ROUTES, ids=map(str, MANY_ROUTES.values()))
def test_many_routes_are_cut_at_400_nodes_nearest_first(engine: Engine, fen: str) -> None:
    trees = engine.rules.landing_trees(engine.notation.parse_fen(fen), engine.rules.CLASSIC)
    found = [node for root in trees.values() for node in nodes(root)]
    assert 300 < len(found) <= 400
    cut = [len(path) for path, landing in found if landing.next is None]
    opened = [len(path) for path, landing in found if landing.next]
    assert min(cut) >= max(opened) - 1
    assert all(landing.all_taken.bit_count() + landing.some_taken.bit_count() <= 16 for _, landing in found)


@pytest.mark.parametrize("fen", MANY_ROUTES, ids=map(str, MANY_ROUTES.values()))
def test_behind_every_cut_the_tree_goes_on_when_asked_until_a_route_is_complete(fen: str) -> None:
    position = parse_fen(fen)
    complete = {str(move) for move in legal_moves(position)}
    (root,) = landing_trees(position, CLASSIC).values()
    path: Path = (root.square,)
    here = root
    while not here.end:
        if here.next is None:
            asked = landing_tree(position, CLASSIC, path[0], path[1:])
            assert (asked.square, asked.taken, asked.all_taken) == (here.square, here.taken, here.all_taken)
            here = asked
        assert here.next, "the landings after an answer are always in it"
        here = here.next[0]  # the alphabetically first way on
        path = (*path, here.square)
    assert "x".join(map(square_name, path)) in complete


def test_a_quiet_move_is_a_target_that_takes_nothing_and_ends(engine: Engine) -> None:
    trees = engine.rules.landing_trees(engine.notation.parse_fen("W:Wa2:Bh7"), engine.rules.CLASSIC)
    a2, b2, a3 = map(parse_square, ("a2", "b2", "a3"))
    landing = engine.rules.Landing
    targets = (landing(a3, None, 0, 0, True, ()), landing(b2, None, 0, 0, True, ()))
    assert trees == {a2: landing(a2, None, 0, 0, False, targets)}


def test_without_a_legal_move_there_is_no_tree(engine: Engine) -> None:
    assert engine.rules.landing_trees(engine.notation.parse_fen("W:Wa7:BKa8,b7,c7"), engine.rules.CLASSIC) == {}


@pytest.mark.parametrize(
    ("fen", "path"),
    [
        ("W:Wa2:Bh7", "c3"),
        ("W:Wa2:Bh7", "a2 a4"),
        ("W:Wa2:Bh7", "a2 a3 a4"),
        ("W:Wa2:Bh7", "h7 h6"),
        ("W:Wa2,h4:Ba3,b4,h5", "h4"),
        ("W:Wa2,h4:Ba3,b4,h5", "a2 a4 a6"),
        ("W:Wa2,h4:Ba3,b4,h5", "a2 c4"),
        ("W:Wa2,h4:Ba3,b4,h5", "a2 a4 c4 e4"),
    ],
)
def test_a_branch_that_no_legal_move_begins_with_is_refused(engine: Engine, fen: str, path: str) -> None:
    position = engine.notation.parse_fen(fen)
    start, *prefix = map(parse_square, path.split())
    refused = engine.module("refusal").IllegalMove
    with pytest.raises(refused, match=path):
        engine.rules.landing_tree(position, engine.rules.CLASSIC, start, tuple(prefix))


def test_a_branch_can_be_asked_for_by_a_complete_path_too() -> None:
    landing = landing_tree(parse_fen("W:Wa2,h4:Ba3,b4,h5"), CLASSIC, *_split("a2 a4 c4"))
    assert landing == Landing(parse_square("c4"), parse_square("b4"), 0, 0, True, ())
    assert issubclass(IllegalMove, ValueError)


def _split(path: str) -> tuple[Square, Path]:
    start, *prefix = map(parse_square, path.split())
    return start, tuple(prefix)
