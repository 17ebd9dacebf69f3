"""Eight opponents made of one search. The faces give them names; here they are numbers."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from engine.ai.book import known_moves
from engine.ai.search import Limit, Thought, at_sight, think
from engine.board import Move
from engine.game import Game
from engine.rules import apply

OPENS_BY_BOOK = 3  # lower levels have to find their own moves
BOOK_FANCY = 12  # hundredths of a man: all moves of the book are sound, so any may be played
NEW_PLAYERS_GAMES = 3  # a new player's first games against the computer are one step easier


class UnknownLevel(ValueError):  # noqa: N818 - the name says what went wrong
    """There is no level of this number."""


@dataclass(frozen=True, slots=True)
class Level:
    """How an opponent plays. Scores are in hundredths of a man.

    `limit` is how far it sees; captures are always played out. Among the moves that it finds at most `margin` worse
    than the best it chooses by score and a random bonus up to `fancy`. With the probability `glance` it takes the one
    of them that looks best before the opponent answers: that is how people overlook things.
    """

    number: int
    description: str
    limit: Limit
    margin: int
    fancy: int
    glance: float = 0.0


# Depths count plies. A node limit beside a depth only guards against positions with endless captures.
LEVELS: tuple[Level, ...] = (
    Level(1, "sees its move and the answer, and overlooks much", Limit(depth=2, nodes=50_000), 180, 100, 0.46),
    Level(2, "looks two moves ahead for each side, and overlooks much", Limit(depth=4, nodes=100_000), 170, 110, 0.47),
    Level(3, "looks three moves ahead for each side; overlooks some", Limit(depth=6, nodes=500_000), 160, 120, 0.35),
    Level(4, "thinks over 6,000 positions a move", Limit(nodes=6_000), 26, 26),
    Level(5, "thinks over 14,000 positions a move", Limit(nodes=14_000), 16, 16),
    Level(6, "thinks over 36,000 positions a move", Limit(nodes=36_000), 10, 10),
    Level(7, "thinks over 100,000 positions a move", Limit(nodes=100_000), 5, 5),
    Level(8, "thinks for up to a second a move", Limit(movetime_ms=950), 2, 2),
)


def find_level(number: int) -> Level:
    """The level of this number; UnknownLevel if there is none."""
    for level in LEVELS:
        if level.number == number:
            return level
    raise UnknownLevel(f"levels are numbered 1 to {len(LEVELS)}, there is no level {number}")


def easier(number: int, games_played: int) -> int:
    """The level to play at when a player who has finished so many games asks for this one; UnknownLevel if unknown."""
    lowest = LEVELS[0].number
    return max(lowest, find_level(number).number - 1) if games_played < NEW_PLAYERS_GAMES else number


def choose(game: Game, level: int, seed: int, *, max_ms: int | None = None) -> Move:
    """The move that this level plays.

    The same game, level and seed give the same move unless time ended the search; one seed may serve for a whole game.
    `max_ms` bounds the time for the move whatever the level. ValueError if the game is over.
    """
    opponent = find_level(level)
    legal, rng = game.legal_moves(), random.Random(f"{seed}:{game.ply}")
    if not legal:
        raise ValueError(f"there is nothing to choose, the game is over: {game.outcome}")
    if len(legal) == 1:
        return legal[0]
    known = known_moves(game.position, game.rules) if level >= OPENS_BY_BOOK else []
    if known:
        return max(known, key=lambda candidate: candidate[1] + rng.uniform(0, BOOK_FANCY))[0]
    thought = think(
        game.position,
        game.rules,
        _within(opponent.limit, max_ms),
        history=[position.key for position in game.trail[:-1]],
        no_progress=game.no_progress,
        margin=opponent.margin,
    )
    return _pick(game, opponent, thought, rng)


def _within(limit: Limit, max_ms: int | None) -> Limit:
    times = [time for time in (limit.movetime_ms, max_ms) if time is not None]
    return Limit(limit.depth, limit.nodes, max(1, min(times)) if times else None)


def _pick(game: Game, level: Level, thought: Thought, rng: random.Random) -> Move:
    if not thought.candidates or thought.candidates[0][0] != thought.move:
        assert thought.move is not None  # there are legal moves  # noqa: S101
        return thought.move
    if rng.random() < level.glance:
        return _best_looking(game, [move for move, _ in thought.candidates], rng)
    return max(thought.candidates, key=lambda candidate: candidate[1] + rng.uniform(0, level.fancy))[0]


def _best_looking(game: Game, moves: Sequence[Move], rng: random.Random) -> Move:
    """The move after which the board looks best to who made it, as if the opponent would not answer."""

    def look(move: Move) -> float:
        return rng.uniform(0, 10) - at_sight(apply(game.position, move, game.rules), game.rules)

    return max(moves, key=look)
