"""Whom the operator has excluded, known to each process as soon as it is decided in any.

It is asked before every step of a player, so it must cost nothing: while news are followed, the answer is at hand. The
store is asked where nobody follows them, and now and then in any case.
"""

import asyncio

from hall.model import PlayerId
from hall.news import News, NewsKind, Newsroom, NewsSubscription
from hall.people import Social
from hall.ports import FeedLost, StoreDown

RETRY_S = 1.0
LOOK_AGAIN_S = 60.0
"""So often the whole list is read again, in case a ban was kept and the news of it was not."""


class Excluded:
    """The list of bans, as one process knows it."""

    def __init__(self, social: Social, newsroom: Newsroom) -> None:
        self._social, self._newsroom = social, newsroom
        self._known: set[PlayerId] | None = None

    async def has(self, player_id: PlayerId) -> bool:
        """Whether this player is excluded. Raises StoreDown, but not while news are followed."""
        if self._known is not None:
            return player_id in self._known
        return (await self._social.standing(player_id)).banned is not None

    def note(self, news: News) -> None:
        """Take in what was heard; to hear it twice does no harm."""
        if self._known is None:
            return
        if news.kind is NewsKind.EXCLUDED:
            self._known.add(news.player)
        elif news.kind is NewsKind.ADMITTED:
            self._known.discard(news.player)

    async def run(self) -> None:
        """Follow the news for ever."""
        while True:
            news = self._newsroom.follow()
            try:
                while True:
                    self._known = set(await self._social.bans())
                    await self._listen(news)
            except FeedLost:
                continue
            except StoreDown:
                await asyncio.sleep(RETRY_S)
            finally:
                self._known = None
                news.close()

    async def _listen(self, news: NewsSubscription) -> None:
        """Until it is time to read the whole list again."""
        try:
            async with asyncio.timeout(LOOK_AGAIN_S):
                async for each in news:
                    self.note(each)
        except TimeoutError:
            return
