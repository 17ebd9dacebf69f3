"""The reducer alone, in the browser it runs in: events go in, a state and effects come out, nothing else happens."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page

pytestmark = pytest.mark.asyncio(loop_scope="session")

State = dict[str, Any]

TABLE: State = {
    "id": "T", "version": 4, "status": "playing", "rules": "classic", "rules_name": "Classic", "time": None,
    "rated": False, "one_device": False, "you": ["white"], "turn": "white", "moves": [], "last": None,
    "pieces": {"d2": "wm", "d3": "bm", "c4": "bm", "a2": "wm"}, "counts": {"white": 2, "black": 2},
    "white": {"name": "W", "kind": "guest"}, "black": {"name": "B", "kind": "guest"}, "clock": None, "outcome": None,
    "draw_offer": None, "takeback_offer": None, "rematch": [], "next": None, "link": "", "may": ["resign"],
    "play": {"take": 2, "from": {"d2": {"to": "d2", "all": ["c4", "d3"], "next": [
        {"to": "d4", "x": "d3", "all": ["c4"], "next": [{"to": "b4", "x": "c4", "end": 1}]}]}}},
}  # fmt: skip
CUT = {"take": 2, "from": {"d2": {"to": "d2", "next": [{"to": "d4", "x": "d3", "cut": 1}]}}}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(browser: Browser, house: House) -> AsyncIterator[Page]:
    """One page for all these tests: they ask its modules and leave no trace."""
    opened = await Page.open(browser, house)
    await opened.visit("/")
    yield opened
    assert not opened.complaints
    await opened.close()


async def reduced(page: Page, *events: State, **start: object) -> tuple[State, list[State]]:
    """The state after these events, and all their effects. The page is at table T, and its line is good."""
    before = {"screen": "table", "wanted": "T", "line": "on", "table": TABLE} | start
    state, effects = await page.tab.evaluate(
        """async ([base, start, events]) => {
            const {reduce} = await import(`${base}/js/reduce.js`);
            const {beginning} = await import(`${base}/js/state.js`);
            const effects = [];
            let state = {...beginning, ...start};
            for (const event of events) {
                const before = JSON.stringify(state);
                const [next, more] = reduce(state, event);
                if (JSON.stringify(state) !== before) throw new Error("the reducer changed the state it was given");
                state = next;
                effects.push(...more);
            }
            return [state, effects];
        }""",
        [page.house.static, before, list(events)],
    )
    return state, effects


def touch(square: str) -> State:
    return {"type": "touch", "square": square, "op": f"op-{square}"}


def heard(kind: str, **fields: object) -> State:
    return {"type": "heard", "op": "op-heard", "message": {"t": kind, **fields}}


async def test_what_leaves_no_choice_is_played_to_its_end_as_one_operation(page: Page) -> None:
    state, effects = await reduced(page, touch("d2"), touch("d4"))
    message = {"t": "act", "op": "op-d4", "table": "T", "side": "white", "version": 4, "do": "move", "move": "d2xd4xb4"}
    assert effects == [{"send": message}, {"buzz": "move"}]
    assert state["hand"] is None
    assert [entry["message"] for entry in state["waiting"]] == [message]


async def test_a_second_move_is_not_made_while_the_first_is_on_its_way(page: Page) -> None:
    _, effects = await reduced(page, touch("d2"), touch("d4"), touch("a2"), touch("d2"), touch("d4"))
    assert [list(effect) for effect in effects] == [["send"], ["buzz"]]


async def test_the_answer_to_an_operation_ends_the_waiting(page: Page) -> None:
    pieces = {"b4": "wm", "a2": "wm"}
    played = TABLE | {"version": 5, "turn": "black", "moves": ["d2xd4xb4"], "pieces": pieces, "play": None}
    answer = heard("step", state=played, op="op-d4", event="moved")
    state, _ = await reduced(page, touch("d2"), touch("d4"), answer)
    assert state["waiting"] == []
    assert state["table"]["version"] == 5


async def test_an_older_version_that_arrives_late_changes_nothing(page: Page) -> None:
    state, _ = await reduced(page, heard("table", state=TABLE | {"version": 3, "turn": "black"}))
    assert state["table"] == TABLE


async def test_a_state_of_another_table_is_not_taken_for_this_one(page: Page) -> None:
    state, _ = await reduced(page, heard("step", state=TABLE | {"id": "X", "version": 9}))
    assert state["table"]["id"] == "T"


async def test_after_a_break_the_page_names_its_version_and_repeats_its_operations(page: Page) -> None:
    welcome = heard("welcome", you={"name": "W"}, token="t")
    _, effects = await reduced(page, touch("d2"), touch("d4"), welcome)
    sent = [effect["send"] for effect in effects if "send" in effect]
    assert sent[1] == {"t": "watch", "table": "T", "last": 4}
    assert sent[2] == sent[0]


async def test_a_cut_branch_is_asked_for_and_grafted(page: Page) -> None:
    cut = TABLE | {"play": CUT}
    state, effects = await reduced(page, touch("d2"), touch("d4"), table=cut)
    assert effects == [{"send": {"t": "prefix", "table": "T", "version": 4, "path": ["d2", "d4"]}}]
    assert state["hand"] == {"from": "d2", "path": ["d4"]}
    node = {"to": "d4", "all": ["c4"], "next": [{"to": "b4", "x": "c4", "end": 1}, {"to": "a4", "x": "c4", "end": 1}]}
    branch = heard("branch", table="T", version=4, path=["d2", "d4"], node=node)
    grown, _ = await reduced(page, touch("d2"), touch("d4"), branch, touch("a4"), table=cut)
    assert grown["waiting"][0]["message"]["move"] == "d2xd4xa4"
    assert grown["waiting"][0]["hops"][0] == {"from": "d2", "to": "d4", "x": "d3"}


async def test_an_offer_in_the_middle_of_a_capture_leaves_the_piece_in_hand(page: Page) -> None:
    careful = {"settings": {"auto": False}}
    offer = heard("step", state=TABLE | {"version": 5, "draw_offer": "black"})
    state, _ = await reduced(page, touch("d2"), touch("d4"), offer, **careful)
    assert state["hand"] == {"from": "d2", "path": ["d4"]}
    assert state["table"]["draw_offer"] == "black"


async def test_a_refusal_puts_the_piece_back_and_says_why(page: Page) -> None:
    refusal = heard("refused", op="op-d4", code="stale", text="The game has moved on.", state=TABLE | {"version": 6})
    state, effects = await reduced(page, touch("d2"), touch("d4"), refusal)
    assert state["waiting"] == []
    assert state["note"] == "The game has moved on."
    assert {"say": "The game has moved on."} in effects


async def test_while_the_store_is_down_an_operation_is_kept_and_tried_again(page: Page) -> None:
    down = heard("refused", op="op-d4", code="store_down", text="One moment please.")
    state, effects = await reduced(page, touch("d2"), touch("d4"), down)
    assert len(state["waiting"]) == 1
    assert {"later": {"type": "again"}} in effects
    _, repeated = await reduced(page, {"type": "again"}, waiting=state["waiting"])
    assert repeated == [{"send": state["waiting"][0]["message"]}]


async def test_opening_a_table_turns_to_it_when_the_answer_comes(page: Page) -> None:
    opened = heard("table", op="op-1", state=TABLE | {"id": "NEW", "version": 1})
    begin: State = {"screen": "home", "wanted": None, "table": None}
    state, effects = await reduced(page, {"type": "open", "against": "device", "op": "op-1"}, opened, **begin)
    assert state["screen"] == "table"
    assert state["wanted"] == "NEW"
    assert state["table"]["version"] == 1
    assert effects[-1] == {"go": "NEW"}


async def test_who_wished_a_rematch_follows_to_the_next_table(page: Page) -> None:
    outcome = {"winner": None, "reason": "agreement", "text": ""}
    over = TABLE | {"status": "finished", "outcome": outcome, "rematch": ["white"]}
    step = heard("step", state=over | {"version": 5, "rematch": ["white", "black"], "next": "N"})
    state, effects = await reduced(page, step, table=over)
    assert state["wanted"] == "N"
    assert {"send": {"t": "watch", "table": "N"}} in effects
    still, _ = await reduced(page, step, table=over | {"rematch": ["black"]})
    assert still["wanted"] == "T"


async def test_texts_have_the_plural_forms_of_their_language(page: Page) -> None:
    said = await page.tab.evaluate(
        """async base => {
            const kept = window.texts;
            const forms = {one: "{n} ход", few: "{n} хода", many: "{n} ходов", other: "{n} хода"};
            window.texts = {language: "ru", words: {moves: forms, yourMove: "Ваш ход"}};
            const {say} = await import(`${base}/js/page.js?other`);
            window.texts = kept;
            return [...[1, 3, 25].map(n => say("moves", {n})), say("yourMove")];
        }""",
        page.house.static,
    )
    assert said == ["1 ход", "3 хода", "25 ходов", "Ваш ход"]


def pressed(kind: str, op: str = "op-1", **fields: object) -> State:
    return {"type": kind, "op": op, **fields}


async def test_quick_words_are_said_when_the_server_has_noted_them_and_fall_silent(page: Page) -> None:
    said = [pressed("quick", now="open"), pressed("react", reaction="well"), heard("noted", op="op-1", what="react")]
    state, effects = await reduced(page, *said)
    assert {"send": {"t": "react", "op": "op-1", "table": "T", "reaction": "well"}} in effects
    assert state["said"] == {"white": "Well played!"}
    assert state["quick"] == "sent"
    ends = [effect["later"] for effect in effects if "later" in effect]
    silent, _ = await reduced(page, *said, *[each | {"op": "op-2"} for each in ends])
    assert silent["said"] == {"white": None}
    assert silent["quick"] is None


async def test_a_second_quick_word_is_not_sent_while_the_first_rests(page: Page) -> None:
    twice = [pressed("react", reaction="well"), pressed("react", "op-2", reaction="wow")]
    _, effects = await reduced(page, *twice)
    assert len([effect for effect in effects if "send" in effect]) == 1


async def test_words_of_others_are_heard_by_their_side_but_not_by_who_is_spared_them(page: Page) -> None:
    word = heard("reaction", table="T", side="black", reaction="wow", text="Wow!")
    state, effects = await reduced(page, touch("d2"), touch("d4"), word, settings={"auto": False})
    assert state["said"] == {"black": "Wow!"}
    assert state["hand"] == {"from": "d2", "path": ["d4"]}
    assert {"say": "B: Wow!"} in effects
    assert (await reduced(page, word, muted=True))[0]["said"] == {}
    assert (await reduced(page, word | {"message": word["message"] | {"table": "X"}}))[0]["said"] == {}


async def test_a_refused_word_is_told_and_leaves_the_piece_in_hand(page: Page) -> None:
    refusal = heard("refused", op="op-1", code="too_many_reactions", text="Too many.", state=TABLE)
    taps = [touch("d2"), touch("d4"), pressed("react", reaction="wow"), refusal]
    state, _ = await reduced(page, *taps, settings={"auto": False})
    assert state["note"] == "Too many."
    assert state["hand"] == {"from": "d2", "path": ["d4"]}
    assert state["waiting"] == []


@pytest.mark.parametrize(("message", "change"), [
    ({"t": "mute", "on": True}, {"muted": True, "note": "Quick words are hidden now"}),
    ({"t": "block", "on": True}, {"blocked": ["T"], "note": "Blocked: the two of you will not meet again"}),
    ({"t": "report", "ground": "name"}, {"note": "Reported. Thank you: the operator will look at it."}),
])  # fmt: skip
async def test_what_changes_no_table_is_answered_with_a_sentence(page: Page, message: State, change: State) -> None:
    noted = heard("noted", op="op-1", what=message["t"])
    state, effects = await reduced(page, pressed("ask", message=message), noted)
    assert {"send": {**message, "op": "op-1", "table": "T"}} in effects
    assert {name: state[name] for name in change} == change
    assert state["waiting"] == []


async def test_who_is_banned_plays_no_more_but_may_give_up(page: Page) -> None:
    banned = heard("error", code="banned", text="You are excluded.")
    state, effects = await reduced(page, touch("d2"), banned, touch("d2"), touch("d4"))
    assert state["banned"] == "You are excluded."
    assert state["hand"] is None
    assert not [effect for effect in effects if "send" in effect]
    _, given_up = await reduced(page, banned, pressed("act", what="resign"))
    assert [effect["send"]["do"] for effect in given_up if "send" in effect] == ["resign"]
    welcome = heard("welcome", you={"name": "W", "kind": "guest"}, token="t", muted=False)
    assert (await reduced(page, banned, welcome))[0]["banned"] == ""


async def test_the_houses_choice_of_language_goes_before_the_browsers_for_accounts_only(page: Page) -> None:
    for kind, spoken in (("telegram", [{"speak": "tr"}]), ("guest", [])):
        welcome = heard("welcome", you={"name": "W", "kind": kind}, token="t", muted=False, chosen="tr")
        _, effects = await reduced(page, welcome)
        assert [effect for effect in effects if "speak" in effect] == spoken
    _, effects = await reduced(page, heard("preferred", language="ar"))
    assert effects == [{"speak": "ar"}]


async def test_who_watches_is_known_of_this_table_only_and_forgotten_with_it(page: Page) -> None:
    people = [{"name": "Ada", "kind": "telegram"}]
    watchers = heard("watchers", table="T", count=1, people=people)
    state, _ = await reduced(page, watchers)
    assert state["watchers"] == {"count": 1, "people": people}
    assert (await reduced(page, watchers, heard("watchers", table="T", count=0, people=[])))[0]["watchers"] is None
    assert (await reduced(page, watchers, pressed("visit", table=None)))[0]["watchers"] is None
    assert (await reduced(page, heard("watchers", table="X", count=1, people=people)))[0]["watchers"] is None
