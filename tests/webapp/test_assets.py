"""The files of the page: immutable under their hash, compressed, preloaded, with a page that is revalidated."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, DummyCookieJar, web
from aiohttp.test_utils import TestServer

from webapp.assets import Assets, load_assets, preview_tags
from webapp.headers import add_headers

PAGE = '<!doctype html><title>{{title}}</title>{{og}}\n{{preload}}\n<link rel="stylesheet" href="{{base}}/look.css">'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "parts").mkdir()
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "main.js").write_text("import './parts/board.js';\n" * 40)
    (tmp_path / "parts" / "board.js").write_text("export {};\n")
    (tmp_path / "look.css").write_text("a { color: red; }\n" * 40)
    (tmp_path / "dot.png").write_bytes(b"\x89PNG")
    (tmp_path / ".swap").write_text("an editor's")
    return tmp_path


@pytest.fixture
def assets(folder: Path) -> Assets:
    return load_assets(folder)


@pytest.fixture
async def site(assets: Assets) -> AsyncIterator[ClientSession]:
    async def page(request: web.Request) -> web.Response:
        return assets.page(request, {"og:title": request.query.get("title", "Dama")}, {"title": "Dama & <friends>"})

    async def file(request: web.Request) -> web.Response:
        return assets.file(request)

    app = web.Application()
    app.on_response_prepare.append(add_headers)
    app.router.add_get("/", page)
    app.router.add_get("/s/{hash}/{name:.+}", file)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    async with ClientSession(server.make_url("/"), cookie_jar=DummyCookieJar(), auto_decompress=False) as session:
        yield session
    await server.close()


async def test_a_file_is_served_compressed_and_for_ever(site: ClientSession, assets: Assets, folder: Path) -> None:
    async with site.get(f"{assets.base}/main.js", headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.status == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert gzip.decompress(await answer.read()) == (folder / "main.js").read_bytes()


async def test_who_cannot_unpack_gets_the_plain_file(site: ClientSession, assets: Assets, folder: Path) -> None:
    async with site.get(f"{assets.base}/main.js", headers={"Accept-Encoding": "identity"}) as answer:
        assert "Content-Encoding" not in answer.headers
        assert await answer.read() == (folder / "main.js").read_bytes()


async def test_what_compression_would_not_shrink_is_sent_as_it_is(site: ClientSession, assets: Assets) -> None:
    for name in ("dot.png", "parts/board.js"):
        async with site.get(f"{assets.base}/{name}", headers={"Accept-Encoding": "gzip"}) as answer:
            assert answer.status == 200
            assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("name", ["nothing.js", "index.html", "../assets.py", "%2e%2e/assets.py", ".swap"])
async def test_only_the_files_of_the_folder_are_served(site: ClientSession, assets: Assets, name: str) -> None:
    async with site.get(f"{assets.base}/{name}") as answer:
        assert answer.status == 404


async def test_a_file_of_another_version_is_not_served_under_its_name(site: ClientSession) -> None:
    async with site.get("/s/0123456789ab/main.js") as answer:
        assert answer.status == 404


def test_the_address_of_all_files_changes_when_one_of_them_does(folder: Path) -> None:
    before = load_assets(folder)
    assert load_assets(folder).base == before.base
    (folder / "look.css").write_text("a { color: blue; }")
    assert load_assets(folder).base != before.base


async def test_the_page_names_every_module_and_its_own_files(site: ClientSession, assets: Assets) -> None:
    async with site.get("/", headers={"Accept-Encoding": "identity"}) as answer:
        text = await answer.text()
    assert f'<link rel="modulepreload" href="{assets.base}/main.js">' in text
    assert f'<link rel="modulepreload" href="{assets.base}/parts/board.js">' in text
    assert f'href="{assets.base}/look.css"' in text
    assert "{{" not in text


async def test_the_page_is_asked_for_again_and_sent_only_if_it_changed(site: ClientSession) -> None:
    async with site.get("/") as answer:
        assert answer.headers["Cache-Control"] == "no-cache"
        tag = answer.headers["ETag"]
    async with site.get("/", headers={"If-None-Match": tag}) as answer:
        assert answer.status == 304
    async with site.get("/?title=Another", headers={"If-None-Match": tag}) as answer:
        assert answer.status == 200


async def test_a_link_preview_cannot_break_out_of_its_tag(site: ClientSession) -> None:
    async with site.get("/", params={"title": '"><script>'}, headers={"Accept-Encoding": "identity"}) as answer:
        text = await answer.text()
    assert "&quot;&gt;&lt;script&gt;" in text
    assert "<title>Dama &amp; &lt;friends&gt;</title>" in text


def test_no_preview_leaves_no_tags() -> None:
    assert preview_tags({}) == ""


async def test_many_different_previews_do_not_fill_the_memory(site: ClientSession, assets: Assets) -> None:
    for number in range(260):
        async with site.get("/", params={"title": str(number)}) as answer:
            assert answer.status == 200
    assert len(assets._pages) <= 256
