"""Every stored game played over by the rules, and every table compared with what is noted about it elsewhere."""

from dataclasses import replace

from engine.game import Game, Step
from hall.model import Status, Table, TableId
from hall.store.redis import RedisStore
from hall.store.scan import Raw, raw_table
from hall.timing import deadline


async def differences(store: RedisStore, table_id: TableId) -> list[str]:
    """What is wrong with one table, a sentence each. Raises StoreDown."""
    raw = await raw_table(store, table_id)
    try:
        loaded = await store.load(table_id)
    except (ValueError, LookupError, TypeError, AttributeError) as error:  # what a damaged document does to its reader
        return [f"it cannot be read: {type(error).__name__}: {error}"]
    if loaded is None:
        return []
    table = loaded.table
    return [*_faults_of_game(table), *(_faults_of_row(table, raw) if raw.version is not None else [])]


def _faults_of_game(table: Table) -> list[str]:
    """Whether the moves are legal and take what they say, and whether the end is the one by the rules."""
    game = Game.new(table.game.rules, table.game.start)
    for ply, move in enumerate(table.game.moves, 1):
        step = game.move(game.turn, move)
        if not isinstance(step, Step):
            return [f"ply {ply}, {move}: {step.text}"]
        game = step.after
    if game.outcome is not None and game.outcome != table.game.outcome:
        return [f"by the rules it ended as {game.outcome}, stored is {table.game.outcome}"]
    if game != replace(table.game, outcome=game.outcome):
        return ["the position is another one than its moves lead to"]
    ended = table.game.outcome is not None
    if ended != (table.status is Status.FINISHED):
        return [f"the table is {table.status}, its outcome {table.game.outcome}"]
    return []


def _faults_of_row(table: Table, raw: Raw) -> list[str]:
    faults = []
    if raw.version != table.version:
        faults.append(f"its document has version {table.version}, its row {raw.version}")
    if (raw.due is None) != (deadline(table) is None):
        faults.append(f"its deadline is noted as {raw.due}, but is {deadline(table)}")
    if raw.awaits_computer != table.awaits_computer:
        faults.append(f"whether a computer has to act is noted as {raw.awaits_computer}")
    return faults
