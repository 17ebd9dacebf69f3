"""Board pictures, looked at pixel by pixel where it matters."""

from io import BytesIO
from typing import get_args

import pytest
from PIL import Image, ImageChops

from engine.board import Move, Position, Side, parse_square
from hall.picture_marks import RED
from hall.picture_parts import BOARD, FRAME, SQUARE, STRIP, LookName
from hall.pictures import board_picture, short_notation

LOOKS: tuple[LookName, ...] = get_args(LookName)
START = Position.start()
EMPTY_BUT_TWO = Position.from_diagram(
    """
    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . B . . . .
    4 . . . . . . . .
    3 . . . . . . . .
    2 . . . . . . . .
    1 w . . . . . . .
    black to move
    """
)


def move(start: str, *landings: str, taken: tuple[str, ...] = ()) -> Move:
    squares = tuple(map(parse_square, landings))
    return Move(parse_square(start), squares, squares[-1], sum(1 << parse_square(square) for square in taken))


def picture(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def square(image: Image.Image, name: str, *, turned: bool = False) -> Image.Image:
    file, rank = "abcdefgh".index(name[0]), int(name[1]) - 1
    left, top = FRAME + (7 - file if turned else file) * SQUARE, FRAME + (rank if turned else 7 - rank) * SQUARE
    return image.crop((left + 4, top + 4, left + SQUARE - 4, top + SQUARE - 4))


def differ(first: Image.Image, second: Image.Image) -> int:
    """Pixels whose brightness differs clearly: more than JPEG's noise."""
    return sum(ImageChops.difference(first.convert("L"), second.convert("L")).histogram()[60:])


def reds(image: Image.Image) -> int:
    wanted = tuple(int(RED[i : i + 2], 16) for i in (1, 3, 5))
    pixels = image.convert("RGB").tobytes()
    triples = zip(*[iter(pixels)] * 3, strict=True)
    return sum(all(abs(value - goal) < 40 for value, goal in zip(triple, wanted, strict=True)) for triple in triples)


@pytest.mark.parametrize("look", LOOKS)
def test_a_picture_is_a_small_jpeg_of_board_and_strip(look: LookName) -> None:
    data = board_picture(START, look=look)
    assert Image.open(BytesIO(data)).format == "JPEG"
    assert picture(data).size == (BOARD, BOARD + STRIP)
    assert len(data) < 200_000


def test_a_smaller_picture_keeps_its_proportions() -> None:
    assert picture(board_picture(START, size=400)).size == (400, 436)


@pytest.mark.parametrize("look", LOOKS)
def test_every_kind_of_piece_looks_different_from_the_others_and_from_an_empty_square(look: LookName) -> None:
    position = Position.from_diagram(
        "8 . . . . . . . .\n" * 5 + "3 w . W . b . B .\n" + "2 . . . . . . . .\n" * 2 + "white to move"
    )
    image = picture(board_picture(position, look=look))
    shown = [square(image, name) for name in ("a3", "c3", "e3", "g3", "b3")]
    assert all(differ(a, b) > 200 for i, a in enumerate(shown) for b in shown[:i])


def test_turning_is_a_rotation_and_never_a_mirror() -> None:
    straight = picture(board_picture(EMPTY_BUT_TWO, look="candy"))
    turned = picture(board_picture(EMPTY_BUT_TWO, look="candy", turned=True))
    assert differ(square(straight, "a1"), square(turned, "a1", turned=True)) < 200
    assert differ(square(turned, "a1", turned=True), square(turned, "h1", turned=True)) > 1000


def test_the_last_move_is_marked_at_both_ends() -> None:
    plain = picture(board_picture(EMPTY_BUT_TWO))
    marked = picture(board_picture(EMPTY_BUT_TWO, last=move("d1", "d5")))
    changed = {name for name in ("d1", "d3", "d5", "e5") if differ(square(plain, name), square(marked, name)) > 100}
    assert changed == {"d1", "d5"}


def test_the_way_of_a_capture_is_drawn_with_crosses_where_pieces_fell() -> None:
    image = picture(board_picture(EMPTY_BUT_TWO, last=move("h1", "h5", "d5", taken=("h3", "f5"))))
    assert reds(square(image, "h3")) > 50
    assert reds(square(image, "f5")) > 50
    assert reds(square(image, "h5")) == 0
    assert differ(square(image, "e5"), square(picture(board_picture(EMPTY_BUT_TWO)), "e5")) > 100


@pytest.mark.parametrize("look", LOOKS)
def test_pieces_that_must_capture_wear_a_ring(look: LookName) -> None:
    plain = picture(board_picture(EMPTY_BUT_TWO, look=look))
    ringed = picture(board_picture(EMPTY_BUT_TWO, look=look, rings=(parse_square("d5"),)))
    assert differ(square(plain, "d5"), square(ringed, "d5")) > 200
    assert differ(square(plain, "a1"), square(ringed, "a1")) == 0


@pytest.mark.parametrize("look", LOOKS)
def test_what_every_way_takes_is_marked_more_firmly_than_what_some_take(look: LookName) -> None:
    at = parse_square("a1")
    firm = reds(square(picture(board_picture(EMPTY_BUT_TWO, look=look, takes=(at,))), "a1"))
    thin = reds(square(picture(board_picture(EMPTY_BUT_TWO, look=look, maybe=(at,))), "a1"))
    assert firm > 2 * thin > 0


def test_the_strip_frames_the_side_on_move() -> None:
    flipped = Position(START.white_men, 0, START.black_men, 0, Side.BLACK)
    white, black = (picture(board_picture(p)).crop((0, BOARD, BOARD, BOARD + STRIP)) for p in (START, flipped))
    assert differ(white.crop((0, 0, 200, STRIP)), black.crop((0, 0, 200, STRIP))) > 300
    assert differ(white.crop((430, 0, BOARD, STRIP)), black.crop((430, 0, BOARD, STRIP))) == 0


def test_a_long_capture_is_shortened_to_its_ends_in_the_strip() -> None:
    assert short_notation(move("a1", "a5", "e5", taken=("a3", "c5"))) == "a1xa5xe5"
    long = move("e8", "e3", "a3", "a1", "d1", "d8", "h8", "h2", taken=("e5", "c3", "a2", "b1", "d4", "f8", "h5"))
    assert short_notation(long) == "e8x\u2026xh2"


def test_the_same_position_gives_the_same_bytes() -> None:
    assert board_picture(START, look="candy") == board_picture(START, look="candy")
