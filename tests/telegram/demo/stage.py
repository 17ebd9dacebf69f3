"""Who is in the demo, what they see, and what they can do: the page's own small interface."""

import asyncio
from pathlib import Path
from typing import Any

from aiohttp import web

from tests.telegram import Chat, FakeTelegram, Message, Person
from tests.telegram.demo.launch import launch_fragment
from tests.telegram.world import Json, Press

PAGE = Path(__file__).parent / "page"
FILES = {"page.js": "text/javascript", "page.css": "text/css", "web-app.js": "text/javascript"}
HOLD = 20  # seconds a request for news is held
CAST = (
    ("Ann", "en", "ann_plays"),
    ("Bob", "en", "bob_k"),
    ("Leyla", "tr", "leyla"),
    ("\u0639\u0645\u0631", "ar", "omar"),
)
GROUP, ELSEWHERE = "group", "elsewhere"


class Stage:
    """The people and chats of the demo. `public` is the https address the product believes to have."""

    def __init__(self, telegram: FakeTelegram, public: str) -> None:
        self._telegram, self._world, self._public = telegram, telegram.world, public
        self._people = [telegram.person(name, language=code, username=username) for name, code, username in CAST]
        self._group, self._elsewhere = telegram.group("Coffee house"), telegram.group("Old friends")
        self._group.state.admins.add(self._people[0].id)
        self._elsewhere.state.kicked = True  # the bot is no member: only inline messages get there

    def add_routes(self, app: web.Application) -> None:
        """Put the page and its interface under /telegram."""
        app.router.add_get("/telegram", self._file)
        app.router.add_get("/telegram/state", self._state)
        app.router.add_post("/telegram/act", self._act)
        app.router.add_get("/telegram/file/{file}", self._photo)
        app.router.add_get("/telegram/{name}", self._file)

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info.get("name", "page.html")
        if name not in ("page.html", *FILES):
            raise web.HTTPNotFound
        text = (PAGE / name).read_text(encoding="utf-8")
        return web.Response(text=text, content_type=FILES.get(name, "text/html"))

    async def _photo(self, request: web.Request) -> web.Response:
        data = self._world.files.get(request.match_info["file"])
        if data is None:
            raise web.HTTPNotFound
        return web.Response(body=data, content_type="image/jpeg", headers={"Cache-Control": "max-age=86400"})

    async def _state(self, request: web.Request) -> web.Response:
        """Everything, as soon as it is newer than what the page has."""
        has = int(request.query.get("after", "-1"))
        try:
            async with asyncio.timeout(HOLD):
                while self._world.changes <= has:
                    await self._world.change()
        except TimeoutError:
            pass
        return web.json_response(self._everything())

    def _everything(self) -> Json:
        chats = {str(person.id): person.private for person in self._people}
        chats |= {GROUP: self._group, ELSEWHERE: self._elsewhere}
        return {
            "at": self._world.changes,
            "bot": self._world.me["username"],
            "people": [person.user for person in self._people],
            "chats": {name: self._chat(chat) for name, chat in chats.items()},
        }

    def _chat(self, chat: Chat) -> Json:
        return {"title": chat.state.title, "messages": [self._message(message) for message in chat.messages]}

    def _message(self, message: Message) -> Json:
        content = message.content
        photo = content.get("photo")
        return {
            "id": message.id,
            "from": content["from"]["id"],
            "name": content["from"]["first_name"],
            "bot": content["from"]["id"] == self._world.me["id"],
            "via": "via_bot" in content,
            "text": message.text,
            "entities": content.get("entities") or content.get("caption_entities") or [],
            "photo": photo[-1]["file_id"] if photo else None,
            "rows": message.rows,
            "date": content["date"],
            "edited": "edit_date" in content,
            "silent": message.silent,
        }

    async def _act(self, request: web.Request) -> web.Response:
        """Somebody does something."""
        wish = await request.json()
        person = next((person for person in self._people if person.id == wish.get("person")), None)
        if person is None or wish.get("do") not in DEEDS:
            raise web.HTTPBadRequest
        answer = await DEEDS[wish["do"]](self, person, wish)
        return web.json_response(answer or {})

    def _place(self, person: Person, name: str) -> Chat:
        return {GROUP: self._group, ELSEWHERE: self._elsewhere}.get(name, person.private)

    def _find(self, person: Person, wish: Json) -> Message:
        chat = self._place(person, wish["chat"])
        return next(message for message in chat.messages if message.id == wish["message"])

    async def _say(self, person: Person, wish: Json) -> None:
        chat = self._place(person, wish["chat"])
        answered = self._find(person, {**wish, "message": wish["reply"]}) if wish.get("reply") else None
        if chat is self._elsewhere:
            self._world.add_message(chat.state, person.user, {"text": wish["text"]})
        else:
            await person.says(wish["text"], chat, reply=answered)

    async def _press(self, person: Person, wish: Json) -> Json:
        try:
            press: Press = await person.presses(wish["data"], self._find(person, wish))
        except AssertionError:
            return {"toast": "The bot did not answer."}
        return {"toast": press.answer.get("text", ""), "alert": bool(press.answer.get("show_alert"))}

    async def _link(self, person: Person, wish: Json) -> Json:
        """A link of t.me leads into the bot or its Mini App; one of the product's leads to the Mini App."""
        url = str(wish["url"])
        if url.startswith(f"{self._public}/#"):  # meant for a browser
            return {"browser": url.removeprefix(self._public)}
        if url.startswith(self._public):
            return self._app(person, url.removeprefix(self._public) or "/")
        query = await person.opens(url)
        if "startapp" in query:
            return self._app(person, f"/t/{query['startapp'].removeprefix('t_')}", query["startapp"])
        return {"chat": str(person.id)} if "start" in query else {"share": query}

    def _app(self, person: Person, path: str, start: str = "") -> Json:
        fragment = launch_fragment(self._telegram.token, person.user, self._telegram.clock.now(), start)
        return {"app": f"{path}#{fragment}"}

    async def _ask(self, person: Person, wish: Json) -> Json:
        try:
            return {"results": await person.asks_inline(str(wish["text"]))}
        except AssertionError:
            return {"results": []}

    async def _share(self, person: Person, wish: Json) -> None:
        """The Mini App's shareMessage, with what the bot has prepared."""
        await person.shares(str(wish["message"]), self._place(person, wish["chat"]))

    async def _allow(self, person: Person, _: Json) -> None:
        """The Mini App's requestWriteAccess."""
        if not person.private.state.started:
            await person.allows_writing()

    async def _send(self, person: Person, wish: Json) -> None:
        await person.sends_inline(wish["result"], self._place(person, wish["chat"]), told=True)


DEEDS: dict[str, Any] = {
    "say": Stage._say,
    "press": Stage._press,
    "link": Stage._link,
    "ask": Stage._ask,
    "send": Stage._send,
    "share": Stage._share,
    "allow": Stage._allow,
}
