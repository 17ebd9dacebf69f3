"""What is said on one socket: greeting first, then requests, each answered in the order in which they came."""

import logging
from dataclasses import dataclass

from hall.locales import Translator, translator
from hall.people import Standing
from hall.ports import StoreDown
from webapp.audience import Audience, you_view
from webapp.herald import tell_excluded
from webapp.phrases import error_text
from webapp.requests import Requests
from webapp.services import Services
from webapp.session import Identity, SessionError, language_of
from webapp.sockets import Connection
from webapp.wire.client import Hello, MalformedError, Ping, op_of, read_frame
from webapp.wire.server import ErrorFrame, Welcome

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Caller:
    """Where a socket comes from: the key its address is counted under, the origin its links are to have, and the
    language its browser asks for."""

    address: str
    origin: str
    language: str


class Conversation:
    """One socket's talk with the server."""

    __slots__ = ("_caller", "_connection", "_requests", "_services")

    def __init__(self, services: Services, connection: Connection, caller: Caller) -> None:
        self._services = services
        self._connection = connection
        self._caller = caller
        self._requests: Requests | None = None

    def cut_unless_greeted(self) -> None:
        """End a connection on which nobody has said hello: it would be counted for no player."""
        if self._requests is None:
            self._connection.cut()

    async def listen(self) -> None:
        """Answer everything that comes until the socket is closed."""
        try:
            async for text in self._connection.texts():
                await self.hear(text)
        finally:
            self._leave()

    async def hear(self, text: str | None) -> None:
        """Answer one frame, whatever it is; None stands for one that was no text, or too long."""
        if not self._services.messages.allow(self._rate_key()):
            self._error("too_fast", op=op_of(text or ""))
        elif text is None:
            self._error("not_text")
        else:
            await self._answer_safely(text)

    async def _answer_safely(self, text: str) -> None:
        try:
            await self._answer(text)
        except MalformedError as error:
            self._error("malformed", reason=error.reason, op=error.op)
        except StoreDown:
            self._error("store_down", op=op_of(text))
        except Exception:  # whatever a fault of ours is, the page is told and its socket goes on
            log.exception("a request on a socket failed")
            self._error("internal", op=op_of(text))

    async def _answer(self, text: str) -> None:
        frame = read_frame(text)
        if isinstance(frame, Ping):
            self._connection.send({"t": "pong", "n": frame.n, "now": await self._services.runtime.store.now()})
            if self._requests is not None:
                await self._requests.sign()
        elif isinstance(frame, Hello):
            await self._greet(frame)
        elif self._requests is None:
            self._error("hello_first", op=op_of(text))
        else:
            await self._requests.answer(frame)

    async def _greet(self, hello: Hello) -> None:
        if self._requests is not None:
            self._error("hello_again")
            return
        language = language_of(hello.lang)
        try:
            identity = await self._identity(hello, language or self._caller.language)
        except SessionError as error:
            self._error(error.code)
            return
        chosen = (await self._services.runtime.preferences.of(identity.player.id)).language
        audience = Audience(
            identity.player, chosen or language or identity.player.language, self._caller.origin
        )
        standing = await self._services.runtime.hall.people.social.standing(identity.player.id)
        welcome = await self._welcome(identity, audience, chosen, standing)
        if not self._services.sockets.take(identity.player.id):
            self._error("too_many_sockets")
            return
        self._requests = Requests(self._services, self._connection, audience)
        self._connection.send(welcome)
        self._services.herald.enter(self._connection, audience)
        if standing.banned is not None:
            tell_excluded(self._connection, audience)
        if hello.zone:
            await self._services.runtime.players.report_zone(identity.player.id, hello.zone)

    async def _identity(self, hello: Hello, language: str) -> Identity:
        """Who says hello, by the first thing shown that is valid. If none is, the page is told so and is a new guest:
        nobody meets a shut door."""
        sessions = self._services.sessions
        fault = None
        for shown, known_by in ((hello.init, sessions.by_launch), (hello.token, sessions.by_token)):
            if shown:
                try:
                    return await known_by(shown)
                except SessionError as error:
                    fault = fault or error.code
        if fault is not None:
            self._error(fault)
        return await sessions.new_guest(language, self._caller.address)

    async def _welcome(self, identity: Identity, audience: Audience, chosen: str, standing: Standing) -> Welcome:
        now_ms = await self._services.runtime.store.now()
        you = you_view(identity.player)
        you["language"] = audience.language
        return {
            "t": "welcome",
            "you": you,
            "token": identity.token,
            "now": now_ms,
            "muted": standing.muted,
            "chosen": chosen,
        }

    def _leave(self) -> None:
        if self._requests is not None:
            self._requests.leave()
            self._services.herald.leave(self._connection, self._requests.audience)
            self._services.sockets.give_back(self._requests.audience.player.id)

    def _rate_key(self) -> str:
        return self._requests.audience.player.id if self._requests else self._caller.address

    def _texts(self) -> Translator:
        return self._requests.audience.texts if self._requests else translator(self._caller.language)

    def _error(self, code: str, *, reason: str = "", op: str | None = None) -> None:
        frame: ErrorFrame = {"t": "error", "code": code, "text": error_text(code, self._texts(), reason)}
        if op is not None:
            frame["op"] = op
        self._connection.send(frame)
