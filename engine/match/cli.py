"""`python -m engine match`: two players against each other; prints the standing, and at the end Elo with error bars.

A player is a configuration, `level:N`, or `hub:COMMAND` for a program that speaks the Hub protocol.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.match.elo import Sprt, Standing
from engine.match.openings import PLIES
from engine.match.run import MANY_PIECES, Match, MatchError, PlayedGame, play_match
from engine.rulesets import RULE_SETS

EVERY = 20  # pairs between two lines of progress


def main(argv: Sequence[str] | None = None) -> int:
    """Play a match; returns the exit status."""
    options = _parser().parse_args(argv)
    if not (options.depth or options.nodes or options.movetime):
        options.nodes = 10_000
    match = Match(
        options.first,
        options.second,
        options.rules,
        options.depth,
        options.nodes,
        options.movetime,
        options.opening,
        options.seed,
    )
    sprt = Sprt(*options.sprt) if options.sprt else None
    try:
        _run(match, options, sprt)
    except (MatchError, ValueError, OSError, RuntimeError, MemoryError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped; with --log the same command goes on from there.", file=sys.stderr)
        return 130
    return 0


def _run(match: Match, options: argparse.Namespace, sprt: Sprt | None) -> None:
    standing = Standing()
    games: list[PlayedGame] = []
    for pair in play_match(match, -(-options.games // 2), processes=options.processes, log=options.log, sprt=sprt):
        standing = standing.after((pair[0].result, pair[1].result))
        games += pair
        if standing.pairs % EVERY == 0:
            print(standing, flush=True)
    if sprt:
        print(f"SPRT {sprt.low:+g} against {sprt.high:+g} Elo: {sprt.verdict(standing) or 'undecided'}")
    print("\n".join(summary(games)))
    print(f"{match.first} - {match.second}: {standing}")


def summary(games: Sequence[PlayedGame]) -> list[str]:
    """What else the games tell: lengths, draws, thinking times."""
    if not games:
        return []
    full = sum(1 for game in games if game.result == 0.5 and game.pieces >= MANY_PIECES)
    times = [
        sum(ms for ms, _ in pairs) / max(1, sum(moves for _, moves in pairs))
        for pairs in ([(g.ms, g.moves) for g in games], [(g.other_ms, g.other_moves) for g in games])
    ]
    reasons = sorted({game.reason for game in games})
    return [
        f"plies {sum(game.plies for game in games) / len(games):.0f}, "
        + ", ".join(f"{reason} {sum(game.reason == reason for game in games)}" for reason in reasons),
        f"drawn with {MANY_PIECES} or more pieces: {full} ({100 * full / len(games):.1f} %)",
        f"milliseconds a move: {times[0]:.1f} and {times[1]:.1f}",
    ]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine match", description=__doc__)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=200, help="in pairs with colours exchanged (default: 200)")
    parser.add_argument("--nodes", type=int, help="a move (default: 10000, if no other limit is given)")
    parser.add_argument("--depth", type=int, help="plies a move")
    parser.add_argument("--movetime", type=int, metavar="MS", help="a move")
    parser.add_argument("--rules", default="classic", choices=sorted(RULE_SETS))
    parser.add_argument("--opening", type=int, default=PLIES, metavar="PLIES", help=f"random plies (default: {PLIES})")
    parser.add_argument("--seed", type=int, default=1, help="of the openings (default: 1)")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--log", type=Path, help="a file of finished pairs; an interrupted match goes on from it")
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("LOW", "HIGH"), help="stop when the test is decided")
    return parser
