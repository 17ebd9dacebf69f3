"""The wire format: what a client may say is read into types, everything else is refused with a reason."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.wire.client import Act, Hello, MalformedError, Open, Ping, Prefix, Watch, read_frame
from webapp.wire.server import write_frame

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.sampled_from(
    ["t", "v", "token", "init", "op", "table", "side", "version", "do", "move", "path", "n", "last", "time", "level"]
)
FRAMES = [
    "hello", "open", "watch", "act", "prefix", "seek",
    "games", "react", "block", "report", "mute", "mine", "ping", "replay", "top",
]
KINDS = st.sampled_from(FRAMES)


def test_every_kind_of_frame_is_read() -> None:
    assert read_frame('{"t":"hello","v":1,"token":"x","lang":"tr"}') == Hello(t="hello", v=1, token="x", lang="tr")
    opening = read_frame('{"t":"open","op":"a-1","against":"computer","level":2,"time":[180000,2000],"side":"white"}')
    assert isinstance(opening, Open)
    assert (opening.rules, opening.time, opening.rated) == ("classic", (180000, 2000), False)
    assert read_frame('{"t":"watch","table":"T_-1","last":3}') == Watch(t="watch", table="T_-1", last=3)
    act = read_frame('{"t":"act","op":"1","table":"T","side":"black","version":9,"do":"move","move":"d3-d4"}')
    assert isinstance(act, Act)
    assert (act.do, act.move, act.side) == ("move", "d3-d4", "black")
    prefix = read_frame('{"t":"prefix","table":"T","version":2,"path":["c1","c6"]}')
    assert prefix == Prefix(t="prefix", table="T", version=2, path=("c1", "c6"))
    assert read_frame('{"t":"mine"}').t == "mine"
    assert read_frame('{"t":"ping","n":7}') == Ping(t="ping", n=7)


def test_a_field_of_a_newer_page_is_ignored() -> None:
    assert read_frame('{"t":"ping","n":7,"mood":"good"}') == Ping(t="ping", n=7)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "null",
        "[]",
        "{}",
        "[" * 4000,
        '{"t":"dance"}',
        '{"t":"hello","v":2}',
        '{"t":"ping","n":"7"}',
        '{"t":"ping","n":NaN}',
        '{"t":"open","op":"a b","against":"friend"}',
        '{"t":"open","op":"1","against":"nobody"}',
        '{"t":"open","op":"1","against":"computer","level":9}',
        '{"t":"open","op":"1","against":"friend","time":[1]}',
        '{"t":"watch","table":"../etc"}',
        '{"t":"watch","table":"T","last":-1}',
        '{"t":"act","op":"","table":"T","side":"white","version":1,"do":"resign"}',
        '{"t":"act","op":"1","table":"T","side":"red","version":1,"do":"resign"}',
        '{"t":"act","op":"1","table":"T","side":"white","version":1,"do":"cheat"}',
        '{"t":"prefix","table":"T","version":1,"path":[]}',
        '{"t":"prefix","table":"T","version":1,"path":["i9"]}',
    ],
)
def test_what_is_no_frame_is_refused_with_a_short_reason(text: str) -> None:
    with pytest.raises(MalformedError) as caught:
        read_frame(text)
    assert 0 < len(caught.value.reason) <= 200


def test_the_reason_names_the_field() -> None:
    with pytest.raises(MalformedError, match=r"^version: "):
        read_frame('{"t":"act","op":"1","table":"T","side":"white","version":"1","do":"resign"}')


def test_an_unreadable_action_still_tells_which_one_it_was() -> None:
    with pytest.raises(MalformedError) as caught:
        read_frame('{"t":"act","op":"abc","do":"move"}')
    assert caught.value.op == "abc"


@given(st.one_of(st.text(), JSON.map(json.dumps)))
def test_no_text_whatever_raises_anything_else(text: str) -> None:
    with pytest.raises(MalformedError):
        read_frame(text)


@given(KINDS, st.dictionaries(FIELDS, JSON))
def test_frames_filled_with_nonsense_are_read_or_refused(kind: str, fields: dict[str, object]) -> None:
    try:
        frame = read_frame(json.dumps({**fields, "t": kind}))
    except MalformedError as error:
        write_frame({"t": "error", "code": "malformed", "text": error.reason}).encode()
    else:
        assert frame.t == kind


def test_what_is_written_is_compact_and_keeps_every_script() -> None:
    assert write_frame({"t": "error", "code": "x", "text": "Süleyman نور"}) == (
        '{"t":"error","code":"x","text":"Süleyman نور"}'
    )
