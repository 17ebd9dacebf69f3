"""The drawn parts of a board picture: pieces, ground and marks, each made once at twice its size and kept reduced.

Lengths inside a part are in hundredths of a square (a man is a disc of radius 39), as in the piece drawings of the
web board.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import Literal

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from engine.board import Piece, Side

LookName = Literal["wood", "candy"]
Colour = str | tuple[int, ...]
Mask = Callable[[ImageDraw.ImageDraw], None]
BOARD, STRIP, FRAME = 800, 72, 44  # pixels; the frame holds coordinates that stay readable in a chat bubble
SQUARE = (BOARD - 2 * FRAME) // 8
TILE = 1.24  # a piece and its shadow may reach this many squares
DETAIL = 2  # parts are drawn this many times larger, then reduced


@dataclass(frozen=True, slots=True)
class Stuff:
    """The colours of one kind of piece."""

    edge: str
    side: str
    lit_side: str
    top: str
    shine: str
    rim: str
    cut: str
    dish: str
    star: str
    star_line: str
    pearl: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of one board."""

    frame_top: str
    frame_bottom: str
    inlay: str
    inlay_edge: str
    wood: str
    grain: str
    line: str
    coordinate: str
    corner_star: str
    strip: str
    text: str
    soft: str
    ring: str
    light: str
    dark: str
    tint: str
    shadow: str
    white: Stuff
    black: Stuff


LOOKS: dict[LookName, Look] = {
    "wood": Look(
        frame_top="#6d4323", frame_bottom="#3a2010", inlay="#d8b06a", inlay_edge="#2c1504", wood="#a76d3a",
        grain="#7c4a20", line="#43230c", coordinate="#f6e3c0", corner_star="#dfba78", strip="#2c180a", text="#f6e7c8",
        soft="#d9c097", ring="#ffd968", light="#fff6de", dark="#2c1504", tint="#ffe6a3", shadow="#160800",
        white=Stuff("#4a3315", "#a98a58", "#d9c194", "#f4e8cf", "#fffbf0", "#fffbf0", "#a98f62", "#ead9b5", "#8a5510",
                    "#4a2a05"),
        black=Stuff("#060403", "#0e0b0a", "#352c27", "#2b2522", "#5e534b", "#7d6d60", "#0a0807", "#1e1916", "#e9bc5c",
                    "#060403"),
    ),
    "candy": Look(
        frame_top="#fffaf0", frame_bottom="#f3dcc0", inlay="#e4628f", inlay_edge="#e4628f", wood="#a8c97a",
        grain="#97ba66", line="#4b6f23", coordinate="#7a2447", corner_star="#d6447d", strip="#fff3e2", text="#4a1030",
        soft="#7a2447", ring="#ffe14a", light="#ffffff", dark="#3d1030", tint="#fff7c2", shadow="#1e3b0a",
        white=Stuff("#8a1040", "#d95a8c", "#f7a9c5", "#fff4f8", "#ffffff", "#ffffff", "#f0558c", "#c2185b", "#ffcf3f",
                    "#7a3c00", pearl="#f0558c"),
        black=Stuff("#1d0716", "#14030f", "#2b0c25", "#43193a", "#7d4a6f", "#7d4a6f", "#6b3560", "#ffe9c9", "#ffd65a",
                    "#1d0716", pearl="#ffe9c9"),
    ),
}


def blend(first: str, second: str, share: float) -> tuple[int, ...]:
    """Colour between two `#rrggbb`: all `first` at 0, all `second` at 1."""
    ends = (tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5)) for colour in (first, second))
    return tuple(round(a + (b - a) * share) for a, b in zip(*ends, strict=True))


@lru_cache(8)
def font(pixels: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own face: digits and Latin letters are all a board picture needs."""
    return ImageFont.load_default(pixels)


def written_width(text: str, size: float) -> float:
    """Pixels that `write` needs for a text."""
    return sum(font(size).getlength(letter) + size / 18 for letter in text) - size / 18


def write(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, colour: str, size: float, anchor: str) -> None:
    """Text from (`l`), around (`m`) or up to (`r`) a point on its baseline.

    The built-in face has no bold: a stroke of its own colour makes it, and spacing keeps the letters apart.
    """
    x, y = at
    x -= written_width(text, size) * {"l": 0, "m": 0.5, "r": 1}[anchor]
    for letter in text:
        draw.text((x, y), letter, colour, font(size), "ls", stroke_width=size / 32, stroke_fill=colour)
        x += font(size).getlength(letter) + size / 18


def eight_pointed(x: float, y: float, radius: float, inner: float = 0.6) -> list[tuple[float, float]]:
    """The star that means a king."""
    turns = ((radius if i % 2 == 0 else radius * inner, i * pi / 8 - pi / 2) for i in range(16))
    return [(x + r * cos(a), y + r * sin(a)) for r, a in turns]


class Brush:
    """Draws circles on a square transparent tile in hundredths of a board square, (50, 50) being its middle."""

    def __init__(self, square: float, reach: float = TILE) -> None:
        """A tile for a square of that many pixels, already in fine detail."""
        self.unit = square * DETAIL / 100
        self.middle = round(square * reach / 2) * DETAIL
        self.image = Image.new("RGBA", (2 * self.middle, 2 * self.middle))
        self.draw = ImageDraw.Draw(self.image)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Pixel of a point."""
        return self.middle + (x - 50) * self.unit, self.middle + (y - 50) * self.unit

    def box(self, x: float, y: float, radius: float, tall: float = 0) -> tuple[float, float, float, float]:
        """The square around a circle, or the box around an ellipse that is `tall` higher and deeper."""
        (cx, cy), r = self.place(x, y), radius * self.unit
        stretch = tall * self.unit
        return cx - r, cy - r - stretch, cx + r, cy + r + stretch

    def disc(self, y: float, radius: float, fill: Colour, line: Colour | None = None, width: float = 0) -> None:
        """A filled circle around the middle file of the tile."""
        self.draw.ellipse(self.box(50, y, radius), fill, line, round(width * self.unit))

    def ring(self, y: float, radius: float, colour: str, width: float, tall: float = 0) -> None:
        """A circle line whose middle runs at `radius`."""
        self.draw.ellipse(self.box(50, y, radius + width / 2, tall), None, colour, round(width * self.unit))

    def glow(self, mask: Mask, blur: float, colour: str, within: Image.Image | None = None) -> None:
        """Paint `colour` through a blurred mask, if asked only inside another one."""
        layer = Image.new("L", self.image.size)
        mask(ImageDraw.Draw(layer))
        layer = layer.filter(ImageFilter.GaussianBlur(blur * self.unit))
        if within is not None:
            layer = ImageChops.multiply(layer, within)
        self.image.paste(Image.new("RGBA", self.image.size, colour), (0, 0), layer)

    def reduced(self) -> Image.Image:
        """The tile at the size it is pasted."""
        return self.image.reduce(DETAIL)


@lru_cache(32)
def piece_tile(look: LookName, piece: Piece, square: int) -> Image.Image:
    """One piece with its shadow, light from the upper left, for squares of that many pixels."""
    colours = LOOKS[look]
    stuff = colours.white if piece.side is Side.WHITE else colours.black
    brush = Brush(square)
    depth = 60 if piece.king else 56
    brush.glow(lambda draw: draw.ellipse(brush.box(53, depth, 39), 150), 4, colours.shadow)
    if piece.king:
        _king(brush, look, stuff)
    else:
        _man(brush, look, stuff, white=piece.side is Side.WHITE)
    return brush.reduced()


def _layer(brush: Brush, stuff: Stuff, top: float, thickness: float) -> None:
    steps = round(thickness * brush.unit)
    for step in range(steps, -1, -1):
        brush.disc(top + step / brush.unit, 40.2, stuff.edge)
    for step in range(steps, 0, -1):
        brush.disc(top + step / brush.unit, 39, blend(stuff.lit_side, stuff.side, step / steps))
    brush.disc(top, 39, stuff.rim)
    brush.disc(top, 37.4, stuff.top)
    face = Image.new("L", brush.image.size)
    ImageDraw.Draw(face).ellipse(brush.box(50, top, 37.4), 255)
    brush.glow(lambda draw: draw.ellipse(brush.box(37, top - 16, 22), 120), 11, stuff.shine, within=face)


def _man(brush: Brush, look: LookName, stuff: Stuff, *, white: bool) -> None:
    _layer(brush, stuff, 47, 6)
    if look == "wood":
        for radius in (31, 22.5):
            brush.ring(47.9, radius, stuff.shine, 1.2)
            brush.ring(47, radius, stuff.cut, 2)
        brush.disc(47, 22, stuff.dish)
        brush.disc(47, 4.5, stuff.top, stuff.cut, 1.2)
        return
    for blade in range(6):
        brush.draw.polygon(_blade(brush, 47, blade * pi / 3), stuff.cut)
    brush.ring(47, 38.4, stuff.edge, 2.2)
    shine = brush.box(50, 47, 32)
    strength = 215 if white else 130
    brush.glow(lambda draw: draw.arc(shine, 188, 262, strength, round(6 * brush.unit)), 1.2, "#ffffff")


def _blade(brush: Brush, y: float, angle: float) -> list[tuple[float, float]]:
    """One of the six blades of a boiled sweet, curved between two spirals."""
    edges = []
    for start in (angle, angle + pi / 6):
        turned = [(r, start - 0.62 * (1 - r / 38)) for r in range(2, 39, 3)]
        edges.append([brush.place(50 + r * cos(a), y + r * sin(a)) for r, a in turned])
    return [brush.place(50, y), *edges[0], *reversed(edges[1])]


def _king(brush: Brush, look: LookName, stuff: Stuff) -> None:
    _layer(brush, stuff, 55, 5)
    if look == "candy":
        brush.disc(50.5, 37, stuff.dish, stuff.edge, 2)
    _layer(brush, stuff, 39, 6)
    if look == "wood":
        brush.ring(39, 30.5, stuff.star_line, 5.4)
        brush.ring(39, 30.5, stuff.star, 3.4)
    else:
        for k in range(22):
            brush.draw.ellipse(brush.box(50 + 31 * cos(k * pi / 11), 39 + 31 * sin(k * pi / 11), 2.4), stuff.pearl)
    centre = brush.place(50, 39)
    brush.draw.polygon(eight_pointed(*centre, 28 * brush.unit, 0.62), stuff.star_line)
    brush.draw.polygon(eight_pointed(*centre, 25 * brush.unit), stuff.star)
    brush.disc(39, 6, stuff.star_line)
    brush.disc(39, 4.4, stuff.top)
