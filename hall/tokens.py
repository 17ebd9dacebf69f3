"""Signed tokens that tell who a browser is: a guest for a year, a Telegram account for a session of 30 days."""

import base64
import binascii
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hall.model import Guest, Person, Player, clean_name, is_player_id

DAY_MS = 86_400_000
GUEST_MS = 365 * DAY_MS
SESSION_MS = 30 * DAY_MS
RENEW_MS = DAY_MS
"""A token older than this is worth replacing when it is used."""
TOKEN_LENGTH = 1024
SECRET_FILE = "secret.key"  # noqa: S105 - a file's name


class TokenError(Exception):
    """The token is not one of ours, is damaged, or has expired."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a good token says. `renew`: it is a day old or signed with an old key, give the browser a new one."""

    player: Player
    expires_ms: int
    renew: bool


class Tokens:
    """Signs with `secret`; believes what was signed with it or with one of `old`."""

    def __init__(self, secret: bytes, old: Sequence[bytes] = ()) -> None:
        self._keys = [hmac.digest(key, b"dama token", hashlib.sha256) for key in (secret, *old)]

    def issue(self, player: Player, now_ms: int) -> str:
        """A token for this player, good from now on for a year (guest) or 30 days (Telegram account)."""
        kind, life = ("p", SESSION_MS) if isinstance(player, Person) else ("g", GUEST_MS)
        claim = [kind, player.id, clean_name(player.name), player.language, now_ms, now_ms + life]
        body = _base64(json.dumps(claim, ensure_ascii=False, separators=(",", ":")).encode())
        return f"{body}.{_base64(_signature(self._keys[0], body))}"

    def read(self, token: str, now_ms: int) -> Claim:
        """Who this token is about. Raises TokenError, and nothing else, for whatever else it may be."""
        body, _, signature = token.partition(".")
        if len(token) > TOKEN_LENGTH or not token.isascii():
            raise TokenError("not a token")
        matching = [key for key in self._keys if hmac.compare_digest(_base64(_signature(key, body)), signature)]
        if not matching:
            raise TokenError("not signed by this house")
        kind, player_id, name, language, issued_ms, expires_ms = _parsed(body)
        if not is_player_id(player_id):
            raise TokenError("not about a player")
        if now_ms >= expires_ms:
            raise TokenError("expired")
        player = (Person if kind == "p" else Guest)(player_id, name, language)
        return Claim(player, expires_ms, matching[0] != self._keys[0] or now_ms - issued_ms >= RENEW_MS)


def _parsed(body: str) -> tuple[str, str, str, str, int, int]:
    """The claim of a body whose signature is good; another version of the program may have written it otherwise."""
    try:
        kind, player_id, name, language, issued_ms, expires_ms = json.loads(_unbase64(body))
        return str(kind), str(player_id), str(name), str(language), int(issued_ms), int(expires_ms)
    except (ValueError, TypeError) as error:
        raise TokenError("not readable") from error


def _signature(key: bytes, body: str) -> bytes:
    return hmac.digest(key, body.encode(), hashlib.sha256)


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _unbase64(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error as error:
        raise TokenError("not readable") from error


def kept_secret(folder: Path) -> bytes:
    """The secret of this data folder, made at the first asking, readable by its owner only. Raises OSError."""
    path = folder / SECRET_FILE
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        draft = folder / f".{SECRET_FILE}.{secrets.token_hex(8)}"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)  # of two processes that start together, one wins, and both read what it wrote
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_bytes().strip()
