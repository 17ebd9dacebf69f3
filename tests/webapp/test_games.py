"""Whole games over sockets: two people, a computer, one device, people who watch."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from tests.webapp.house import Frame, House, Visitor, open_house

MANY_ROUTES = "W:WKh3:BKc1,Kg1,a2,e2,h2,d3,g3,c4,Kf5,Kd6,Kg6,a7,e7,h7,Kb8,Kf8"


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house(new_guests_per_hour=1000) as opened:
        yield opened


def first_move(state: Mapping[str, Any]) -> str:
    """A move by the tree of landings that the page was sent: the first landing, again and again."""
    start, node = next(iter(state["play"]["from"].items()))
    path = [start]
    while "end" not in node:
        node = node["next"][0]
        path.append(node["to"])
    return ("x" if state["play"]["take"] else "-").join(path)


async def move_on(mover: Visitor, state: Frame) -> Frame:
    """Play a move; the state after it."""
    step = await mover.act(state, "move", side=state["turn"], move=first_move(state))
    assert step["t"] == "step", step
    return dict(step["state"])


async def test_two_guests_play_a_whole_game_by_what_they_are_sent(house: House) -> None:
    white, black, state = await house.game()
    views = {"white": await white.watch(state["id"]), "black": state}
    players = {"white": white, "black": black}
    while views["white"]["status"] == "playing":
        mover, waiter = (players[views["white"]["turn"]], players[other(views["white"]["turn"])])
        turn = views["white"]["turn"]
        assert views[other(turn)]["play"] is None
        after = await move_on(mover, views[turn])
        seen = await waiter.until(after["version"])
        views = {turn: after, other(turn): seen}
        assert seen["moves"] == after["moves"]
        assert seen["last"] == after["last"]
        assert seen["pieces"] == after["pieces"]
    assert views["white"]["outcome"]["text"]
    assert views["white"]["outcome"] == views["black"]["outcome"]
    assert views["white"]["may"] == views["black"]["may"] == ["rematch"]
    assert views["white"]["play"] is None


def other(side: str) -> str:
    return "black" if side == "white" else "white"


async def test_a_step_tells_what_moved_and_what_was_taken(house: House) -> None:
    white, black, state = await house.game()
    for mover, text in ((white, "d3-d4"), (black, "e6-e5"), (white, "e3-e4")):
        state = dict((await mover.act(state, "move", side=state["turn"], move=text))["state"])
    refused = await black.act(state, "move", side="black", move="e5xe3")
    assert (refused["code"], refused["text"]) == ("must_capture", "You must take 2 pieces.")
    step = await black.act(state, "move", side="black", move="e5xe3xe1")
    assert step["event"] == "moved"
    assert step["move"] == {"path": ["e5", "e3", "e1"], "taken": ["e4", "e2"], "crowned": True, "side": "black"}
    assert step["state"]["pieces"]["e1"] == "bk"
    assert step["state"]["counts"] == {"white": 14, "black": 16}


async def test_the_versions_a_page_is_sent_have_no_gap(house: House) -> None:
    white, black, state = await house.game()
    spectator = await house.guest()
    version = (await spectator.watch(state["id"]))["version"]
    state = await white.watch(state["id"])
    for number in range(12):
        mover = (white, black)[number % 2]
        state = await mover.watch(state["id"])
        state = await move_on(mover, state)
    await white.act(state, "offer_draw", side="white")
    await black.act(state, "resign", side="black")
    for expected in range(version + 1, version + 15):
        step = await spectator.hear("step")
        assert step["state"]["version"] == expected


async def test_who_watches_sees_the_game_and_may_do_nothing(house: House) -> None:
    white, _, state = await house.game()
    spectator = await house.guest()
    seen = await spectator.watch(state["id"])
    assert (seen["you"], seen["may"], seen["play"]) == ([], [], None)
    for do in ("move", "resign", "offer_draw", "abort", "sit"):
        refused = await spectator.act(seen, do, side="white", move="d3-d4")
        assert refused["t"] == "refused"
        assert refused["text"]
        assert refused["state"]["version"] == seen["version"]
    state = await white.watch(state["id"])
    await white.act(state, "move", side="white", move="d3-d4")
    seen = await spectator.until(state["version"] + 1)
    assert (seen["play"], seen["may"], seen["pieces"]["d4"]) == (None, [], "wm")


async def test_the_computer_answers_by_itself(house: House) -> None:
    player = await house.guest()
    state = await player.open("computer", level=2)
    assert state["black"] == {"name": "", "kind": "computer", "level": 2, "here": True}
    after = await move_on(player, state)
    assert after["turn"] == "black"
    answered = await player.until(after["version"] + 1)
    assert (answered["turn"], len(answered["moves"])) == ("white", 2)
    assert answered["play"]["from"]


async def test_the_computer_begins_where_it_has_white(house: House) -> None:
    player = await house.guest()
    state = await player.open("computer", side="black")
    answered = state if state["moves"] else await player.until(state["version"] + 1)
    assert len(answered["moves"]) == 1


async def test_a_whole_game_against_the_computer_ends_with_an_outcome(house: House) -> None:
    player = await house.guest()
    state = await player.open("computer")
    while state["status"] == "playing":
        state = await move_on(player, state)
        if state["status"] == "playing":
            state = await player.until(state["version"] + 1)
    assert state["outcome"]["reason"]
    following = await player.act(state, "rematch", side="white")
    assert following["state"]["next"]
    again = await player.watch(following["state"]["next"])
    assert (again["you"], again["white"]["kind"]) == (["black"], "computer")


async def test_on_one_device_one_player_moves_both_sides(house: House) -> None:
    player = await house.guest()
    state = await player.open("device")
    assert state["you"] == ["white", "black"]
    for _ in range(6):
        assert state["play"]["from"]
        state = await move_on(player, state)
    assert state["turn"] == "white"
    assert "ask_takeback" in state["may"]
    back = await player.act(state, "ask_takeback")
    assert back["event"] == "taken_back"
    assert (back["state"]["turn"], len(back["state"]["moves"])) == ("black", 5)


async def test_both_want_another_game_and_the_other_side_begins(house: House) -> None:
    white, black, state = await house.game()
    over = (await white.act(state, "resign", side="white"))["state"]
    assert over["outcome"] == {"winner": "black", "reason": "resignation", "text": "Black wins. By resignation."}
    await black.until(over["version"])
    wished = await black.act(over, "rematch", side="black")
    assert wished["state"]["rematch"] == ["black"]
    await white.until(wished["state"]["version"])
    opened = await white.act(wished["state"], "rematch", side="white")
    state = await black.until(opened["state"]["version"])
    assert (await black.watch(state["next"]))["you"] == ["white"]
    assert (await white.watch(state["next"]))["you"] == ["black"]


async def test_draws_and_takebacks_are_offered_and_answered(house: House) -> None:
    white, black, state = await house.game()
    state = (await white.act(state, "move", side="white", move="d3-d4"))["state"]
    await black.until(state["version"])
    asked = (await white.act(state, "ask_takeback", side="white"))["state"]
    assert asked["takeback_offer"] == "white"
    seen = await black.until(asked["version"])
    assert {"grant_takeback", "decline_takeback"} <= set(seen["may"])
    granted = await black.act(seen, "grant_takeback", side="black")
    assert (granted["event"], granted["state"]["moves"]) == ("taken_back", [])
    state = await white.until(granted["state"]["version"])
    offered = (await white.act(state, "offer_draw", side="white"))["state"]
    seen = await black.until(offered["version"])
    agreed = await black.act(seen, "accept_draw", side="black")
    assert agreed["state"]["outcome"]["reason"] == "agreement"


async def test_a_live_clock_is_shown_and_runs_after_both_first_moves(house: House) -> None:
    white, black = await house.guest(), await house.guest()
    state = await white.open(time=[180_000, 2_000])
    await black.watch(state["id"])
    state = (await black.act(state, "sit"))["state"]
    assert state["time"] == [180_000, 2_000]
    assert state["clock"]["running"] is None
    await white.until(state["version"])
    state = (await white.act(state, "move", side="white", move="d3-d4"))["state"]
    state = (await black.act(state, "move", side="black", move="e6-e5"))["state"]
    clock = (await white.until(state["version"]))["clock"]
    assert clock["running"] == "white"
    assert 170_000 < clock["white_ms"] <= 182_000
    assert clock["now"] > 1_600_000_000_000


async def test_a_time_control_that_is_none_is_refused(house: House) -> None:
    player = await house.guest()
    for time in ([0, 0], [1, 0], [10**12, 0]):
        refused = await player.ask("open", "refused", op="x", against="friend", time=time)
        assert (refused["code"], bool(refused["text"])) == ("bad_time", True)


async def test_an_ambiguous_move_is_answered_with_the_moves_it_can_mean(house: House) -> None:
    player = await house.guest()
    state = await player.watch(await house.place(player, "W:Wa2,Kb7:Bb3,Kf4,g4,e7"))
    refused = await player.act(state, "move", side="white", move="b7xa3")
    assert (refused["code"], refused["state"]["version"]) == ("ambiguous", state["version"])
    assert {(one["move"], tuple(one["taken"])) for one in refused["candidates"]} == {
        ("b7xf7xf3xa3", ("b3", "f4", "e7")),
        ("b7xg7xg3xa3", ("b3", "g4", "e7")),
    }
    chosen = await player.act(state, "move", side="white", move=refused["candidates"][0]["move"])
    assert chosen["move"]["path"] == ["b7", "f7", "f3", "a3"]


async def test_a_position_of_many_routes_is_played_through_its_cut_tree(house: House) -> None:
    player = await house.guest()
    state = await player.watch(await house.place(player, MANY_ROUTES))
    ((start, node),) = state["play"]["from"].items()
    path = [start]
    while "end" not in node:
        if "cut" in node:
            fields = {"table": state["id"], "version": state["version"], "path": path}
            node = (await player.ask("prefix", "branch", **fields))["node"]
        node = node["next"][0]
        path.append(node["to"])
    step = await player.act(state, "move", side="white", move="x".join(path))
    assert (step["move"]["path"], len(step["move"]["taken"])) == (path, len(path) - 1)


async def test_branches_are_for_the_player_on_move_and_for_the_present_position(house: House) -> None:
    player, spectator = await house.guest(), await house.guest()
    state = await player.watch(await house.place(player, MANY_ROUTES))
    fields = {"table": state["id"], "version": state["version"], "path": ["h3"]}
    assert (await spectator.ask("prefix", "error", **fields))["code"] == "not_your_turn"
    assert (await player.ask("prefix", "error", **(fields | {"path": ["a1"]})))["code"] == "illegal"
    assert (await player.ask("prefix", "error", **(fields | {"version": 99})))["code"] == "stale"
    assert (await player.ask("prefix", "error", **(fields | {"table": "x" * 22})))["code"] == "no_such_table"


async def test_what_the_text_of_a_move_may_be_is_for_the_referee_to_say(house: House) -> None:
    player = await house.guest()
    state = await player.open("device")
    for text in ("", "nonsense", "a1-a9", "\u0000", "d3\u202ed4", "x" * 120):
        refused = await player.act(state, "move", side="white", move=text)
        assert (refused["code"], refused["state"]["version"]) == ("not_a_move", state["version"]), text
    refused = await player.act(state, "move", side="white", move="d3-d5")
    assert refused["code"] == "illegal"


async def test_my_running_tables_are_listed(house: House) -> None:
    player = await house.guest()
    assert (await player.ask("mine", "mine"))["tables"] == []
    first = await player.open("computer")
    second = await player.open("device", rules="levant")
    tables = (await player.ask("mine", "mine"))["tables"]
    assert {table["id"] for table in tables} == {first["id"], second["id"]}
    (device,) = [table for table in tables if table["one_device"]]
    assert (device["rules"], device["your_turn"], len(device["pieces"])) == ("levant", True, 32)


async def test_a_link_to_the_table_has_the_address_the_page_came_by(house: House) -> None:
    player = await house.guest()
    state = await player.open()
    assert state["link"] == house.url(f"/t/{state['id']}")


async def test_a_link_has_the_public_address_where_there_is_one() -> None:
    async with open_house(public_url="https://dama.example") as house:
        player = await house.guest()
        state = await player.open()
        assert state["link"] == f"https://dama.example/t/{state['id']}"
