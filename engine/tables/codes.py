"""The numbers in tables, for Python; flat.pxd and retro.pxd have them for C.

A code is one byte: 0 draw; otherwise 1 + the plies to the end of the game, so that a win is even and a loss odd.
"""

DRAW = 0
LOST = 1  # the code of a side to move that has no pieces or no move
LARGEST = 252  # the largest code that is a distance
FAR_LOSS = 253  # a loss, a win, in a table that knows no distances
FAR_WIN = 254
MISSING = -1  # no table answers

ABSENT = 0  # kinds of table: none,
DISTANCES = 1  # one code a byte,
RESULTS = 2  # four results a byte, lowest bits first: 0 draw, 1 loss, 2 win

PLAYED = 0  # what an ending of one piece each is: played out,
DRAWN = 1  # a draw at once,
DRAWN_IF_QUIET = 2  # a draw unless the side to move can capture
