"""How fast this machine plays: the generator, the search, and the calls that a server makes while somebody waits."""

import json
import random
from collections.abc import Callable, Iterator

from engine.board import Position
from engine.core import COMPILED
from engine.game import Game, Step
from engine.notation import find_move, parse_fen
from engine.rules import legal_moves, play
from engine.rulesets import CLASSIC
from engine.speeds import Measure, best_seconds, speeds, uncompiled_speeds
from engine.tree import landing_tree, landing_trees

SERVER_LIMIT_MS = 50  # what a call may take while somebody waits, compiled

# The two positions with the most routes we know: 143,755 and 168,289 of them, 62 moves each.
MANY_ROUTES = (
    "W:WKh3:BKc1,Kg1,a2,e2,h2,d3,g3,c4,Kf5,Kd6,Kg6,a7,e7,h7,Kb8,Kf8",
    "W:WKe8:BKb1,Kg1,a2,c2,h2,b3,g3,f4,e5,d6,g6,a7,f7,Kh7,b8,g8",
)


def bench(*, as_json: bool = False) -> None:
    """Measure and print: a table as it grows, or one JSON object in the end. Each value is the best of five."""
    if as_json:
        rows = [measure._replace(value=round(measure.value, 3))._asdict() for measure in _measures()]
        print(json.dumps({"compiled": COMPILED, "measures": rows}))
        return
    print(f"engine ({'compiled' if COMPILED else 'plain Python: a C compiler makes it a hundred times faster'})")
    for measure in _measures():
        print(f"  {measure.name:<58} {measure.value:>12,.2f} {measure.unit}", flush=True)


def _measures() -> Iterator[Measure]:
    yield from speeds()
    if COMPILED:
        yield from uncompiled_speeds()
    yield Measure("restore a game of 100 plies", _milliseconds(_restoring()), "ms")
    for number, fen in enumerate(MANY_ROUTES, 1):
        for name, call in _server_calls(parse_fen(fen)):
            yield Measure(f"many routes {number}: {name}", _milliseconds(call), f"ms (limit {SERVER_LIMIT_MS})")


def _restoring() -> Callable[[], object]:
    game, rng = Game.new(), random.Random(1)
    while game.ply < 100:
        step = game.move(game.turn, rng.choice(game.legal_moves()))
        game = step.after if isinstance(step, Step) and step.after.outcome is None else Game.new()
    return lambda: Game.restore(game.rules, game.start, game.moves)


def _server_calls(position: Position) -> Iterator[tuple[str, Callable[[], object]]]:
    first = legal_moves(position, CLASSIC)[0]
    text, short = str(first), f"{str(first)[:2]}x{str(first)[-2:]}"
    prefix = first.landings[:3]
    game = Game.new(CLASSIC, position)
    yield "legal_moves", lambda: legal_moves(position, CLASSIC)
    yield "play", lambda: play(position, first, CLASSIC)
    yield "find_move, every landing", lambda: find_move(position, text, CLASSIC)
    yield "find_move, start and end", lambda: find_move(position, short, CLASSIC)
    yield "find_move, an illegal move", lambda: find_move(position, f"{text[:2]}-{text[:2]}", CLASSIC)
    yield "landing_trees", lambda: landing_trees(position, CLASSIC)
    yield "landing_tree, asked by a prefix", lambda: landing_tree(position, CLASSIC, first.start, prefix)
    yield "Game.move", lambda: game.move(game.turn, text)


def _milliseconds(call: Callable[[], object]) -> float:
    return best_seconds(call) * 1e3
