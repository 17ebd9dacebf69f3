"""`python -m engine hub`: the Hub protocol of draughts programs over standard input and output.

What is ours in it: the variant is `turkish`; positions are written as our FEN (`pos pos=W:Wa2,Kc4:Bd6`), optionally
with `rules=NAME` for a rule set other than classic; moves are written as our notation with every landing (`d4xd6xf6`)
and read as tolerantly as everywhere; scores are in men. Lines are words of the form name=value, values with spaces in
quotes.

  hub                      -> id …, param …, wait
  set-param name=N value=V    variant, rules, configuration, threads, memory (megabytes of its table)
  init                     -> ready (or error)
  new-game, ping -> pong, quit
  pos [pos=FEN] [rules=R] [moves="M M …"]
  level [depth=N] [nodes=N] [move-time=S] [infinite] | [moves=N] [time=S] [inc=S]
  go think|ponder|analyze  -> info depth=… score=… nodes=… time=… pv="…", at the end done move=…
  stop, ponder-hit
"""

from __future__ import annotations

import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.ai.configuration import UnknownConfiguration, find_configuration
from engine.ai.extras import load_extras
from engine.ai.search import DEFAULT, Cancel, Limit, Thought, think
from engine.ai.searchers import new_memory
from engine.core_memory import Memory
from engine.game import Game
from engine.notation import FenError, parse_fen
from engine.refusal import Refusal
from engine.rulesets import CLASSIC, RuleSet, UnknownRuleSet, rule_set

MEMORY_MB = 16
MOST_MEMORY_MB = 1 << 20
FOREVER = Limit(depth=80)
MOVES_LEFT = 30  # how many moves a clock is shared out among if nobody says
MOST_THREADS = 64


class HubError(ValueError):
    """A line cannot be followed; its text is the answer."""


@dataclass
class Settings:
    """What set-param and level have changed."""

    rules: RuleSet = CLASSIC
    configuration: str = DEFAULT
    threads: int = 1
    limit: Limit = field(default_factory=lambda: Limit(movetime_ms=1_000))


class Hub:
    """One conversation. Searches run in a thread of their own, so that `stop` is heard."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._lock = threading.Lock()
        self._say_raw = say
        self._settings = Settings()
        self._game = Game.new()
        self._memory = _memory_of(MEMORY_MB)
        self._cancel = Cancel()
        self._thread: threading.Thread | None = None
        self._pondering = False

    def serve(self, lines: Iterable[str]) -> None:
        """Follow every line until `quit` or the end."""
        commands: dict[str, Callable[[dict[str, str]], None]] = {
            "hub": self._hub,
            "init": self._init,
            "ping": lambda _: self._say("pong"),
            "new-game": self._new_game,
            "set-param": self._set_param,
            "pos": self._position,
            "level": self._level,
            "go": self._go,
            "stop": lambda _: self._stop(),
            "ponder-hit": self._ponder_hit,
        }
        for line in lines:
            try:
                name, words = _read(line)
                if name == "quit":
                    break
                if name:
                    commands.get(name, _unknown(name))(words)
            except (HubError, FenError, UnknownRuleSet, UnknownConfiguration) as error:
                self._say(f'error message="{error}"')
        self._stop()

    def _say(self, text: str) -> None:
        with self._lock:
            self._say_raw(text)

    def _hub(self, _: dict[str, str]) -> None:
        self._say('id name=Dama version=0.1.0 author="the Dama developers"')
        self._say("param name=variant value=turkish type=enum values=turkish")
        self._say("param name=rules value=classic type=string")
        self._say(f"param name=configuration value={self._settings.configuration} type=string")
        self._say(f"param name=threads value=1 type=int min=1 max={MOST_THREADS}")
        self._say(f"param name=memory value={MEMORY_MB} type=int min=1 max={MOST_MEMORY_MB}")
        self._say("wait")

    def _init(self, _: dict[str, str]) -> None:
        load_extras()  # what is damaged is told in the log, on standard error
        self._say("ready")

    def _new_game(self, _: dict[str, str]) -> None:
        self._stop()
        self._memory.clear()

    def _set_param(self, words: dict[str, str]) -> None:
        name, value = words.get("name", ""), words.get("value", "")
        if name == "variant":
            if value != "turkish":
                raise HubError(f"variant {value!r} is not played here, only turkish")
        elif name == "rules":
            self._settings.rules = rule_set(value)
        elif name == "configuration":
            self._settings.configuration = find_configuration(value).name
        elif name == "threads":
            self._settings.threads = _number(value, 1, MOST_THREADS)
        elif name == "memory":
            self._stop()
            self._memory = _memory_of(_number(value, 1, MOST_MEMORY_MB))
        else:
            raise HubError(f"there is no parameter {name!r}")

    def _position(self, words: dict[str, str]) -> None:
        self._stop()
        rules = rule_set(words["rules"]) if "rules" in words else self._settings.rules
        game = Game.new(rules, parse_fen(words["pos"]) if "pos" in words else None)
        for text in words.get("moves", "").split():
            step = game.move(game.turn, text)
            if isinstance(step, Refusal):
                raise HubError(f"move {text}: {step.text}")
            game = step.after
        self._game = game

    def _level(self, words: dict[str, str]) -> None:
        depth, nodes = (_number(words[name], 1, 1 << 60) if name in words else None for name in ("depth", "nodes"))
        seconds: float | None = None
        if "move-time" in words:
            seconds = _seconds(words["move-time"])
        elif "time" in words:
            moves = _number(words.get("moves", "0"), 0, 1_000) or MOVES_LEFT
            seconds = _seconds(words["time"]) / moves + 0.8 * _seconds(words.get("inc", "0"))
        if depth is None and nodes is None and seconds is None:
            self._settings.limit = FOREVER
            return
        self._settings.limit = Limit(depth, nodes, None if seconds is None else max(1, int(1000 * seconds)))

    def _go(self, words: dict[str, str]) -> None:
        kind = next((kind for kind in ("think", "ponder", "analyze") if kind in words), "think")
        self._stop()
        if self._game.outcome is not None:
            raise HubError(f"the game is over: {self._game.outcome}")
        self._pondering = kind == "ponder"
        self._start(FOREVER if kind != "think" else self._settings.limit)

    def _start(self, limit: Limit) -> None:
        self._cancel = Cancel()
        self._thread = threading.Thread(target=self._search, args=(limit, self._cancel), daemon=True)
        self._thread.start()

    def _search(self, limit: Limit, cancel: Cancel) -> None:
        began, game, settings = time.monotonic(), self._game, self._settings
        strong = settings.configuration != "first"
        thought = think(
            game.position,
            game.rules,
            limit,
            configuration=settings.configuration,
            history=[position.key for position in game.trail[:-1]],
            no_progress=game.no_progress,
            threads=settings.threads if strong else 1,
            memory=self._memory,
            cancel=cancel,
            report=lambda thought: self._info(thought, time.monotonic() - began),
        )
        if not self._pondering:
            answer = f" ponder={thought.line[1]}" if len(thought.line) > 1 else ""
            self._say(f"done move={thought.move}{answer}")

    def _info(self, thought: Thought, seconds: float) -> None:
        line = " ".join(map(str, thought.line))
        self._say(
            f"info depth={thought.depth} score={thought.score / 100:.2f} nodes={thought.nodes}"
            f' time={seconds:.3f} pv="{line}"'
        )

    def _ponder_hit(self, _: dict[str, str]) -> None:
        """The move pondered on was played: think about it with the clock running; what was found is remembered."""
        if not self._pondering:
            raise HubError("nothing is being pondered")
        self._end()
        self._pondering = False
        self._start(self._settings.limit)

    def _stop(self) -> None:
        """End the search; it says what it found, unless it was only pondering on a move that was not played."""
        self._end()
        self._pondering = False

    def _end(self) -> None:
        if self._thread is not None:
            self._cancel.cancel()
            self._thread.join()
            self._thread = None


def main() -> int:
    """Speak over standard input and output until `quit`."""
    try:
        hub = Hub(lambda text: print(text, flush=True))
    except HubError as error:
        print(error, file=sys.stderr)
        return 2
    hub.serve(sys.stdin)
    return 0


def _read(line: str) -> tuple[str, dict[str, str]]:
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise HubError(f"a quotation mark is missing in {line.strip()}") from error
    pairs = [word.partition("=") for word in words[1:]]
    return (words[0] if words else ""), {name: value for name, _, value in pairs}


def _unknown(name: str) -> Callable[[dict[str, str]], None]:
    def refuse(_: dict[str, str]) -> None:
        raise HubError(f"there is no command {name}")

    return refuse


def _memory_of(megabytes: int) -> Memory:
    """The largest table of at most so many megabytes; HubError if there is not so much memory."""
    try:
        return new_memory((megabytes << 20 >> 4).bit_length() - 1)
    except MemoryError as error:
        raise HubError(f"memory: {error}") from error


def _number(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most):
        raise HubError(f"{text!r} is not a whole number from {least} to {most}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e6:
        raise HubError(f"{text!r} is not a time in seconds")
    return value
