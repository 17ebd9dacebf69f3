"""The web face: routes, sockets, and the server that listens."""

import asyncio
import errno
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from aiohttp import WSCloseCode, web
from aiohttp.typedefs import Handler

from hall.nursery import Nursery
from hall.runtime import HallRuntime
from hall.settings import Settings, SettingsError
from webapp.api import MAX_BODY, page_error, session
from webapp.bind import bind
from webapp.conversation import Caller, Conversation
from webapp.headers import add_headers, may_connect
from webapp.lessons import learn
from webapp.pages import Pictures, health, page, static_file
from webapp.services import SERVICES, Services
from webapp.session import preferred_language
from webapp.share import share
from webapp.sockets import accept

SHUTDOWN_SECONDS = 1.0
HELLO_SECONDS = 15.0
NO_POSTS: Mapping[str, Handler] = {}
log = logging.getLogger(__name__)


def make_app(
    runtime: HallRuntime, settings: Settings, nursery: Nursery, posts: Mapping[str, Handler] = NO_POSTS
) -> web.Application:
    """The web face of a hall; its background work is done in `nursery`. `posts`: others' handlers by their path."""
    app = web.Application(client_max_size=MAX_BODY, middlewares=[own_pages_only])
    services = app[SERVICES] = Services(runtime, settings, nursery)
    services.assets.base  # noqa: B018 - read and compressed now, not at the first visit
    app.router.add_get("/", page)
    app.router.add_get(r"/t/{table:[A-Za-z0-9_-]+}.jpg", Pictures().answer)
    app.router.add_get("/t/{table}", page)
    app.router.add_get("/learn{chapter:/?[a-z]*}", page)
    app.router.add_get("/api/learn/{language:[A-Za-z_-]+}", learn)
    app.router.add_get("/s/{hash}/{name:.+}", static_file)
    app.router.add_get("/health", health)
    app.router.add_get("/ws", socket)
    app.router.add_post("/api/session", session)
    app.router.add_post("/api/bind", bind)
    app.router.add_post("/api/share", share)
    app.router.add_post("/api/log", page_error)
    for path, handler in posts.items():
        app.router.add_post(path, handler)
    app.on_response_prepare.append(add_headers)
    app.on_shutdown.append(_say_goodbye)
    app.cleanup_ctx.append(_follow_feed)
    return app


@web.middleware
async def own_pages_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Sockets are opened, and posts are made, by our own pages only: no other site spends its visitors' limits here."""
    if request.method == "POST" or request.path == "/ws":
        public_url = request.app[SERVICES].settings.public_url
        if not may_connect(request.headers.get("Origin"), request.host, public_url):
            raise web.HTTPForbidden(text="This is for our own pages only.")
    return await handler(request)


async def socket(request: web.Request) -> web.StreamResponse:
    """A page's socket, from its opening to its end."""
    services = request.app[SERVICES]
    response, connection = await accept(request, services.settings.message_bytes)
    language = preferred_language(request.headers.get("Accept-Language", ""))
    caller = Caller(services.address(request), services.origin(request), language)
    conversation = Conversation(services, connection, caller)
    writer = services.nursery.start(connection.write_queued(), "socket writer")
    services.connections.add(connection)
    asyncio.get_running_loop().call_later(HELLO_SECONDS, conversation.cut_unless_greeted)
    try:
        await conversation.listen()
    finally:
        services.connections.discard(connection)
        writer.cancel()
    return response


async def _follow_feed(app: web.Application) -> AsyncIterator[None]:
    services = app[SERVICES]
    following = [
        services.nursery.start(services.hub.run(), "web hub"),
        services.nursery.start(services.hub.attendance.follow(), "attendance"),
        services.nursery.start(services.hub.attendance.tell(), "attendance told"),
        services.nursery.start(services.herald.run(), "herald"),
    ]
    yield
    for task in following:
        task.cancel()
    await asyncio.wait(following)


async def _say_goodbye(app: web.Application) -> None:
    """Tell every page that the server goes away: it comes back by itself, to this one or to another."""
    connections = list(app[SERVICES].connections)
    goodbye = (connection.close(WSCloseCode.GOING_AWAY, b"the server is stopping") for connection in connections)
    await asyncio.gather(*goodbye, return_exceptions=True)


@asynccontextmanager
async def serve(
    runtime: HallRuntime, settings: Settings, nursery: Nursery, posts: Mapping[str, Handler] = NO_POSTS
) -> AsyncIterator[int]:
    """Listen while the block runs; gives the port, also where the system chose it. Raises SettingsError."""
    app = make_app(runtime, settings, nursery, posts)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)
    await runner.setup()
    try:
        yield await _listen(runner, settings)
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, settings: Settings) -> int:
    place = f"{settings.host}:{settings.port}"
    try:
        await web.TCPSite(runner, settings.host, settings.port).start()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            reason = f"Port {settings.port} on {settings.host} is in use by another program; stop it or set PORT."
        else:
            reason = f"The server cannot listen on {place}: {error.strerror or error}. Check HOST and PORT."
        raise SettingsError(reason) from error
    return int(runner.addresses[0][1])
