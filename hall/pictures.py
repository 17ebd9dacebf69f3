"""Board pictures for chats and link previews: no names, no words, nothing that needs translating.

An 800 x 800 board stands above a strip that says, the same in every language, who is on move (framed), how many men
and kings each side has, and the last move. Parts are cached, so that a picture is little more than pasting
and JPEG encoding.
"""

from collections.abc import Collection
from io import BytesIO

from PIL import Image, ImageDraw

from engine.board import Move, Piece, Position, Side, Square, squares
from hall.picture_ground import ground
from hall.picture_marks import draw_trail, gone_tile, last_move_tile, ring_tile, take_tile
from hall.picture_parts import BOARD, FRAME, LOOKS, SQUARE, STRIP, LookName, piece_tile, write, written_width

QUALITY = 88
COUNTER = 46  # pixels of a small piece in the strip
MOVE_SIZE, WIDEST_MOVE = 32, 340  # pixels of the last move in the strip


def board_picture(
    position: Position,
    *,
    look: LookName = "wood",
    turned: bool = False,
    last: Move | None = None,
    rings: Collection[Square] = (),
    takes: Collection[Square] = (),
    maybe: Collection[Square] = (),
    size: int = BOARD,
) -> bytes:
    """A JPEG of the position, `size` pixels wide.

    `turned` shows it from Black's side, by a rotation. `last` is the move that led here. `rings` must capture; `takes`
    fall on every way, `maybe` on some.
    """
    view = _View(look, turned)
    view.show_last(last, {*takes, *maybe})
    view.show_pieces(position, rings)
    for square in {*takes, *maybe}:
        view.stamp(take_tile(look, SQUARE, square in takes), square)
    view.fill_strip(position, last)
    image = view.image
    if size != BOARD:
        image = image.resize((size, round(size * image.height / image.width)), Image.Resampling.LANCZOS, reducing_gap=2)
    encoded = BytesIO()
    image.save(encoded, "JPEG", quality=QUALITY)
    return encoded.getvalue()


class _View:
    """One picture while it is being composed."""

    def __init__(self, look: LookName, turned: bool) -> None:
        self.look, self.turned = look, turned
        self.image = ground(look, turned).copy()

    def corner(self, square: Square) -> tuple[int, int]:
        """Upper left pixel of a square."""
        file, rank = square % 8, square // 8
        column, row = (7 - file, rank) if self.turned else (file, 7 - rank)
        return FRAME + column * SQUARE, FRAME + row * SQUARE

    def middle(self, square: Square) -> tuple[float, float]:
        x, y = self.corner(square)
        return x + SQUARE / 2, y + SQUARE / 2

    def stamp(self, tile: Image.Image, square: Square) -> None:
        """Paste a tile with its middle on the square's middle."""
        x, y = self.corner(square)
        self.image.paste(tile, (x + (SQUARE - tile.width) // 2, y + (SQUARE - tile.height) // 2), tile)

    def show_last(self, move: Move | None, crowded: Collection[Square]) -> None:
        """Where the last move began and ended; on a crowded square only the tint, since red rings need the room."""
        if move is None:
            return
        for square, arrival in ((move.start, False), (move.end, True)):
            self.stamp(last_move_tile(self.look, SQUARE, arrival, ticks=square not in crowded), square)
        if move.is_capture:
            draw_trail(self.image, self.look, SQUARE, [self.middle(at) for at in (move.start, *move.landings)])
            for taken in squares(move.taken):
                self.stamp(gone_tile(self.look, SQUARE), taken)

    def show_pieces(self, position: Position, rings: Collection[Square]) -> None:
        """Far rank first, so that a tall king covers the square behind it, never the one in front."""
        pieces = [(square, piece) for square in range(64) if (piece := position.piece_at(square))]
        for square, piece in sorted(pieces, key=lambda entry: self.corner(entry[0])[1]):
            if square in rings:
                self.stamp(ring_tile(self.look, SQUARE, piece.king), square)
            self.stamp(piece_tile(self.look, piece, SQUARE), square)

    def fill_strip(self, position: Position, last: Move | None) -> None:
        colours, draw, middle = LOOKS[self.look], ImageDraw.Draw(self.image), BOARD + STRIP // 2
        for side, left in ((Side.WHITE, 26), (Side.BLACK, 216)):
            if side is position.turn:
                draw.rounded_rectangle((left - 12, BOARD + 8, left + 170, BOARD + STRIP - 8), 28, None, colours.soft, 3)
            for king, offset in ((False, 0), (True, 84)):
                number = (position.kings(side) if king else position.men(side)).bit_count()
                if number:
                    tile = piece_tile(self.look, Piece(side, king), COUNTER)
                    self.image.paste(tile, (left + offset - 5, middle - tile.height // 2), tile)
                    write(draw, (left + offset + 48, middle + 10), str(number), colours.text, 28, "l")
        if last is not None:
            write(draw, (BOARD - 26, middle + 11), short_notation(last), colours.text, MOVE_SIZE, "r")


def short_notation(move: Move) -> str:
    """The written move where the strip has room for it, else its start and end."""
    text = str(move)
    if written_width(text, MOVE_SIZE) <= WIDEST_MOVE:
        return text
    first, *_, end = text.split("x")
    return f"{first}x\u2026x{end}"
