"""Playing a match: pairs of games on several processes, every pair in a log, so that a match can be taken up again."""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.ai.search import Limit
from engine.board import Side
from engine.game import Game
from engine.match.elo import Sprt, Standing
from engine.match.openings import PLIES, opening
from engine.match.players import Player, make_player
from engine.refusal import Refusal
from engine.rulesets import rule_set

MANY_PIECES = 28


@dataclass(frozen=True)
class Match:
    """Who plays whom, and how. Limits hold for every move; the same match, limited by nodes, has the same games."""

    first: str
    second: str
    rules: str = "classic"
    depth: int | None = None
    nodes: int | None = None
    movetime_ms: int | None = None
    opening_plies: int = PLIES
    seed: int = 1

    @property
    def limit(self) -> Limit | None:
        """None where the players have limits of their own."""
        given = (self.depth, self.nodes, self.movetime_ms)
        return Limit(*given) if any(given) else None


@dataclass(frozen=True)
class PlayedGame:
    """What is kept of a game: its result for the first player, length, reason, pieces left, thinking times."""

    result: float
    plies: int
    reason: str
    pieces: int
    moves: int
    other_moves: int
    ms: float
    other_ms: float


class MatchError(Exception):
    """A match cannot go on: a player made an illegal move, or the log belongs to another match."""


def play_match(
    match: Match, pairs: int, *, processes: int = 1, log: Path | None = None, sprt: Sprt | None = None
) -> Iterator[tuple[PlayedGame, PlayedGame]]:
    """The pairs of a match as they are finished, those in the log first; ends early when the test is decided."""
    done = _read_log(match, log)
    standing = Standing()
    for pair in done.values():
        standing = standing.after((pair[0].result, pair[1].result))
        yield pair
    todo = [(match, number) for number in range(pairs) if number not in done]
    if not todo or (sprt and sprt.verdict(standing)):
        return
    for number, pair in _play(todo, processes):
        _write_log(match, log, number, pair)
        standing = standing.after((pair[0].result, pair[1].result))
        yield pair
        if sprt and sprt.verdict(standing):
            return


def _play(todo: list[tuple[Match, int]], processes: int) -> Iterator[tuple[int, tuple[PlayedGame, PlayedGame]]]:
    if processes == 1:
        try:
            yield from map(_play_pair, todo)
        finally:
            _dismiss_players()
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(_play_pair, todo)


def _play_pair(job: tuple[Match, int]) -> tuple[int, tuple[PlayedGame, PlayedGame]]:
    match, number = job
    return number, (_play_game(match, number, Side.WHITE), _play_game(match, number, Side.BLACK))


_players: dict[tuple[str, Limit | None, int], Player] = {}


def _player(text: str, limit: Limit | None, which: int) -> Player:
    """A player for all games of this process; `which` keeps two of the same description apart."""
    known = text, limit, which
    if known not in _players:
        _players[known] = make_player(text, limit)
    return _players[known]


def _dismiss_players() -> None:
    for player in _players.values():
        player.close()
    _players.clear()


def _play_game(match: Match, number: int, side: Side) -> PlayedGame:
    """One game in which the first player has this side."""
    rules = rule_set(match.rules)
    players = {side: _player(match.first, match.limit, 1), side.other: _player(match.second, match.limit, 2)}
    seed = 1_000_003 * match.seed + number
    for player in players.values():
        player.begin(seed)
    game = Game.restore(rules, Game.new(rules).start, opening(seed, rules, match.opening_plies))
    spent = {side: 0.0, side.other: 0.0}
    made = {side: 0, side.other: 0}
    while game.outcome is None:
        mover = game.turn
        began = time.perf_counter()
        step = game.move(mover, players[mover].choose(game))
        spent[mover] += 1000 * (time.perf_counter() - began)
        made[mover] += 1
        if isinstance(step, Refusal):
            name = match.first if mover is side else match.second
            raise MatchError(f"{name} made an illegal move, pair {number}, ply {game.ply}: {step.text}")
        game = step.after
    winner = game.outcome.winner
    return PlayedGame(
        result=0.5 if winner is None else float(winner is side),
        plies=game.ply,
        reason=str(game.outcome.reason),
        pieces=game.position.count(Side.WHITE) + game.position.count(Side.BLACK),
        moves=made[side],
        other_moves=made[side.other],
        ms=spent[side],
        other_ms=spent[side.other],
    )


def _read_log(match: Match, log: Path | None) -> dict[int, tuple[PlayedGame, PlayedGame]]:
    if log is None or not log.exists():
        return {}
    done = {}
    for line in log.read_text().splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue  # the line that was being written when the match was stopped
        if "match" in entry and entry["match"] != asdict(match):
            raise MatchError(f"{log} is the log of another match: {entry['match']}")
        if "pair" in entry:
            first, second = (PlayedGame(**game) for game in entry["games"])
            done[entry["pair"]] = first, second
    return done


def _write_log(match: Match, log: Path | None, number: int, pair: tuple[PlayedGame, PlayedGame]) -> None:
    if log is None:
        return
    new = not log.exists()
    with log.open("a") as file:
        if new:
            print(json.dumps({"match": asdict(match)}), file=file)
        print(json.dumps({"pair": number, "games": [asdict(game) for game in pair]}), file=file, flush=True)
