"""Choosing a move square by square: what is offered next, and when one way is left."""

from bot.choosing import NO_DUTY, Complete, Options, duty, options, rows
from engine.board import Square, parse_square, square_name
from engine.game import Game
from engine.notation import parse_fen
from engine.rules import CLASSIC


def game(fen: str) -> Game:
    return Game.new(CLASSIC, parse_fen(fen))


def path(names: str) -> tuple[Square, ...]:
    return tuple(map(parse_square, names.split()))


def offered(position: Game, names: str) -> list[str]:
    found = options(position, path(names))
    assert isinstance(found, Options)
    return [square_name(square) for square in found.squares]


def test_an_ordinary_move_takes_two_squares_even_if_there_is_no_choice() -> None:
    start = Game.new()
    assert offered(start, "") == [f"{file}3" for file in "abcdefgh"]
    assert offered(start, "c3") == ["c4"]
    assert options(start, path("c3 c4")) == Complete("c3-c4")


def test_a_capture_completes_itself_once_one_way_is_left() -> None:
    position = game("W:We6,a2:Be7,h3,Kb8,e2")
    assert offered(position, "") == ["e6"]
    assert options(position, path("e6 e8")) == Complete("e6xe8")


def test_a_capture_asks_where_ways_part() -> None:
    position = game("W:Wa2,Kb7:Bb3,Kf4,g4,e7")
    assert offered(position, "b7") == ["f7", "g7"]
    assert options(position, path("b7 f7")) == Complete("b7xf7xf3xa3")
    assert options(position, path("b7 g7")) == Complete("b7xg7xg3xa3")


def test_ways_that_are_one_move_are_not_asked_about() -> None:
    position = game("W:WKd1,a2:Bd3,d7,h5,a8")
    assert offered(position, "d1") == ["d4", "d5", "d6"]
    for landing in ("d4", "d5", "d6"):
        assert options(position, path(f"d1 {landing}")) == Complete(f"d1x{landing}xd8")


def test_what_no_legal_move_begins_with_is_nothing() -> None:
    start = Game.new()
    assert options(start, path("c3 c5")) is None
    assert options(start, path("c3 c4 c5")) is None
    assert options(start, path("h8")) is None


def test_the_position_with_143755_routes_is_chosen_square_by_square() -> None:
    position = game("W:WKh3:BKc1,Kg1,a2,e2,h2,d3,g3,c4,Kf5,Kd6,Kg6,a7,e7,h7,Kb8,Kf8")
    legal = position.legal_moves()
    chosen: tuple[Square, ...] = ()
    for _ in range(18):
        found = options(position, chosen)
        assert found is not None
        if isinstance(found, Complete):
            assert len(found.text.split("x")) == 17
            step = position.move(position.turn, found.text)
            assert getattr(step, "move", None) in legal
            return
        chosen = (*chosen, found.squares[-1])
    raise AssertionError("the capture never ended")


def test_rows_lie_as_the_board_lies_before_the_reader() -> None:
    squares = path("a1 h1 c4 d4 e8")
    straight = [[square_name(square) for square in row] for row in rows(squares, turned=False)]
    turned = [[square_name(square) for square in row] for row in rows(squares, turned=True)]
    assert straight == [["e8"], ["c4", "d4"], ["a1", "h1"]]
    assert turned == [["h1", "a1"], ["d4", "c4"], ["e8"]]


def test_a_full_rank_is_split_evenly() -> None:
    assert [len(row) for row in rows(range(16, 24), turned=False)] == [4, 4]


def test_the_picture_marks_who_must_capture_and_what_falls() -> None:
    found = duty(game("W:Wa2,Kb7:Bb3,Kf4,g4,e7"))
    assert [square_name(square) for square in found.rings] == ["b7"]
    assert sorted(map(square_name, found.takes)) == ["b3", "e7"]
    assert sorted(map(square_name, found.maybe)) == ["f4", "g4"]
    assert duty(Game.new()) == NO_DUTY
