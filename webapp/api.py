"""What a page posts: who it is, and what went wrong in it. Bodies are small JSON objects."""

import json
import logging
from typing import Any

from aiohttp import web

from hall.locales import Translator, translator
from hall.ports import StoreDown
from webapp.audience import you_view
from webapp.phrases import error_text
from webapp.services import SERVICES, Services
from webapp.session import Identity, SessionError, preferred_language

MAX_BODY = 16 * 1024
REPORTED = ("message", "source", "line", "stack", "agent")
REPORTED_LENGTH = 600
STATUS = {
    "malformed": 400,
    "bad_launch": 401,
    "bad_token": 401,
    "bad_link": 410,
    "too_many_guests": 429,
    "too_fast": 429,
}
log = logging.getLogger(__name__)
page_log = logging.getLogger("webapp.page")


async def session(request: web.Request) -> web.Response:
    """A session token for Telegram's initData, for an earlier token (Authorization header), or for a new guest."""
    services = request.app[SERVICES]
    language = preferred_language(request.headers.get("Accept-Language", ""))
    texts = translator(language)
    if not services.sign_ins.allow(services.address(request)):
        return problem("too_fast", texts)
    body = await json_object(request)
    if body is None:
        return problem("malformed", texts, "a JSON object is expected")
    try:
        identity = await _identity(services, request, body, language)
        chosen = (await services.runtime.preferences.of(identity.player.id)).language
        now_ms = await services.runtime.store.now()
    except SessionError as error:
        return problem(error.code, texts)
    except StoreDown:
        return problem("store_down", texts)
    you = you_view(identity.player)
    you["language"] = chosen or you["language"]
    return web.json_response({"you": you, "token": identity.token, "now": now_ms})


async def _identity(services: Services, request: web.Request, body: dict[str, Any], language: str) -> Identity:
    token = bearer(request)
    if "initData" in body:
        return await services.sessions.by_launch(str(body["initData"]))
    if token:
        return await services.sessions.by_token(token)
    if body.get("guest") is True:
        return await services.sessions.new_guest(language, services.address(request))
    raise SessionError("bad_token")


def bearer(request: web.Request) -> str:
    """The token of the Authorization header; empty if there is none."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def page_error(request: web.Request) -> web.Response:
    """An error of the page's script, to be read by whoever runs this. Too many are dropped without a word."""
    services = request.app[SERVICES]
    if services.reports.allow(services.address(request)):
        body = await json_object(request)
        if body is not None:
            # Quoted by repr, so that a report cannot forge lines of the log.
            page_log.warning("%s", {name: str(body[name])[:REPORTED_LENGTH] for name in REPORTED if name in body})
    return web.Response(status=204)


async def json_object(request: web.Request) -> dict[str, Any] | None:
    """The body as a JSON object; None if it is none. Too long a body is refused by the server itself (413)."""
    try:
        found = json.loads(await request.text())
    except (ValueError, LookupError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def problem(code: str, texts: Translator, reason: str = "") -> web.Response:
    """The answer to what cannot be done, with its sentence."""
    return web.json_response({"code": code, "text": error_text(code, texts, reason)}, status=STATUS.get(code, 503))
