"""What an operator can ask of the store: tables listed, shown, exported, verified, players forgotten, copies made."""

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.board import Side
from engine.pdn import format_pdn
from hall.health import health
from hall.model import DELETED, Computer, Guest, Person, Player, PlayerId, Seat, Status, Table, TableId
from hall.nursery import Nursery
from hall.runtime import open_hall
from hall.settings import Settings
from hall.store import backup
from hall.store.codec import encode_table
from hall.store.opened import open_raw, open_store
from hall.store.redis import RedisStore
from hall.store.scan import all_tables
from hall.verify import differences


@asynccontextmanager
async def store_of(settings: Settings) -> AsyncIterator[RedisStore]:
    """The store alone: nothing is played while it is looked at from here."""
    async with Nursery() as nursery, open_store(settings, nursery) as store:
        assert isinstance(store, RedisStore)  # noqa: S101 - there is no other store outside the tests
        yield store


async def chosen(store: RedisStore, ids: list[str], player: str, status: str) -> AsyncIterator[Table]:
    """The tables with these ids (none: all), of this player and status, where they are given."""
    wanted = [TableId(table_id) for table_id in ids] if ids else [table_id async for table_id in all_tables(store)]
    for table_id in wanted:
        loaded = await store.load(table_id)
        if loaded is None:
            print(f"There is no table {table_id}.", file=sys.stderr)
        elif _fits(loaded.table, player, status):
            yield loaded.table


def _fits(table: Table, player: str, status: str) -> bool:
    everybody = {each.id for each in (*table.players, table.host)}
    return (not player or player in everybody) and (not status or table.status == status)


async def list_tables(settings: Settings, player: str, status: str) -> int:
    """One line a table, the last one moved at first."""
    async with store_of(settings) as store:
        tables = [table async for table in chosen(store, [], player, status)]
    for table in sorted(tables, key=lambda table: -table.moved_ms):
        print(table.id, f"{table.status:9}", f"{table.game.ply:3}", _when(table.moved_ms), table.terms.rules, end=" ")
        print(f"{_who(table.white)} - {_who(table.black)}")
    return 0


async def show(settings: Settings, ids: list[str]) -> int:
    """The board and everything worth knowing of some tables."""
    found = 0
    async with store_of(settings) as store:
        async for table in chosen(store, ids, "", ""):
            found += 1
            print(f"table {table.id}, version {table.version}, {table.status}")
            print(f"rules {table.terms.rules}, time {table.terms.time or 'untimed'}, rated {table.terms.rated}")
            for side in Side:
                print(f"{side}: {_who(table.seat(side))}")
            print(f"opened {_when(table.created_ms)}, moved {_when(table.moved_ms)}, {table.game.ply} plies")
            print(table.game.outcome or f"{table.game.turn} to move")
            print(table.game.position.diagram())
    return 0 if found == len(ids) else 1


async def export(settings: Settings, ids: list[str], player: str, form: str) -> int:
    """Games as PDN, or as JSON, one object a line."""
    async with store_of(settings) as store:
        async for table in chosen(store, ids, player, ""):
            print(_as_json(table) if form == "json" else format_pdn(table.game, _tags(table)))
    return 0


async def verify(settings: Settings) -> int:
    """Every table played over and compared; exit status 1 if anything is wrong."""
    tables = wrong = 0
    async with store_of(settings) as store:
        async for table_id in all_tables(store):
            tables += 1
            faults = await differences(store, table_id)
            wrong += bool(faults)
            for fault in faults:
                print(f"{table_id}: {fault}")
    print(f"{tables} tables verified, {wrong} with differences.")
    return 1 if wrong else 0


async def forget(settings: Settings, player_id: str) -> int:
    """Forget a player, as /forget does; then look through every table for what no list names."""
    async with Nursery() as nursery, open_hall(settings, nursery) as runtime:
        assert isinstance(runtime.store, RedisStore)  # noqa: S101 - as above
        kind = Person if player_id.startswith("tg:") else Guest
        player: Player = kind(PlayerId(player_id), "")
        kept = await runtime.forgetting.forget(player)
        async for table in chosen(runtime.store, [], player_id, ""):
            kept += await runtime.forgetting.moving.move(table.id, player.id, DELETED, listed=False)
    print(f"{player_id} is forgotten; {kept} games stay without the name.")
    return 0


async def back_up(settings: Settings, path: Path) -> int:
    """Copy everything into a file."""
    async with open_raw(settings) as client:
        print(f"{await backup.back_up(client, path)} keys copied to {path}.")
    return 0


async def restore(settings: Settings, path: Path) -> int:
    """Put a copy into an empty store."""
    async with open_raw(settings) as client:
        keys = await backup.restore(client, path)
        async with store_of(settings) as store:
            tables = await backup.put_right(store)
    print(f"{keys} keys restored from {path}, {tables} tables put right.")
    return 0


async def tell_health(settings: Settings) -> int:
    """What /health tells, without a web server; exit status 1 if the store is down."""
    async with Nursery() as nursery, open_store(settings, nursery) as store:
        report = await health(store, settings, nursery)
    print(json.dumps(report))
    return 0 if report["store"] else 1


def _as_json(table: Table) -> str:
    document: dict[str, Any] = {"id": table.id, "stored": json.loads(encode_table(table))}
    document["moves"] = [str(move) for move in table.game.moves]
    document["outcome"] = str(table.game.outcome) if table.game.outcome is not None else None
    return json.dumps(document, ensure_ascii=False)


def _tags(table: Table) -> dict[str, str]:
    day = datetime.fromtimestamp(table.created_ms / 1000, UTC).strftime("%Y.%m.%d")
    return {"Event": "Dama", "Site": table.id, "Date": day, "White": _name(table.white), "Black": _name(table.black)}


def _name(seat: Seat | None) -> str:
    return "?" if seat is None else f"Computer {seat.level}" if isinstance(seat, Computer) else seat.name or "?"


def _who(seat: Seat | None) -> str:
    return _name(seat) if seat is None or isinstance(seat, Computer) else f"{seat.name} ({seat.id})"


def _when(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%dT%H:%MZ")


STATUSES = tuple(status.value for status in Status)
