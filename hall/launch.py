"""Telegram's word for who opened the Mini App: the check of `initData`.

The method is Telegram's (core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app): an HMAC over all
fields but `hash`, sorted, one a line; a `signature` field is one of them.
"""

import hashlib
import hmac
import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from hall.model import Person, clean_name, telegram_id

MAX_LENGTH = 8192
MAX_AGE_MS = 86_400_000
AHEAD_MS = 30_000
"""How far Telegram's clock may be ahead of ours."""
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}", re.ASCII)
_START = re.compile(r"[A-Za-z0-9_-]{0,512}", re.ASCII)
_SECONDS = re.compile(r"[0-9]{1,12}", re.ASCII)


class LaunchError(Exception):
    """This is not a launch that Telegram has signed for this bot within the last day."""


@dataclass(frozen=True, slots=True)
class LaunchData:
    """Who opened the Mini App, when (ms), and with which start parameter."""

    person: Person
    auth_ms: int
    start: str


def verify_init_data(text: str, bot_token: str, now_ms: int, max_age_ms: int = MAX_AGE_MS) -> LaunchData:
    """What Telegram says, checked: signature, age (24 hours at most), form. Raises LaunchError and nothing else."""
    fields = _fields(text)
    given = fields.pop("hash", "")
    try:
        lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields)).encode()
    except UnicodeEncodeError as error:
        raise LaunchError("not text") from error
    key = hmac.digest(b"WebAppData", bot_token.encode(), hashlib.sha256)
    expected = hmac.digest(key, lines, hashlib.sha256).hex()
    if not given.isascii() or not hmac.compare_digest(expected, given):
        raise LaunchError("not signed by Telegram for this bot")
    auth_ms = _auth_ms(fields.get("auth_date", ""))
    if not now_ms - max_age_ms <= auth_ms <= now_ms + AHEAD_MS:
        raise LaunchError("too old, or from the future")
    start = fields.get("start_param", "")
    return LaunchData(_person(fields.get("user", "")), auth_ms, start if _START.fullmatch(start) else "")


def _fields(text: str) -> dict[str, str]:
    if len(text) > MAX_LENGTH:
        raise LaunchError("too long")
    try:
        pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=True, errors="strict", max_num_fields=64)
    except ValueError as error:
        raise LaunchError("not readable") from error
    if len({name for name, _ in pairs}) != len(pairs):
        raise LaunchError("a field is given twice")
    return dict(pairs)


def _auth_ms(text: str) -> int:
    if _SECONDS.fullmatch(text) is None:
        raise LaunchError("without a date")
    return int(text) * 1000


def _person(text: str) -> Person:
    try:
        user: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LaunchError("without a user") from error
    number = user.get("id") if isinstance(user, dict) else None
    if type(number) is not int or not 0 < number < 2**63 or user.get("is_bot") is True:
        raise LaunchError("without a user")
    return Person(telegram_id(number), clean_name(str(user.get("first_name", ""))) or str(number), _language(user))


def _language(user: dict[str, Any]) -> str:
    found = _LANGUAGE.match(str(user.get("language_code", "")))
    return found.group().lower() if found else "en"
