"""People and each other: blocks, reports, bans and reactions, on both stores."""

import asyncio

import pytest

from engine.board import Side
from engine.refusal import RefusalCode
from hall.actions import ActionKind, Code, Done, Refused
from hall.excluded import Excluded
from hall.model import Computer, Table, Terms
from hall.news import News, NewsSubscription
from hall.nursery import Nursery
from hall.people import BLOCKS, REPORTS_A_DAY, Ground, Standing
from hall.ports import Event, EventKind, Store
from hall.reactions import MOST, REACTIONS, WITHIN_S
from hall.store import keys
from hall.store.memory import MemoryStore
from hall.store.newsroom import newsroom_beside
from hall.store.redis import RedisStore
from hall.store.social import social_beside
from hall.tables import Hall
from tests.hall.conftest import SECRET
from tests.hall.people import ADA, ANNA, BORA, CEM, Someone, Watch, guest, heard, seated

NOW = 1_800_000_000_000


async def test_who_is_blocked_cannot_sit_down_with_the_blocker_nor_the_other_way_round(hall: Hall) -> None:
    assert await hall.people.block(ANNA, await seated(hall), NOW) is None
    for host, visitor in ((ANNA, BORA), (BORA, ANNA)):
        table = await Someone(hall, host).opens()
        assert await Someone(hall, visitor).is_refused(ActionKind.SIT, table) == Code.BLOCKED
        await Someone(hall, CEM).does(ActionKind.SIT, table)


async def test_blocked_people_are_not_invited_and_get_no_rematch(hall: Hall) -> None:
    table = await seated(hall)
    assert await hall.people.block(BORA, table, NOW) is None
    assert await Someone(hall, ANNA).tries_to_open(opponent=BORA) == Refused(Code.BLOCKED)
    over = await Someone(hall, ANNA).does(ActionKind.RESIGN, table)
    assert await Someone(hall, ANNA).is_refused(ActionKind.REMATCH, over) == Code.BLOCKED


async def test_a_game_that_goes_on_when_somebody_is_blocked_is_played_to_its_end(hall: Hall) -> None:
    table = await seated(hall)
    await hall.people.block(ANNA, table, NOW)
    await Someone(hall, ANNA).does(ActionKind.MOVE, table, "a3-a4")


async def test_a_block_can_be_lifted(hall: Hall) -> None:
    table = await seated(hall)
    await hall.people.block(ANNA, table, NOW)
    assert await hall.people.unblock(ANNA, table) is None
    await seated(hall)


async def test_only_somebody_met_at_a_table_can_be_blocked_or_reported(hall: Hall) -> None:
    alone = await Someone(hall, ANNA).opens(opponent=Computer(1))
    shared = await Someone(hall, ANNA).opens(terms=Terms(one_device=True))
    both = await seated(hall)
    for player, table in ((ANNA, alone), (ANNA, shared), (CEM, both)):
        refused = Refused(RefusalCode.NOT_ALLOWED, table)
        assert await hall.people.block(player, table, NOW) == refused
        assert await hall.people.unblock(player, table) == refused
        assert await hall.people.report(player, table, "cheating", NOW) == refused


async def test_the_list_of_the_blocked_has_an_end(memory_hall: Hall) -> None:
    for number in range(BLOCKS):
        await memory_hall.people.social.block(ANNA.id, guest(str(number)).id, NOW)
    table = await seated(memory_hall)
    assert await memory_hall.people.block(ANNA, table, NOW) == Refused(Code.TOO_MANY_BLOCKS, table)


async def test_the_banned_can_only_give_up_what_they_play_until_the_ban_is_lifted(hall: Hall) -> None:
    playing, open_table, other = await seated(hall), await Someone(hall, CEM).opens(), await seated(hall)
    await hall.people.social.ban(BORA.id, "many reports")
    bora = Someone(hall, BORA)
    assert await bora.tries_to_open() == Refused(Code.BANNED)
    assert await bora.is_refused(ActionKind.SIT, open_table) == Code.BANNED
    assert await bora.is_refused(ActionKind.OFFER_DRAW, playing) == Code.BANNED
    moved = await Someone(hall, ANNA).does(ActionKind.MOVE, other, "a3-a4")
    assert await bora.is_refused(ActionKind.MOVE, moved, "a6-a5") == Code.BANNED
    refused = await hall.reactions.react(BORA, playing.id, "wow", f"p:{BORA.id}:wow")
    assert refused == Refused(Code.BANNED, playing)
    assert await hall.people.report(BORA, playing, "cheating", NOW) == Refused(Code.BANNED, playing)
    over = await bora.does(ActionKind.RESIGN, playing)
    assert await bora.is_refused(ActionKind.REMATCH, over) == Code.BANNED
    assert await hall.people.social.bans() == {BORA.id: "many reports"}
    await hall.people.social.unban(BORA.id)
    await bora.does(ActionKind.SIT, open_table)
    await bora.does(ActionKind.MOVE, moved, "a6-a5")
    assert await hall.people.social.bans() == {}


class Attentive(Excluded):
    """Says when it listens, and when it has heard something."""

    listening = asyncio.Event()
    heard = asyncio.Event()

    async def _listen(self, news: NewsSubscription) -> None:
        self.listening.set()
        await super()._listen(news)

    def note(self, news: News) -> None:
        super().note(news)
        self.heard.set()


async def test_all_processes_hear_of_a_ban_and_of_its_end(stores: list[Store]) -> None:
    operator, other = (social_beside(store) for store in stores)
    excluded = Attentive(other, newsroom_beside(stores[1]))
    excluded.listening = asyncio.Event()
    async with Nursery() as nursery, asyncio.timeout(10):
        await operator.ban(CEM.id, "long ago")
        following = nursery.start(excluded.run(), "excluded")
        assert await excluded.listening.wait()
        for banned in (True, False):
            excluded.heard = asyncio.Event()
            await (operator.ban(BORA.id, "why") if banned else operator.unban(BORA.id))
            assert await excluded.heard.wait()
            assert await excluded.has(BORA.id) is banned
            assert await excluded.has(CEM.id)
            assert not await excluded.has(ANNA.id)
        following.cancel()


async def test_what_was_done_before_a_ban_is_answered_as_before(hall: Hall) -> None:
    table, bora = await Someone(hall, ANNA).opens(), Someone(hall, BORA)
    op = bora.op()
    await bora.does(ActionKind.SIT, table, op=op)
    await hall.people.social.ban(BORA.id, "")
    again = await bora.tries(ActionKind.SIT, table, op=op)
    assert isinstance(again, Done)
    assert again.repeated


async def test_a_player_reports_the_other_once_a_table_and_the_operator_reads_it(hall: Hall) -> None:
    table = await seated(hall)
    for ground in ("stalling", "cheating"):
        assert await hall.people.report(ANNA, table, ground, NOW) is None
    assert await hall.people.report(BORA, table, "name", NOW + 1) is None
    first, second = await hall.people.social.reports()
    assert (first.reporter, first.reported, first.name, first.ground) == (ANNA.id, BORA.id, "Bora", Ground.STALLING)
    assert (second.reporter, second.table, second.at_ms) == (BORA.id, table.id, NOW + 1)
    await hall.people.social.close_report(first)
    assert await hall.people.social.reports() == [second]


async def test_a_report_needs_a_ground_we_know(hall: Hall) -> None:
    table = await seated(hall)
    assert await hall.people.report(ANNA, table, "losing", NOW) == Refused(RefusalCode.NOT_ALLOWED, table)


async def test_a_day_allows_so_many_reports(hall: Hall) -> None:
    hall = Hall(hall._store, secret=SECRET, open_tables=100)
    for _ in range(REPORTS_A_DAY):
        assert await hall.people.report(ANNA, await seated(hall), "other", NOW) is None
    table = await seated(hall)
    assert await hall.people.report(ANNA, table, "other", NOW) == Refused(Code.TOO_MANY_REPORTS, table)


async def test_forgetting_a_player_forgets_their_wishes_but_not_a_ban(hall: Hall) -> None:
    social = hall.people.social
    await social.block(ANNA.id, BORA.id, NOW)
    await social.mute(ANNA.id, True)
    await social.ban(ANNA.id, "cheating")
    assert await social.standing(ANNA.id) == Standing("cheating", True, frozenset({BORA.id}))
    await social.forget(ANNA.id)
    assert await social.standing(ANNA.id) == Standing("cheating")


async def test_what_guests_want_is_kept_as_long_as_their_token_is_good(real_stores: list[Store]) -> None:
    store = real_stores[0]
    assert isinstance(store, RedisStore)
    social = social_beside(store)
    for player in (ANNA, ADA):
        await social.block(player.id, BORA.id, NOW)
    assert await store.client.ttl(keys.social_key(ANNA.id)) > keys.GUEST_KEPT_S - 60
    assert await store.client.ttl(keys.social_key(ADA.id)) == -1


async def react(hall: Hall, table: Table, reaction: str = "wow", op: str = "") -> Refused | None:
    anna = Someone(hall, ANNA)
    return await hall.reactions.react(ANNA, table.id, reaction, op or anna.op())


async def test_a_reaction_is_told_to_whoever_follows_and_changes_no_table(hall: Hall, store: Store) -> None:
    table = await seated(hall)
    events = store.follow()
    assert await react(hall, table) is None
    after = await Someone(hall, ANNA).does(ActionKind.MOVE, table, "a3-a4")
    told = [await anext(events)]
    while told[-1].version < after.version:
        told.append(await anext(events))
    assert told[-2] == Event(table.id, table.version, EventKind.REACTED, Side.WHITE, reaction="wow")
    assert after.version == table.version + 1
    assert await store.tail(table.id, table.version) == told[-1:]


@pytest.mark.parametrize("reaction", REACTIONS)
async def test_every_reaction_travels_as_it_is(memory_hall: Hall, reaction: str) -> None:
    table = await seated(memory_hall)
    events = memory_hall._store.follow()
    assert await react(memory_hall, table, reaction) is None
    assert (await anext(events)).reaction == reaction


async def test_reactions_are_few_and_of_players_only(hall: Hall) -> None:
    table = await seated(hall)
    assert await react(hall, table, "You idiot") == Refused(Code.UNKNOWN_REACTION, table)
    spectator = await hall.reactions.react(CEM, table.id, "wow", Someone(hall, CEM).op())
    assert spectator == Refused(Code.NOT_YOUR_SEAT, table)
    assert await hall.reactions.react(ANNA, table.id, "wow", f"p:{BORA.id}:1") == Refused(Code.BAD_OP)


async def test_the_same_reaction_sent_twice_counts_once_and_many_are_too_many(hall: Hall) -> None:
    table, op = await seated(hall), Someone(hall, ANNA).op()
    for _ in range(2 * MOST):
        assert await react(hall, table, op=op) is None
    for _ in range(MOST - 1):
        assert await react(hall, table) is None
    assert await react(hall, table) == Refused(Code.TOO_MANY_REACTIONS, table)


async def test_a_while_later_there_are_reactions_again() -> None:
    watch = Watch()
    hall = Hall(MemoryStore(watch), secret=SECRET)
    table = await seated(hall)
    for _ in range(MOST):
        await react(hall, table)
    watch.now += WITHIN_S * 1000
    assert await react(hall, table) is None


@pytest.mark.parametrize("spared", ["muted", "blocked"])
async def test_who_has_muted_reactions_or_blocked_their_sender_hears_none(
    hall: Hall, store: Store, spared: str
) -> None:
    table = await seated(hall)
    if spared == "muted":
        await hall.people.social.mute(BORA.id, True)
    else:
        await hall.people.block(BORA, table, NOW)
    events = store.follow()
    assert await react(hall, table) is None
    await Someone(hall, ANNA).does(ActionKind.MOVE, table, "a3-a4")
    [next_told] = await heard(events, table, 1)
    assert next_told.kind is EventKind.MOVED
    await hall.people.social.mute(BORA.id, False)
