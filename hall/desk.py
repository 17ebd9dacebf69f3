"""The operator's desk: what players report, and who is excluded."""

from datetime import UTC, datetime

from hall.model import PlayerId
from hall.people import REASON_LENGTH
from hall.settings import Settings
from hall.store.social import social_beside
from hall.tools import store_of


async def ban(settings: Settings, player: str, reason: str) -> int:
    """Exclude a player, at once in all processes: to watch, and to give up what runs, is all that is left."""
    async with store_of(settings) as store:
        await social_beside(store).ban(PlayerId(player), reason[:REASON_LENGTH])
    print(f"{player} is excluded.")
    return 0


async def unban(settings: Settings, player: str) -> int:
    """Let a player in again; exit status 1 if the player was not excluded."""
    async with store_of(settings) as store:
        social = social_beside(store)
        known = player in await social.bans()
        await social.unban(PlayerId(player))
    print(f"{player} may play again." if known else f"{player} was not excluded.")
    return 0 if known else 1


async def list_bans(settings: Settings) -> int:
    """One line for each excluded player."""
    async with store_of(settings) as store:
        for player, reason in sorted((await social_beside(store).bans()).items()):
            print(f"{player:28} {reason}")
    return 0


async def list_reports(settings: Settings) -> int:
    """One line for each report that waits, the oldest first; `show TABLE` shows the game."""
    async with store_of(settings) as store:
        for report in await social_beside(store).reports():
            when = datetime.fromtimestamp(report.at_ms / 1000, UTC)
            who = f"{report.reported} ({report.name!r}) by {report.reporter}"
            print(f"{report.table} {when:%Y-%m-%d %H:%M} {report.ground:9} {who}")
    return 0


async def close_reports(settings: Settings, player: str) -> int:
    """Take all reports of a player from the desk; exit status 1 if there are none."""
    async with store_of(settings) as store:
        social = social_beside(store)
        found = [report for report in await social.reports() if report.reported == player]
        for report in found:
            await social.close_report(report)
    print(f"{len(found)} reports of {player} closed.")
    return 0 if found else 1
