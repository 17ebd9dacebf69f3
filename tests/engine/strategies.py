"""Positions for property tests, as FEN text so that both builds of the engine can read them."""

import random

from hypothesis import strategies as st

from engine.board import Position, Side
from engine.notation import format_fen
from engine.rules import CLASSIC, apply, legal_moves

WHITE_FAR = range(56, 64)
BLACK_FAR = range(8)


@st.composite
def positions(draw: st.DrawFn, most: int = 16) -> str:
    """Any position that a FEN may describe, with up to `most` pieces a side; many of them full of captures."""
    white, black = draw(st.integers(0, most)), draw(st.integers(0, most))
    if white + black == 0:
        white = 1
    chosen = draw(st.lists(st.integers(0, 63), min_size=white + black, max_size=white + black, unique=True))
    kings = draw(st.lists(st.booleans(), min_size=white + black, max_size=white + black))
    boards = [0, 0, 0, 0]
    for i, (square, king) in enumerate(zip(chosen, kings, strict=True)):
        far = WHITE_FAR if i < white else BLACK_FAR
        boards[2 * (i >= white) + (king or square in far)] |= 1 << square
    return format_fen(Position(boards[0], boards[1], boards[2], boards[3], draw(st.sampled_from(list(Side)))))


@st.composite
def played_positions(draw: st.DrawFn, most_plies: int = 150) -> str:
    """A position met in a game of random moves from the start."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    position = Position.start()
    for _ in range(draw(st.integers(0, most_plies))):
        moves = legal_moves(position, CLASSIC)
        if not moves:
            break
        position = apply(position, rng.choice(moves), CLASSIC)
    return format_fen(position)


CROWNINGS = {"carry_on": "classic", "stop": "levant", "crowned": "crowned"}  # a rule set for each kind of crowning
crownings = st.sampled_from(sorted(CROWNINGS))
