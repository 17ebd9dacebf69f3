"""A player who wants to be forgotten is: running games are given up, all games stay under "deleted player"."""

from dataclasses import dataclass

from hall.actions import Action, ActionKind, Code, Refused
from hall.model import DELETED, Player, Status, TableId
from hall.moving import Moving
from hall.players import Players
from hall.ports import StoreDown
from hall.store.chats import ChatStore
from hall.store.preferences import PreferenceStore
from hall.tables import Hall


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Every step may be repeated; begun again after it was broken off, it does what is left."""

    hall: Hall
    moving: Moving
    players: Players
    chats: ChatStore
    preferences: PreferenceStore

    async def forget(self, player: Player) -> int:
        """Forget a player; how many games stay without the name. A ban outlasts it. Raises StoreDown."""
        store = self.moving.store
        given_up = await self.hall.tables_of(player.id)
        for table_id in given_up:
            await self._give_up(player, table_id)
        private = int(player.id.removeprefix("tg:")) if player.id.startswith("tg:") else None
        if private is not None:
            for table_id in [*await store.games_of(player.id, 0, 1_000), *await store.tables_of(player.id)]:
                await self.chats.drop(table_id, private)
        kept = await self.moving.move_all(player.id, DELETED, listed=False)
        for table_id in given_up:  # those that were called off are on no list any more
            await self.moving.move(table_id, player.id, DELETED, listed=False)
        await self.hall.people.social.forget(player.id)
        await self.players.forget(player.id)
        await self.preferences.forget(player.id)
        return kept

    async def _give_up(self, player: Player, table_id: TableId) -> None:
        """Nobody shall wait for somebody who is no more: call the game off, or, too late for that, resign."""
        for kind in (ActionKind.ABORT, ActionKind.RESIGN):
            table = await self.hall.load(table_id)
            if table is None or table.status is Status.FINISHED:
                return
            op = f"p:{player.id}:forget-{kind}-{table_id}"
            answer = await self.hall.act(player, Action(kind, table_id, None, table.version, op))
            if isinstance(answer, Refused) and answer.code == Code.STORE_DOWN:
                raise StoreDown(table_id)
            if not isinstance(answer, Refused):
                return
