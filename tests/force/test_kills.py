"""kill -9 while fifty tables are moving: no move lost, none doubled, no version left out, and every game ends."""

from pathlib import Path

from tests.force.run import KINDS, run

KILLS = 20


async def test_twenty_kills_change_nothing_that_anybody_was_told(tmp_path: Path) -> None:
    kinds = [KINDS[number % len(KINDS)] for number in range(KILLS)]
    report = await run(tmp_path, tables=50, kinds=kinds, moves_between=25)
    assert report.wrong == []
    assert report.kills == dict.fromkeys(KINDS, KILLS // len(KINDS))
    assert report.games >= 50
    assert report.moves >= 50 + KILLS * 25
