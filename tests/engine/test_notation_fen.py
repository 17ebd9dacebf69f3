"""Positions as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Position, Side
from engine.notation import FenError, format_fen, parse_fen
from tests.engine.asking import START
from tests.engine.strategies import played_positions, positions
from tests.engine.uncompiled import Engine


def test_the_start_position(engine: Engine) -> None:
    assert engine.notation.format_fen(engine.board.Position.start()) == START
    assert engine.notation.parse_fen(START) == engine.board.Position.start()


@given(positions() | played_positions())
def test_reading_and_writing_are_inverses(fen: str) -> None:
    assert format_fen(parse_fen(fen)) == fen
    assert parse_fen(format_fen(parse_fen(fen))) == parse_fen(fen)


def test_an_empty_side_is_written_empty() -> None:
    assert parse_fen("B:W:Bd6") == Position(0, 0, 1 << 43, 0, Side.BLACK)
    assert format_fen(parse_fen("B:W:Bd6")) == "B:W:Bd6"


@pytest.mark.parametrize(
    "text",
    ["W:BKe8,d6:WKc4,a2,b2", "w:wa2,b2,kc4:bd6,ke8", " W : WA2, B2, KC4 : BD6, KE8 . ", "Ｗ：Ｗa2,b2,Kc4:Bd6,Ke8\n"],
)
def test_order_case_blanks_and_a_full_stop_do_not_matter(text: str) -> None:
    assert format_fen(parse_fen(text)) == "W:Wa2,b2,Kc4:Bd6,Ke8"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "three parts"),
        ("start", "three parts"),
        ("W:Wa2", "three parts"),
        ("W:Wa2:Bd6:Be6", "three parts"),
        ("X:Wa2:Bd6", "side to move is W or B, not 'X'"),
        (":Wa2:Bd6", "side to move"),
        ("WB:Wa2:Bd6", "side to move"),
        ("W:Wa2:Wd6", "begins with W and the other with B"),
        ("W:a2:d6", "begins with W"),
        ("W::Bd6", "begins with W"),
        ("W:Wi2:Bd6", "'i2' is not a square"),
        ("W:Wa0:Bd6", "'a0' is not a square"),
        ("W:Wa9:Bd6", "'a9' is not a square"),
        ("W:Wa22:Bd6", "'a22' is not a square"),
        ("W:W31:Bd6", "'31' is not a square"),
        ("W:WQa2:Bd6", "'qa2' is not a square"),
        ("W:WKKa2:Bd6", "'kka2' is not a square"),
        ("W:WK:Bd6", "'k' is not a square"),
        ("W:Wa2,:Bd6", "'' is not a square"),
        ("W:Wa2,a2:Bd6", "Two pieces stand on a2"),
        ("W:Wa2,Ka2:Bd6", "Two pieces stand on a2"),
        ("W:Wd6:Bd6", "Two pieces stand on d6"),
        ("W:Wd8:Bd6", "white man cannot stand on d8"),
        ("W:Wa2:Bd1", "black man cannot stand on d1"),
        ("W:W:B", "At least one side must have a piece"),
        (START.replace(":B", ",a4:B"), "at most 16 pieces"),
        (START + ",a5", "at most 16 pieces"),
        ("W:Wa2:Bd6" + " " * 1000, "at most 400 characters"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(FenError, match=reason):
        parse_fen(text)


def test_men_on_their_own_back_rank_are_accepted_and_on_their_far_rank_when_asked_for() -> None:
    assert format_fen(parse_fen("W:Wa1:Bd8")) == "W:Wa1:Bd8"
    assert format_fen(parse_fen("W:Wa8:Bd1", far_men=True)) == "W:Wa8:Bd1"


@given(st.text(max_size=60) | st.text(alphabet="WBKwbk:abcdefgh12345678, ", max_size=60))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        position = parse_fen(text)
    except FenError:
        return
    assert parse_fen(format_fen(position)) == position
