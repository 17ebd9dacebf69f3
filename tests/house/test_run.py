"""`./dama run`, seen from outside: it starts, says what to open, stops cleanly and survives being killed."""

import json
import signal
import socket
from pathlib import Path

import pytest

from tests.house.process import refused, started


def test_it_says_what_to_open_and_answers_there(tmp_path: Path) -> None:
    with started(tmp_path / "data", tmp_path) as dama:
        assert dama.lines[0].startswith("Dama is open: http://127.0.0.1:")
        assert dama.lines[1].startswith("No BOT_TOKEN is set")
        status, page = dama.get("/")
        assert status == 200
        assert b"data-square" in page or b"field" in page
        assert json.loads(dama.get("/health")[1])["status"] == "ok"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly_when_asked(tmp_path: Path, number: int) -> None:
    with started(tmp_path / "data", tmp_path) as dama:
        assert dama.stop(number) == 0
    assert "Traceback" not in (tmp_path / "errors.log").read_text()


def test_a_kill_leaves_nothing_that_hinders_the_next_start(tmp_path: Path) -> None:
    for _ in range(3):
        with started(tmp_path / "data", tmp_path) as dama:
            assert json.loads(dama.get("/health")[1])["status"] == "ok"
            dama.stop(signal.SIGKILL)


def test_a_busy_port_is_one_clear_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, said = refused(tmp_path / "data", tmp_path, PORT=port)
    assert status == 1
    assert port in said
    assert len(said.splitlines()) == 1


def test_an_unwritable_data_folder_is_one_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    status, said = refused(tmp_path / "file" / "data", tmp_path)
    assert status == 1
    assert str(tmp_path / "file" / "data") in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "many"),
        ("REDIS_URL", "http://localhost"),
        ("SECRET_KEY", "short"),
        ("PUBLIC_URL", "dama.example.org"),
        ("TRUSTED_PROXIES", "everybody"),
    ],
)
def test_a_wrong_setting_is_named_in_one_sentence_that_does_not_repeat_it(
    tmp_path: Path, name: str, value: str
) -> None:
    status, said = refused(tmp_path / "data", tmp_path, **{name: value})
    assert status == 1
    assert name in said
    assert len(said.splitlines()) == 1
    assert name == "PUBLIC_URL" or value not in said


def test_an_unreachable_store_is_one_clear_sentence(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"redis://127.0.0.1:{free.getsockname()[1]}/0"
    status, said = refused(tmp_path / "data", tmp_path, REDIS_URL=address, SECRET_KEY="a secret of some length")
    assert status == 1
    assert len(said.splitlines()) == 1
