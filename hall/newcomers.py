"""A new player's very first games against the computer are one step easier than asked for; the table says so."""

from dataclasses import replace

from engine.ai.levels import LEVELS, NEW_PLAYERS_GAMES, easier
from engine.board import Side
from hall.model import Computer, PlayerId, Status, Table, is_player
from hall.ports import Store

LOOKED_AT = 24
"""Whoever has finished so many games of any kind is new no more."""


async def fitted(store: Store, player_id: PlayerId, computer: Computer) -> Computer:
    """The computer as it will play this player, who has asked for its level. Raises StoreDown."""
    if computer.level not in {level.number for level in LEVELS}:
        return computer
    plays = easier(computer.level, await _finished_games(store, player_id))
    return replace(computer, plays=plays if plays != computer.level else None)


async def fitted_table(store: Store, table: Table) -> Table:
    """The same for a table at which a computer sits, before it is opened. Raises StoreDown."""
    side = table.computer_side
    if side is None or not is_player(player := table.seat(side.other)):
        return table
    seat = table.seat(side)
    assert isinstance(seat, Computer)  # noqa: S101 - by what computer_side says
    computer = await fitted(store, player.id, seat)
    return replace(table, white=computer) if side is Side.WHITE else replace(table, black=computer)


async def _finished_games(store: Store, player_id: PlayerId) -> int:
    """How many games against the computer a player has finished; counted no further than it matters."""
    finished = await store.games_of(player_id, 0, LOOKED_AT)
    if len(finished) == LOOKED_AT:
        return NEW_PLAYERS_GAMES
    games = 0
    for table_id in finished:
        loaded = await store.load(table_id)
        if loaded is not None and loaded.table.status is Status.FINISHED and loaded.table.computer_side is not None:
            games += 1
            if games == NEW_PLAYERS_GAMES:
                break
    return games
