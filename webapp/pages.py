"""What is got by address: the page, its files, pictures of tables, and the state of health."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from aiohttp import web

from hall.health import health as house_health
from hall.locales import Translator, translator
from hall.model import Table, TableId, is_table_id
from hall.pictures import board_picture
from hall.ports import StoreDown
from webapp.phrases import page_words
from webapp.services import SERVICES, Services
from webapp.session import spoken_language

PICTURES_KEPT = 32


async def page(request: web.Request) -> web.Response:
    """The page, the same for every address: it reads itself which table it is about."""
    services = request.app[SERVICES]
    language = spoken_language(request.headers.get("Accept-Language", ""))
    return services.assets.page(request, _preview(services, request, translator(language)), page_words(language))


async def static_file(request: web.Request) -> web.Response:
    """One of the page's files."""
    return request.app[SERVICES].assets.file(request)


def _preview(services: Services, request: web.Request, texts: Translator) -> dict[str, str]:
    """What a chat shows beside the link; only where others can reach us."""
    if not services.settings.public_url:
        return {}
    preview = {
        "og:site_name": "Dama",
        "og:title": texts.gettext("A game of Dama"),
        "og:description": texts.gettext("Turkish draughts, straight and sideways. Open the link to play or to watch."),
    }
    table_id = request.match_info.get("table", "")
    if is_table_id(table_id):
        preview["og:url"] = f"{services.origin(request)}/t/{table_id}"
        preview["og:image"] = f"{services.origin(request)}/t/{table_id}.jpg"
    return preview


class Pictures:
    """Pictures of tables as they stand; the newest few are kept, and one is drawn at a time."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[TableId, int], bytes] = OrderedDict()
        self._drawing = asyncio.Lock()

    async def answer(self, request: web.Request) -> web.Response:
        """The table's picture; 404 if there is no such table."""
        services = request.app[SERVICES]
        table_id = request.match_info["table"]
        table = await _load(services, table_id)
        picture = await self._picture(table, lambda: services.drawings.allow(services.address(request)))
        return web.Response(body=picture, content_type="image/jpeg", headers={"Cache-Control": "public, max-age=30"})

    async def _picture(self, table: Table, may_draw: Callable[[], bool]) -> bytes:
        key = (table.id, table.moved_version)
        async with self._drawing:
            if key not in self._kept:
                if not may_draw():
                    raise web.HTTPTooManyRequests(text="Too many pictures at once. Please try again in a minute.")
                self._kept[key] = await asyncio.to_thread(_draw, table)
            self._kept.move_to_end(key)
            while len(self._kept) > PICTURES_KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


async def _load(services: Services, table_id: str) -> Table:
    try:
        table = await services.runtime.hall.load(table_id) if is_table_id(table_id) else None
    except StoreDown:
        raise web.HTTPServiceUnavailable(text="The connection to the tables is being restored.") from None
    if table is None:
        raise web.HTTPNotFound(text="There is no such table.")
    return table


def _draw(table: Table) -> bytes:
    return board_picture(table.game.position, last=table.game.moves[-1] if table.game.moves else None)


async def health(request: web.Request) -> web.Response:
    """For an operator's monitor: 200 while the store answers, 503 while it does not."""
    services = request.app[SERVICES]
    report = await house_health(services.runtime.store, services.settings, services.nursery)
    report |= {"sockets": services.sockets.total, "tables_followed": services.hub.tables}
    return web.json_response(report, status=200 if report["store"] else 503)
