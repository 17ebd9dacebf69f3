"""Logs for people and for programs."""

import json
import logging
from collections.abc import Iterator

import pytest

from hall.logs import configure_logging
from hall.settings import load_settings


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers = []
    yield
    root.handlers, root.level = handlers, level


def test_a_program_reads_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(load_settings(None, log_format="json"))
    logging.getLogger("hall.tables").warning("table %s\nstands", "x")
    try:
        raise ValueError("what went wrong")
    except ValueError:
        logging.getLogger("hall").exception("failed")
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert (first["level"], first["logger"], first["message"]) == ("WARNING", "hall.tables", "table x\nstands")
    assert "ValueError: what went wrong" in second["error"]
    assert first["time"].endswith("+00:00")


def test_people_read_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(load_settings(None, log_level="WARNING"))
    logging.getLogger("hall").info("not worth a word")
    logging.getLogger("hall").warning("worth a word")
    [line] = capsys.readouterr().err.splitlines()
    assert line.endswith("WARNING hall: worth a word")
