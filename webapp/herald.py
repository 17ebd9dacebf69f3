"""Tells a player's open pages in this process what concerns the player and no table: a ban, another language chosen."""

import asyncio
import logging

from hall.actions import Code
from hall.excluded import Excluded
from hall.model import PlayerId
from hall.news import News, NewsKind, Newsroom
from hall.people import Social
from hall.ports import FeedLost, StoreDown
from hall.store.preferences import PreferenceStore
from webapp.audience import Audience
from webapp.phrases import error_text
from webapp.sockets import Connection

RETRY_SECONDS = 0.5
log = logging.getLogger(__name__)


class Herald:
    """The pages that are open here, by player."""

    def __init__(self, newsroom: Newsroom, excluded: Excluded, social: Social, preferences: PreferenceStore) -> None:
        self._newsroom, self._excluded, self._social = newsroom, excluded, social
        self._preferences = preferences
        self._pages: dict[PlayerId, dict[Connection, Audience]] = {}

    def enter(self, connection: Connection, audience: Audience) -> None:
        """Tell this page from now on."""
        self._pages.setdefault(audience.player.id, {})[connection] = audience

    def leave(self, connection: Connection, audience: Audience) -> None:
        """Tell it no longer."""
        pages = self._pages.get(audience.player.id, {})
        pages.pop(connection, None)
        if not pages:
            self._pages.pop(audience.player.id, None)

    async def run(self) -> None:
        """Follow the news for ever; after an interruption, tell those who have been excluded meanwhile."""
        while True:
            news = self._newsroom.follow()
            try:
                async for each in news:
                    await self._hear_safely(each)
            except FeedLost:
                log.info("news were lost; looking at the bans anew")
                await self._catch_up()
            finally:
                news.close()

    async def _catch_up(self) -> None:
        while True:
            try:
                for player_id in await self._social.bans():
                    self._tell_excluded(player_id)
                return
            except StoreDown:
                await asyncio.sleep(RETRY_SECONDS)

    async def _hear_safely(self, news: News) -> None:
        try:
            await self._hear(news)
        except Exception:  # a fault about one player must not silence all others
            log.exception("news of %s could not be told", news.player)

    async def _hear(self, news: News) -> None:
        self._excluded.note(news)  # before the page is told: what it asks next is answered by it
        if news.player not in self._pages:
            return
        if news.kind is NewsKind.EXCLUDED:
            self._tell_excluded(news.player)
        elif news.kind is NewsKind.PREFERRED:
            try:
                chosen = (await self._preferences.of(news.player)).language
            except StoreDown:  # the page learns it when it says hello again, as it has to then
                return
            for connection in list(self._pages.get(news.player, ())):
                connection.send({"t": "preferred", "language": chosen})

    def _tell_excluded(self, player_id: PlayerId) -> None:
        for connection, audience in list(self._pages.get(player_id, {}).items()):
            tell_excluded(connection, audience)


def tell_excluded(connection: Connection, audience: Audience) -> None:
    """One sentence for a page whose player is excluded."""
    code = str(Code.BANNED)
    connection.send({"t": "error", "code": code, "text": error_text(code, audience.texts)})
