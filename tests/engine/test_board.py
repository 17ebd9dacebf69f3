"""Squares, positions and moves as values."""

import dataclasses

import pytest
from hypothesis import given

from engine.board import Move, Piece, Position, Side, parse_square, square_name, squares
from engine.notation import parse_fen
from tests.engine.strategies import positions
from tests.engine.uncompiled import Engine

START = """
8 . . . . . . . .
7 b b b b b b b b
6 b b b b b b b b
5 . . . . . . . .
4 . . . . . . . .
3 w w w w w w w w
2 w w w w w w w w
1 . . . . . . . .
  a b c d e f g h
white to move
"""


def test_squares_and_their_names_are_inverses() -> None:
    assert [parse_square(square_name(square)) for square in range(64)] == list(range(64))
    assert (parse_square("a1"), parse_square("b1"), parse_square("h8")) == (0, 1, 63)


@pytest.mark.parametrize("text", ["", "a", "a0", "a9", "i1", "A1", "a1 ", "a11", "Ka1"])
def test_other_texts_are_no_squares(text: str) -> None:
    with pytest.raises(ValueError, match="not a square"):
        parse_square(text)


def test_a_bitboards_squares_come_rank_by_rank() -> None:
    assert list(squares(1 << 63 | 1 << 8 | 1)) == [0, 8, 63]
    assert list(squares(0)) == []


def test_the_start_is_drawn_as_it_is_known() -> None:
    assert Position.start().diagram() == START.strip()


def test_a_diagram_is_read_with_or_without_its_frame() -> None:
    assert Position.from_diagram(START) == Position.start()
    bare = "........\nbbbbbbbb\nbbbbbbbb\n........\n........\nwwwwwwww\nwwwwwwww\n........"
    assert Position.from_diagram(bare) == Position.start()


@pytest.mark.parametrize(
    "text", ["", START.replace("w", "x"), START.replace("4 .", "4"), START.replace("white", "red")]
)
def test_what_is_no_diagram_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"diagram|Side"):
        Position.from_diagram(text)


@given(positions())
def test_drawing_and_reading_a_diagram_are_inverses(fen: str) -> None:
    position = parse_fen(fen)
    assert Position.from_diagram(position.diagram()) == position


@given(positions())
def test_mirroring_and_changing_sides_twice_change_nothing_and_go_in_any_order(fen: str) -> None:
    position = parse_fen(fen)
    assert position.mirrored().mirrored() == position
    assert position.swapped().swapped() == position
    assert position.mirrored().swapped() == position.swapped().mirrored()


def test_mirroring_reverses_files_and_changing_sides_reverses_ranks_and_colours() -> None:
    position = parse_fen("W:Wb3,Kc5:Bh6,Ka2")
    assert position.mirrored() == parse_fen("W:Wg3,Kf5:Ba6,Kh2")
    assert position.swapped() == parse_fen("B:Wh3,Ka7:Bb6,Kc4")


def test_a_position_tells_its_pieces() -> None:
    position = parse_fen("B:Wb3,Kc5:Bh6")
    assert position.piece_at(parse_square("b3")) == Piece(Side.WHITE, king=False)
    assert position.piece_at(parse_square("c5")) == Piece(Side.WHITE, king=True)
    assert position.piece_at(parse_square("h6")) == Piece(Side.BLACK, king=False)
    assert position.piece_at(parse_square("a1")) is None
    assert [position.count(side) for side in Side] == [2, 1]
    assert position.pieces(Side.WHITE) == position.men(Side.WHITE) | position.kings(Side.WHITE)
    assert position.turn.other is Side.WHITE


def test_the_key_is_the_same_on_every_machine_and_in_both_builds(engine: Engine) -> None:
    assert engine.board.Position.start().key == 3100145351638131790
    assert engine.notation.parse_fen("B:WKa1:BKh8").key == 6689199476498344788


@given(positions())
def test_the_key_tells_who_moves(fen: str) -> None:
    position = parse_fen(fen)
    other = dataclasses.replace(position, turn=position.turn.other)
    assert position.key != other.key
    assert 0 <= position.key < 1 << 64


def test_positions_and_moves_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Position.start().white_men = 0  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        Move(0, (1,), 1, 0).end = 2  # type: ignore[misc]


def test_moves_are_written_with_a_dash_or_with_every_landing() -> None:
    assert str(Move(19, (27,), 27, 0)) == "d3-d4"
    assert str(Move(27, (43, 45), 45, 1 << 35 | 1 << 44)) == "d4xd6xf6"
    assert not Move(19, (27,), 27, 0).is_capture
    assert Move(27, (43,), 43, 1 << 35).is_capture
