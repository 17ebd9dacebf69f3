"""One socket: a bounded queue of frames to be sent, and a reader that keeps to size and pace."""

import asyncio
from collections.abc import AsyncIterator
from time import monotonic

from aiohttp import WSCloseCode, WSMsgType, web

from webapp.roundtrip import RoundTrip
from webapp.wire.server import ServerFrame, write_frame

QUEUE_SIZE = 64
HEARTBEAT_SECONDS = 20.0
CLOSE_SECONDS = 1.0
# A frame over our own limit is answered in words; only beyond so many times that it is closed by protocol (1009).
HARD_LIMIT = 16


class Outgoing:
    """The frames that wait to be sent on one socket, a few at most. One task takes them out.

    An asyncio.Queue would do the same, but holds 3 KB while it is empty, and most connections are idle.
    """

    __slots__ = ("_items", "_waiter")

    def __init__(self) -> None:
        self._items: list[str | bytes] = []
        self._waiter: asyncio.Future[None] | None = None

    def put(self, item: str | bytes) -> bool:
        """Put one in; False if there is no room."""
        if len(self._items) >= QUEUE_SIZE:
            return False
        self._items.append(item)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
        return True

    async def get(self) -> str | bytes:
        """Take the first one out, as soon as there is one."""
        while not self._items:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._items.pop(0)


class Connection:
    """A socket that is open. Sending never waits: a reader too slow for its queue is cut off, and may come back with
    the version it saw last."""

    __slots__ = ("_frame_bytes", "_queue", "_round_trip", "_socket", "_transport")

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, frame_bytes: int) -> None:
        self._socket = socket
        self._transport = transport
        self._frame_bytes = frame_bytes
        self._queue = Outgoing()
        self._round_trip = RoundTrip()

    @property
    def lag_ms(self) -> int:
        """How long a message takes to this page and back."""
        return self._round_trip.lag_ms

    @property
    def closed(self) -> bool:
        """Whether nothing more will be sent."""
        return self._socket.closed or self._transport is None or self._transport.is_closing()

    def send(self, frame: ServerFrame) -> None:
        """Queue one frame."""
        self.send_text(write_frame(frame))

    def send_text(self, text: str) -> None:
        """Queue a frame that has been written already, for several sockets perhaps."""
        self._put(text)

    def measure(self) -> None:
        """Queue a ping, by whose answer the round trip is known; not more than one a second."""
        ping = self._round_trip.ask(monotonic())
        if ping is not None:
            self._put(ping)

    def _put(self, item: str | bytes) -> None:
        if not self._queue.put(item):
            self.cut()

    def cut(self) -> None:
        """End the connection at once, without the closing handshake that a stuck peer would not answer."""
        if self._transport is not None:
            self._transport.abort()

    async def write_queued(self) -> None:
        """Send what is queued, in order, until the connection ends."""
        try:
            while not self._socket.closed:
                await self._write(await self._queue.get())
        except ConnectionError:
            self.cut()

    async def _write(self, item: str | bytes) -> None:
        if isinstance(item, str):
            await self._socket.send_str(item)
        else:
            await self._socket.ping(item)
            self._round_trip.sent(item, monotonic())

    async def close(self, code: int = WSCloseCode.OK, message: bytes = b"") -> None:
        """Say goodbye and close."""
        await self._socket.close(code=code, message=message)

    async def texts(self) -> AsyncIterator[str | None]:
        """What the client sends, frame by frame; None for a frame that is no text or too long."""
        async for message in self._socket:
            if message.type is WSMsgType.PING:
                await self._socket.pong(message.data)
                continue
            if message.type is WSMsgType.PONG:
                self._round_trip.heard(bytes(message.data), monotonic())
                continue
            if message.type is not WSMsgType.TEXT:
                yield None
                continue
            text: str = message.data
            yield text if len(text.encode()) <= self._frame_bytes else None


async def accept(request: web.Request, frame_bytes: int) -> tuple[web.WebSocketResponse, Connection]:
    """Answer the request with an open socket that reads frames of at most so many bytes.

    Heartbeats are on; compression is off, since it would hold 108 KB a connection to shorten small frames.
    """
    socket = web.WebSocketResponse(
        heartbeat=HEARTBEAT_SECONDS,
        timeout=CLOSE_SECONDS,
        max_msg_size=HARD_LIMIT * frame_bytes,
        compress=False,
        autoping=False,
    )
    await socket.prepare(request)
    return socket, Connection(socket, request.transport, frame_bytes)
