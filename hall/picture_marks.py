"""The marks of a board picture: last move, pieces that must capture, pieces that may fall, the way of a capture.

Every mark has a casing of the opposite brightness, so that it shows on any wood and any piece; each differs from the
others in shape, not only in colour.
"""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from hall.picture_parts import DETAIL, LOOKS, Brush, LookName, blend

RED = "#d3122b"
TICK, TICK_WIDTH, TICK_INSET = 19, 5.2, 5  # the corner marks of the last move, in hundredths of a square


@lru_cache(8)
def last_move_tile(look: LookName, square: int, arrival: bool, *, ticks: bool = True) -> Image.Image:
    """Four corner ticks and a tint, stronger where the piece arrived."""
    colours, brush = LOOKS[look], Brush(square, reach=1)
    brush.image.paste((*blend(colours.tint, colours.tint, 0), 118 if arrival else 60), (0, 0, *brush.image.size))
    for grow, colour in ((1.9, colours.dark), (0, colours.light)) if ticks else ():
        for right in (False, True):
            for bottom in (False, True):
                _tick(brush, right, bottom, grow, colour)
    return brush.reduced()


def _tick(brush: Brush, right: bool, bottom: bool, grow: float, colour: str) -> None:
    near, far, thick = TICK_INSET - grow, TICK_INSET + TICK + grow, TICK_INSET + TICK_WIDTH + grow
    for x1, y1 in ((far, thick), (thick, far)):
        xs = sorted((100 - near, 100 - x1)) if right else (near, x1)
        ys = sorted((100 - near, 100 - y1)) if bottom else (near, y1)
        brush.draw.rectangle((*brush.place(xs[0], ys[0]), *brush.place(xs[1], ys[1])), colour)


@lru_cache(8)
def ring_tile(look: LookName, square: int, king: bool) -> Image.Image:
    """The unbroken ring around a piece that must capture; a king is taller, so is its ring."""
    colours, brush = LOOKS[look], Brush(square)
    tall, middle = (5, 48) if king else (0, 50)
    brush.ring(middle, 46, colours.dark, 11.5, tall)
    brush.ring(middle, 46, colours.ring, 6.6, tall)
    return brush.reduced()


@lru_cache(8)
def take_tile(look: LookName, square: int, certain: bool) -> Image.Image:
    """Red arcs around a piece that would fall; with a cross where every way takes it, thin where only some do."""
    colours, brush = LOOKS[look], Brush(square)
    casing, core = (13.0, 7.5) if certain else (7.6, 3.4)
    for width, colour in ((casing, colours.light), (core, RED)):
        spread = 17 - (casing - width) / 3  # degrees left open on each side of the four gaps
        for quarter in range(4):
            box = brush.box(50, 50, 44 + width / 2)
            start, end = quarter * 90 + spread, quarter * 90 + 90 - spread
            brush.draw.arc(box, start, end, colour, round(width * brush.unit))
    if certain:
        _cross(brush, 7, colours.light, 11)
        _cross(brush, 7, RED, 5.6)
    return brush.reduced()


@lru_cache(4)
def gone_tile(look: LookName, square: int) -> Image.Image:
    """A cross where a piece has just been taken."""
    brush = Brush(square, reach=1)
    _cross(brush, 11, LOOKS[look].light, 13)
    _cross(brush, 11, RED, 7)
    return brush.reduced()


def _cross(brush: Brush, arm: float, colour: str, width: float) -> None:
    for sign in (1, -1):
        ends = [brush.place(50 - arm, 50 - sign * arm), brush.place(50 + arm, 50 + sign * arm)]
        brush.draw.line(ends, colour, round(width * brush.unit))
        for x, y in ends:
            half = width * brush.unit / 2
            brush.draw.ellipse((x - half, y - half, x + half, y + half), colour)


def draw_trail(image: Image.Image, look: LookName, square: int, points: Sequence[tuple[float, float]]) -> None:
    """The way of a capture: a cased line through the middles of its landings (pixels of `image`), joints round."""
    colours, pad = LOOKS[look], square // 2
    left, top = (round(min(p[axis] for p in points)) - pad for axis in (0, 1))
    right, bottom = (round(max(p[axis] for p in points)) + pad for axis in (0, 1))
    layer = Image.new("RGBA", ((right - left) * DETAIL, (bottom - top) * DETAIL))
    draw = ImageDraw.Draw(layer)
    scaled = [((x - left) * DETAIL, (y - top) * DETAIL) for x, y in points]
    for width, colour in ((15, colours.dark), (7.5, colours.light)):
        thick = width * square * DETAIL / 100
        draw.line(scaled, colour, round(thick))
        for x, y in scaled:
            half = thick * 0.5 if 0 < scaled.index((x, y)) < len(scaled) - 1 else thick * 0.62
            draw.ellipse((x - half, y - half, x + half, y + half), colour)
    small = layer.reduce(DETAIL)
    image.paste(small, (left, top), small.getchannel("A").point(lambda alpha: alpha * 4 // 5))


