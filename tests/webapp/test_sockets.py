"""A socket takes anything: what it cannot understand is answered with a sentence, and the next request works."""

import json
from collections.abc import AsyncIterator

import pytest
from aiohttp import WSServerHandshakeError
from hypothesis import given, settings
from hypothesis import strategies as st

from hall.ports import StoreDown
from hall.store.memory import MemoryStore
from tests.webapp.house import Frame, House, Visitor, open_house
from webapp import server

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
FRAMES = [
    "hello", "open", "watch", "act", "prefix", "seek", "react",
    "block", "report", "mute", "mine", "games", "ping", "dance",
]
KINDS = st.sampled_from(FRAMES)
FIELDS = st.sampled_from(
    ["v", "token", "init", "op", "table", "side", "version", "do", "move", "path", "n", "last", "time", "against"]
)
VALUES = JSON | st.sampled_from(["x" * 22, "white", "computer", "move", "resign", "sit", "d3-d4", 1, ["a1"], [9, 0]])


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house(new_guests_per_hour=1000) as opened:
        yield opened


async def still_answers(page: Visitor) -> bool:
    return bool((await page.ask("ping", "pong", n=77))["n"] == 77)


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:1", "null", "http://localhost.evil.example"])
async def test_a_page_of_another_site_cannot_open_a_socket(house: House, origin: str) -> None:
    with pytest.raises(WSServerHandshakeError) as caught:
        await house.visitor({"Origin": origin})
    assert caught.value.status == 403


async def test_our_own_pages_can_under_every_name_we_have() -> None:
    async with open_house(public_url="https://dama.example") as house:
        for origin in ("https://dama.example", f"http://127.0.0.1:{house.port}"):
            assert (await (await house.visitor({"Origin": origin})).hello()).id


async def test_frames_are_not_compressed(house: House) -> None:
    async with house.client.ws_connect(house.url("/ws"), compress=15) as socket:
        assert not socket.compress


async def test_before_hello_nothing_is_done(house: House) -> None:
    page = await house.visitor()
    error = await page.ask("open", "error", op="o-1", against="friend")
    assert (error["code"], error["op"]) == ("hello_first", "o-1")
    assert await still_answers(page)
    assert (await page.hello()).id


async def test_hello_is_said_once(house: House) -> None:
    page = await house.guest()
    assert (await page.ask("hello", "error", v=1))["code"] == "hello_again"
    assert await still_answers(page)


async def test_a_page_of_another_protocol_is_told_so(house: House) -> None:
    page = await house.visitor()
    assert "v:" in (await page.ask("hello", "error", v=2))["text"]


async def test_a_frame_that_is_too_long_or_no_text_is_told_so(house: House) -> None:
    page = await house.guest()
    for frame in ("x" * 4097, "ı" * 2049):
        await page.socket.send_str(frame)
        assert (await page.hear("error"))["code"] == "not_text"
    await page.socket.send_bytes(b'{"t":"mine"}')
    assert (await page.hear("error"))["code"] == "not_text"
    await page.socket.send_str(json.dumps({"t": "ping", "n": 1, "x": "y" * 4000}))
    assert (await page.hear("pong"))["n"] == 1
    assert await still_answers(page)


async def test_a_page_that_is_too_fast_is_told_so_and_told_which_request_was_dropped() -> None:
    async with open_house(messages_per_second=3) as house:
        page = await house.guest()
        for number in range(12):
            await page.say("mine", op=f"o-{number}")
        error = await page.hear("error")
        assert (error["code"], error["op"][:2]) == ("too_fast", "o-")


async def test_messages_are_counted_by_player_not_by_socket() -> None:
    async with open_house(messages_per_second=3) as house:
        page = await house.guest()
        other = await house.second_page(page)
        for _ in range(4):
            await page.say("mine")
        await page.hear("mine")
        for _ in range(4):
            await other.say("mine")
        assert (await other.hear("error"))["code"] == "too_fast"
        stranger = await house.guest()
        assert await still_answers(stranger)


async def test_a_player_holds_only_so_many_sockets_and_gets_them_back() -> None:
    async with open_house(sockets_per_player=2) as house:
        first = await house.guest()
        second = await house.second_page(first)
        third = await house.visitor()
        assert (await third.ask("hello", "error", v=1, token=first.welcome["token"]))["code"] == "too_many_sockets"
        await second.socket.close()
        while True:
            await third.say("hello", v=1, token=first.welcome["token"])
            if (await third.next())["t"] == "welcome":
                break
        assert (await third.ask("mine", "mine"))["tables"] == []


async def test_a_socket_on_which_nobody_says_hello_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HELLO_SECONDS", 0.02)
    async with open_house() as house:
        greeted = await house.guest()
        assert await (await house.visitor()).closed()
        assert await still_answers(greeted)


async def test_a_player_has_only_so_many_tables() -> None:
    async with open_house(open_tables=2) as house:
        page = await house.guest()
        first = await page.open("friend")
        await page.open("computer")
        refused = await page.ask("open", "refused", op="third", against="device")
        assert (refused["code"], refused["text"][:27]) == ("too_many_tables", "You have 2 tables open alre")
        await page.act(first, "abort")
        assert (await page.open("device"))["one_device"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"rules": "chess"}, "unknown_rules"),
        ({"rated": True}, "cannot_be_rated"),
        ({"rated": True, "against": "device"}, "cannot_be_rated"),
        ({"time": [5, 0]}, "bad_time"),
    ],
)
async def test_terms_that_are_not_offered_are_refused(house: House, fields: Frame, code: str) -> None:
    page = await house.guest()
    refused = await page.ask("open", "refused", **({"op": "o-1", "against": "friend"} | fields))
    assert (refused["op"], refused["code"], bool(refused["text"])) == ("o-1", code, True)


@pytest.mark.parametrize("table", ["x", "x" * 22, "nonsense", "x" * 64])
async def test_a_table_that_does_not_exist_is_told_so(house: House, table: str) -> None:
    page = await house.guest()
    error = await page.ask("watch", "error", table=table)
    assert (error["code"], error["table"]) == ("no_such_table", table)
    refused = await page.act({"id": table, "version": 1}, "resign")
    assert (refused["t"], refused["code"]) == ("refused", "no_such_table")
    assert await still_answers(page)


async def test_an_unknown_table_leaves_the_followed_one_as_it_was(house: House) -> None:
    white, black, state = await house.game()
    await black.ask("watch", "error", table="x" * 22)
    moved = await white.act(state, "move", side="white", move="d3-d4")
    assert await black.until(moved["state"]["version"])


async def test_an_operation_id_cannot_be_made_to_look_like_somebody_elses(house: House) -> None:
    white, black, state = await house.game()
    for op in (f"p:{white.id}:1", f"../p:{white.id}:1", "tg:1:2", "computer:x:1", "", "x" * 65, "é"):
        fields = {"op": op, "table": state["id"], "side": "black", "version": state["version"], "do": "resign"}
        assert (await black.ask("act", "error", **fields))["code"] == "malformed"


async def test_nobody_acts_for_the_other_side(house: House) -> None:
    white, black, state = await house.game()
    refused = await black.act(state, "move", side="white", move="d3-d4")
    assert (refused["code"], refused["state"]["version"]) == ("not_your_seat", state["version"])
    refused = await black.act(state, "move", side="black", move="d6-d5")
    assert refused["code"] == "not_your_turn"
    refused = await white.act(state, "sit", side="black")
    assert refused["code"] == "already_seated"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(KINDS, st.dictionaries(FIELDS, VALUES)), min_size=1, max_size=8), st.booleans())
async def test_no_frames_whatever_break_a_socket(frames: list[tuple[str, Frame]], greeted: bool) -> None:
    async with open_house() as house:
        page = await (house.guest() if greeted else house.visitor())
        for kind, fields in frames:
            await page.socket.send_str(json.dumps(fields | {"t": kind}))
        await page.say("ping", n=77)
        answer: Frame = {"t": ""}
        while answer["t"] != "pong" or answer["n"] != 77:
            answer = await page.next()
            assert answer.get("code") != "internal"
            assert "text" in answer or answer["t"] not in ("error", "refused")


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text(max_size=300) | st.binary(max_size=300), min_size=1, max_size=6))
async def test_no_bytes_whatever_break_a_socket(frames: list[str | bytes]) -> None:
    async with open_house() as house:
        page = await house.guest()
        for frame in frames:
            if isinstance(frame, str):
                await page.socket.send_str(frame)
            else:
                await page.socket.send_bytes(frame)
            assert (await page.hear("error"))["code"] in ("malformed", "not_text")
        assert await still_answers(page)


class FailingStore(MemoryStore):
    """A store that can be made not to answer."""

    failing: type[Exception] | None = None

    async def now(self) -> int:
        if self.failing is not None:
            raise self.failing("no answer")
        return await super().now()


async def test_while_the_store_is_down_pages_are_told_and_keep_their_sockets() -> None:
    store = FailingStore()
    async with open_house(store) as house:
        page = await house.guest()
        newcomer = await house.visitor()
        store.failing = StoreDown
        refused = await page.ask("open", "refused", op="o-1", against="friend")
        assert (refused["code"], refused["text"][:14]) == ("store_down", "The connection")
        assert (await page.ask("ping", "error", n=1))["code"] == "store_down"
        assert (await newcomer.ask("hello", "error", v=1))["code"] == "store_down"
        async with house.client.get(house.url("/health")) as health:
            assert (health.status, (await health.json())["store"]) == (503, False)
        store.failing = None
        assert (await newcomer.hello()).id
        opened = await page.ask("open", "table", op="o-1", against="friend")
        assert opened["op"] == "o-1"


async def test_a_fault_of_ours_is_a_sentence_too_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    store = FailingStore()
    async with open_house(store) as house:
        page = await house.guest()
        store.failing = ZeroDivisionError
        error = await page.ask("ping", "error", n=1, op="o-9")
        assert (error["code"], error["op"]) == ("internal", "o-9")
        assert "ZeroDivisionError" in caplog.text
        assert "ZeroDivision" not in error["text"]
        store.failing = None
        assert await still_answers(page)
