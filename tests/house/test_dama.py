"""The script `dama` itself, as far as it goes without installing anything."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def dama(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "dama", *arguments], capture_output=True, text=True, check=False, timeout=60
    )


def test_help_lists_the_commands() -> None:
    result = dama("--help")
    assert result.returncode == 0
    for command in ("run", "test", "check", "bench"):
        assert f"  {command} " in result.stdout


def test_an_unknown_command_shows_the_usage_and_fails() -> None:
    result = dama("dance")
    assert result.returncode == 2
    assert "usage: ./dama COMMAND" in result.stderr


def test_an_unknown_benchmark_is_one_sentence() -> None:
    result = dama("bench", "patience")
    assert result.returncode == 1
    assert "patience" in result.stderr
    assert len(result.stderr.splitlines()) == 1
