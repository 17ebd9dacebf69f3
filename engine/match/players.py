"""Who can play in a match: configurations of our own search, our levels, and programs that speak the Hub protocol."""

from __future__ import annotations

from typing import Protocol

from engine.ai.configuration import StrongConfiguration, find_configuration
from engine.ai.levels import choose, find_level
from engine.ai.search import Limit, think
from engine.ai.searchers import new_memory
from engine.board import Move
from engine.core_memory import Memory
from engine.game import Game
from engine.match.hub_player import HubPlayer

MEMORY_BITS = 18


class Player(Protocol):
    """Somebody who plays game after game."""

    def begin(self, seed: int) -> None:
        """A new game begins."""

    def choose(self, game: Game) -> Move | str:
        """A move for the side to move."""

    def close(self) -> None:
        """No further game will be played."""


class ConfiguredPlayer:
    """A configuration of the search with a limit for each move; it remembers from move to move what it searched."""

    def __init__(self, configuration: str, limit: Limit) -> None:
        self._configuration = configuration
        self._limit = limit
        strong = isinstance(find_configuration(configuration), StrongConfiguration)
        self._memory: Memory | None = new_memory(MEMORY_BITS) if strong else None

    def begin(self, seed: int) -> None:  # noqa: ARG002 - it draws no lots
        if self._memory is not None:
            self._memory.clear()

    def choose(self, game: Game) -> Move:
        thought = think(
            game.position,
            game.rules,
            self._limit,
            configuration=self._configuration,
            history=[position.key for position in game.trail[:-1]],
            no_progress=game.no_progress,
            memory=self._memory,
        )
        assert thought.move is not None  # the game goes on  # noqa: S101
        return thought.move

    def close(self) -> None:
        self._memory = None


class LevelPlayer:
    """One of the eight opponents, with at most so much time for a move."""

    def __init__(self, level: int, max_ms: int | None) -> None:
        self._level = find_level(level).number
        self._max_ms = max_ms
        self._seed = 0

    def begin(self, seed: int) -> None:
        self._seed = seed

    def choose(self, game: Game) -> Move:
        return choose(game, self._level, self._seed, max_ms=self._max_ms)

    def close(self) -> None:
        """Nothing is held."""


def make_player(text: str, limit: Limit | None) -> Player:
    """A player from its description: a configuration, `level:N`, or `hub:COMMAND` for an external program.

    A configuration may have a limit of its own, as in `first@nodes=9000`, so that players of different speed can be
    matched at equal time whatever else the machine does. ValueError if there is no such player, OSError if the program
    cannot be started.
    """
    kind, _, rest = text.partition(":")
    if kind == "level" and rest.isdecimal():
        return LevelPlayer(int(rest), limit.movetime_ms if limit else None)
    if limit is None:
        raise ValueError(f"{text} needs a limit for its moves")
    if kind == "hub" and rest:
        return HubPlayer(rest, limit)
    name, _, own = text.partition("@")
    find_configuration(name)
    return ConfiguredPlayer(name, _own_limit(own) if own else limit)


def _own_limit(text: str) -> Limit:
    name, _, value = text.partition("=")
    if name not in ("nodes", "depth", "movetime_ms") or not value.isdecimal():
        raise ValueError(f"{text!r} is no limit; they are nodes=N, depth=N and movetime_ms=N")
    return Limit(**{name: int(value)})
