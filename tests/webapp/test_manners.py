"""What people do at a table beside playing, over sockets: reactions, blocks, reports, claims, scores, days a move."""

from collections.abc import AsyncIterator

import pytest
from aiohttp import WSMsgType

from hall.model import TableId
from hall.store.memory import MemoryStore
from hall.timing import CLAIM_MS
from tests.hall.people import Watch
from tests.webapp.house import Frame, House, Visitor, open_house, operation
from tests.webapp.test_games import move_on


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
async def house(watch: Watch) -> AsyncIterator[House]:
    async with open_house(MemoryStore(watch), new_guests_per_hour=1000) as opened:
        yield opened


async def asks(page: Visitor, kind: str, **fields: object) -> Frame:
    """The frame that answers this request."""
    op = operation()
    await page.say(kind, op=op, **fields)
    while (frame := await page.next()).get("op") != op:
        pass
    return frame


async def test_a_reaction_is_seen_by_both_and_by_who_watches_and_the_game_goes_on(house: House) -> None:
    white, black, state = await house.game()
    spectator = await house.guest()
    await spectator.watch(state["id"])
    await white.say("react", op="r", table=state["id"], reaction="well")
    for page in (white, black, spectator):
        said = await page.hear("reaction")
        assert said == {
            "t": "reaction",
            "table": state["id"],
            "side": "white",
            "reaction": "well",
            "text": "Well played!",
        }
    after = await move_on(white, await white.watch(state["id"]))
    assert after["version"] == state["version"] + 1


async def test_who_asked_to_be_spared_reactions_hears_none(house: House) -> None:
    white, black, state = await house.game()
    assert not black.welcome["muted"]
    assert (await asks(black, "mute"))["what"] == "mute"
    assert (await house.second_page(black)).welcome["muted"]
    assert (await asks(white, "react", table=state["id"], reaction="wow"))["t"] == "noted"
    await move_on(white, await white.watch(state["id"]))
    frames = [await black.next()]
    while frames[-1]["t"] != "step":
        frames.append(await black.next())
    assert "reaction" not in {frame["t"] for frame in frames}


async def test_what_is_no_reaction_or_too_many_is_refused_in_words(house: House) -> None:
    white, _, state = await house.game()
    refused = await asks(white, "react", table=state["id"], reaction="insult")
    assert (refused["t"], refused["code"]) == ("refused", "unknown_reaction")
    answers = [await asks(white, "react", table=state["id"], reaction="wow") for _ in range(4)]
    assert [answer["t"] for answer in answers] == ["noted"] * 3 + ["refused"]
    assert answers[-1]["code"] == "too_many_reactions"


async def test_who_is_blocked_meets_a_sentence_until_the_block_is_lifted(house: House) -> None:
    white, black, state = await house.game()
    assert (await asks(white, "block", table=state["id"]))["t"] == "noted"
    again = await white.open()
    await black.watch(again["id"])
    refused = await black.act(again, "sit")
    assert (refused["t"], refused["code"]) == ("refused", "blocked")
    assert (await asks(white, "block", table=state["id"], on=False))["t"] == "noted"
    assert (await black.act(again, "sit"))["t"] == "step"


async def test_a_report_reaches_the_operator(house: House) -> None:
    white, black, state = await house.game()
    assert (await asks(black, "report", table=state["id"], ground="cheating"))["t"] == "noted"
    assert (await asks(black, "report", table=state["id"], ground="nose"))["code"] == "not_allowed"
    [report] = await house.runtime.hall.people.social.reports()
    assert (report.reporter, report.reported) == (black.id, white.id)


@pytest.mark.parametrize("kind", ["react", "block", "report"])
@pytest.mark.parametrize("following", [True, False])
async def test_who_only_watches_is_refused_and_told_how_the_table_stands(
    house: House, kind: str, following: bool
) -> None:
    white, _, state = await house.game()
    state = await move_on(white, await white.watch(state["id"]))
    spectator = await house.guest()
    if following:
        await spectator.watch(state["id"])
    refused = await asks(spectator, kind, table=state["id"], reaction="wow", ground="other")
    assert (refused["t"], refused["state"]["you"]) == ("refused", [])
    told = ("id", "version", "status", "pieces", "turn", "moves")
    assert [refused["state"][name] for name in told] == [state[name] for name in told]


@pytest.mark.parametrize("kind", ["react", "block", "report"])
async def test_at_an_unknown_table_nobody_can_be_meant(house: House, kind: str) -> None:
    page = await house.guest()
    for table in ("x", "x" * 22):
        refused = await asks(page, kind, table=table, reaction="wow", ground="other")
        assert (refused["t"], refused["code"]) == ("refused", "no_such_table")


async def test_a_game_left_for_14_days_is_offered_to_be_claimed_and_can_be(house: House, watch: Watch) -> None:
    white, black, state = await house.game()
    state = await move_on(white, await white.watch(state["id"]))
    assert (await white.act(state, "claim"))["code"] == "not_abandoned"
    watch.now += CLAIM_MS
    shown = await white.watch(state["id"])
    assert "claim" in shown["may"]
    assert "claim" not in (await black.watch(state["id"]))["may"]
    over = (await white.act(shown, "claim"))["state"]
    assert (over["outcome"]["winner"], over["outcome"]["reason"]) == ("white", "abandonment")


async def test_days_a_move_are_agreed_and_shown(house: House) -> None:
    page = await house.guest()
    state = await page.open(days=3)
    assert (state["days"], state["time"]) == (3, None)
    assert (await asks(page, "open", against="friend", days=5))["code"] == "bad_time"


async def test_the_invited_see_the_terms_before_they_sit_down(house: House) -> None:
    host, invited = await house.guest(), await house.guest()
    opened = await host.open(side="black", days=7, rules="federation")
    seen = await invited.watch(opened["id"])
    terms = {name: seen[name] for name in ("rules", "rules_name", "days", "time", "rated")}
    named = {"rules": "federation", "rules_name": "Federation rules"}
    assert terms == {**named, "days": 7, "time": None, "rated": False}
    assert seen["black"]["name"] == opened["black"]["name"]
    assert (seen["white"], seen["you"], seen["may"]) == (None, [], ["sit"])


async def test_a_new_player_is_told_that_the_computer_plays_more_easily(house: House) -> None:
    page, spectator = await house.guest(lang="en"), await house.guest(lang="en")
    state = await page.open("computer", level=4)
    assert (state["black"]["level"], "one level easier" in state["note"]) == (4, True)
    assert (await spectator.watch(state["id"]))["note"] is None


async def test_the_score_is_shown_from_the_second_game_on(house: House) -> None:
    white, black, state = await house.game()
    assert state["score"] is None
    over = (await black.act(state, "resign"))["state"]
    await white.act(over, "rematch")
    opened = (await black.act(over, "rematch"))["state"]
    second = await black.watch(opened["next"])
    assert (second["you"], second["score"]) == (["white"], {"white": 0, "black": 1})
    lost = (await black.act(second, "resign"))["state"]
    assert lost["score"] == {"white": 0, "black": 2}


async def test_the_way_a_move_travels_is_measured_and_given_back(
    house: House, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = 1000.0
    monkeypatch.setattr("webapp.sockets.monotonic", lambda: seconds)
    far = Visitor(await house.client.ws_connect(house.url("/ws"), autoping=False))
    house.stack.push_async_callback(far.socket.close)
    state = await (await far.hello()).open(time=[180_000, 0])
    ping = await far.socket.receive()
    assert ping.type is WSMsgType.PING
    seconds += 0.3
    await far.socket.pong(ping.data)
    near = await house.guest()
    await near.watch(state["id"])
    state = (await near.act(state, "sit"))["state"]
    state = await move_on(far, await far.until(state["version"]))
    state = await move_on(near, await near.until(state["version"]))
    watch.now += 2_000
    await move_on(far, await far.until(state["version"]))
    table = await house.runtime.hall.load(TableId(state["id"]))
    assert table is not None
    assert table.white_lag_ms == 300
