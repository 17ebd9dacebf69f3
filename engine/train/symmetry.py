"""Which pattern values are one number: mirrored boards are worth the same, boards with sides exchanged the opposite."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from engine.train.features import PATTERNS, STATES, pattern_squares

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


@cache
def shared() -> tuple[Array, Array, int]:
    """The number and sign (0: worth nothing) of every pattern state's value, and how many values there are."""
    import numpy as np

    states = np.arange(PATTERNS * STATES)
    mirrored, turned = _image(7, 0), _image(0, 7)
    mine = np.minimum(states, mirrored)
    theirs = np.minimum(turned, mirrored[turned])
    names, numbers = np.unique(np.minimum(mine, theirs), return_inverse=True)
    return numbers.astype(np.int32), np.sign(theirs - mine).astype(np.int8), len(names)


def _image(files: int, ranks: int) -> Array:
    """Where every state goes when files (7) or ranks (7) are reversed, the latter with the sides exchanged."""
    import numpy as np

    squares = pattern_squares()
    digits = np.array([[state // 3**i % 3 for i in range(8)] for state in range(STATES)])
    if ranks:
        digits = np.array([0, 2, 1])[digits]
    image = np.empty(PATTERNS * STATES, dtype=np.int64)
    for number, own in enumerate(squares):
        moved = [square ^ files ^ 8 * ranks for square in own]
        target = next(i for i, other in enumerate(squares) if sorted(other) == sorted(moved))
        left = list(range(8))
        state = np.zeros(STATES, dtype=np.int64)
        for place, square in enumerate(squares[target]):
            source = next(i for i in left if moved[i] == square)
            left.remove(source)
            state += 3**place * digits[:, source]
        image[number * STATES : (number + 1) * STATES] = target * STATES + state
    return image
