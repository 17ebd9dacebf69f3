"""The three surprises for people who know the diagonal game: the first run, and the first chapter."""

from hall.lessons.blocks import Chapter, Diagram
from hall.locales import noop

STEPS = Diagram(
    noop("Straight ahead or sideways, one square. Never back, and never diagonally."),
    "W:Wd3:Bg7",
    ("d3-d4", "g7-g6", "d4-e4", "g6-f6", "e4-e5"),
)
MOST = Diagram(
    noop("If you can take, you must, and you must take the most: g3 could take one, c4 takes two, so c4 it is."),
    "W:Wc4,g3:Bc5,d6,g4,a7",
    ("c4xc6xe6",),
    takes=2,
)
FLIES = Diagram(
    noop("A man that ends its move on the far rank becomes a dama. It flies: any distance, and it takes from afar."),
    "W:Wb7:Bb4,f3,h6",
    ("b7-b8", "h6-h5", "b8xb3xh3xh6"),
    takes=3,
)

THREE = Chapter("three", noop("Three surprises"), (STEPS, MOST, FLIES))
