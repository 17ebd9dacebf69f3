"""`./dama bench soak`: thousands of fast games of the search against itself in all rule sets, every move checked.

The searcher keeps the game by its own arithmetic; the referee keeps it beside it, and they must agree after every move
on the board, on the moves there are, and on how the game stands.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence

from engine.ai.search import DEFAULT
from engine.ai.searchers import give_tables, new_memory, new_searcher
from engine.board import Move, Position, Side
from engine.core_search import Searcher
from engine.core_strong import StrongSearcher
from engine.game import Game
from engine.refusal import Refusal
from engine.rulesets import RULE_SETS, RuleSet

GAMES = 10_000
NODES = 200  # a move
MEMORY_BITS = 14
WILD = 0.1  # of the moves are drawn by lot, so that games lead everywhere
FEW_PIECES = Position(1, 0, 1 << 63, 0, Side.WHITE)
MOST_PLIES = 1_900  # below the 2,000 at which the referee ends every game


class SoakError(Exception):
    """Search and referee disagree; the text tells the rule set, the game and where."""


def soak(games: int, seed: int = 1, configuration: str = DEFAULT, report: Callable[[str], None] = print) -> None:
    """Play and check; SoakError at the first disagreement."""
    began, plies = time.perf_counter(), 0
    outcomes: Counter[str] = Counter()
    for number in range(games):
        rules = list(RULE_SETS.values())[number % len(RULE_SETS)]
        game = _play(rules, random.Random(f"{seed}:{number}"), configuration)
        plies += game.ply
        outcomes[str(game.outcome.reason) if game.outcome else "left"] += 1
        if (number + 1) % 500 == 0:
            report(f"{number + 1} games, {plies} moves, {time.perf_counter() - began:.0f} s")
    report(", ".join(f"{reason} {count}" for reason, count in outcomes.most_common()))
    report(f"{games} games in {len(RULE_SETS)} rule sets, {plies} moves, every one legal and judged alike")


def _play(rules: RuleSet, rng: random.Random, configuration: str) -> Game:
    searcher = new_searcher(configuration, rules, MEMORY_BITS, new_memory(MEMORY_BITS))
    assert isinstance(searcher, StrongSearcher)  # noqa: S101 - the first search keeps no games
    give_tables(searcher, configuration, FEW_PIECES, rules)
    game = Game.new(rules)
    count = searcher.set_position(*game.position.boards, (), 0)
    while game.outcome is None and game.ply < MOST_PLIES:
        _compare(searcher, game, count)
        place, move = _choose(searcher, rng)
        step = game.move(game.turn, move)
        if isinstance(step, Refusal):
            raise SoakError(f"{rules.name}, after {_moves(game)}: {move} is {step.text}")
        game, count = step.after, searcher.play(place)
    _compare(searcher, game, count)
    return game


def _choose(searcher: StrongSearcher, rng: random.Random) -> tuple[int, Move]:
    """The place of a move among the generated ones, and the move."""
    searcher.set_limits(NODES, 0)
    searcher.go(40)
    place, _ = searcher.best()
    ranked = searcher.ranking()
    if rng.random() < WILD:
        chosen = rng.randrange(len(ranked))
        place = searcher.place_of(chosen)
        return place, _move(ranked[chosen])
    return place, _move(ranked[0])


def _move(ranked: tuple[int, int, int, int, bool]) -> Move:
    start, end, taken, _, _ = ranked
    return Move(start, (), end, taken)


def _compare(searcher: Searcher | StrongSearcher, game: Game, count: int) -> None:
    assert isinstance(searcher, StrongSearcher)  # noqa: S101
    stands = searcher.status()
    if game.outcome is None:
        expected = 0
    elif game.outcome.winner is None:
        expected = 1
    else:
        expected = 3 if game.outcome.winner is game.turn else 2
    found = {(start, end, taken) for start, end, taken, _, _ in searcher.ranking()}
    legal = {(move.start, move.end, move.taken) for move in game.legal_moves()}
    agreed = stands == expected and searcher.board() == tuple(game.position.boards)
    if not agreed or (game.outcome is None and (found != legal or count != len(legal))):
        raise SoakError(f"{game.rules.name}, after {_moves(game)}: {stands} against {game.outcome}")


def _moves(game: Game) -> str:
    return " ".join(map(str, game.moves))


def main(argv: Sequence[str] | None = None) -> int:
    """Soak from the command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine soak", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"default: {GAMES}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--configuration", default=DEFAULT)
    options = parser.parse_args(argv)
    try:
        soak(options.games, options.seed, options.configuration)
    except SoakError as error:
        print(error)
        return 1
    return 0
