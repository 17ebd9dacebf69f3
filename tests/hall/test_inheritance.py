"""A guest's candy moves to the account: each once, whatever breaks off, and never more than days allow."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import pytest

from hall.inheritance import Inheritance, Legacies, Legacy, Taken
from hall.model import Guest, Person, PlayerId, guest_id
from hall.players import remembered_days
from hall.ports import Store, StoreDown
from hall.ratings import DAY_MS
from hall.store import keys
from hall.store.ledger import ledger_beside
from hall.store.legacies import legacies_beside
from hall.store.memory import MemoryStore
from hall.store.redis import RedisStore
from tests.hall.games import COMPUTER, House, newcomer
from tests.hall.people import Watch

A_DAY = 100
WIN = 6
links = count(1)


@pytest.fixture
def house(store: Store) -> House:
    return House(store)


def guest() -> Guest:
    return Guest(guest_id(), "Guest")


async def wins(house: House, player: Person | Guest, games: int) -> None:
    for _ in range(games):
        await house.plays(player, COMPUTER)


async def bound(house: House, player: Guest, heir: Person, legacies: Legacies | None = None, link: str = "") -> int:
    inheritance = Inheritance(legacies or legacies_beside(house.store), house.store.now, A_DAY)
    return await inheritance.move(player.id, heir.id, link or f"link {next(links)}")


async def today(house: House, player_id: PlayerId) -> int:
    """The candy of the last days, as the budget counts it."""
    days = remembered_days(await house.store.now())
    return sum([await house.ledger.candy_on(player_id, day) for day in days])


async def test_the_candy_moves_and_counts_in_the_accounts_day(house: House) -> None:
    player, heir = guest(), newcomer()
    await wins(house, player, 3)
    await wins(house, heir, 1)
    assert await bound(house, player, heir) == 3 * WIN
    assert (await house.candy(player.id), await house.candy(heir.id)) == (0, 4 * WIN)
    assert await today(house, heir.id) == 4 * WIN


async def test_a_guest_with_nothing_brings_nothing(house: House) -> None:
    player, heir = guest(), newcomer()
    assert await bound(house, player, heir) == 0
    assert await house.candy(heir.id) == 0


async def test_bound_again_only_what_is_new_moves(house: House) -> None:
    player, heir = guest(), newcomer()
    await wins(house, player, 2)
    assert [await bound(house, player, heir, link="same") for _ in range(3)] == [2 * WIN, 0, 0]
    await wins(house, player, 1)
    assert await bound(house, player, heir) == WIN
    assert await house.candy(heir.id) == 3 * WIN


async def test_many_guests_bring_no_more_than_one_days_budget(house: House) -> None:
    heir = newcomer()
    for _ in range(3):
        player = guest()
        await wins(house, player, 8)
        await bound(house, player, heir)
    assert await house.candy(heir.id) == await today(house, heir.id) == A_DAY
    await wins(house, heir, 1)
    assert await house.candy(heir.id) == A_DAY


async def test_a_guest_who_goes_on_playing_after_it_gains_no_second_budget(house: House) -> None:
    player, heir = guest(), newcomer()
    await wins(house, player, 10)
    await bound(house, player, heir)
    await wins(house, player, 10)
    await bound(house, player, heir)
    assert await house.candy(heir.id) == A_DAY
    assert await house.candy(player.id) == 0


async def test_what_is_older_than_days_are_remembered_moves_with_the_first_guest_only() -> None:
    watch = Watch()
    house, heir = House(MemoryStore(watch)), newcomer()
    old, other = guest(), guest()
    for player in (old, other):
        await wins(house, player, 16)
    watch.now += 20 * DAY_MS
    await wins(house, old, 1)
    assert await bound(house, old, heir) == 17 * WIN
    assert await bound(house, other, heir) == 0
    assert (await house.candy(heir.id), await today(house, heir.id)) == (17 * WIN, WIN)


async def test_in_the_real_store_what_is_older_moves_once_too(real_stores: list[Store]) -> None:
    store, heir = real_stores[0], newcomer()
    assert isinstance(store, RedisStore)
    house, moved = House(store), list[int]()
    for _ in range(2):
        player = guest()
        await wins(house, player, 2)
        for day in remembered_days(await store.now()):
            await store.client.delete(keys.day_key(player.id, day))
        await wins(house, player, 1)
        moved.append(await bound(house, player, heir))
    assert moved == [3 * WIN, WIN]
    assert (await house.candy(heir.id), await today(house, heir.id)) == (4 * WIN, 2 * WIN)


async def test_who_is_bound_to_several_accounts_brings_each_candy_to_one(house: House) -> None:
    player, first, second = guest(), newcomer(), newcomer()
    await wins(house, player, 2)
    moved = await asyncio.gather(*(bound(house, player, heir) for heir in (first, second, first, second)))
    assert await house.candy(first.id) + await house.candy(second.id) == 2 * WIN
    assert max(moved) == 2 * WIN


@dataclass
class Breaking:
    """Passes everything on, and breaks off at the n-th step, before or after it has had its effect."""

    legacies: Legacies
    at: int
    afterwards: bool
    step: int = 0

    async def freeze(self, guest: PlayerId, heir: PlayerId, link: str, days: Sequence[str]) -> Legacy | None:
        self._break(afterwards=False)
        found = await self.legacies.freeze(guest, heir, link, days)
        self._break(afterwards=True)
        return found

    async def take(self, guest: PlayerId, legacy: Legacy, candy_a_day: int) -> Taken:
        self._break(afterwards=False)
        taken = await self.legacies.take(guest, legacy, candy_a_day)
        self._break(afterwards=True)
        return taken

    async def let_go(self, guest: PlayerId, legacy: Legacy, taken: Taken) -> None:
        self._break(afterwards=False)
        await self.legacies.let_go(guest, legacy, taken)
        self._break(afterwards=True)

    def _break(self, *, afterwards: bool) -> None:
        if not afterwards:
            self.step += 1
        if self.step == self.at and afterwards is self.afterwards:
            raise StoreDown("the test breaks off")


@pytest.mark.parametrize("afterwards", [False, True])
@pytest.mark.parametrize("at", [1, 2, 3])
async def test_broken_off_at_any_step_and_taken_up_again_it_moves_once(
    house: House, at: int, *, afterwards: bool
) -> None:
    player, heir, stranger = guest(), newcomer(), newcomer()
    await wins(house, player, 2)
    with pytest.raises(StoreDown):
        await bound(house, player, heir, Breaking(legacies_beside(house.store), at, afterwards))
    await wins(house, player, 1)
    for each in (stranger, heir):
        await bound(house, player, each)
    total = await house.candy(heir.id) + await house.candy(stranger.id)
    assert (total, await house.candy(player.id)) == (3 * WIN, 0)
    assert await today(house, heir.id) + await today(house, stranger.id) == 3 * WIN


async def test_whoever_is_forgotten_leaves_nothing_behind(house: House) -> None:
    player, heir = guest(), newcomer()
    await wins(house, player, 1)
    await bound(house, player, heir)
    await ledger_beside(house.store).forget(heir.id, remembered_days(await house.store.now()))
    assert await house.candy(heir.id) == 0
    if isinstance(house.store, RedisStore):
        assert not await house.store.client.exists(keys.inherited_key(heir.id))
