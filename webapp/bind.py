"""A browser becomes a Telegram account: what a page posts when it was opened by the bot's one-time link."""

from aiohttp import web

from hall.actions import Refused
from hall.locales import Translator, translator
from hall.ports import StoreDown
from webapp.api import bearer, json_object, problem
from webapp.audience import you_view
from webapp.services import SERVICES, Services
from webapp.session import SessionError, preferred_language


async def bind(request: web.Request) -> web.Response:
    """`{"code", "look": true}`: whose link it is, for the page to ask first. `{"code"}`: bind the guest whose token
    comes in the Authorization header; the answer is the account's session, and how many tables and candies have moved
    to it."""
    services = request.app[SERVICES]
    texts = translator(preferred_language(request.headers.get("Accept-Language", "")))
    if not services.sign_ins.allow(services.address(request)):
        return problem("too_fast", texts)
    body = await json_object(request)
    code = body.get("code") if body is not None else None
    if body is None or not isinstance(code, str):
        return problem("malformed", texts, 'an object with a "code" is expected')
    try:
        if body.get("look") is True:
            return await _look(services, code, texts)
        return await _bind(services, bearer(request), code, texts)
    except SessionError as error:
        return problem(error.code, texts)
    except StoreDown:
        return problem("store_down", texts)


async def _look(services: Services, code: str, texts: Translator) -> web.Response:
    person = await services.runtime.binding.look(code)
    return web.json_response({"name": person.name}) if person is not None else problem("bad_link", texts)


async def _bind(services: Services, token: str, code: str, texts: Translator) -> web.Response:
    guest = (await services.sessions.by_token(token)).player
    answer = await services.runtime.binding.redeem(guest, code)
    if isinstance(answer, Refused):
        return problem(str(answer.code), texts)
    now_ms = await services.runtime.store.now()
    session = services.runtime.tokens.issue(answer.person, now_ms)
    return web.json_response(
        {
            "you": you_view(answer.person),
            "token": session,
            "now": now_ms,
            "moved": answer.moved,
            "candy": answer.candy,
        }
    )
