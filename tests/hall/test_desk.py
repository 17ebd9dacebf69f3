"""The operator's desk: reports and bans from the command line."""

from pathlib import Path

import pytest

from hall import desk
from hall.__main__ import main
from hall.nursery import Nursery
from hall.settings import Settings, load_settings
from hall.store.opened import open_store
from hall.tables import Hall
from tests.hall.conftest import SECRET
from tests.hall.people import ADA, ANNA, BIRGUL, BORA, seated


@pytest.fixture
def private(folder: Path) -> Settings:
    return load_settings(None, data_dir=folder, secret_key=SECRET.decode())


async def test_reports_are_listed_with_table_and_reason_and_can_be_closed(
    private: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Nursery() as nursery, open_store(private, nursery) as store:
        hall = Hall(store, secret=SECRET)
        one, two = await seated(hall), await seated(hall, ADA, BIRGUL)
        await hall.people.report(ANNA, one, "cheating", 1_800_000_000_000)
        await hall.people.report(BIRGUL, two, "stalling", 1_800_000_060_000)
    assert await desk.list_reports(private) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"{one.id} 2027-01-15 08:00 cheating  {BORA.id} ('Bora') by {ANNA.id}"
    assert second.startswith(f"{two.id} 2027-01-15 08:01 stalling")
    assert await desk.close_reports(private, BORA.id) == 0
    assert await desk.close_reports(private, BORA.id) == 1
    capsys.readouterr()
    await desk.list_reports(private)
    assert capsys.readouterr().out.splitlines() == [second]


async def test_players_are_excluded_listed_and_let_in_again(
    private: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await desk.ban(private, ADA.id, "three reports") == 0
    assert await desk.list_bans(private) == 0
    assert capsys.readouterr().out.splitlines()[-1].split(maxsplit=1) == [ADA.id, "three reports"]
    assert await desk.unban(private, ADA.id) == 0
    assert await desk.unban(private, ADA.id) == 1
    capsys.readouterr()
    await desk.list_bans(private)
    assert capsys.readouterr().out == ""


def test_the_command_line_knows_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATA_DIR", str(folder))
    assert main(["ban", ADA.id, "three reports"]) == 0
    assert main(["bans"]) == 0
    assert "three reports" in capsys.readouterr().out
    assert main(["unban", ADA.id]) == 0
    assert main(["reports"]) == 0
    assert main(["close", ADA.id]) == 1
    with pytest.raises(SystemExit):
        main(["ban", "nobody"])
