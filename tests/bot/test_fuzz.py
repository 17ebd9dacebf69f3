"""Whatever comes is answered or skipped: two thousand mutated updates, and the bot plays on."""

from pathlib import Path

from tests.bot.fuzz import fuzz


async def test_two_thousand_mutated_updates_raise_nothing_and_leave_no_press_unanswered(tmp_path: Path) -> None:
    report = await fuzz(2000, 20261130, tmp_path)
    assert report.updates == 2000
    assert report.first_failures == []
    assert (report.failed, report.unanswered, report.alive) == (0, 0, True)
    assert report.presses > 300
