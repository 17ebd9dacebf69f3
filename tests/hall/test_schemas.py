"""The rehearsal of an upgrade, for every kind of stored document: what an older version wrote is read and written anew,
what a later one wrote is refused. In a real store."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

import pytest

from hall import plan
from hall.days import Days
from hall.model import Paid
from hall.news import News, NewsKind
from hall.nursery import Nursery
from hall.people import Ground, Report
from hall.ports import FeedLost, Store
from hall.rewards import shares
from hall.schema import NUMBER, Document, Schema, UnknownSchema
from hall.settings import SettingsError, load_settings
from hall.store import archive_codec, codec, keys, records
from hall.store.chats import ChatRef, chats_beside
from hall.store.codec import encode_table
from hall.store.ledger import ledger_beside
from hall.store.newsroom import newsroom_beside
from hall.store.opened import open_store
from hall.store.preferences import Preferences, preferences_beside
from hall.store.redis import RedisStore
from hall.store.schemas import all_schemas
from hall.store.social import social_beside
from hall.tables import Hall
from tests.hall.conftest import SECRET
from tests.hall.games import COMPUTER, House, finished
from tests.hall.people import ADA, ANNA, BORA, calmly_played, seated, table_id
from tests.hall.test_store_down import to_the_end
from tests.hall.test_tools import filled, present

TABLE = table_id("one")
RENAMED = {"r": "rules"}
LATER = 99


@pytest.fixture
def store(real_stores: list[Store]) -> RedisStore:
    [store, _] = real_stores
    assert isinstance(store, RedisStore)
    return store


def renaming(kind: str, names: Mapping[str, str]) -> Schema:
    """The present schema of a kind, as if the one before had called some fields otherwise."""

    def step(old: Document) -> Document:
        return {new: old[names.get(new, new)] for new in [*names, *(old.keys() - names.values())]}

    return Schema(kind, 1, {0: step})


def as_before(document: Document, names: Mapping[str, str]) -> Document:
    """A document as that earlier version would have written it."""
    return {NUMBER: 0} | {names.get(name, name): value for name, value in document.items() if name != NUMBER}


async def text_of(store: RedisStore, key: str) -> Document:
    found: Any = await store.client.get(key)
    return dict(json.loads(found))


def test_a_document_goes_from_schema_to_schema_step_by_step() -> None:
    """With two schemas that do not exist: one renames a field, the next one splits it."""
    schema = Schema(
        "guest",
        3,
        {
            1: lambda old: {key: value for key, value in old.items() if key != "h"} | {"host": old["h"]},
            2: lambda old: old | {"host": old["host"][1], "name": old["host"][2]},
        },
    )
    newest = schema.up_to_date({"s": 1, "h": ["g", ANNA.id, "Anna", "en"], "v": 3}, "one")
    assert newest == {"s": 3, "host": ANNA.id, "name": "Anna", "v": 3}
    assert schema.up_to_date(newest, "one") is newest
    with pytest.raises(UnknownSchema, match=r"guest one is written in schema 3, this program reads 2 at most"):
        replace(schema, number=2).up_to_date(newest, "one")


async def test_running_and_archived_tables_are_played_on(store: RedisStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "SCHEMA", renaming("table", RENAMED))
    running, *_, archived = await filled(store)
    with monkeypatch.context() as last_release:
        last_release.setattr(archive_codec, "encode_table", lambda table: before(encode_table(table)))
        form = archive_codec.encode_archived(archived)
    await store.client.set(keys.game_key(archived.id), form)
    await store.client.hset(keys.table_key(running.id), "doc", before(encode_table(running)))
    assert await present(store, [running, archived]) == [running, archived]
    played = await calmly_played(Hall(store, secret=SECRET), running, 2)
    assert played.version == running.version + 2
    written: Any = await store.client.hget(keys.table_key(running.id), "doc")
    assert (json.loads(written)[NUMBER], "rules" in json.loads(written)) == (1, False)


def before(text: str) -> str:
    return json.dumps(as_before(json.loads(text), RENAMED))


async def test_a_player_is_paid_on_and_keeps_what_is_had(store: RedisStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "SCHEMA", renaming("player", {"c": "sweets", "p": "score"}))
    old: Any = {NUMBER: "0", "sweets": "7", "score": "26", "n": "Anna", "w": "1"}
    await store.client.hset(keys.player_key(ANNA.id), mapping=old)
    await store.client.expire(keys.player_key(ANNA.id), 1000)
    house = House(store)
    before = await house.ledger.record(ANNA.id)
    assert (before.candy, before.points, before.wins) == (7, 26, 1)
    await house.plays(ANNA, COMPUTER)
    after = await house.ledger.record(ANNA.id)
    assert (after.candy, after.points, after.wins) == (13, 26, 1)
    fields: Any = await store.client.hgetall(keys.player_key(ANNA.id))
    assert (fields[NUMBER], fields["c"], fields.keys() & {"sweets", "score"}) == ("1", "13", set())


async def test_a_players_days_are_kept_in_a_record_brought_up_to_date(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "SCHEMA", renaming("player", {"c": "sweets"}))
    old: Any = {NUMBER: "0", "sweets": "7"}
    await store.client.hset(keys.player_key(ANNA.id), mapping=old)
    await store.client.expire(keys.player_key(ANNA.id), 1000)
    ledger = ledger_beside(store)
    await ledger.keep_days(ANNA.id, Days("Asia/Tokyo"))
    record = await ledger.record(ANNA.id)
    assert (record.candy, record.days.zone) == (7, "Asia/Tokyo")
    assert await store.client.ttl(keys.player_key(ANNA.id)) > 1000


async def test_a_settlement_begun_by_an_older_version_is_brought_to_its_end(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {"parts": "shares"}
    monkeypatch.setattr(plan, "SCHEMA", renaming("settlement", names))
    house, table = House(store), await finished(store, ANNA, COMPUTER)
    [share] = shares(table, house.rules)
    frozen = plan.Plan(await store.now(), "classic", (plan.Part(replace(share, candy=4), "2026-11-30"),))
    text = json.dumps(as_before(json.loads(plan.encode_plan(frozen)), names))
    await store.client.set(keys.plan_key(table.id), text)
    assert (await house.settled(table)).paid == (Paid(4, 96), None)
    assert await house.ledger.candy_on(ANNA.id, "2026-11-30") == 4


async def test_choices_without_a_number_are_read_and_written_with_one(store: RedisStore) -> None:
    """What versions before there were numbers have left: these steps are the real ones."""
    preferences, key = preferences_beside(store), keys.preferences_key(ADA.id)
    await store.client.set(key, json.dumps({"language": "tr", "look": "wood", "text": False, "quiet": [22, 8]}))
    assert await preferences.of(ADA.id) == Preferences("tr", "wood", quiet=(22, 8))
    await preferences.change(ADA.id, lambda chosen: replace(chosen, look="candy"))
    assert await text_of(store, key) == {"s": 1, "language": "tr", "look": "candy", "text": False, "quiet": [22, 8]}


async def test_acquaintances_without_a_number_are_known_and_written_with_one(store: RedisStore) -> None:
    preferences, key = preferences_beside(store), keys.met_key(ADA.id)
    await store.client.set(key, json.dumps(["Ada", "tr"]))
    assert await preferences.met(ADA.id) == ADA
    await preferences.meet(ADA)
    assert await preferences.met(ADA.id) == ADA
    assert await text_of(store, key) == {"s": 1, "name": "Ada", "language": "tr"}


async def test_chat_entries_without_a_number_are_read_and_written_with_one(store: RedisStore) -> None:
    chats, key = chats_beside(store), keys.chats_key(TABLE)
    await store.client.hset(key, "7", json.dumps({"chat": 7, "message": 12, "told": "x"}))
    assert await chats.refs(TABLE) == {7: ChatRef(7, 12, told="x")}
    await chats.put(TABLE, ChatRef(7, 13))
    written: Any = await store.client.hget(key, "7")
    assert json.loads(written)["s"] == 1
    assert await chats.refs(TABLE) == {7: ChatRef(7, 13)}


async def test_reports_without_a_number_are_read_and_written_with_one(store: RedisStore) -> None:
    social, report = social_beside(store), Report(TABLE, ANNA.id, BORA.id, "Bora", Ground.CHEATING, 5)
    await store.client.hset(keys.REPORTS_KEY, f"{TABLE}:{ANNA.id}", json.dumps(asdict(report)))
    assert await social.reports() == [report]
    await social.close_report(report)
    assert await social.report(report)
    [written] = await store.client.hvals(keys.REPORTS_KEY)
    assert json.loads(written)["s"] == 1
    assert await social.reports() == [report]


async def from_the_future(store: RedisStore) -> dict[str, Callable[[], Awaitable[object]]]:
    """One document of each kind as a later version might write it, and what reads it."""
    later = json.dumps({NUMBER: LATER})
    table = await seated(Hall(store, secret=SECRET))
    game = await finished(store)
    await store.client.hset(keys.table_key(table.id), "doc", later)
    await store.client.set(keys.plan_key(game.id), later)
    await store.client.hset(keys.player_key(ADA.id), mapping=dict[Any, Any]({NUMBER: LATER}))
    await store.client.set(keys.preferences_key(ADA.id), later)
    await store.client.set(keys.met_key(ADA.id), later)
    await store.client.hset(keys.chats_key(TABLE), "7", later)
    await store.client.hset(keys.REPORTS_KEY, "x", later)
    ledger, preferences = ledger_beside(store), preferences_beside(store)
    return {
        "table": lambda: store.load(table.id),
        "settlement": lambda: ledger.begin(game.id),
        "player": lambda: ledger.keep_days(ADA.id, Days("Asia/Tokyo")),
        "preferences": lambda: preferences.change(ADA.id, lambda chosen: chosen),
        "acquaintance": lambda: preferences.met(ADA.id),
        "chat entry": lambda: chats_beside(store).refs(TABLE),
        "report": social_beside(store).reports,
    }


async def test_each_kind_of_document_from_the_future_is_refused_in_words(store: RedisStore) -> None:
    reading = await from_the_future(store)
    assert reading.keys() == {each.kind for each in all_schemas()}
    for kind, read in reading.items():
        with pytest.raises(UnknownSchema, match=rf"{kind} .*is written in schema 99, this program reads 1 at most"):
            await read()
    fields: Any = await store.client.hgetall(keys.player_key(ADA.id))
    assert fields == {NUMBER: str(LATER)}, "nothing is written into what is not understood"


async def test_an_archived_game_from_the_future_is_refused_in_words(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(store)
    with monkeypatch.context() as later:
        later.setattr(codec, "SCHEMA", Schema("table", LATER))
        form = archive_codec.encode_archived(table)
    with pytest.raises(UnknownSchema, match="schema 99"):
        archive_codec.decode_archived(table.id, form)


async def test_an_event_of_a_kind_not_known_yet_makes_everybody_look_anew(store: RedisStore) -> None:
    table = await seated(Hall(store, secret=SECRET))
    events = store.follow()
    fields: Any = {"t": table.id, "v": "3", "e": "?-0"}
    await store.client.xadd(keys.outbox_key(keys.table_bucket(table.id)), fields)
    with pytest.raises(FeedLost):
        await to_the_end(events)
    later: Any = {"p": ADA.id, "k": "something new", "t": ""}
    news = newsroom_beside(store).follow()
    await store.client.xadd(keys.NEWS_KEY, later)
    await newsroom_beside(store).tell(News(ADA.id, NewsKind.PREFERRED))
    async with asyncio.timeout(10):
        assert await anext(news) == News(ADA.id, NewsKind.PREFERRED)
    news.close()


async def test_a_store_that_a_later_version_has_written_is_not_opened(store: RedisStore, valkey: str) -> None:
    settings = load_settings(None, redis_url=valkey, secret_key=SECRET.decode())
    async with Nursery() as nursery, open_store(settings, nursery):
        pass
    known: Any = await store.client.hgetall(keys.SCHEMAS_KEY)
    assert known == {each.kind: str(each.number) for each in all_schemas()}
    await store.client.hset(keys.SCHEMAS_KEY, mapping=dict[Any, Any]({"player": 2, "something new": 7}))
    async with Nursery() as nursery:
        with pytest.raises(SettingsError, match=r"a player may be in schema 2, this version reads 1 at most"):
            async with open_store(settings, nursery):
                pass
