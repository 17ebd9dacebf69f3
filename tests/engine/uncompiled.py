"""The engine in both its builds: as installed, and from its sources alone, as it runs where there is no C compiler."""

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

SOURCES = Path(__file__).parents[2] / "engine"


class _SourceFinder(MetaPathFinder):
    """Finds the modules of the engine, but never a compiled one."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None  # noqa: ARG002 - the protocol
    ) -> ModuleSpec | None:
        if not _is_engine(fullname):
            return None
        folder = path[0] if path else str(SOURCES.parent)
        return FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(fullname)


def _is_engine(name: str) -> bool:
    return name == "engine" or name.startswith("engine.")


_loaded: dict[str, ModuleType] = {}


@contextmanager
def _sources_only() -> Iterator[None]:
    """Within this block `engine` means the uncompiled build; afterwards it means what it meant before."""
    installed = {name: module for name, module in sys.modules.items() if _is_engine(name)}
    finder = _SourceFinder()
    for name in installed:
        del sys.modules[name]
    sys.modules.update(_loaded)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if _is_engine(name)]:
            _loaded[name] = sys.modules.pop(name)
        sys.modules.update(installed)


class Engine:
    """One build of the engine. Its classes are its own: values of one build mean nothing to the other, text does."""

    def __init__(self, compiled: bool) -> None:
        self.compiled = compiled

    def __repr__(self) -> str:
        return "compiled" if self.compiled else "uncompiled"

    @cache  # noqa: B019 - there are two engines, and both live as long as the tests
    def module(self, name: str) -> ModuleType:
        """The module `engine.<name>` of this build."""
        if self.compiled:
            return importlib.import_module(f"engine.{name}")
        with _sources_only():
            return importlib.import_module(f"engine.{name}")

    @property
    def core(self) -> ModuleType:
        return self.module("core")

    @property
    def board(self) -> ModuleType:
        return self.module("board")

    @property
    def rules(self) -> ModuleType:
        return self.module("rules")

    @property
    def notation(self) -> ModuleType:
        return self.module("notation")


COMPILED = Engine(compiled=True)
UNCOMPILED = Engine(compiled=False)
