"""Telegram accounts at the page, and people who are elsewhere: they act through the hall, as they would from a chat."""

import json
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from engine.board import Side
from hall.actions import ActionKind
from hall.change import Change, ended
from hall.model import Person, Player, Table
from hall.ports import Committed, EventKind
from tests.hall.games import game_of
from tests.hall.people import Someone, person
from tests.webapp.browser.house import House

_accounts = count(500_000)
LONG = 20
"""Plies after which a game pays."""


def account(name: str) -> Person:
    """A Telegram account that nobody has seen before."""
    return person(next(_accounts), name)


async def signed_in(house: House, player: Player) -> str:
    """A script that makes a page this player's, until it has another token."""
    token = house.runtime.tokens.issue(player, await house.runtime.store.now())
    return f"localStorage['dama.token'] ??= {json.dumps(json.dumps(token))};"


def kept(**values: Any) -> str:
    """A script that makes the browser remember these values of the page."""
    texts = {name: json.dumps(json.dumps(value)) for name, value in values.items()}
    return "".join(f"localStorage.setItem('dama.{name}', {text});" for name, text in texts.items())


@dataclass
class Elsewhere:
    """Somebody who plays from somewhere else than the pages under test."""

    house: House
    player: Player

    @property
    def someone(self) -> Someone:
        return Someone(self.house.runtime.hall, self.player)

    async def does(self, kind: ActionKind, table_id: str, text: str = "") -> Table:
        """Act at the table as it stands; the table afterwards."""
        return await self.someone.does(kind, await self.house.table(table_id), text)

    async def plays(self, table_id: str) -> Table:
        """The first legal move."""
        table = await self.house.table(table_id)
        return await self.does(ActionKind.MOVE, table_id, str(table.game.legal_moves()[0]))


async def end(house: House, table_id: str, winner: Side | None, plies: int = LONG) -> Table:
    """End this table's game as if so many calm plies had been played: by resignation, or agreed as a draw."""
    table = await house.table(table_id)
    going = replace(table, game=game_of(plies, table.terms.rules))
    if winner is None:
        change = ended(going, EventKind.DRAW_AGREED, None, going.game.draw_by_agreement(), table.moved_ms)
    else:
        step = going.game.resign(winner.other)
        change = ended(going, EventKind.RESIGNED, winner.other, step, table.moved_ms)
    assert isinstance(change, Change)
    assert isinstance(await house.runtime.store.commit(change.table, change.event, f"test:end {table_id}"), Committed)
    return change.table
