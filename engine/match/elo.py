"""What a match says about strength: scores of pairs of games, Elo with error bars, and a sequential test."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

SURE = 1.96  # standard deviations of a 95 % interval


@dataclass(frozen=True, slots=True)
class Standing:
    """The first player's results: games won, drawn and lost, and the sum and sum of squares of its pairs' scores.

    A pair is two games from one opening with colours exchanged, scored 0 to 2; its two results hang together, so errors
    are estimated from pairs.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, pairs: Iterable[tuple[float, float]]) -> Standing:
        """The standing after these pairs of results (1, 0.5 or 0 for the first player)."""
        standing = cls()
        for pair in pairs:
            standing = standing.after(pair)
        return standing

    def after(self, pair: tuple[float, float]) -> Standing:
        """The standing after one more pair."""
        score = sum(pair)
        return Standing(
            self.won + pair.count(1.0),
            self.drawn + pair.count(0.5),
            self.lost + pair.count(0.0),
            self.pairs + 1,
            self.total + score,
            self.squares + score * score,
        )

    @property
    def games(self) -> int:
        return 2 * self.pairs

    @property
    def score(self) -> float:
        """The mean score of a game, 0 to 1; one half before the first game."""
        return self.total / self.games if self.pairs else 0.5

    @property
    def variance(self) -> float:
        """Of a pair's mean score per game, at least what one surprising game in the whole match would cause."""
        if not self.pairs:
            return 0.25
        mean = self.total / self.pairs
        found = max(0.0, self.squares / self.pairs - mean * mean) / 4
        return max(found, 1 / (16 * self.pairs))

    @property
    def error(self) -> float:
        """Half the 95 % interval of the score."""
        return SURE * math.sqrt(self.variance / self.pairs) if self.pairs else 0.5

    @property
    def elo(self) -> float:
        """The difference in rating that this score means."""
        return elo(self.score)

    @property
    def elo_error(self) -> float:
        """Half the 95 % interval of the difference."""
        return (elo(self.score + self.error) - elo(self.score - self.error)) / 2

    def log_likelihood_ratio(self, low: float, high: float) -> float:
        """How much likelier a difference of `high` Elo makes these results than one of `low` (normal approximation)."""
        if not self.pairs:
            return 0.0
        a, b = expected(low), expected(high)
        return (b - a) * (2 * self.score - a - b) * self.pairs / (2 * self.variance)

    def __str__(self) -> str:
        return (
            f"{self.games} games: +{self.won} ={self.drawn} -{self.lost}, {100 * self.score:.1f} %"
            f" +- {100 * self.error:.1f}, Elo {self.elo:+.0f} +- {self.elo_error:.0f}"
        )


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test between two differences in Elo, wrong at most as often as `alpha` and `beta` say."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def verdict(self, standing: Standing) -> str | None:
        """`low` or `high` once the results suffice to accept it, else None."""
        ratio = standing.log_likelihood_ratio(self.low, self.high)
        if ratio >= math.log((1 - self.beta) / self.alpha):
            return "high"
        if ratio <= math.log(self.beta / (1 - self.alpha)):
            return "low"
        return None


def elo(score: float) -> float:
    """The difference in rating at which this score is expected; scores are held off 0 and 1."""
    score = min(max(score, 0.001), 0.999)
    return -400 * math.log10(1 / score - 1)


def expected(difference: float) -> float:
    """The score expected at a difference in rating."""
    return 1 / (1 + 10 ** (-difference / 400))
