"""A program that speaks the Hub protocol, as a player (the protocol and our extensions: engine/hub.py)."""

from __future__ import annotations

import shlex
import subprocess
from contextlib import suppress
from typing import IO

from engine.ai.search import Limit
from engine.game import Game
from engine.notation import format_fen


class HubPlayer:
    """Starts the program and asks it move by move. OSError if it cannot be started, RuntimeError if it misbehaves."""

    def __init__(self, command: str, limit: Limit) -> None:
        self._command = command
        self._limit = limit
        self._process = subprocess.Popen(  # noqa: S603 - whoever runs a match names the program
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        try:
            self._ask("hub", "wait")
            self._say("set-param name=variant value=turkish")
            self._ask("init", "ready")
        except BaseException:
            self._leave()
            raise

    def begin(self, seed: int) -> None:  # noqa: ARG002 - the protocol knows no seeds
        self._say("new-game")

    def choose(self, game: Game) -> str:
        moves = " ".join(str(move) for move in game.moves)
        self._say(f'pos pos={format_fen(game.start)} rules={game.rules.name} moves="{moves}"')
        self._say(self._level())
        answer = self._ask("go think", "done")
        for word in answer.split()[1:]:
            key, _, value = word.partition("=")
            if key == "move":
                return value.strip('"')
        raise RuntimeError(f"{self._command}: no move in {answer!r}")

    def close(self) -> None:
        with suppress(RuntimeError):  # it has gone already
            self._say("quit")
        self._leave()

    def _leave(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):  # what was left to say is lost with the program
                    stream.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _level(self) -> str:
        limits = {
            "depth": self._limit.depth,
            "nodes": self._limit.nodes,
            "move-time": None if self._limit.movetime_ms is None else self._limit.movetime_ms / 1000,
        }
        return "level " + " ".join(f"{name}={value}" for name, value in limits.items() if value is not None)

    def _say(self, line: str) -> None:
        stream: IO[str] | None = self._process.stdin
        assert stream is not None  # it is a pipe  # noqa: S101
        try:
            stream.write(line + "\n")
            stream.flush()
        except BrokenPipeError as error:
            raise RuntimeError(f"{self._command} ended") from error

    def _ask(self, line: str, awaited: str) -> str:
        self._say(line)
        stream = self._process.stdout
        assert stream is not None  # it is a pipe  # noqa: S101
        for answer in stream:
            if answer.split()[:1] == ["error"]:
                raise RuntimeError(f"{self._command}: {answer.strip()}")
            if answer.split()[:1] == [awaited]:
                return answer.strip()
        raise RuntimeError(f"{self._command} ended")
