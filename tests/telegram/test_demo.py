"""The demo: its page is served, its people can do everything by it, and the Mini App opens signed in."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import aiohttp

from tests.telegram.demo.__main__ import open_demo


class Page:
    """The demo as its page uses it."""

    def __init__(self, client: aiohttp.ClientSession, address: str) -> None:
        self._client, self._address = client, address

    async def get(self, name: str = "") -> str:
        async with self._client.get(f"{self._address}{name}") as answer:
            assert answer.status == 200
            return await answer.text()

    async def act(self, **wish: Any) -> Any:
        async with self._client.post(f"{self._address}/act", json=wish) as answer:
            assert answer.status == 200
            return await answer.json()

    async def shows(self, chat: str, text: str) -> Any:
        """Wait until a message of a chat holds the text; the latest."""
        at = -1
        while True:
            async with self._client.get(f"{self._address}/state?after={at}") as answer:
                state = await answer.json()
            at = state["at"]
            found = [message for message in state["chats"][chat]["messages"] if text in message["text"]]
            if found:
                return found[-1]


async def test_a_game_is_begun_by_the_page_and_opened_in_its_frame(tmp_path: Path) -> None:
    async with open_demo(tmp_path, port=0, thinkers=1) as address, aiohttp.ClientSession() as client:
        page = Page(client, address)
        assert "/telegram/page.js" in await page.get()
        for name in ("/page.js", "/page.css", "/web-app.js"):
            assert await page.get(name)
        async with client.get(f"{address}/state") as answer:
            ann, bob = (person["id"] for person in (await answer.json())["people"][:2])
        await page.act(do="say", person=ann, chat="group", text="/play 10+5")
        card = await page.shows("group", "wants to play")
        sit = card["rows"][0][0]["callback_data"]
        pressed = await page.act(do="press", person=bob, chat="group", message=card["id"], data=sit)
        assert pressed["toast"].startswith("You play")
        board = await page.shows("group", "is on move")
        opened = await page.act(do="link", person=bob, chat="group", url=board["rows"][0][0]["url"])
        assert opened["app"].startswith("/t/")
        launch = opened["app"].partition("#")[2]
        host = f"http://{urlsplit(address).netloc}"
        init = dict(part.split("=", 1) for part in launch.split("&"))["tgWebAppData"]
        async with client.post(f"{host}/api/session", json={"initData": unquote(init)}) as answer:
            assert answer.status == 200
            token = (await answer.json())["token"]
        async with client.get(f"{host}/s/any/js/shell.js") as answer:
            script = await answer.text()
            assert "/telegram/web-app.js" in script
            assert "https://telegram.org/js" not in script
        table, own = opened["app"].partition("#")[0].removeprefix("/t/"), {"Authorization": f"Bearer {token}"}
        async with client.post(f"{host}/api/share", json={"table": table}, headers=own) as answer:
            message = (await answer.json())["message"]
        await page.act(do="allow", person=bob, chat=str(bob))
        await page.act(do="share", person=bob, chat="elsewhere", message=message)
        await page.shows("elsewhere", "is on move")
        link = await page.act(do="link", person=bob, chat=str(bob), url="https://dama.example/#bind=x")
        assert link == {"browser": "/#bind=x"}
        results = (await page.act(do="ask", person=ann, chat="elsewhere", text=""))["results"]
        await page.act(do="send", person=ann, chat="elsewhere", result=results[1])
        await page.shows("elsewhere", "3+2")
