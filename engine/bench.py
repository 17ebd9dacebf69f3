"""How fast this machine plays: the generator, the search, and the calls that a server makes while somebody waits."""

import json
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from engine.ai.search import Limit, think
from engine.board import Position
from engine.core import COMPILED, perft
from engine.game import Game, Step
from engine.notation import find_move, parse_fen
from engine.rules import legal_moves, play
from engine.rulesets import CLASSIC
from engine.tree import landing_tree, landing_trees

REPEATS = 5
SERVER_LIMIT_MS = 50  # what a call may take while somebody waits, compiled

# The two positions with the most routes we know: 143,755 and 168,289 of them, 62 moves each.
MANY_ROUTES = (
    "W:WKh3:BKc1,Kg1,a2,e2,h2,d3,g3,c4,Kf5,Kd6,Kg6,a7,e7,h7,Kb8,Kf8",
    "W:WKe8:BKb1,Kg1,a2,c2,h2,b3,g3,f4,e5,d6,g6,a7,f7,Kh7,b8,g8",
)
# A start, two middle games and an endgame.
SEARCHED = (
    "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7",
    "W:Wa3,b3,c4,d3,e2,f4,g3,h3,d2,f2:Ba6,b5,c6,d7,e6,f7,g6,h5,c7,g7",
    "B:Wa4,c3,d4,f3,h4,e2:Bb6,c7,e6,g6,h6,a6",
    "W:WKa1,c3,d5:BKh8,f6,b7",
)


class Measure(NamedTuple):
    """One line of the benchmark."""

    name: str
    value: float
    unit: str


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
    yield from _generator()
    yield from _search()
    yield Measure("restore a game of 100 plies", _milliseconds(_restoring()), "ms")
    for number, fen in enumerate(MANY_ROUTES, 1):
        for name, call in _server_calls(parse_fen(fen)):
            yield Measure(f"many routes {number}: {name}", _milliseconds(call), f"ms (limit {SERVER_LIMIT_MS})")


def _generator() -> Iterator[Measure]:
    depth = 8 if COMPILED else 4
    for bulk in (True, False):
        plies = depth if bulk else depth - 1
        count = partial(perft, *Position.start().boards, CLASSIC.mode, plies, False, bulk)
        leaves, seconds = count(), _best_seconds(count)
        counting = "with" if bulk else "without"
        yield Measure(f"perft {plies} {counting} bulk counting", leaves / seconds / 1e6, "M leaves/s")


def _search() -> Iterator[Measure]:
    limit = Limit(nodes=1_000_000 if COMPILED else 5_000)
    nodes = seconds = 0.0
    for fen in SEARCHED:
        search = partial(think, parse_fen(fen), CLASSIC, limit)
        nodes += search().nodes
        seconds += _best_seconds(search)
    yield Measure(f"search, configuration first, {len(SEARCHED)} positions", nodes / seconds / 1e6, "M nodes/s")


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
    return _best_seconds(call) * 1e3


def _best_seconds(call: Callable[[], object]) -> float:
    """The shortest of several runs: the machine's other work only ever adds."""
    times = []
    for _ in range(REPEATS if COMPILED else 1):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return min(times)
