"""Puts the hall together, once, for everybody who shows it."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from hall.computers import Computers
from hall.nursery import Nursery
from hall.ports import Feed, Store, Thinker
from hall.settings import Settings, SettingsError
from hall.store.opened import open_store
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
        if thinker is None:
            engine = EngineThinker(settings.thinkers, settings.thinking_per_player)
            thinker = await stack.enter_async_context(engine)
        if store is None:
            reading = await stack.enter_async_context(Nursery(parent=nursery))
            store = await stack.enter_async_context(open_store(settings, reading))
        playing = await stack.enter_async_context(Nursery(parent=nursery))
        hall = Hall(store, secret=secret, open_tables=settings.open_tables)
        playing.start(Computers(hall, store, thinker, playing).run(), "computers")
        playing.start(Timekeeper(hall, store).run(), "timekeeper")
        yield HallRuntime(settings, hall, store, store, thinker, Tokens(secret, old), nursery)


def _secret(settings: Settings) -> bytes:
    if given := settings.secret_key.get_secret_value():
        return given.encode()
    try:
        return kept_secret(settings.data_dir)
    except OSError as error:
        raise SettingsError(f"The data folder {settings.data_dir} cannot be written: {error.strerror}.") from error
