"""What every request and every socket of the web face works with, put together once."""

from dataclasses import dataclass
from functools import cached_property

from aiohttp import web

from hall.nursery import Nursery
from hall.presence import Presence
from hall.runtime import HallRuntime
from hall.settings import Settings
from hall.store.presence import presence_beside
from webapp.assets import Assets, load_assets
from webapp.headers import own_origin
from webapp.herald import Herald
from webapp.hub import Hub
from webapp.limits import Gauge, Limiter, Rate, client_address
from webapp.session import Sessions
from webapp.sockets import Connection
from webapp.words import word_files

HOUR_SECONDS = 3600.0
# Requests that cost us more than a file, for each address.
SIGN_INS = Rate(60, 60.0)
REPORTS = Rate(30, 60.0)
DRAWINGS = Rate(30, 60.0)
# Each asks Telegram for something.
SHARES = Rate(10, 60.0)


@dataclass(frozen=True)
class Services:
    """The hall as the web face uses it, with the limits of this process."""

    runtime: HallRuntime
    settings: Settings
    nursery: Nursery

    @cached_property
    def assets(self) -> Assets:
        """The files of the page."""
        return load_assets(made=word_files())

    @cached_property
    def hub(self) -> Hub:
        """Who follows which table."""
        runtime = self.runtime
        return Hub(runtime.hall, runtime.feed, self.presence, runtime.newsroom, runtime.players.shown)

    @cached_property
    def herald(self) -> Herald:
        """Who has a page open here, for what concerns players and no table."""
        runtime = self.runtime
        hall = runtime.hall
        return Herald(runtime.newsroom, hall.excluded, hall.people.social, runtime.preferences)

    @cached_property
    def presence(self) -> Presence:
        """Who has which table open, for all processes: whoever looks at the board needs no message."""
        return presence_beside(self.runtime.store)

    @cached_property
    def sessions(self) -> Sessions:
        """Who is who."""
        runtime, settings = self.runtime, self.settings
        limit = Limiter(Rate(settings.new_guests_per_hour, HOUR_SECONDS))
        bot_token = settings.bot_token.get_secret_value()
        return Sessions(runtime.hall, runtime.tokens, runtime.store.now, bot_token, limit)

    @cached_property
    def connections(self) -> set[Connection]:
        """The sockets that are open."""
        return set()

    @cached_property
    def messages(self) -> Limiter:
        """How many frames a player, or an address that has not said hello, may send."""
        return Limiter(Rate(self.settings.messages_per_second, 1.0))

    @cached_property
    def sockets(self) -> Gauge:
        """How many sockets a player may hold."""
        return Gauge(self.settings.sockets_per_player)

    @cached_property
    def sign_ins(self) -> Limiter:
        """How often an address may ask for a session by HTTP."""
        return Limiter(SIGN_INS)

    @cached_property
    def reports(self) -> Limiter:
        """How many errors of its pages an address may report."""
        return Limiter(REPORTS)

    @cached_property
    def drawings(self) -> Limiter:
        """How many pictures an address may have drawn."""
        return Limiter(DRAWINGS)

    @cached_property
    def shares(self) -> Limiter:
        """How often a player may have a message prepared."""
        return Limiter(SHARES)

    def address(self, request: web.Request) -> str:
        """The key under which a request's address is counted."""
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", ()))
        return client_address(request.remote, forwarded, self.settings.trusted_proxies)

    def origin(self, request: web.Request) -> str:
        """The origin under which links to tables are given out."""
        return own_origin(request, self.settings.public_url)


SERVICES = web.AppKey("services", Services)
