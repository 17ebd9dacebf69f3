"""What engine.core_values sees in positions, for many at once: the terms and the states of the patterns.

A test holds that values summed over these features are those of the compiled evaluation.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core_values import shape
from engine.train.play import RECORD

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[Any]
    Boards = NDArray[np.uint64]

TERMS, PATTERNS, STATES = shape()
NOT_A, NOT_H, EDGES = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F, 0x8181818181818181
FILES = range(8)
WINDOWS = (0, 2, 4)  # where a window of four files begins
HEIGHTS = (1, 3)  # and one of four ranks


def pattern_squares() -> list[list[int]]:
    """The eight squares of each pattern in the order of its digits, as engine.core_values numbers the patterns."""
    along = [[8 * rank + file + i for i in range(4)] for rank in range(1, 7) for file in WINDOWS]
    up = [[8 * (rank + i) + file for i in range(4)] for file in FILES for rank in HEIGHTS]
    return [
        *(along[i] + along[i + 3] for i in range(15)),
        *(up[i] + up[i + 2] for i in range(14)),
        *(along[3 * i] + along[3 * i + 2] for i in range(6)),
        *(up[2 * i] + up[2 * i + 1] for i in range(8)),
    ]


def read_records(path: Path) -> Array:
    """A file of training games as a structured array."""
    import numpy as np

    kind = np.dtype(
        {
            "names": ["wm", "wk", "bm", "bk", "white", "result", "score", "ply", "game"],
            "formats": ["<u8", "<u8", "<u8", "<u8", "i1", "i1", "<i2", "<u2", "<u4"],
            "offsets": [0, 8, 16, 24, 32, 33, 34, 36, 38],
            "itemsize": RECORD.size,
        }
    )
    return np.fromfile(path, dtype=kind)


def states(white_men: Boards, black_men: Boards) -> Array:
    """The state of every pattern in every position, each pattern's numbered after those of the one before."""
    import numpy as np

    found = np.empty((len(white_men), PATTERNS), dtype=np.int32)
    digit = {
        square: (white_men >> np.uint64(square) & np.uint64(1)).astype(np.int32)
        + 2 * (black_men >> np.uint64(square) & np.uint64(1)).astype(np.int32)
        for square in range(8, 56)
    }
    for number, squares in enumerate(pattern_squares()):
        found[:, number] = STATES * number + sum(3**i * digit[square] for i, square in enumerate(squares))
    return found


def terms(wm: Boards, wk: Boards, bm: Boards, bk: Boards, white: Array) -> Array:
    """The terms of every position, what White has more of than Black (see `StrongSearcher.terms`)."""
    import numpy as np

    found = np.zeros((len(wm), TERMS), dtype=np.float32)
    emp = ~(wm | wk | bm | bk)
    for number, value in _side(wm, wk, bm, bk, emp):
        found[:, number] = value.astype(np.float32)
    for number, value in _side(*(_turned(board) for board in (bm, bk, wm, wk, emp))):
        found[:, number] -= value.astype(np.float32)
    found[:, 22] = np.where(white != 0, 1, -1)
    return found


def _turned(board: Boards) -> Boards:
    """The board from Black's side: the ranks reversed."""
    return board.byteswap()


def _side(men: Boards, kings: Boards, their_men: Boards, their_kings: Boards, empty: Boards) -> list[tuple[int, Array]]:
    """The terms of one side that plays up the board."""
    import numpy as np

    count = np.bitwise_count
    a, h, edges, one, eight = (np.uint64(x) for x in (NOT_A, NOT_H, EDGES, 1, 8))
    ahead = empty >> eight
    west, east = empty << one & a, empty >> one & h
    any_king = (kings != 0) & (their_kings == 0)
    shadow = (their_men | their_men >> one & h | their_men << one & a) >> eight
    for distance in (8, 16, 32):
        shadow |= shadow >> np.uint64(distance)
    runners = men & ~shadow
    free = np.where(their_kings == 0, runners, np.uint64(0))
    hanging = men & (
        their_men >> eight & empty << eight | their_men << one & a & east | their_men >> one & h & west
    )
    rows = [np.uint64(0xFF << 8 * rank) for rank in range(8)]
    return [
        (0, count(men)),
        (1, count(kings)),
        (2, any_king),
        *((2 + rank, count(men & rows[rank])) for rank in range(1, 7)),
        *((8 + rank, count(free & rows[rank])) for rank in range(1, 7)),
        (15, count(men & rows[6] & ahead)),
        (16, count(men & ahead)),
        (17, count(men & west) + count(men & east)),
        (18, count(men & ~(ahead | west | east))),
        (19, count(men & edges)),
        (20, np.where(any_king, count(their_men), 0)),
        (21, np.where(their_kings != 0, count(runners), 0)),
        (23, hanging != 0),
        (24, count(hanging)),
    ]
