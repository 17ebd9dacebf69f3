"""How each chat wants its messages: what was chosen, whether its reader sleeps, or looks at the board just now."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bot.plan import Taste
from hall.model import Table, telegram_id
from hall.players import Players
from hall.ports import Now, StoreDown
from hall.presence import Presence
from hall.store.chats import ChatRef
from hall.store.preferences import NOTHING_CHOSEN, PreferenceStore, chat_owner


class Tastes:
    """Asked before every message. A store that is down means: as usual."""

    def __init__(self, preferences: PreferenceStore, presence: Presence, players: Players, now: Now) -> None:
        self._preferences, self._presence, self._players, self._now = preferences, presence, players, now

    async def of(self, ref: ChatRef, table: Table) -> Taste:
        """How this chat wants to be told about this table."""
        try:
            chosen = NOTHING_CHOSEN if ref.inline else await self._preferences.of(chat_owner(ref.chat))
            if ref.chat < 0:
                return Taste(chosen)
            hush = chosen.quiet is not None and await self._sleeps(ref.chat, chosen.quiet)
            here = await self._presence.is_here(table.id, telegram_id(ref.chat))
            return Taste(chosen, hush, here)
        except StoreDown:
            return Taste()

    async def _sleeps(self, chat: int, quiet: tuple[int, int]) -> bool:
        zone = (await self._players.profile(telegram_id(chat))).zone
        return within(quiet, hour_in(zone, await self._now()))


def hour_in(zone: str, at_ms: int) -> int:
    """The hour that clocks show in a time zone."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone(ZoneInfo(zone)).hour


def within(quiet: tuple[int, int], hour: int) -> bool:
    """Whether an hour lies between two, the second one excluded; the night may begin before midnight."""
    begin, end = quiet
    return begin <= hour < end if begin < end else hour >= begin or hour < end
