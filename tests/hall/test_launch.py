"""initData: what Telegram signed for this bot within a day is believed, and nothing else is."""

import hashlib
import hmac
import json
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hall.launch import LaunchError, verify_init_data
from hall.model import Person, PlayerId

TOKEN = "42:the-bots-token"
NOW = 1_800_000_000_000
DAY_MS = 86_400_000
USER = {"id": 7, "first_name": "Ayşe", "language_code": "tr-TR", "allows_write_to_pm": True}


def signed(token: str = TOKEN, **fields: str) -> str:
    """Launch data signed as Telegram's documentation describes it."""
    lines = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    key = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    return urlencode({**fields, "hash": hmac.new(key, lines.encode(), hashlib.sha256).hexdigest()})


def launch(user: object = USER, at_ms: int = NOW, **more: str) -> str:
    return signed(user=json.dumps(user), auth_date=str(at_ms // 1000), query_id="AAE", **more)


def test_what_telegram_signed_is_believed() -> None:
    data = verify_init_data(launch(start_param="t_abc"), TOKEN, NOW)
    assert data.person == Person(PlayerId("tg:7"), "Ayşe", "tr")
    assert (data.auth_ms, data.start) == (NOW, "t_abc")


def test_the_signature_field_is_part_of_what_is_signed() -> None:
    text = launch(signature="third-party")
    assert verify_init_data(text, TOKEN, NOW).person.id == "tg:7"
    with pytest.raises(LaunchError):
        verify_init_data(text.replace("third-party", "fourth-party"), TOKEN, NOW)


@pytest.mark.parametrize("age_ms", [0, DAY_MS])
def test_a_launch_is_good_for_a_day(age_ms: int) -> None:
    assert verify_init_data(launch(at_ms=NOW - age_ms), TOKEN, NOW).person.id == "tg:7"


@pytest.mark.parametrize("age_ms", [DAY_MS + 1000, 365 * DAY_MS, -60_000, -DAY_MS])
def test_older_ones_and_those_from_the_future_are_not(age_ms: int) -> None:
    with pytest.raises(LaunchError, match="too old, or from the future"):
        verify_init_data(launch(at_ms=NOW - age_ms), TOKEN, NOW)


def test_another_bots_launch_is_none_of_ours() -> None:
    with pytest.raises(LaunchError, match="not signed"):
        verify_init_data(launch(), "43:another", NOW)


@pytest.mark.parametrize(
    "user",
    [
        None,
        [],
        "Ayşe",
        7,
        {},
        {"id": "7"},
        {"id": 7.0},
        {"id": True},
        {"id": 0},
        {"id": -7},
        {"id": 2**63},
        {"id": 7, "is_bot": True},
    ],
)
def test_a_launch_without_a_person_is_refused_though_it_is_signed(user: object) -> None:
    with pytest.raises(LaunchError, match="without a user"):
        verify_init_data(launch(user), TOKEN, NOW)


@pytest.mark.parametrize("date", ["", "now", "-1", "1e9", "١٢٣", "9" * 400, "1_800_000_000"])
def test_a_launch_without_a_date_is_refused_though_it_is_signed(date: str) -> None:
    with pytest.raises(LaunchError):
        verify_init_data(signed(user=json.dumps(USER), auth_date=date), TOKEN, NOW)


@pytest.mark.parametrize(
    ("user", "name", "language"),
    [
        ({"id": 7}, "7", "en"),
        ({"id": 7, "first_name": "\u202e\n"}, "7", "en"),
        ({"id": 7, "first_name": None, "language_code": None}, "None", "non"),
        ({"id": 7, "first_name": "x" * 500, "language_code": "zh-hans"}, "x" * 64, "zh"),
        ({"id": 7, "first_name": "A", "language_code": "1"}, "A", "en"),
    ],
)
def test_odd_names_and_languages_are_put_right(user: object, name: str, language: str) -> None:
    person = verify_init_data(launch(user), TOKEN, NOW).person
    assert (person.name, person.language) == (name, language)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hash=",
        "hash=ü",
        "user=%FF&hash=00",
        "a=1&a=2&hash=00",
        "=&=&hash=" + "0" * 64,
        "a" * 100_000,
        "&".join(f"f{number}=1" for number in range(1000)),
        "user=" + "[" * 8000,
        "a=\ud800&hash=00",
        "a=%ED%A0%80&hash=00",
        "hash=" + "0" * 64 + "&auth_date=1",
    ],
)
def test_hostile_texts_are_refused_and_nothing_worse(text: str) -> None:
    with pytest.raises(LaunchError):
        verify_init_data(text, TOKEN, NOW)


def test_a_deeply_nested_user_is_refused_though_it_is_signed() -> None:
    with pytest.raises(LaunchError):
        verify_init_data(signed(user="[" * 7000, auth_date=str(NOW // 1000)), TOKEN, NOW)


@given(st.text(max_size=300))
def test_no_text_at_all_is_believed(text: str) -> None:
    with pytest.raises(LaunchError):
        verify_init_data(text, TOKEN, NOW)


@given(st.data())
def test_no_letter_of_a_launch_can_be_changed(data: st.DataObject) -> None:
    text = launch(start_param="t_abc")
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.characters(exclude_categories=["Cs"]).filter(lambda char: char != text[place]))
    changed = text[:place] + letter + text[place + 1 :]
    try:
        verify_init_data(changed, TOKEN, NOW)
    except LaunchError:
        return
    assert changed.lower() == text.lower() or {changed[place], text[place]} == {"+", " "}
