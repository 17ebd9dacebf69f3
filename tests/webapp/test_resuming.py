"""Coming back: a page that was away is told what it missed, in order, once; what it asks twice is done once."""

import asyncio
import json
import os
import socket as sockets
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import WSCloseCode

from hall.store.memory import MemoryStore
from tests.webapp.house import Frame, House, Visitor, open_house, operation

MOVES = ("a3-a4", "h6-h5", "b3-b4", "g6-g5", "c3-c4", "f6-f5", "d3-d4", "e6-e5")


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house(new_guests_per_hour=1000) as opened:
        yield opened


async def play(players: tuple[Visitor, Visitor], state: Frame, moves: tuple[str, ...]) -> Frame:
    """Play these moves, White first; the last state."""
    for number, text in enumerate(moves):
        mover = players[number % 2]
        answer = await mover.act(state, "move", side=("white", "black")[number % 2], move=text)
        state = dict(answer["state"])
        assert answer["t"] in ("step", "table"), answer
    return state


async def test_who_lost_the_line_is_told_every_missed_step(house: House) -> None:
    white, black, state = await house.game()
    spectator = await house.guest()
    last = (await spectator.watch(state["id"]))["version"]
    spectator.break_off()
    played = await play((white, black), state, MOVES)
    back = await house.second_page(spectator)
    await back.say("watch", table=state["id"], last=last)
    for number, text in enumerate(MOVES):
        step = await back.hear("step")
        assert step["state"]["version"] == last + 1 + number
        assert step["move"]["path"] == text.split("-")
        assert step["state"]["moves"] == list(MOVES[: number + 1])
        assert step["state"]["pieces"][text.split("-")[1]][0] == "wb"[number % 2]
    assert step["state"]["version"] == played["version"]


async def test_only_the_newest_of_the_missed_steps_can_be_acted_on(house: House) -> None:
    white, black, state = await house.game()
    last = state["version"]
    white.break_off()
    again = await house.second_page(white)
    await play((again, black), state, MOVES[:2])
    await again.say("watch", table=state["id"], last=last)
    first, second = await again.hear("step"), await again.hear("step")
    assert (first["state"]["play"], first["state"]["may"]) == (None, [])
    assert second["state"]["play"]["from"]
    assert "resign" in second["state"]["may"]


async def test_who_was_away_for_too_long_is_told_how_the_table_stands(house: House) -> None:
    player = await house.guest()
    state = await player.open("device")
    for text in ("d3-d4", "d6-d5"):
        state = (await player.act(state, "move", move=text))["state"]
    for _ in range(9):
        for text in ("c3-c4", "c6-c5"):
            state = (await player.act(state, "move", move=text))["state"]
        for _ in range(2):
            state = (await player.act(state, "ask_takeback"))["state"]
    again = await house.second_page(player)
    assert (await again.watch(state["id"], last=2))["version"] == state["version"]
    assert (await again.watch(state["id"], last=state["version"] - 6))["version"] == state["version"]


@pytest.mark.parametrize("last", [0, 4_000_000_000])
async def test_a_version_nobody_has_seen_is_answered_with_the_present_state(house: House, last: int) -> None:
    player = await house.guest()
    state = await player.open("device")
    assert (await player.watch(state["id"], last=last))["version"] == state["version"]


async def test_who_missed_nothing_is_answered_all_the_same(house: House) -> None:
    player = await house.guest()
    state = await player.open("device")
    again = await player.watch(state["id"], last=state["version"])
    assert again["version"] == state["version"]


async def test_a_move_sent_twice_is_made_once_and_answered_twice(house: House) -> None:
    white, black, state = await house.game()
    op = operation()
    move = {"op": op, "table": state["id"], "side": "white", "version": state["version"], "do": "move", "move": "d3-d4"}
    await white.say("act", **move)
    first = await white.hear("step", lambda step: step.get("op") == op)
    await white.say("act", **move)
    again = await white.hear("table", lambda frame: frame.get("op") == op)
    assert again["state"]["version"] == first["state"]["version"]
    await black.until(first["state"]["version"])
    answered = await black.act(first["state"], "move", side="black", move="e6-e5")
    await white.say("act", **move)
    late = await white.hear("table", lambda frame: frame.get("op") == op)
    assert late["state"]["moves"] == answered["state"]["moves"] == ["d3-d4", "e6-e5"]


async def test_a_move_whose_answer_was_lost_is_not_played_again_by_the_page_that_comes_back(house: House) -> None:
    white, black, state = await house.game()
    op = operation()
    move = {"op": op, "table": state["id"], "side": "white", "version": state["version"], "do": "move", "move": "d3-d4"}
    await white.say("act", **move)
    white.break_off()
    await black.hear("step", lambda step: bool(step["event"] == "moved"))
    back = await house.second_page(white)
    await back.say("watch", table=state["id"], last=state["version"])
    await back.say("act", **move)
    answer = await back.hear("table", lambda frame: frame.get("op") == op)
    assert answer["state"]["moves"] == ["d3-d4"]


async def test_the_same_operation_id_of_another_player_is_another_operation(house: House) -> None:
    white, black, state = await house.game()
    fields = {"op": "the-same", "table": state["id"], "do": "move"}
    await white.say("act", **fields, side="white", version=state["version"], move="d3-d4")
    step = await white.hear("step", lambda step: step.get("op") == "the-same")
    seen = await black.hear("step", lambda step: bool(step["state"]["version"] == step["state"]["version"]))
    assert "op" not in seen
    await black.say("act", **fields, side="black", version=step["state"]["version"], move="e6-e5")
    answer = await black.hear("step", lambda step: step.get("op") == "the-same")
    assert answer["state"]["moves"] == ["d3-d4", "e6-e5"]


async def test_opening_twice_with_one_id_opens_one_table(house: House) -> None:
    player = await house.guest()
    first = await player.ask("open", "table", op="o-1", against="friend")
    again = await player.ask("open", "table", op="o-1", against="friend")
    assert again["state"]["id"] == first["state"]["id"]
    stranger = await house.guest()
    other = await stranger.ask("open", "table", op="o-1", against="friend")
    assert other["state"]["id"] != first["state"]["id"]


async def test_a_page_that_saw_an_older_position_is_told_that_the_game_has_moved_on(house: House) -> None:
    white, black, state = await house.game()
    await play((white, black), state, MOVES[:2])
    stale = await white.act(state, "move", side="white", move="d3-d4")
    assert (stale["t"], stale["code"]) == ("refused", "stale")
    assert stale["state"]["moves"] == list(MOVES[:2])


async def test_an_offer_that_arrives_under_way_does_not_make_a_move_fail(house: House) -> None:
    white, black, state = await house.game()
    await black.act(state, "offer_draw", side="black")
    moved = await white.act(state, "move", side="white", move="d3-d4")
    assert (moved["t"], moved["state"]["draw_offer"]) == ("step", None)


async def test_two_pages_of_one_player_stay_in_step(house: House) -> None:
    white, black, state = await house.game()
    phone = await house.second_page(white)
    await phone.watch(state["id"])
    moved = await white.act(state, "move", side="white", move="d3-d4")
    seen = await phone.until(moved["state"]["version"])
    assert seen["you"] == ["white"]
    answer = await black.act(moved["state"], "move", side="black", move="e6-e5")
    seen = await phone.until(answer["state"]["version"])
    assert seen["play"]["from"]
    moved = await phone.act(seen, "move", side="white", move="c3-c4")
    assert (await white.until(moved["state"]["version"]))["moves"] == ["d3-d4", "e6-e5", "c3-c4"]


async def test_acting_at_a_table_that_is_not_followed_is_answered_too(house: House) -> None:
    white, black, state = await house.game()
    elsewhere = await house.second_page(white)
    moved = await elsewhere.act(state, "move", side="white", move="d3-d4")
    assert (moved["t"], moved["state"]["moves"]) == ("table", ["d3-d4"])
    assert (await black.until(moved["state"]["version"]))["moves"] == ["d3-d4"]


async def test_following_another_table_ends_following_the_first(house: House) -> None:
    white, _, state = await house.game()
    spectator = await house.guest()
    await spectator.watch(state["id"])
    await spectator.open("device")
    moved = await white.act(state, "move", side="white", move="d3-d4")
    seen = await spectator.watch(state["id"])
    assert seen["version"] == moved["state"]["version"]


async def test_two_servers_on_one_store_show_one_game() -> None:
    store = MemoryStore()
    async with open_house(store) as here, open_house(store) as there:
        white, black = await here.guest(), await there.guest()
        state = await white.open()
        await black.watch(state["id"])
        state = (await black.act(state, "sit"))["state"]
        await white.until(state["version"])
        for number, text in enumerate(MOVES):
            mover, waiter = ((white, black), (black, white))[number % 2]
            state = (await mover.act(state, "move", side=("white", "black")[number % 2], move=text))["state"]
            assert (await waiter.until(state["version"]))["moves"] == list(MOVES[: number + 1])


async def test_a_server_that_stops_says_so_and_the_next_one_goes_on() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        white, black, state = await house.game()
        state = await play((white, black), state, MOVES[:2])
        tokens = [visitor.welcome["token"] for visitor in (white, black)]
        goodbye = asyncio.gather(white.closed(), black.closed())
        stopping = house.stack.pop_all()
    assert set(await goodbye) == {WSCloseCode.GOING_AWAY}
    await stopping.aclose()
    async with open_house(store) as house:
        white, black = [await house.guest(token=token) for token in tokens]
        assert (await white.watch(state["id"], last=state["version"]))["moves"] == list(MOVES[:2])
        assert (await white.act(state, "move", side="white", move="b3-b4"))["t"] == "step"


async def test_a_page_that_does_not_read_is_cut_off_and_others_are_not(house: House) -> None:
    white, black, state = await house.game()
    _, stuck = await raw_page(house, state["id"])
    request = frame_of({"t": "watch", "table": state["id"]})
    with pytest.raises(ConnectionError):
        await ask_for_ever(stuck, request)
    stuck.close()
    moved = await white.act(state, "move", side="white", move="d3-d4")
    assert await black.until(moved["state"]["version"])


async def ask_for_ever(writer: asyncio.StreamWriter, request: bytes) -> None:
    async with asyncio.timeout(10):
        while True:
            writer.write(request * 20)
            await writer.drain()


async def test_a_page_that_is_not_there_any_more_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.sockets.HEARTBEAT_SECONDS", 0.05)
    async with open_house() as house:
        reader, silent = await raw_page(house, "x" * 22)
        async with asyncio.timeout(10):
            while await reader.read(4096):
                pass
        silent.close()


async def raw_page(house: House, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket that says hello, watches a table, and then answers nothing, not even whether it is still there."""
    plain = sockets.socket()
    plain.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    plain.setblocking(False)
    await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", house.port))
    reader, writer = await asyncio.open_connection(sock=plain, limit=1024)
    writer.write(
        b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    writer.write(frame_of({"t": "hello", "v": 1}) + frame_of({"t": "watch", "table": table}))
    await writer.drain()
    return reader, writer


def frame_of(message: Frame) -> bytes:
    """A masked text frame."""
    body, mask = json.dumps(message).encode(), os.urandom(4)
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(body))
    assert len(body) < 126
    return bytes([0x81, 0x80 | len(body)]) + mask + masked


async def test_everything_holds_with_the_private_store_too(tmp_path: Path) -> None:
    async with open_house(real=True, data_dir=tmp_path) as house:
        white, black, state = await house.game()
        spectator = await house.guest()
        last = (await spectator.watch(state["id"]))["version"]
        spectator.break_off()
        played = await play((white, black), state, MOVES)
        back = await house.second_page(spectator)
        await back.say("watch", table=state["id"], last=last)
        versions = [(await back.hear("step"))["state"]["version"] for _ in MOVES]
        assert versions == list(range(last + 1, played["version"] + 1))
        moved = await white.act(played, "move", side="white", move="h3-h4")
        assert (await back.until(moved["state"]["version"]))["last"]["path"] == ["h3", "h4"]
