"""What a finished game pays, to whom, by the values an operator can set. Pure; settle.py sees that it is paid once."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.board import Side
from hall.model import Computer, Person, Player, PlayerId, Status, Table, is_player
from hall.ratings import Rating, RatingRules
from hall.settings import Settings

LONG_BOARD = "long_board"
"""The badge for winning against people, called The Long Board (seed 004)."""


class Result(StrEnum):
    """How a game ended for one side."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    @property
    def score(self) -> float:
        """What it is worth: 1, 0.5 or 0."""
        return {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}[self]


@dataclass(frozen=True, slots=True)
class Prices:
    """What one result after another is worth: a win, a draw, a loss."""

    win: int
    draw: int
    loss: int

    def of(self, result: Result) -> int:
        """What this result is worth."""
        return {Result.WIN: self.win, Result.DRAW: self.draw, Result.LOSS: self.loss}[result]


@dataclass(frozen=True, slots=True)
class RewardRules:
    """The values of product and operator: candy and its daily budget, ladder points, limits, badge, ratings."""

    candy: Prices = Prices(15, 8, 5)
    candy_against_computer: Prices = Prices(6, 0, 0)
    candy_a_day: int = 100
    points: Prices = Prices(26, 9, 4)
    least_plies: int = 16
    games_a_pair: int = 10
    badge_wins: int = 5
    ratings: RatingRules = field(default_factory=RatingRules)

    @classmethod
    def of(cls, settings: Settings) -> "RewardRules":
        """The values that the settings name."""
        newcomer = Rating(settings.rating_start, settings.rating_deviation, settings.rating_volatility)
        return cls(
            candy=Prices(settings.candy_win, settings.candy_draw, settings.candy_loss),
            candy_against_computer=Prices(settings.candy_win_computer, 0, 0),
            candy_a_day=settings.candy_a_day,
            points=Prices(settings.points_win, settings.points_draw, settings.points_loss),
            least_plies=settings.reward_plies,
            games_a_pair=settings.reward_games_a_pair,
            badge_wins=settings.badge_wins,
            ratings=RatingRules(newcomer, settings.rating_tau),
        )


@dataclass(frozen=True, slots=True)
class Share:
    """What one player has coming from a game, before the limits of the player's day.

    `opponent` is None for the computer. `won`: a win against another person, which counts for the badge.
    """

    side: Side
    player: PlayerId
    name: str
    result: Result
    opponent: PlayerId | None = None
    candy: int = 0
    points: int = 0
    won: bool = False
    rated: bool = False

    @property
    def worth(self) -> bool:
        """Whether there is anything to apply."""
        return bool(self.candy or self.points or self.won or self.rated)


def shares(table: Table, rules: RewardRules) -> tuple[Share, ...]:
    """Everybody's share of a game, White's first; nobody has one where it is not finished, or played on one device."""
    if table.status is not Status.FINISHED or table.game.outcome is None or table.terms.one_device:
        return ()
    found = [_share(table, side, player, rules) for side in Side if is_player(player := table.seat(side))]
    return tuple(share for share in found if share.worth)


def _share(table: Table, side: Side, player: Player, rules: RewardRules) -> Share:
    other, result = table.seat(side.other), result_of(table, side)
    pays = table.game.ply >= rules.least_plies
    if isinstance(other, Computer):
        candy = rules.candy_against_computer.of(result) if pays else 0
        return Share(side, player.id, player.name, result, candy=candy)
    opponent = other.id if other is not None else None
    if not isinstance(player, Person) or opponent is None:
        return Share(side, player.id, player.name, result, opponent)
    accounts, rated = isinstance(other, Person), is_rated(table)
    return Share(
        side,
        player.id,
        player.name,
        result,
        opponent,
        candy=rules.candy.of(result) if pays else 0,
        points=rules.points.of(result) if pays and rated else 0,
        won=accounts and result is Result.WIN,
        rated=rated,
    )


def is_rated(table: Table) -> bool:
    """Whether the game moves ratings: rated by its terms and its rules, between two Telegram accounts."""
    accounts = all(isinstance(table.seat(side), Person) for side in Side)
    return accounts and table.terms.rated and table.game.rules.rateable


def result_of(table: Table, side: Side) -> Result:
    """How a finished game ended for a side."""
    winner = table.game.outcome.winner if table.game.outcome is not None else None
    if winner is None:
        return Result.DRAW
    return Result.WIN if winner is side else Result.LOSS
