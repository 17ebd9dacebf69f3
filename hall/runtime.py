"""Puts the hall together, once, for everybody who shows it."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from engine.ai.extras import load_extras
from hall.archivist import Archivist
from hall.binding import Binding
from hall.computers import Computers
from hall.forgetting import Forgetting
from hall.heart import Heart
from hall.inheritance import Inheritance
from hall.moving import Moving
from hall.news import Newsroom
from hall.nursery import Nursery
from hall.players import Players
from hall.pool import Pool
from hall.ports import Feed, Store, Thinker
from hall.rewards import RewardRules
from hall.settings import Settings, SettingsError
from hall.settle import Settler
from hall.sharing import Sharing
from hall.standings import Standings
from hall.store.chats import chats_beside
from hall.store.ledger import ledger_beside
from hall.store.legacies import legacies_beside
from hall.store.links import links_beside
from hall.store.newsroom import newsroom_beside
from hall.store.opened import open_store
from hall.store.preferences import PreferenceStore, preferences_beside
from hall.store.pulses import pulse_beside
from hall.store.queue import queue_beside
from hall.store.redis import RedisStore
from hall.store.thinking import RemoteThinker, serve_questions
from hall.store.wishes import wishes_beside
from hall.tables import Hall
from hall.thinker import EngineThinker
from hall.timekeeper import Timekeeper
from hall.tokens import Tokens, kept_secret


@dataclass(frozen=True, slots=True)
class HallRuntime:
    """Everything a face needs of the hall."""

    settings: Settings
    hall: Hall
    store: Store
    feed: Feed
    thinker: Thinker
    tokens: Tokens
    nursery: Nursery
    players: Players
    standings: Standings
    pool: Pool
    binding: Binding
    forgetting: Forgetting
    sharing: Sharing
    preferences: PreferenceStore
    newsroom: Newsroom


@asynccontextmanager
async def open_hall(
    settings: Settings, nursery: Nursery, *, store: Store | None = None, thinker: Thinker | None = None
) -> AsyncIterator[HallRuntime]:
    """The hall at work: its store (the private one or REDIS_URL's), computers, timekeeper. `store` and `thinker` are
    for tests. Raises SettingsError, with one sentence, where it cannot start.
    """
    secret = _secret(settings)
    old = [key.get_secret_value().encode() for key in settings.secret_key_old]
    async with AsyncExitStack() as stack:
        if store is None:
            reading = await stack.enter_async_context(Nursery(parent=nursery))
            store = await stack.enter_async_context(open_store(settings, reading))
        if thinker is None:
            thinking = await stack.enter_async_context(Nursery(parent=nursery))
            thinker = await stack.enter_async_context(_thinker(settings, store, thinking))
        playing = await stack.enter_async_context(Nursery(parent=nursery))
        hall = Hall(store, secret=secret, open_tables=settings.open_tables)
        playing.start(hall.excluded.run(), "excluded")
        playing.start(Heart(hall, pulse_beside(store)).run(), "heart")
        playing.start(Computers(hall, store, thinker, playing).run(), "computers")
        playing.start(Timekeeper(hall, store).run(), "timekeeper")
        if isinstance(store, RedisStore):
            playing.start(Archivist(store).run(), "archivist")
        rules, ledger = RewardRules.of(settings), ledger_beside(store)
        settler = Settler(store, ledger, chats_beside(store), rules, playing)
        playing.start(settler.run(), "settler")
        players, standings = Players(ledger, store.now, rules), Standings(ledger, store.now, chats_beside(store))
        pool = Pool(hall, queue_beside(store), players.rating)
        preferences = preferences_beside(store)
        inheritance = Inheritance(legacies_beside(store), store.now, rules.candy_a_day)
        moving = Moving(store, settler.settle)
        yield HallRuntime(
            settings=settings,
            hall=hall,
            store=store,
            feed=store,
            thinker=thinker,
            tokens=Tokens(secret, old),
            nursery=nursery,
            players=players,
            standings=standings,
            pool=pool,
            binding=Binding(links_beside(store), moving, inheritance, preferences),
            sharing=Sharing(hall, wishes_beside(store), has_bot=bool(settings.bot_token.get_secret_value())),
            forgetting=Forgetting(hall, moving, players, chats_beside(store), preferences),
            preferences=preferences,
            newsroom=newsroom_beside(store),
        )


@asynccontextmanager
async def _thinker(settings: Settings, store: Store, nursery: Nursery) -> AsyncIterator[Thinker]:
    """Who thinks here: this process, if it is a worker (and then it answers others' questions, too), or the workers."""
    places = settings.thinkers or os.cpu_count() or 1
    if "worker" not in settings.roles and isinstance(store, RedisStore):
        async with RemoteThinker(store, settings.thinking_per_player).at_work(nursery) as remote:
            yield remote
        return
    async with EngineThinker(places, settings.thinking_per_player) as engine:
        nursery.start(asyncio.to_thread(load_extras), "reading the engine's files")  # says what is damaged
        if isinstance(store, RedisStore):
            nursery.start(serve_questions(store, engine, places, nursery), "worker")
        yield engine


def _secret(settings: Settings) -> bytes:
    if given := settings.secret_key.get_secret_value():
        return given.encode()
    try:
        return kept_secret(settings.data_dir)
    except OSError as error:
        raise SettingsError(f"The data folder {settings.data_dir} cannot be written: {error.strerror}.") from error
