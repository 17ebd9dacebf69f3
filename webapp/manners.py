"""What people ask beside playing: quick reactions, blocks, reports, to be spared reactions, a language."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from hall.actions import Code, Refused
from hall.locales import languages
from hall.model import Table, is_table_id
from hall.ports import StoreDown
from hall.store.preferences import PreferenceStore, person_owner
from hall.tables import Hall
from webapp.audience import Audience
from webapp.sockets import Connection
from webapp.wire.client import Block, Mute, Prefer, React, Report

Manner = React | Block | Report | Mute | Prefer
Refuse = Callable[[str, Refused], Awaitable[None]]
"""Says to a page why its request, named by its operation id, is refused, and how the table stands."""


class Manners:
    """One player's such requests on one socket. None changes a table."""

    __slots__ = ("_audience", "_connection", "_hall", "_preferences", "_refuse")

    def __init__(
        self, hall: Hall, preferences: PreferenceStore, connection: Connection, audience: Audience, refuse: Refuse
    ) -> None:
        self._hall, self._preferences = hall, preferences
        self._connection, self._audience, self._refuse = connection, audience, refuse

    async def answer(self, request: Manner) -> None:
        """Do it and say so, or say why not. Raises StoreDown."""
        match request:
            case Mute():
                refused = await self._mute(request)
            case Prefer():
                refused = await self._prefer(request)
            case _:
                refused = await self._at_table(request)
        if refused is None:
            self._connection.send({"t": "noted", "op": request.op, "what": request.t})
        else:
            await self._refuse(request.op, refused)

    async def _mute(self, request: Mute) -> Refused | None:
        await self._hall.people.social.mute(self._audience.player.id, request.on)
        return None

    async def _prefer(self, request: Prefer) -> Refused | None:
        if request.language not in ("", *languages()):
            return Refused(Code.UNKNOWN_LANGUAGE)
        owner = person_owner(self._audience.player.id)
        await self._preferences.change(owner, lambda chosen: replace(chosen, language=request.language))
        return None

    async def _at_table(self, request: React | Block | Report) -> Refused | None:
        loaded = await self._hall.load_at(request.table) if is_table_id(request.table) else None
        if loaded is None:
            return Refused(Code.NO_SUCH_TABLE)
        if isinstance(request, React):
            return await self._react(request, loaded.table)
        player, people = self._audience.player, self._hall.people
        if isinstance(request, Report):
            return await people.report(player, loaded.table, request.ground, loaded.now_ms)
        if request.on:
            return await people.block(player, loaded.table, loaded.now_ms)
        return await people.unblock(player, loaded.table)

    async def _react(self, request: React, table: Table) -> Refused | None:
        player = self._audience.player
        refused = await self._hall.reactions.react(player, table.id, request.reaction, f"p:{player.id}:{request.op}")
        if refused is not None and refused.code == Code.STORE_DOWN:
            raise StoreDown(table.id)
        return refused
