"""The lessons over HTTP: one document a language, with boards that are ready to be drawn."""

import json

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from hall.lessons import CHAPTERS
from webapp.lessons import learn, lessons_view


@pytest.fixture
async def site() -> TestClient[web.Request, web.Application]:
    app = web.Application()
    app.router.add_get("/api/learn/{language}", learn)
    return TestClient(TestServer(app))


async def test_a_browser_that_has_them_is_told_so(site: TestClient[web.Request, web.Application]) -> None:
    async with site:
        first = await site.get("/api/learn/en")
        assert first.headers["Cache-Control"] == "no-cache"
        assert [each["name"] for each in json.loads(await first.text())["chapters"]] == [each.name for each in CHAPTERS]
        again = await site.get("/api/learn/en", headers={"If-None-Match": first.headers["ETag"]})
        assert again.status == 304


async def test_an_unknown_language_reads_english(site: TestClient[web.Request, web.Application]) -> None:
    async with site:
        assert (await (await site.get("/api/learn/xx-YY")).json())["language"] == "en"


def test_a_board_tells_hop_by_hop_what_is_taken_and_what_stands_then() -> None:
    [most] = [
        block["board"]
        for chapter in lessons_view("en")["chapters"][:1]
        for block in chapter["blocks"]
        if block["board"]["pieces"].get("c4")
    ]
    assert most["steps"] == [
        {
            "path": ["c4", "c6", "e6"],
            "taken": ["c5", "d6"],
            "pieces": {"e6": "wm", "g3": "wm", "g4": "bm", "a7": "bm"},
            "side": "white",
            "said": "c4xc6xe6",
        }
    ]


def test_a_man_that_is_crowned_stands_there_as_a_king() -> None:
    flies = lessons_view("en")["chapters"][0]["blocks"][2]["board"]
    assert flies["steps"][0]["pieces"]["b8"] == "wk"
