"""Fitting values to games: logistic regression on results and on what the search thought of the positions.

The chance to win is 1 / (1 + exp(-value / scale)). The fit begins with the terms of a hand-made configuration, is drawn
to them and, for patterns, to zero, and moves by Adam's steps through the positions in random order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.ai.configuration import HAND_TERMS
from engine.ai.weights import LARGEST, write_weights
from engine.train.features import TERMS, read_records, states, terms
from engine.train.play import UNKNOWN
from engine.train.symmetry import shared

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

BATCH = 32_768
FULL_BOARD = 32
HELD_OUT = 20  # every so-manieth game judges the fit and is not fitted


@dataclass(frozen=True)
class Plan:
    """How to fit. `belief`: how much of a position's target is the game's result, the rest is the search's score.

    A spread is the standard deviation of a value's prior distribution.
    """

    epochs: int = 4
    belief: float = 0.5
    scale: float = 160.0  # hundredths of a man
    step: float = 1.0  # of a value, in hundredths of a man
    pattern_spread: float = 6.0  # how far values are expected from where they begin, in hundredths of a man
    term_spread: float = 30.0
    seed: int = 1


class Examples:
    """The positions of training files, ready to be fitted."""

    def __init__(self, paths: Sequence[Path], plan: Plan) -> None:
        import numpy as np

        parts = [read_records(path) for path in paths]
        records = np.concatenate(parts)
        boards = [np.ascontiguousarray(records[name]) for name in ("wm", "wk", "bm", "bk")]
        self.states = states(boards[0], boards[2])
        self.terms = terms(boards[0], boards[1], boards[2], boards[3], records["white"])
        pieces = sum(np.bitwise_count(board).astype(np.float32) for board in boards)
        self.full = np.minimum(pieces, FULL_BOARD) / np.float32(FULL_BOARD)
        score = np.where(records["white"] != 0, 1, -1) * records["score"].astype(np.float32)
        known = records["result"] != UNKNOWN
        belief = np.where(known, np.float32(plan.belief), np.float32(0))
        self.result = (records["result"].astype(np.float32) + 1) / 2
        self.target = belief * self.result + (1 - belief) / (1 + np.exp(-score / plan.scale))
        judged = records["game"] % HELD_OUT == 0
        self.fitted, self.judged = np.flatnonzero(~judged), np.flatnonzero(judged)
        self.judged_results = np.flatnonzero(judged & known)


class Model:
    """The values being fitted, for the full and the empty board: first the terms, then the shared pattern values."""

    def __init__(self, plan: Plan, positions: int) -> None:
        import numpy as np

        self.plan = plan
        self.number, self.sign, count = shared()
        self.values = np.zeros((2, TERMS + count))
        self.values[:, :TERMS] = np.array(HAND_TERMS, dtype=float).T
        self.start = self.values.copy()
        spread = np.full(TERMS + count, plan.pattern_spread)
        spread[:TERMS] = plan.term_spread
        self.pull = plan.scale / (spread**2 * positions)
        self.moment, self.square, self.steps = np.zeros_like(self.values), np.zeros_like(self.values), 0

    def chance(self, examples: Examples, which: Array) -> tuple[Array, Array, Array]:
        """White's chance in these positions, the numbers of their pattern values and their signs."""
        import numpy as np

        found = examples.states[which]
        number, sign = self.number[found], self.sign[found]
        full = examples.full[which]
        parts = [
            examples.terms[which] @ row[:TERMS] + np.sum(row[TERMS:][number] * sign, axis=1) for row in self.values
        ]
        value = full * parts[0] + (1 - full) * parts[1]
        return 1 / (1 + np.exp(-value / self.plan.scale)), number, sign

    def learn(self, examples: Examples, which: Array, step: float) -> None:
        """One step down the slope of the loss in these positions."""
        import numpy as np

        chance, number, sign = self.chance(examples, which)
        off = (chance - examples.target[which]) / len(which)
        slope = np.empty_like(self.values)
        for row, part in enumerate((examples.full[which], 1 - examples.full[which])):
            weight = off * part
            slope[row, :TERMS] = weight @ examples.terms[which]
            spread = (weight[:, None] * sign).ravel()
            slope[row, TERMS:] = np.bincount(number.ravel(), spread, minlength=slope.shape[1] - TERMS)
        slope += self.pull * (self.values - self.start)
        self.steps += 1
        self.moment += 0.1 * (slope - self.moment)
        self.square += 0.002 * (slope * slope - self.square)
        fair = self.moment / (1 - 0.9**self.steps)
        spread_out = np.sqrt(self.square / (1 - 0.998**self.steps)) + 1e-9
        self.values -= step * fair / spread_out

    def loss(self, examples: Examples, which: Array, target: Array) -> float:
        """The mean cross entropy in these positions."""
        import numpy as np

        total = 0.0
        for at in range(0, len(which), BATCH):
            part = which[at : at + BATCH]
            chance = np.clip(self.chance(examples, part)[0], 1e-6, 1 - 1e-6)
            total -= float(np.sum(target[part] * np.log(chance) + (1 - target[part]) * np.log(1 - chance)))
        return total / max(1, len(which))

    def write(self, path: Path) -> None:
        """Save the values as the engine reads them."""
        import numpy as np

        patterns = self.values[:, TERMS:][:, self.number] * self.sign
        whole = np.rint(np.concatenate([self.values[:, :TERMS], patterns], axis=1))
        whole = np.clip(whole, -LARGEST, LARGEST).astype(int)
        write_weights(path, [(int(full), int(empty)) for full, empty in whole.T])


def fit(paths: Sequence[Path], out: Path, plan: Plan, report: Callable[[str], None]) -> None:
    """Fit the positions of these files and write the values."""
    import numpy as np

    rng = np.random.default_rng(plan.seed)
    examples = Examples(paths, plan)
    model = Model(plan, len(examples.fitted))
    report(f"{len(examples.fitted)} positions fitted, {len(examples.judged)} held out")
    _judge(model, examples, 0, report)
    for epoch in range(plan.epochs):
        order = rng.permutation(examples.fitted)
        step = plan.step * (1 - epoch / plan.epochs)
        for at in range(0, len(order), BATCH):
            model.learn(examples, order[at : at + BATCH], step)
        _judge(model, examples, epoch + 1, report)
    model.write(out)


def _judge(model: Model, examples: Examples, epoch: int, report: Callable[[str], None]) -> None:
    kept = model.loss(examples, examples.judged, examples.target)
    result = model.loss(examples, examples.judged_results, examples.result)
    report(f"epoch {epoch}: held-out loss {kept:.5f}, on results alone {result:.5f}")
