"""Glicko-2: how strong a player is, how sure that is, and how steady the results are. Pure; nothing is kept here.

By Mark E. Glickman, "Example of the Glicko-2 system" (glicko.net, 2013 and 2022), whose step numbers are cited. Each
game is a rating period of its own; the deviation grows by the days since the last one, the game itself takes no time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178
"""From the scale of ratings to that of the formulas (steps 2 and 8)."""
CENTRE = 1500.0
UNSURE = 110.0
"""From this deviation on a rating is said to be not sure yet, as is the custom elsewhere."""
CONVERGED = 1e-6
"""How near the volatility has to be found (step 5)."""
DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating under one rule set, as it was after `games` games, the last of them at `at_ms` (None: none)."""

    value: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06
    at_ms: int | None = None
    games: int = 0

    @property
    def shown(self) -> int:
        """The rating as people see it."""
        return round(self.value)

    def grown(self, days: float, most: float = 350.0) -> "Rating":
        """The rating after days without a game: as high but less sure (step 6), yet surer than a newcomer's, `most`."""
        deviation = SCALE * sqrt((self.deviation / SCALE) ** 2 + days * self.volatility**2)
        return Rating(self.value, min(deviation, max(most, self.deviation)), self.volatility, self.at_ms, self.games)

    def days_until(self, now_ms: int) -> float:
        """The days since the last game, with their fraction; 0 before the first one."""
        return max(0, now_ms - self.at_ms) / DAY_MS if self.at_ms is not None else 0.0


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating as people see it, in whole points; `unsure`: few games, or long ago."""

    points: int
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class RatingRules:
    """A newcomer's rating, and `tau`: how much the volatility may change (0.3 to 1.2; step 1)."""

    newcomer: Rating = Rating()
    tau: float = 0.5


def after_game(own: Rating, other: Rating, score: float, at_ms: int, rules: RatingRules) -> Rating:
    """The rating after one game, ended at `at_ms`, against another's rating; both as they were after their last games.

    `score`: 1 for a win, 0.5 for a draw, 0 for a loss.
    """
    most = rules.newcomer.deviation
    opponent = other.grown(other.days_until(at_ms), most)
    after = rated(own.grown(own.days_until(at_ms), most), [(opponent, score)], tau=rules.tau, periods=0.0)
    at = at_ms if own.at_ms is None else max(at_ms, own.at_ms)
    return Rating(after.value, after.deviation, after.volatility, at, own.games + 1)


def rated(own: Rating, results: Sequence[tuple[Rating, float]], *, tau: float, periods: float = 1.0) -> Rating:
    """The rating after a period with these results: opponents, as they were before it, and scores (steps 2 to 8).

    `periods` is the share of Glickman's rating period that the deviation grows by in step 6; his own is 1.
    """
    mu, phi = (own.value - CENTRE) / SCALE, own.deviation / SCALE
    information, surprise = 0.0, 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + exp(-weight * (mu - (opponent.value - CENTRE) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information  # step 3
    volatility = _volatility(own.volatility, phi, variance, variance * surprise, tau)
    phi_before = sqrt(phi**2 + periods * volatility**2)  # step 6
    phi_after = 1 / sqrt(1 / phi_before**2 + 1 / variance)  # step 7
    value = SCALE * (mu + phi_after**2 * surprise) + CENTRE
    return Rating(value, SCALE * phi_after, volatility, own.at_ms, own.games)


def _weight(phi: float) -> float:
    """How much a result against an opponent of this deviation says: g of step 3."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """The new volatility: the root of step 5's function, by the Illinois algorithm."""
    start = log(sigma**2)

    def function(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    return exp(_root(function, start, _bracket(function, start, delta**2 - phi**2 - variance, tau)) / 2)


def _bracket(function: Callable[[float], float], start: float, excess: float, tau: float) -> float:
    """The other end of an interval that begins at `start` and holds the root."""
    if excess > 0:
        return log(excess)
    steps = 1
    while function(start - steps * tau) < 0:
        steps += 1
    return start - steps * tau


def _root(function: Callable[[float], float], a: float, b: float) -> float:
    at_a, at_b = function(a), function(b)
    while abs(b - a) > CONVERGED:
        c = a + (a - b) * at_a / (at_b - at_a)
        at_c = function(c)
        if at_c * at_b <= 0:
            a, at_a = b, at_b
        else:
            at_a /= 2
        b, at_b = c, at_c
    return a
