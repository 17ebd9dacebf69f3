"""What people want of each other, and what an operator decides about them: blocks, mutes, reports, bans."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.refusal import RefusalCode
from hall.actions import Code, Refused
from hall.model import Player, PlayerId, Table, TableId, is_player

BLOCKS = 500
"""So many people one player can block."""
REPORTS_A_DAY = 10
REASON_LENGTH = 200


class Ground(StrEnum):
    """What a player can report another for."""

    CHEATING = "cheating"
    STALLING = "stalling"
    NAME = "name"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody stands with the house and with others: `banned`: why; `blocked`: whom they do not wish to meet."""

    banned: str | None = None
    muted: bool = False
    blocked: frozenset[PlayerId] = frozenset()


@dataclass(frozen=True, slots=True)
class Report:
    """One player's report of the other at a table. `name`: the reported one's, as it was then."""

    table: TableId
    reporter: PlayerId
    reported: PlayerId
    name: str
    ground: Ground
    at_ms: int


class Social(Protocol):
    """What is kept of it. Every step may be repeated; all may raise StoreDown."""

    async def standing(self, player_id: PlayerId) -> Standing:
        """How a player stands; nothing special for somebody unknown."""

    async def block(self, player_id: PlayerId, other: PlayerId, at_ms: int) -> None:
        """From now on the two do not meet."""

    async def unblock(self, player_id: PlayerId, other: PlayerId) -> None:
        """They may meet again, as far as this player is concerned."""

    async def mute(self, player_id: PlayerId, muted: bool) -> None:
        """Whether this player is spared others' reactions."""

    async def ban(self, player_id: PlayerId, reason: str) -> None:
        """Exclude a player, and tell all processes."""

    async def unban(self, player_id: PlayerId) -> None:
        """Let a player in again, and tell all processes."""

    async def bans(self) -> Mapping[PlayerId, str]:
        """Who is excluded, and why."""

    async def report(self, report: Report) -> bool:
        """Keep a report, one for each reporter and table; False if the reporter has made too many today."""

    async def reports(self) -> list[Report]:
        """What waits for the operator, oldest first."""

    async def close_report(self, report: Report) -> None:
        """The operator has dealt with it."""

    async def forget(self, player_id: PlayerId) -> None:
        """Delete what a player wants of others. A ban stays: it would end with a word otherwise."""


@dataclass(frozen=True, slots=True)
class People:
    """The faces' side of it."""

    social: Social

    async def barred(self, player: Player, others: Iterable[Player]) -> Code | None:
        """Why somebody may not sit down with these others; None if nothing is in the way."""
        own = await self.social.standing(player.id)
        if own.banned is not None:
            return Code.BANNED
        for other in others:
            if other.id == player.id:
                continue
            if other.id in own.blocked or player.id in (await self.social.standing(other.id)).blocked:
                return Code.BLOCKED
        return None

    async def block(self, player: Player, table: Table, now_ms: int) -> Refused | None:
        """Never meet the other player of this table again. None: done."""
        other = _other(player, table)
        if other is None:
            return Refused(RefusalCode.NOT_ALLOWED, table)
        if len((await self.social.standing(player.id)).blocked) >= BLOCKS:
            return Refused(Code.TOO_MANY_BLOCKS, table)
        await self.social.block(player.id, other.id, now_ms)
        return None

    async def unblock(self, player: Player, table: Table) -> Refused | None:
        """The other player of this table may be met again. None: done."""
        other = _other(player, table)
        if other is None:
            return Refused(RefusalCode.NOT_ALLOWED, table)
        await self.social.unblock(player.id, other.id)
        return None

    async def report(self, player: Player, table: Table, ground: str, now_ms: int) -> Refused | None:
        """Tell the operator about the other player of this table. None: done."""
        other = _other(player, table)
        if other is None or ground not in set(Ground):
            return Refused(RefusalCode.NOT_ALLOWED, table)
        if (await self.social.standing(player.id)).banned is not None:
            return Refused(Code.BANNED, table)
        report = Report(table.id, player.id, other.id, other.name, Ground(ground), now_ms)
        return None if await self.social.report(report) else Refused(Code.TOO_MANY_REPORTS, table)


def _other(player: Player, table: Table) -> Player | None:
    """The person across the table, for somebody who sits there."""
    sides = table.sides_of(player.id)
    seat = table.seat(sides[0].other) if len(sides) == 1 else None
    return seat if is_player(seat) else None
