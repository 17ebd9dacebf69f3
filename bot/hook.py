"""The webhook: where Telegram brings updates to, on the web server of any process. It imports no bot framework.

An update is kept in the store before it is confirmed; the bot process that attends to its chat deals with it. So it
does not matter which process Telegram reaches, and none is lost or dealt with twice by their number.
"""

import hashlib
import hmac
import json
import logging
from typing import Any

from aiohttp import web

from bot.place import slice_for
from hall.ports import StoreDown
from hall.settings import Settings
from hall.store.inbox import Inbox

log = logging.getLogger(__name__)

PATH = "/bot/updates"
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of the header, not the secret
LONGEST = 1 << 20  # bytes of one update; a message of 4,096 letters with all its entities needs a tenth


def secret_of(settings: Settings) -> str:
    """The secret that Telegram shows with every update: it follows from the token, so every process knows it."""
    return hashlib.sha256(f"webhook {settings.bot_token.get_secret_value()}".encode()).hexdigest()


class Hook:
    """Takes updates in."""

    def __init__(self, inbox: Inbox, secret: str) -> None:
        self._inbox, self._secret = inbox, secret

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """200 once the update is kept; 403 without the secret; 400 for no update; 503 while the store is down."""
        given = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(given.encode(), self._secret.encode()):
            raise web.HTTPForbidden(text="This is for Telegram only.")
        update = _update(await _body(request))
        try:
            await self._inbox.put(slice_for(update), json.dumps(update, ensure_ascii=False), update["update_id"])
        except StoreDown:
            raise web.HTTPServiceUnavailable(text="Please bring it again.") from None
        return web.Response()


async def _body(request: web.Request) -> bytes:
    body = b""
    while chunk := await request.content.readany():
        body += chunk
        if len(body) > LONGEST:
            raise web.HTTPRequestEntityTooLarge(LONGEST, len(body))
    return body


def _update(body: bytes) -> dict[str, Any]:
    try:
        update = json.loads(body)
    except ValueError:
        update = None
    if not isinstance(update, dict) or type(update.get("update_id")) is not int:
        raise web.HTTPBadRequest(text="This is no update.")
    return update
