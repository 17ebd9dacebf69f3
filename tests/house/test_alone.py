"""The engine installed alone: no Redis, no Telegram, no Pillow, not even Cython, and nothing of this folder."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "hall", "webapp", "bot")  # they are one distribution; the engine imports nothing of the others
FILES = ("setup.py", "pyproject.toml", "README.md", "LICENSE")
CHECKS = """
import doctest, importlib.util, sys
sys.path[:] = [target, *(path for path in sys.path if "site-packages" not in path)]
for absent in ("Cython", "redis", "aiogram", "aiohttp", "PIL", "pydantic", "numpy"):
    assert importlib.util.find_spec(absent) is None, absent

import engine
from engine.ai.book import known_moves
from engine.ai.search import at_sight
from engine.core import COMPILED
assert engine.__file__.startswith(target), engine.__file__
assert COMPILED
start, rules = engine.Position.start(), engine.rule_set("classic")
assert at_sight(start, rules, "strong") != at_sight(start, rules, "hand"), "no learned values"
assert len(known_moves(start, rules)) > 1, "no book"
assert engine.rules.perft(start, 5) > 0
found = doctest.testfile(document, module_relative=False)
assert found.attempted > 10 and found.failed == 0
assert not any(name.split(".")[0] in ("hall", "webapp", "bot") for name in sys.modules)
print("alone")
"""


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the distribution was installed from a copy of the sources; what is compiled is not compiled again."""
    now = time.time()
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("target")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    for file in FILES:
        shutil.copy2(ROOT / file, source / file)
    if (ROOT / "build").is_dir():
        shutil.copytree(ROOT / "build", source / "build")
        for path in (source / "build").rglob("*"):  # as fresh as the core that the tests run with
            os.utime(path, (now, now))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(target), "."]
    environment = {**os.environ, "DAMA_REQUIRE_CORE": "1", "PIP_ROOT_USER_ACTION": "ignore"}
    done = subprocess.run([*pip, *offline], cwd=source, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


def isolated(*arguments: str) -> subprocess.CompletedProcess[str]:
    """This Python without the packages of the environment and without the present folder on its path."""
    command = [sys.executable, "-I", "-S", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_it_finds_its_values_book_and_tables_and_runs_the_documents_examples(target: Path) -> None:
    known = f"target, document = {str(target)!r}, {str(ROOT / 'docs' / 'engine.md')!r}\n"
    done = isolated("-c", known + CHECKS)
    assert (done.returncode, done.stdout) == (0, "alone\n"), done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "last"),
    [
        (["perft", "W:Wd4,a2,h2:Bd5,a7,h7", "1"], "1"),
        (["best", "W:Wd4,a2,h2:Bd5,a7,h7", "--nodes", "1000"], "d4xd6"),
        (["tables", "probe", "W:WKa1,h2:BKd5"], "win in 23"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_its_command_line_works(target: Path, arguments: list[str], last: str) -> None:
    run = f"import sys; sys.path.insert(0, {str(target)!r}); from engine.cli import main; sys.exit(main({arguments!r}))"
    done = isolated("-c", run)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == last
