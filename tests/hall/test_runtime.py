"""The hall put together as it runs: its own store or somebody else's, the real engine, clear words at the start."""

import socket
from pathlib import Path

import pytest

from engine.board import Side
from hall.actions import Done, Opening
from hall.model import Computer, Terms
from hall.nursery import Nursery
from hall.ports import EventKind
from hall.runtime import open_hall
from hall.settings import Settings, SettingsError, load_settings
from tests.hall.people import ANNA

SECRET_KEY = "a secret of sixteen letters"


async def computer_moves(settings: Settings) -> None:
    async with Nursery() as nursery, open_hall(settings, nursery) as runtime:
        events = runtime.feed.follow()
        opening = Opening(Terms(), Side.BLACK, Computer(1), f"p:{ANNA.id}:1")
        done = await runtime.hall.open(ANNA, opening)
        assert isinstance(done, Done)
        kinds = set()
        while EventKind.MOVED not in kinds:
            event = await anext(events)
            kinds |= {event.kind} if event.table == done.table.id else set()
        token = runtime.tokens.issue(ANNA, await runtime.store.now())
        assert runtime.tokens.read(token, await runtime.store.now()).player == ANNA
    assert nursery.failures == ()


async def test_with_nothing_set_it_has_a_store_of_its_own_and_the_computer_moves(folder: Path) -> None:
    await computer_moves(load_settings(None, data_dir=folder))
    assert (folder / "secret.key").exists()
    assert (folder / "appendonlydir").exists()


async def test_with_redis_url_it_uses_that_one_and_needs_no_folder(valkey: str, tmp_path: Path) -> None:
    await computer_moves(
        load_settings(None, redis_url=valkey, secret_key=SECRET_KEY, data_dir=tmp_path / "none", thinkers=1)
    )
    assert not (tmp_path / "none").exists()


async def refused(settings: Settings) -> str:
    async with Nursery() as nursery:
        with pytest.raises(SettingsError) as caught:
            async with open_hall(settings, nursery):
                pass
    assert nursery.names == []
    assert "\n" not in str(caught.value)
    return str(caught.value)


async def test_an_unreachable_store_is_one_sentence_without_the_password() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    sentence = await refused(load_settings(None, redis_url=f"redis://me:hidden@{address}/0", secret_key=SECRET_KEY))
    assert sentence == f"The store at redis://{address}/0 cannot be used: it does not answer. Check REDIS_URL."


async def test_a_wrong_password_is_told_as_such(valkey: str) -> None:
    path = valkey.removeprefix("unix://")
    sentence = await refused(load_settings(None, redis_url=f"unix://:wrong@{path}", secret_key=SECRET_KEY))
    assert "it answers 'AUTH" in sentence
    assert "wrong" not in sentence


async def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    sentence = await refused(load_settings(None, data_dir=tmp_path / "file"))
    assert sentence == f"The data folder {tmp_path / 'file'} cannot be written: File exists."


async def test_a_missing_program_for_the_private_store_is_one_sentence(tmp_path: Path) -> None:
    sentence = await refused(load_settings(None, data_dir=tmp_path, store_binary="no-such-program"))
    assert "STORE_BINARY names no-such-program" in sentence
