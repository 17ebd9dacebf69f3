"""Who somebody is: guests by signed tokens, Telegram accounts by what Telegram has signed; nobody by anything else."""

import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.webapp.house import Frame, House, open_house
from webapp.session import language_of, preferred_language

BOT_TOKEN = "12345:a-token-for-tests"


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house(bot_token=BOT_TOKEN) as opened:
        yield opened


def signed(token: str = BOT_TOKEN, age_seconds: int = 5, **fields: str) -> str:
    """What Telegram hands to a Mini App, signed for the bot of this token."""
    user = {"id": 4242, "first_name": "Süleyman", "language_code": "tr"}
    fields = {"auth_date": str(int(time.time()) - age_seconds), "user": json.dumps(user), "query_id": "q"} | fields
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    key = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    return urlencode(fields | {"hash": hmac.digest(key, lines.encode(), hashlib.sha256).hex()})


async def post(house: House, body: Any, **headers: str) -> tuple[int, Frame]:
    async with house.client.post(house.url("/api/session"), json=body, headers=headers) as answer:
        return answer.status, await answer.json()


async def test_a_new_page_is_a_guest_with_a_token_that_makes_it_known_again(house: House) -> None:
    first = await house.guest()
    assert first.welcome["you"]["kind"] == "guest"
    assert first.welcome["now"] > 1_600_000_000_000
    again = await house.guest(token=first.welcome["token"])
    assert again.welcome["you"] == first.welcome["you"]
    assert again.welcome["token"] == first.welcome["token"]
    assert (await house.guest()).id != first.id


DAMAGES = [lambda t: t[:-1], lambda t: "A" + t[1:], lambda t: t + "A", lambda _: "x.y", str.upper]


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_forged_token_is_told_so_and_becomes_a_new_guest(house: House, damage: Any) -> None:
    token = (await house.guest()).welcome["token"]
    page = await house.visitor()
    error = await page.ask("hello", "error", v=1, token=damage(token))
    assert (error["code"], bool(error["text"])) == ("bad_token", True)
    welcome = await page.hear("welcome")
    assert welcome["you"]["kind"] == "guest"
    assert welcome["token"] != token


async def test_a_launch_by_telegram_is_a_telegram_account_and_gets_a_session(house: House) -> None:
    page = await house.guest(init=signed())
    assert page.welcome["you"] == {"id": "tg:4242", "name": "Süleyman", "kind": "telegram", "language": "tr"}
    again = await house.guest(token=page.welcome["token"])
    assert again.id == "tg:4242"


BAD_LAUNCHES = {
    "signed for another bot": lambda: signed("54321:another"),
    "two days old": lambda: signed(age_seconds=2 * 86_400),
    "from the future": lambda: signed(age_seconds=-3600),
    "changed afterwards": lambda: signed().replace("4242", "4243"),
    "unsigned": lambda: "user=%7B%22id%22%3A1%7D&auth_date=1",
    "nonsense": lambda: "nonsense",
}


@pytest.mark.parametrize("launch", BAD_LAUNCHES.values(), ids=BAD_LAUNCHES.keys())
async def test_a_launch_that_is_not_telegrams_is_told_so_and_becomes_a_guest(house: House, launch: Any) -> None:
    page = await house.visitor()
    assert (await page.ask("hello", "error", v=1, init=launch()))["code"] == "bad_launch"
    assert (await page.hear("welcome"))["you"]["kind"] == "guest"
    status, answer = await post(house, {"initData": launch()})
    assert (status, answer["code"], bool(answer["text"])) == (401, "bad_launch", True)


async def test_an_expired_launch_does_not_spoil_a_session_that_is_still_good(house: House) -> None:
    token = (await house.guest(init=signed())).welcome["token"]
    page = await house.visitor()
    await page.say("hello", v=1, init=signed(age_seconds=2 * 86_400), token=token)
    welcome = await page.next()
    assert (welcome["t"], welcome["you"]["id"]) == ("welcome", "tg:4242")


async def test_a_page_of_another_site_cannot_sign_in_for_its_visitor(house: House) -> None:
    async with house.client.post(
        house.url("/api/session"), json={"guest": True}, headers={"Origin": "https://evil.example"}
    ) as answer:
        assert answer.status == 403


async def test_without_a_bot_no_launch_is_believed() -> None:
    async with open_house() as house:
        status, answer = await post(house, {"initData": signed("")})
        assert (status, answer["code"]) == (401, "bad_launch")


async def test_a_session_can_be_had_by_http_too(house: House) -> None:
    status, session = await post(house, {"initData": signed()})
    assert (status, session["you"]["id"]) == (200, "tg:4242")
    status, renewed = await post(house, {}, Authorization=f"Bearer {session['token']}")
    assert (status, renewed["you"]) == (200, session["you"])
    status, guest = await post(house, {"guest": True})
    assert (status, guest["you"]["kind"]) == (200, "guest")
    assert (await house.guest(token=guest["token"])).id == guest["you"]["id"]


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer x.y", "Basic eDp5", "x"])
async def test_a_session_without_anything_to_show_is_refused(house: House, header: str) -> None:
    status, answer = await post(house, {}, Authorization=header)
    assert (status, answer["code"]) == (401, "bad_token")


@pytest.mark.parametrize("body", ["", "[]", "nonsense", "1", '"x"', "[" * 2000])
async def test_a_body_that_is_no_object_is_refused(house: House, body: str) -> None:
    async with house.client.post(house.url("/api/session"), data=body) as answer:
        assert answer.status == 400
        assert (await answer.json())["text"]


async def test_a_body_too_long_is_refused_by_a_status(house: House) -> None:
    async with house.client.post(house.url("/api/session"), data="x" * 20_000) as answer:
        assert answer.status == 413


async def test_one_address_brings_only_so_many_new_guests() -> None:
    async with open_house(new_guests_per_hour=2) as house:
        first = await house.guest()
        await house.guest()
        page = await house.visitor()
        assert (await page.ask("hello", "error", v=1))["code"] == "too_many_guests"
        status, answer = await post(house, {"guest": True})
        assert (status, answer["code"]) == (429, "too_many_guests")
        assert (await house.guest(token=first.welcome["token"])).id == first.id


async def test_the_forwarded_address_counts_only_behind_a_trusted_proxy() -> None:
    async with open_house(new_guests_per_hour=1) as house:
        await (await house.visitor({"X-Forwarded-For": "203.0.113.1"})).hello()
        page = await house.visitor({"X-Forwarded-For": "203.0.113.2"})
        assert (await page.ask("hello", "error", v=1))["code"] == "too_many_guests"
    async with open_house(new_guests_per_hour=1, trusted_proxies="127.0.0.0/8") as house:
        await (await house.visitor({"X-Forwarded-For": "203.0.113.1"})).hello()
        await (await house.visitor({"X-Forwarded-For": "203.0.113.2"})).hello()
        page = await house.visitor({"X-Forwarded-For": "203.0.113.1"})
        assert (await page.ask("hello", "error", v=1))["code"] == "too_many_guests"


async def test_another_secret_key_is_believed_while_it_is_the_old_one() -> None:
    async with open_house(secret_key="the first secret key") as house:
        token = (await house.guest()).welcome["token"]
    async with open_house(secret_key="the second secret key", secret_key_old="the first secret key") as house:
        renewed = (await house.guest(token=token)).welcome["token"]
        assert renewed != token
    async with open_house(secret_key="the second secret key") as house:
        assert (await house.guest(token=renewed)).welcome["token"] == renewed
        page = await house.visitor()
        assert (await page.ask("hello", "error", v=1, token=token))["code"] == "bad_token"


async def test_cookies_are_neither_set_nor_read(house: House) -> None:
    async with house.client.post(house.url("/api/session"), json={"guest": True}) as answer:
        assert "Set-Cookie" not in answer.headers
        token = (await answer.json())["token"]
    status, _ = await post(house, {}, Cookie=f"token={token}")
    assert status == 401


@pytest.mark.parametrize(
    ("tag", "language"),
    [("tr", "tr"), ("tr-TR", "tr"), ("pt_BR", "pt"), ("EN", "en"), ("", None), (None, None), ("x", None), ("ço", None)],
)
def test_a_language_is_the_beginning_of_its_tag(tag: str | None, language: str | None) -> None:
    assert language_of(tag) == language


@pytest.mark.parametrize(
    ("header", "language"),
    [("ar-EG,ar;q=0.9,en;q=0.8", "ar"), ("tr;q=0.5", "tr"), ("*", "en"), ("", "en"), ("\0", "en")],
)
def test_the_first_language_a_browser_names_is_taken(header: str, language: str) -> None:
    assert preferred_language(header) == language


async def test_the_language_of_the_page_goes_before_that_of_the_account(house: House) -> None:
    page = await house.guest(init=signed(), lang="ru-RU")
    assert page.welcome["you"]["language"] == "ru"


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=200), st.text(max_size=200))
async def test_no_token_and_no_launch_whatever_makes_anybody_known(token: str, init: str) -> None:
    async with open_house(bot_token=BOT_TOKEN) as house:
        status, answer = await post(house, {"initData": init, "token": token})
        assert (status, answer["code"]) == (401, "bad_launch")
