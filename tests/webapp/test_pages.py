"""What is got by address: the page under every link, pictures, health, reports of errors, and a server that starts or
says why not."""

import asyncio
import html
import re
from collections.abc import AsyncIterator
from io import BytesIO

import pytest
from PIL import Image

from hall.nursery import Nursery
from hall.ports import StoreDown
from hall.runtime import open_hall
from hall.settings import SettingsError, load_settings
from hall.store.memory import MemoryStore
from tests.webapp.house import FirstMove, House, open_house
from webapp.assets import STATIC
from webapp.limits import Rate
from webapp.phrases import PAGE
from webapp.server import serve

ADDRESSES = ["/", "/t/" + "x" * 22, "/t/no-table", "/t/%2e%2e%2f", "/health", "/nothing", "/s/0/x", "/ws", "/t/x.jpg"]


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house() as opened:
        yield opened


@pytest.mark.parametrize("path", ["/", "/t/" + "x" * 22, "/t/nonsense", "/t/%3Cscript%3E"])
async def test_every_link_gets_the_page(house: House, path: str) -> None:
    async with house.client.get(house.url(path)) as answer:
        text = await answer.text()
        assert (answer.status, answer.content_type) == (200, "text/html")
    assert "<script>" not in text
    assert "{{" not in text
    assert "<noscript>" in text


@pytest.mark.parametrize(
    ("accepted", "root", "title"),
    [
        ("tr-TR,tr;q=0.9,en;q=0.8", '<html lang="tr" dir="ltr"', "Türk daması"),
        ("ar-EG", '<html lang="ar" dir="rtl"', "الدامة التركية"),
        ("az,ru;q=0.7", '<html lang="ru" dir="ltr"', "турецкие шашки"),
        ("xx, *;q=0.1", '<html lang="en" dir="ltr"', "Turkish draughts"),
    ],
)
async def test_the_page_speaks_the_browsers_language_before_any_script_has_run(
    house: House, accepted: str, root: str, title: str
) -> None:
    async with house.client.get(house.url("/"), headers={"Accept-Language": accepted}) as answer:
        text = await answer.text()
        assert "Accept-Language" in answer.headers["Vary"]
        tag = answer.headers["ETag"]
    assert root in text
    assert title in text.partition("<title>")[2].partition("</title>")[0]
    english = root.startswith('<html lang="en"')
    for name in ("description", "noscript"):
        assert (html.escape(PAGE[name]) in text) is english
    async with house.client.get(house.url("/"), headers={"Accept-Language": accepted, "If-None-Match": tag}) as answer:
        assert answer.status == 304
    async with house.client.get(house.url("/"), headers={"Accept-Language": "fr", "If-None-Match": tag}) as answer:
        assert answer.status == (304 if english else 200)


async def test_the_page_holds_a_board_before_any_script_has_run(house: House) -> None:
    async with house.client.get(house.url("/")) as answer:
        assert 'class="board' in await answer.text()


async def test_everything_the_page_names_is_there_and_may_be_kept_for_ever(house: House) -> None:
    async with house.client.get(house.url("/")) as answer:
        text = await answer.text()
    names = set(re.findall(r'(?:href|src)="(/[^"]+)"', text))
    assert len(names) > 5
    for name in names:
        async with house.client.get(house.url(name)) as answer:
            assert answer.status == 200, name
            assert "immutable" in answer.headers["Cache-Control"]


async def test_the_page_needs_nothing_that_its_policy_forbids(house: House) -> None:
    async with house.client.get(house.url("/")) as answer:
        text = await answer.text()
    assert not re.findall(r"<[^>]+\sstyle=", text)
    assert "<style" not in text
    assert not re.findall(r"<[^>]+\son[a-z]+=", text)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))
    hosts = set(re.findall(r'(?:href|src)="https?://([^/"]+)', text))
    assert hosts <= {"telegram.org"}


def test_every_module_that_a_module_names_exists() -> None:
    for path in STATIC.rglob("*.js"):
        for name in re.findall(r'from "(\.[^"]+)"', path.read_text()):
            assert (path.parent / name).is_file(), f"{path.name} imports {name}"


@pytest.mark.parametrize("path", ADDRESSES)
async def test_every_answer_has_the_headers_of_safety(house: House, path: str) -> None:
    async with house.client.get(house.url(path)) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self' https://telegram.org;" in policy
        assert "frame-ancestors 'self' https://web.telegram.org" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert "Cache-Control" in answer.headers
        assert answer.headers["Server"] == "Dama"
        assert "Traceback" not in await answer.text()


async def test_a_link_shows_a_picture_in_a_chat_where_there_is_a_public_address() -> None:
    async with open_house(public_url="https://dama.example") as house:
        table = "A" * 22
        async with house.client.get(house.url(f"/t/{table}")) as answer:
            text = await answer.text()
        assert f'<meta property="og:image" content="https://dama.example/t/{table}.jpg">' in text
        assert f'<meta property="og:url" content="https://dama.example/t/{table}">' in text
    async with open_house() as house, house.client.get(house.url(f"/t/{table}")) as answer:
        assert "og:" not in await answer.text()


async def test_a_table_has_a_picture_of_its_position(house: House) -> None:
    page = await house.guest()
    state = await page.open("device")
    picture = house.url(f"/t/{state['id']}.jpg")
    async with house.client.get(picture) as answer:
        first = await answer.read()
        assert (answer.status, answer.content_type) == (200, "image/jpeg")
    with Image.open(BytesIO(first)) as image:
        assert (image.format, image.width) == ("JPEG", 800)
    await page.act(state, "move", move="d3-d4")
    async with house.client.get(picture) as answer:
        assert await answer.read() != first


@pytest.mark.parametrize("table", ["x" * 22, "nonsense"])
async def test_a_table_that_does_not_exist_has_no_picture(house: House, table: str) -> None:
    async with house.client.get(house.url(f"/t/{table}.jpg")) as answer:
        assert answer.status == 404


async def test_pictures_are_not_drawn_without_end_for_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.services.DRAWINGS", Rate(2, 60.0))
    async with open_house() as house:
        page = await house.guest()
        state = await page.open("device")
        answers = []
        for text in ("d3-d4", "e6-e5", "c3-c4"):
            async with house.client.get(house.url(f"/t/{state['id']}.jpg")) as first:
                answers.append(first.status)
            async with house.client.get(house.url(f"/t/{state['id']}.jpg")) as again:
                answers.append(again.status)
            state = (await page.act(state, "move", move=text))["state"]
        assert answers == [200, 200, 200, 200, 429, 429]


async def test_while_the_store_is_down_a_picture_is_not_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        state = await (await house.guest()).open("device")

        async def down(*_: object) -> None:
            raise StoreDown("no answer")

        monkeypatch.setattr(house.runtime.store, "load", down)
        async with house.client.get(house.url(f"/t/{state['id']}.jpg")) as answer:
            assert answer.status == 503


async def test_health_tells_what_an_operator_wants_to_know(house: House) -> None:
    page = await house.guest()
    await page.open("device")
    async with house.client.get(house.url("/health")) as answer:
        report = await answer.json()
        assert answer.status == 200
    assert (report["status"], report["store"], report["sockets"], report["tables_followed"]) == ("ok", True, 1, 1)


async def test_errors_of_the_page_are_logged_on_one_line(house: House, caplog: pytest.LogCaptureFixture) -> None:
    report = {"message": "x is undefined\nroot: forged line", "line": 3, "secret": "not asked for", "stack": "s" * 5000}
    async with house.client.post(house.url("/api/log"), json=report) as answer:
        assert answer.status == 204
    (record,) = [record for record in caplog.records if record.name == "webapp.page"]
    assert "x is undefined" in record.getMessage()
    assert "\n" not in record.getMessage()
    assert "not asked for" not in record.getMessage()
    assert len(record.getMessage()) < 1000


async def test_a_page_that_reports_without_end_is_not_heard_any_more(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(50):
        async with house.client.post(house.url("/api/log"), json={"message": "again"}) as answer:
            assert answer.status == 204
    assert len([record for record in caplog.records if record.name == "webapp.page"]) == 30


@pytest.mark.parametrize("body", [b"", b"nonsense", b"[]", b"\xff\xfe", b'{"message": 1}'])
async def test_a_report_of_any_form_is_taken(house: House, body: bytes) -> None:
    async with house.client.post(house.url("/api/log"), data=body) as answer:
        assert answer.status == 204


async def test_a_busy_port_is_one_sentence(house: House) -> None:
    settings = load_settings(None, port=house.port, secret_key="a secret of the tests")
    sentence = f"Port {house.port} on 127.0.0.1 is in use by another program; stop it or set PORT."
    async with Nursery() as nursery, open_hall(settings, nursery, store=MemoryStore(), thinker=FirstMove()) as runtime:
        with pytest.raises(SettingsError, match=re.escape(sentence)):
            await serve(runtime, settings, nursery).__aenter__()


async def test_an_address_that_is_not_ours_is_one_sentence() -> None:
    settings = load_settings(None, host="203.0.113.7", port=0, secret_key="a secret of the tests")
    async with Nursery() as nursery, open_hall(settings, nursery, store=MemoryStore(), thinker=FirstMove()) as runtime:
        with pytest.raises(SettingsError, match=r"cannot listen on 203\.0\.113\.7"):
            await serve(runtime, settings, nursery).__aenter__()


async def test_the_server_stops_at_once_though_pages_are_open() -> None:
    loop = asyncio.get_running_loop()
    async with open_house() as house:
        for _ in range(5):
            await (await house.guest()).open("device")
        house.stack.pop_all()
        before = loop.time()
    assert loop.time() - before < 2
