"""Starts Dama as its operator does, as a process of its own, and talks to it from outside."""

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]
START_SECONDS = 60  # a start takes about one; a loaded machine may take longer


class Running:
    """A started Dama: its address, and the lines it printed until it was open."""

    def __init__(self, process: subprocess.Popen[str], out: IO[str]) -> None:
        self.process = process
        self.out = out
        self.lines: list[str] = []
        for line in out:
            self.lines.append(line.rstrip())
            if len(self.lines) == 2:
                break
        self.address = self.lines[0].removeprefix("Dama is open: ") if self.lines else ""

    def get(self, path: str) -> tuple[int, bytes]:
        with urllib.request.urlopen(self.address + path, timeout=START_SECONDS) as answer:
            return answer.status, answer.read()

    def stop(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.process.wait(START_SECONDS)


def environment(data: Path, **more: str) -> dict[str, str]:
    """Only what the operator says counts: nothing of the tests' own environment but where programs are."""
    return {"PATH": os.environ["PATH"], "DATA_DIR": str(data), "PORT": "0", **more}


@contextmanager
def started(data: Path, folder: Path, **more: str) -> Iterator[Running]:
    """Dama on a free port with this data folder, run in `folder` (where its .env would be)."""
    command = [sys.executable, "-m", "bot"]
    env = environment(data, PYTHONPATH=str(ROOT), **more)
    with (
        (folder / "errors.log").open("a+") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=env, cwd=folder) as process,
    ):
        assert process.stdout is not None
        try:
            yield Running(process, process.stdout)
        finally:
            process.kill()


def refused(data: Path, folder: Path, **more: str) -> tuple[int, str]:
    """Start it where it cannot start: the exit status and what it says about it."""
    result = subprocess.run(
        [sys.executable, "-m", "bot"],
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
        env=environment(data, PYTHONPATH=str(ROOT), **more),
        cwd=folder,
    )
    return result.returncode, result.stderr.strip()
