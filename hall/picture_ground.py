"""The empty board of a board picture: frame, coordinates, one wood (or pistachio), ruled lines and the strip below."""

from functools import lru_cache
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from hall.picture_parts import (
    BOARD,
    DETAIL,
    FRAME,
    LOOKS,
    SQUARE,
    STRIP,
    Look,
    LookName,
    blend,
    eight_pointed,
    write,
)


@lru_cache(4)
def ground(look: LookName, turned: bool) -> Image.Image:
    """The empty board with its frame and coordinates, and the bare strip below."""
    colours, side, frame = LOOKS[look], BOARD * DETAIL, FRAME * DETAIL
    image = Image.new("RGB", (side, (BOARD + STRIP) * DETAIL), colours.strip)
    draw = ImageDraw.Draw(image)
    for row in range(side):
        draw.line((0, row, side, row), blend(colours.frame_top, colours.frame_bottom, row / side))
    for margin, colour in ((9, colours.inlay_edge), (7, colours.inlay), (3, colours.inlay_edge), (2, colours.line)):
        draw.rectangle((frame - margin, frame - margin, side - frame + margin - 1, side - frame + margin - 1), colour)
    image.paste(_field(look), (frame, frame))
    middles = (frame / 2, side - frame / 2)
    for x in middles:
        for y in middles:
            draw.polygon(eight_pointed(x, y, 0.34 * frame), colours.corner_star)
    _coordinates(draw, colours, turned)
    draw.line((0, side, side, side), colours.inlay, 3)
    return image.reduce(DETAIL)


def _field(look: LookName) -> Image.Image:
    colours, square, rng = LOOKS[look], SQUARE * DETAIL, Random(8)
    side = 8 * square
    field, grain = Image.new("RGB", (side, side), colours.wood), Image.new("L", (side, side))
    draw = ImageDraw.Draw(grain)
    if look == "wood":
        for _ in range(420):
            x, y, length = rng.uniform(0, side), rng.uniform(-0.4, 1) * side, rng.uniform(0.15, 0.9) * side
            draw.line((x, y, x + rng.uniform(-5, 5), y + length), rng.randint(20, 90), rng.choice((2, 2, 3, 5)))
        grain = grain.filter(ImageFilter.GaussianBlur(2.2))
    else:
        for _ in range(160):
            x, y = rng.uniform(0, side), rng.uniform(0, side)
            draw.polygon([(x, y), (x + rng.uniform(4, 10), y - 4), (x + 5, y + rng.uniform(4, 9))], 150)
    field.paste(Image.new("RGB", field.size, colours.grain), (0, 0), grain)
    lines = ImageDraw.Draw(field)
    for k in range(9):
        at = min(k * square, side - 3)
        lines.rectangle((at, 0, at + 2, side), colours.line)
        lines.rectangle((0, at, side, at + 2), colours.line)
    return field


def _coordinates(draw: ImageDraw.ImageDraw, colours: Look, turned: bool) -> None:
    side, frame, square = BOARD * DETAIL, FRAME * DETAIL, SQUARE * DETAIL
    files, ranks = ("hgfedcba", "12345678") if turned else ("abcdefgh", "87654321")
    for k in range(8):
        along = frame + square * (k + 0.5)
        for edge in (frame / 2 - 3, side - frame / 2 + 3):
            write(draw, (edge, along + 12 * DETAIL), ranks[k], colours.coordinate, 33 * DETAIL, "m")
        for baseline in (30 * DETAIL, side - 12 * DETAIL):
            write(draw, (along, baseline), files[k], colours.coordinate, 33 * DETAIL, "m")
