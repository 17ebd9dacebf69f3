"""The examples in the engine's document are true."""

import doctest
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "engine.md"


def test_the_examples_of_the_document_run() -> None:
    found = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert found.attempted > 10
    assert found.failed == 0
