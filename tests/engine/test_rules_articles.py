"""The articles of the rules, one test or more for each, in both builds."""

import pytest

from tests.engine.asking import START, after, every_route, legal
from tests.engine.uncompiled import Engine


def test_a1_the_board_has_64_squares_and_a1_is_whites_left_hand_corner(engine: Engine) -> None:
    names = [engine.board.square_name(square) for square in range(64)]
    assert names[:3] + names[7:9] + names[62:] == ["a1", "b1", "c1", "h1", "a2", "g8", "h8"]
    assert legal(engine, "W:WKa1:BKh8") == [*(f"a1-a{n}" for n in range(2, 9)), *(f"a1-{f}1" for f in "bcdefgh")]


def test_a2_sixteen_men_a_side_ranks_1_and_8_empty_and_white_begins(engine: Engine) -> None:
    assert engine.notation.format_fen(engine.board.Position.start()) == START


def test_a2_white_steps_forward_only_at_first(engine: Engine) -> None:
    assert legal(engine, START) == [f"{file}3-{file}4" for file in "abcdefgh"]


def test_a3_a_man_steps_forward_or_sideways_never_backward_or_diagonally(engine: Engine) -> None:
    assert legal(engine, "W:Wd4:Bh8") == ["d4-c4", "d4-d5", "d4-e4"]
    assert legal(engine, "B:Wh1:Bd4") == ["d4-c4", "d4-d3", "d4-e4"]


def test_a3_a_man_needs_an_empty_square_and_does_not_leave_the_board_at_its_sides(engine: Engine) -> None:
    assert legal(engine, "W:Wa4,a5,h4:BKb8,Kh8") == ["a4-b4", "a5-a6", "a5-b5", "h4-g4", "h4-h5"]


def test_a4_a_king_moves_any_number_of_empty_squares_along_ranks_and_files(engine: Engine) -> None:
    along_the_file = [f"d4-d{rank}" for rank in (1, 2, 3, 5, 6, 7, 8)]
    along_the_rank = [f"d4-{file}4" for file in "abcefgh"]
    assert legal(engine, "W:WKd4:BKh8") == sorted(along_the_file + along_the_rank)


def test_a4_a_king_stops_before_any_piece(engine: Engine) -> None:
    assert legal(engine, "W:WKa1,a3,c1:Bh8") == ["a1-a2", "a1-b1", "a3-a4", "a3-b3", "c1-b1", "c1-c2", "c1-d1"]


def test_a5_a_man_captures_in_front_and_beside_but_not_behind_or_diagonally(engine: Engine) -> None:
    assert legal(engine, "W:Wd4:Bd5,c4,e4,d3,e5") == ["d4xb4", "d4xd6", "d4xf4"]
    assert legal(engine, "B:Wd3,c4,e4,d5,c3:Bd4") == ["d4xb4", "d4xd2", "d4xf4"]


def test_a5_a_man_jumps_only_to_the_empty_square_right_beyond(engine: Engine) -> None:
    assert legal(engine, "W:Wd4:Bd5,d6,h8") == ["d4-c4", "d4-e4"]
    assert legal(engine, "W:Wb4:Ba4,h8") == ["b4-b5", "b4-c4"]  # beyond is off the board


def test_a6_a_king_captures_from_afar_and_lands_anywhere_up_to_the_next_piece(engine: Engine) -> None:
    assert legal(engine, "W:WKa1:Ba4,Ka8") == ["a1xa5", "a1xa6", "a1xa7"]


@pytest.mark.parametrize("fen", ["W:WKa1:Ba4,a5", "W:WKa1,a3:Bh8", "W:WKa1:Ba8"])
def test_a6_not_two_in_a_row_not_over_a_friend_not_at_the_edge(engine: Engine, fen: str) -> None:
    assert not engine.rules.any_capture(engine.notation.parse_fen(fen))
    assert all("-" in move for move in legal(engine, fen))


def test_a7_capturing_is_compulsory(engine: Engine) -> None:
    assert legal(engine, "W:Wd4,a2:Bd5,h8") == ["d4xd6"]


def test_a7_the_same_piece_goes_on_while_it_can(engine: Engine) -> None:
    assert legal(engine, "W:Wd2:Bd3,e4,f5") == ["d2xd4xf4xf6"]


def test_a8_only_captures_of_the_most_pieces_are_legal_whoever_makes_them(engine: Engine) -> None:
    assert legal(engine, "W:Wa2,h4:Ba3,b4,h5") == ["a2xa4xc4"]


def test_a8_a_king_counts_as_one_piece(engine: Engine) -> None:
    assert legal(engine, "W:Wa2,h4:Ba3,b4,Kh5") == ["a2xa4xc4"]


def test_a8_among_equals_piece_route_and_landing_are_free(engine: Engine) -> None:
    assert legal(engine, "W:Wa4,Kh1:Ba5,h3") == ["a4xa6", *(f"h1xh{rank}" for rank in range(4, 9))]


def test_a9_a_captured_piece_is_gone_at_once_and_later_jumps_cross_its_square(engine: Engine) -> None:
    assert every_route(engine, "W:WKa5:Be5,g7,Kf8,e3") == ["a5xg5xg8xe8xe1", "a5xg5xg8xe8xe2"]


def test_a9_a_chain_may_land_where_a_captured_piece_stood(engine: Engine) -> None:
    assert "a1xf1xf6xc6xc1" in every_route(engine, "W:WKa1:BKc1,f4,d6,c3")


def test_a9_no_piece_is_jumped_twice(engine: Engine) -> None:
    position = engine.notation.parse_fen("W:WKc3:Bc5,e6,g4,e3,a8")
    assert {(len(move.landings), move.taken.bit_count()) for move in engine.rules.routes(position)} == {(4, 4)}


def test_a9_a_chain_may_cross_its_own_start_square(engine: Engine) -> None:
    assert "c3xc6xg6xg3xa3" in every_route(engine, "W:WKc3:Bc5,e6,g4,e3,a8")


def test_a9_a_chain_may_end_on_its_own_start_square(engine: Engine) -> None:
    fen = "W:WKa1:Ba3,c5,e3,Kc1,h8"
    assert "a1xa5xe5xe1xa1" in every_route(engine, fen)
    assert after(engine, fen, "a1xa5xe5xe1xa1") == "B:WKa1:Bh8"


def test_a10_no_about_turn_between_two_jumps(engine: Engine) -> None:
    assert every_route(engine, "W:WKd4:Bb4,f4,h8") == ["d4xa4", "d4xg4", "d4xh4"]


def test_a10_turning_left_and_right_is_free(engine: Engine) -> None:
    assert "a1xa5xe5xe1xa1" in every_route(engine, "W:WKa1:Ba3,c5,e3,Kc1,h8")  # right, right, right
    assert "a1xe1xe5xa5xa1" in every_route(engine, "W:WKa1:Ba3,c5,e3,Kc1,h8")  # left, left, left


@pytest.mark.parametrize("rules", ["classic", "federation", "club", "crowned", "levant"])
def test_a11_a_man_that_ends_its_move_on_the_far_rank_becomes_a_king(engine: Engine, rules: str) -> None:
    assert after(engine, "W:Wd7:Bh2", "d7-d8", rules) == "B:WKd8:Bh2"
    assert after(engine, "B:Wh7,e2:Be3", "e3xe1", rules) == "W:Wh7:BKe1"
    assert after(engine, "W:Wd7:Bh2", "d7-e7", rules) == "B:We7:Bh2"


def test_a11_in_mid_capture_the_man_carries_on_as_a_man(engine: Engine) -> None:
    assert legal(engine, "W:Wf6,a1:Bf7,Ke8,Kc8,h5", "classic") == ["f6xf8xd8xb8"]
    assert after(engine, "W:Wf6,a1:Bf7,Ke8,Kc8,h5", "f6xf8xd8xb8", "classic") == "B:Wa1,Kb8:Bh5"


def test_a11_in_mid_capture_with_stop_the_move_ends_on_the_far_rank(engine: Engine) -> None:
    assert legal(engine, "W:Wf6,a1:Bf7,Ke8,Kc8,h5", "levant") == ["f6xf8"]
    assert after(engine, "W:Wf6,a1:Bf7,Ke8,Kc8,h5", "f6xf8", "levant") == "B:Wa1,Kf8:Bh5,Kc8,Ke8"


def test_a11_in_mid_capture_with_crowned_the_new_king_goes_on_and_stays_king_wherever_it_ends(engine: Engine) -> None:
    assert legal(engine, "W:Wd6,a1:Bd7,Kf8,h5", "crowned") == [f"d6xd8xh8xh{rank}" for rank in (1, 2, 3, 4)]
    assert after(engine, "W:Wd6,a1:Bd7,Kf8,h5", "d6xd8xh8xh2", "crowned") == "B:Wa1,Kh2:B"


@pytest.mark.parametrize("rules", ["classic", "crowned", "levant"])
def test_a12_who_has_no_piece_or_is_blocked_has_no_move(engine: Engine, rules: str) -> None:
    for fen in ("W:W:Bd6", "W:Wa7:BKa8,b7,c7"):
        assert legal(engine, fen, rules) == []
        assert not engine.rules.any_move(engine.notation.parse_fen(fen))


def test_a12_only_the_player_on_move_can_be_out_of_moves(engine: Engine) -> None:
    fen = "B:Wa6,a7:BKa8,b6,b7,c6,c7"
    assert legal(engine, fen.replace("B:", "W:", 1)) == []
    assert legal(engine, fen) != []


def test_a13_moves_are_the_same_if_start_end_and_captured_pieces_are(engine: Engine) -> None:
    move = engine.board.Move
    assert move(3, (27, 59), 59, 0b11) == move(3, (35, 59), 59, 0b11)
    assert hash(move(3, (27, 59), 59, 0b11)) == hash(move(3, (35, 59), 59, 0b11))
    assert move(3, (27, 59), 59, 0b11) != move(3, (27, 59), 59, 0b101)


def test_a13_several_routes_of_one_move_are_one_legal_move_with_the_alphabetically_first(engine: Engine) -> None:
    fen = "W:WKd1,a2:Bd3,d7,h5,a8"
    assert every_route(engine, fen) == ["d1xd4xd8", "d1xd5xd8", "d1xd6xd8"]
    assert legal(engine, fen) == ["d1xd4xd8"]


def test_a13_different_captured_pieces_are_different_moves(engine: Engine) -> None:
    assert legal(engine, "W:Wa2,Kb7:Bb3,Kf4,g4,e7") == ["b7xf7xf3xa3", "b7xg7xg3xa3"]
