"""Positions, moves and landing trees as the page receives them."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Move, Position, parse_square
from engine.game import Game
from engine.notation import parse_fen
from engine.rules import RULE_SETS, legal_moves, play, rule_set
from webapp.pieces import branch_view, candidate_view, move_view, path_view, pieces_view, play_view
from webapp.wire.views import Node

MANY_ROUTES = (
    "W:WKh3:BKc1,Kg1,a2,e2,h2,d3,g3,c4,Kf5,Kd6,Kg6,a7,e7,h7,Kb8,Kf8",
    "W:WKe8:BKb1,Kg1,a2,c2,h2,b3,g3,f4,e5,d6,g6,a7,f7,Kh7,b8,g8",
)


def game_at(fen: str, rules: str = "classic") -> Game:
    return Game.new(rule_set(rules), parse_fen(fen))


def routes_of(node: Node, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Every way through a tree that is not cut: the squares and the pieces taken."""
    here = (*path, node["to"])
    found: list[tuple[tuple[str, ...], tuple[str, ...]]] = [(here, ())] if "end" in node else []
    for further in node.get("next", []):
        found += [(squares, taken) for squares, taken in routes_of(further, here)]
    if "x" in node:
        found = [(squares, (node["x"], *taken)) for squares, taken in found]
    return found


def test_the_start_position_has_sixteen_men_a_side() -> None:
    pieces = pieces_view(Position.start())
    assert len(pieces) == 32
    assert (pieces["a2"], pieces["h3"], pieces["a7"], pieces["h6"]) == ("wm", "wm", "bm", "bm")


def test_kings_are_told_from_men() -> None:
    assert pieces_view(parse_fen("W:Wa2,Kc4:Bd6,Ke8")) == {"a2": "wm", "c4": "wk", "d6": "bm", "e8": "bk"}


def test_the_pieces_taken_come_in_the_order_of_the_jumps() -> None:
    game = game_at("W:WKa1:Ba3,c5,e3,Kc1,h8")
    (move,) = [move for move in game.legal_moves() if move.end == move.start]
    assert path_view(move) == {"path": ["a1", "a5", "e5", "e1", "a1"], "taken": ["a3", "c5", "e3", "c1"]}


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(sorted(RULE_SETS)))
def test_every_move_of_a_game_takes_one_piece_a_jump(seed: int, name: str) -> None:
    chance, rules, position = random.Random(seed), rule_set(name), Position.start()
    for _ in range(80):
        moves = legal_moves(position, rules)
        if not moves:
            break
        move = chance.choice(moves)
        view = path_view(move)
        assert len(view["taken"]) == (len(view["path"]) - 1 if move.is_capture else 0)
        assert sum(1 << parse_square(name) for name in view["taken"]) == move.taken
        position = play(position, move, rules)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(sorted(RULE_SETS)))
def test_the_trees_hold_the_legal_moves_and_nothing_else(seed: int, name: str) -> None:
    chance, game = random.Random(seed), Game.new(rule_set(name))
    for _ in range(40):
        if game.outcome is not None:
            break
        view = play_view(game)
        routes = [route for root in view["from"].values() for route in routes_of(root)]
        ends = {(path[0], path[-1], frozenset(taken)) for path, taken in routes}
        legal = game.legal_moves()
        named = [path_view(move) for move in legal]
        assert ends == {(move["path"][0], move["path"][-1], frozenset(move["taken"])) for move in named}
        assert {len(taken) for _, taken in routes} == {view["take"]}
        step = game.move(game.turn, chance.choice(legal))
        game = step.after  # type: ignore[union-attr]  # a legal move is not refused


def test_a_capture_names_what_all_and_what_only_some_ways_take() -> None:
    root = play_view(game_at("W:Wa2,Kb7:Bb3,Kf4,g4,e7"))["from"]["b7"]
    assert root.get("all") == ["b3", "e7"]
    assert root.get("some") == ["f4", "g4"]


@pytest.mark.parametrize("fen", MANY_ROUTES)
def test_even_a_hundred_thousand_routes_fit_into_one_frame(fen: str) -> None:
    view = play_view(game_at(fen))
    assert len(json.dumps(view)) < 64_000
    assert any("cut" in node for node in _nodes(next(iter(view["from"].values()))))


@pytest.mark.parametrize("fen", MANY_ROUTES)
def test_a_cut_node_is_opened_by_its_prefix(fen: str) -> None:
    game = game_at(fen)
    ((start, root),) = play_view(game)["from"].items()
    path = [start]
    node = root
    while "end" not in node:
        if "cut" in node:
            node = branch_view(game, tuple(map(parse_square, path)))
            assert node["to"] == path[-1]
        node = node["next"][0]
        path.append(node["to"])
    assert game.move(game.turn, "x".join(path)).after.ply == 1  # type: ignore[union-attr]  # it is legal


def _nodes(node: Node) -> list[Node]:
    return [node, *(found for further in node.get("next", []) for found in _nodes(further))]


def test_candidates_and_moves_say_what_they_take() -> None:
    moves: list[Move] = list(game_at("W:Wa2,Kb7:Bb3,Kf4,g4,e7").legal_moves())
    assert {"move": "b7xf7xf3xa3", "taken": ["b3", "f4", "e7"]} in [candidate_view(move) for move in moves]
    view = move_view(moves[0], game_at("W:Wa2,Kb7:Bb3,Kf4,g4,e7").turn, crowned=False)
    assert (view["side"], view["crowned"], view["path"][0]) == ("white", False, "b7")
