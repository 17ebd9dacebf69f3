"""The HTTP server: one bot's API at `address`, with faults on demand."""

from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.telegram.clock import FastClock
from tests.telegram.errors import ApiError
from tests.telegram.methods import perform
from tests.telegram.people import Chat, Person, membership
from tests.telegram.updates import Updates
from tests.telegram.wire import Call, read_call
from tests.telegram.world import ChatState, Json, World

TOKEN = "42:TEST-token-of-the-fake-server"


@dataclass
class Fault:
    """Something that goes wrong with the next calls of a method.

    `lost`: the connection breaks before the call is read; `answer_lost`: the call is done, its answer never arrives;
    `error`: it is answered so. `html`: answered by a broken gateway, with that status and a page.
    """

    method: str
    times: int = 1
    chat: int | None = None
    lost: bool = False
    answer_lost: bool = False
    error: ApiError | None = None
    html: int | None = None


class FakeTelegram:
    """Telegram with one bot in it: `async with FakeTelegram() as telegram`; the bot talks to `telegram.address`."""

    def __init__(self, *, token: str = TOKEN, clock: FastClock | None = None, **me: Any) -> None:
        self.token, self.clock = token, clock or FastClock()
        number = int(token.partition(":")[0])
        identity = {"id": number, "is_bot": True, "first_name": "Dama", "username": "dama_test_bot"}
        self.world = World(self.clock, {**identity, **me})
        self.updates = Updates(self.world, self.clock)
        self.calls: list[Call] = []
        self.faults: list[Fault] = []
        self.address = ""
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=50 * 2**20)
        app.router.add_route("*", "/bot{token}/{method}", self._answer)
        app.router.add_route("*", "/{via}/bot{token}/{method}", self._answer)
        app.router.add_get("/file/bot{token}/{file}", self._file)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.address = f"http://{host}:{port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._runner is not None
        await self._runner.cleanup()

    def person(self, name: str, *, language: str = "en", started: bool = False, **more: Any) -> Person:
        """Somebody with a Telegram account; `started`: who has pressed Start in the bot's chat before."""
        number = 1000 + self.world.number()
        user: Json = {"id": number, "is_bot": False, "first_name": name, "language_code": language, **more}
        self.world.chats[number] = ChatState(number, "private", name, started=started)
        return Person(self.world, self.updates, user)

    def group(self, title: str) -> Chat:
        """A group with the bot in it."""
        number = -1_000_000_000_000 - self.world.number()
        state = self.world.chats[number] = ChatState(number, "supergroup", title)
        return Chat(self.world, state)

    def channel(self, title: str) -> Chat:
        """A channel with the bot among its admins."""
        number = -1_000_000_000_000 - self.world.number()
        state = self.world.chats[number] = ChatState(number, "channel", title)
        return Chat(self.world, state)

    async def posts(self, channel: Chat, text: str) -> None:
        """A post in a channel, which nobody in particular has sent."""
        card = channel.state.card()
        content = {"text": text, "entities": [{"type": "bot_command", "offset": 0, "length": len(text.split()[0])}]}
        message = self.world.add_message(channel.state, card, {**content, "sender_chat": card})
        await self.updates.push(channel_post={name: value for name, value in message.items() if name != "from"})

    async def upgrade(self, group: Chat, by: Person) -> Chat:
        """Turn a group into a supergroup: a new number, and none of the old messages in it."""
        old = group.state
        supergroup = self.group(old.title)
        old.moved_to = supergroup.id
        news = self.world.add_message(old, by.user, {"migrate_to_chat_id": supergroup.id})
        await self.updates.push(message=news)
        news = self.world.add_message(supergroup.state, by.user, {"migrate_from_chat_id": old.id})
        await self.updates.push(message=news)
        return supergroup

    async def change_bot(self, group: Chat, old: str, new: str, by: Person) -> None:
        """Somebody gives the bot another place in a group."""
        await self.updates.push(my_chat_member=membership(self.world, group.state, by.user, old, new))

    def fail(self, method: str, **fault: Any) -> Fault:
        """Let the next calls of a method go wrong (see Fault)."""
        self.faults.append(Fault(method, **fault))
        return self.faults[-1]

    def called(self, method: str, chat_id: int | None = None) -> list[Call]:
        """The calls of a method so far, of one chat if it is named."""
        return [call for call in self.calls if call.method == method and chat_id in (None, call.get("chat_id"))]

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        if request.match_info["token"] != self.token:
            return ApiError(401, "Unauthorized").response()
        try:
            call = await read_call(request)
            call.at, call.via = self.clock.now(), request.match_info.get("via", "")
            self.calls.append(call)
            fault = self._fault(call)
            if fault is not None and not fault.answer_lost:
                return _go_wrong(request, fault)
            result = await self._perform(call)
        except ApiError as error:
            return error.response()
        finally:
            self.world.touch()
        return web.json_response({"ok": True, "result": result}) if fault is None else _hang_up(request)

    async def _perform(self, call: Call) -> Any:
        if call.method == "getUpdates":
            return await self.updates.get_updates(call)
        if call.method == "setWebhook":
            return self.updates.set_webhook(call)
        if call.method == "deleteWebhook":
            return self.updates.delete_webhook(call)
        return perform(self.world, call)

    def _fault(self, call: Call) -> Fault | None:
        for fault in self.faults:
            if fault.method == call.method and fault.chat in (None, call.get("chat_id")):
                fault.times -= 1
                if fault.times <= 0:
                    self.faults.remove(fault)
                return fault
        return None

    async def _file(self, request: web.Request) -> web.Response:
        data = self.world.files.get(request.match_info["file"])
        return web.Response(body=data) if data is not None else ApiError(404, "Not Found").response()


def _hang_up(request: web.Request) -> web.Response:
    assert request.transport is not None
    request.transport.close()
    return web.Response()


def _go_wrong(request: web.Request, fault: Fault) -> web.Response:
    if fault.error is not None:
        return fault.error.response()
    if fault.html is not None:
        return web.Response(status=fault.html, text="<html>Bad Gateway</html>", content_type="text/html")
    return _hang_up(request)
