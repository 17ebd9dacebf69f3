"""The known hard places about moves; each of them once broke some program."""

import json
from typing import Any

import pytest

from tests.engine.asking import after, answer, every_route, legal
from tests.engine.uncompiled import Engine

MANY_ROUTES = {
    "W:WKh3:BKc1,Kg1,a2,e2,h2,d3,g3,c4,Kf5,Kd6,Kg6,a7,e7,h7,Kb8,Kf8": 143_755,
    "W:WKe8:BKb1,Kg1,a2,c2,h2,b3,g3,f4,e5,d6,g6,a7,f7,Kh7,b8,g8": 168_289,
}
MANY_MOVES = "W:WKc3,Kb8:BKd1,Kg1,c2,a3,d3,e3,f3,Kc4,Kg4,c5,g5,Kc6,h6,b7,c7,c8"  # two kings, 825 captures
STATES = 70_000  # as many as either of them may cost; walking all their routes would cost ten times that
FAR_RANK_1 = "W:Wf6,a1:Bf7,Ke8,Kc8,h5"
FAR_RANK_2 = "W:We6,a2:Be7,h3,Kb8,e2"


def test_a_chain_that_ends_on_its_own_start_square_keeps_its_king(engine: Engine) -> None:
    fen = "W:WKa1:Ba3,c5,e3,Kc1,h8"
    assert "a1xa5xe5xe1xa1" in every_route(engine, fen)
    assert after(engine, fen, "a1xa5xe5xe1xa1") == "B:WKa1:Bh8"


@pytest.mark.parametrize(("fen", "routes"), MANY_ROUTES.items(), ids=map(str, MANY_ROUTES.values()))
def test_many_routes_are_62_moves_of_16_captures(compiled: Engine, fen: str, routes: int) -> None:
    position = compiled.notation.parse_fen(fen)
    moves = compiled.rules.legal_moves(position)
    assert {move.taken.bit_count() for move in moves} == {16}
    assert len(moves) == 62
    assert sum(1 for _ in compiled.rules.routes(position)) == compiled.rules.perft(position, 1, paths=True) == routes


@pytest.mark.parametrize("fen", MANY_ROUTES, ids=map(str, MANY_ROUTES.values()))
def test_many_routes_cost_the_generator_a_bounded_number_of_states(engine: Engine, fen: str) -> None:
    position = engine.notation.parse_fen(fen)
    graph = engine.core.capture_graph(*position.boards, 0)
    assert len(graph.moves()) == 62
    assert graph.count_states() < STATES
    generator = engine.core.Generator()
    assert len(generator.moves(*position.boards, 0)) == 62
    assert generator.count_states() < STATES


@pytest.mark.parametrize("fen", MANY_ROUTES, ids=map(str, MANY_ROUTES.values()))
def test_many_routes_are_found_by_their_first_route_by_any_other_and_by_their_end(compiled: Engine, fen: str) -> None:
    position = compiled.notation.parse_fen(fen)
    routes = compiled.rules.routes(position)
    some = [next(routes) for _ in range(1000)][::50]
    by_result = {move: str(move) for move in compiled.rules.legal_moves(position)}
    for route in some:
        assert answer(compiled, fen, str(route)) == by_result[route]
    for end in {move.end for move in by_result}:
        same_end = [str(move) for move in by_result if move.end == end]
        text = f"{fen[4:6]}x{compiled.board.square_name(end)}"
        assert answer(compiled, fen, text) == (same_end[0] if len(same_end) == 1 else f"ambiguous {' '.join(same_end)}")


def test_blocked_but_not_on_move_is_not_the_end(engine: Engine) -> None:
    fen = "B:Wa6,a7:BKa8,b6,b7,c6,c7"
    assert legal(engine, fen.replace("B", "W", 1)) == []
    assert legal(engine, fen) != []
    for move in legal(engine, fen):
        assert legal(engine, after(engine, fen, move)) != [], f"{move} does not free White"


def test_two_in_a_row_cannot_be_jumped(engine: Engine) -> None:
    assert not engine.rules.any_capture(engine.notation.parse_fen("W:WKa1:Ba4,a5"))
    assert not any("x" in move for move in legal(engine, "W:WKa1:Ba4,a5"))


def test_a_kings_quiet_move_stops_at_a_piece(engine: Engine) -> None:
    fen = "W:WKd4,Kd2:BKh8,a8"
    assert "d4-d1" not in legal(engine, fen)
    assert answer(engine, fen, "d4-d1") == "illegal"


def test_removal_opens_new_jumps(engine: Engine) -> None:
    fen = "B:Wc5,a4,g4,a3,b3,c3,f3,h3,b2,e2,g2:BKc8,a7,d7,e7,f7,g7,e6,f6,g6,e5"
    routes = every_route(engine, fen)
    assert len(routes) == 5
    assert {route.count("x") for route in routes} == {8}
    assert len(legal(engine, fen)) == 1


def test_no_about_turn(engine: Engine) -> None:
    fen = "B:Wc5,a4,f4,g4,h4,a3,b3,c3,f3,h3,b2,e2,g2:BKc8,a7,d7,e7,f7,g7,e6,f6,g6,f5"
    assert every_route(engine, fen) == ["c8xc4xc2xf2xh2"]


@pytest.mark.parametrize(
    ("fen", "rules", "expected"),
    [
        (FAR_RANK_1, "classic", ["f6xf8xd8xb8"]),
        (FAR_RANK_1, "levant", ["f6xf8"]),
        (FAR_RANK_1, "crowned", ["f6xf8xd8xa8", "f6xf8xd8xb8"]),
        (FAR_RANK_2, "classic", ["e6xe8"]),
        (FAR_RANK_2, "levant", ["e6xe8"]),
        (FAR_RANK_2, "crowned", ["e6xe8xa8"]),
    ],
)
def test_the_far_rank_in_mid_capture(engine: Engine, fen: str, rules: str, expected: list[str]) -> None:
    assert every_route(engine, fen, rules) == expected


def test_same_start_and_end_but_different_pieces_taken_are_two_moves_and_must_be_asked_for(engine: Engine) -> None:
    fen = "W:Wa2,Kb7:Bb3,Kf4,g4,e7"
    assert legal(engine, fen) == ["b7xf7xf3xa3", "b7xg7xg3xa3"]
    assert after(engine, fen, "b7xf7xf3xa3") == "B:Wa2,Ka3:Bg4"
    assert after(engine, fen, "b7xg7xg3xa3") == "B:Wa2,Ka3:BKf4"
    assert answer(engine, fen, "b7xa3") == answer(engine, fen, "b7-a3") == "ambiguous b7xf7xf3xa3 b7xg7xg3xa3"


def test_same_start_end_and_pieces_by_different_routes_are_one_move(engine: Engine) -> None:
    fen = "W:WKd1,a2:Bd3,d7,h5,a8"
    assert every_route(engine, fen) == ["d1xd4xd8", "d1xd5xd8", "d1xd6xd8"]
    assert legal(engine, fen) == ["d1xd4xd8"]
    for text in ("d1xd4xd8", "d1xd5xd8", "d1xd6xd8", "d1-d8"):
        assert answer(engine, fen, text) == "d1xd4xd8"


def test_more_moves_than_there_are_quiet_ones_in_any_position(engine: Engine) -> None:
    position = engine.notation.parse_fen(MANY_MOVES)
    moves = engine.rules.legal_moves(position)
    assert len(moves) == len(set(engine.rules.routes(position))) == 825
    generated = engine.core.Generator().moves(*position.boards, 0)
    assert set(generated) == {(move.start, move.end, move.taken) for move in moves}
    assert engine.rules.perft(position, 1) == len(generated) == 825


@pytest.mark.parametrize("fen", MANY_ROUTES, ids=map(str, MANY_ROUTES.values()))
def test_a_board_gets_many_routes_as_a_tree_under_64_kilobytes(engine: Engine, fen: str) -> None:
    trees = engine.rules.landing_trees(engine.notation.parse_fen(fen), engine.rules.CLASSIC)
    size = len(json.dumps([as_json(engine, root) for root in trees.values()]).encode())
    assert 20_000 < size < 64 * 1024


def as_json(engine: Engine, landing: Any) -> dict[str, object]:
    """A landing with everything that a board needs, squares by name."""

    def names(bitboard: int) -> list[str]:
        return [engine.board.square_name(square) for square in engine.board.squares(bitboard)]

    node = {"to": engine.board.square_name(landing.square), "end": landing.end}
    if landing.taken is not None:
        node["x"] = engine.board.square_name(landing.taken)
    node |= {"all": names(landing.all_taken), "some": names(landing.some_taken)}
    return node | {"next": None if landing.next is None else [as_json(engine, further) for further in landing.next]}
