"""A player sends a table into a chat from the board: what the page asks before it opens Telegram's dialog."""

from aiohttp import web

from hall.locales import translator
from hall.model import is_table_id
from hall.ports import StoreDown
from webapp.api import bearer, json_object, problem
from webapp.services import SERVICES
from webapp.session import SessionError, preferred_language


async def share(request: web.Request) -> web.Response:
    """`{"table"}`, and a session token in the Authorization header: `{"message"}` with the name of a message that the
    bot has prepared (Telegram's shareMessage takes it), or null where there is none, within some two seconds."""
    services = request.app[SERVICES]
    texts = translator(preferred_language(request.headers.get("Accept-Language", "")))
    body = await json_object(request)
    table = body.get("table") if body is not None else None
    if not isinstance(table, str) or not is_table_id(table):
        return problem("malformed", texts, 'an object with a "table" is expected')
    try:
        player = (await services.sessions.by_token(bearer(request))).player
        if not services.shares.allow(player.id):
            return problem("too_fast", texts)
        return web.json_response({"message": await services.runtime.sharing.ask(player, table)})
    except SessionError as error:
        return problem(error.code, texts)
    except StoreDown:
        return problem("store_down", texts)
