"""When a player has blocked the bot: the opponent is told, once, and what decides the game now."""

from typing import Protocol

from aiogram.methods import SendMessage

from bot.people import private_chat
from bot.plan import HTML
from bot.sender import Sender
from bot.texts import isolated
from hall.locales import translator
from hall.model import PlayerId, Status, Table
from hall.store.notes import Notes
from hall.store.preferences import PreferenceStore

TOLD_S = 7 * 86_400


class Tools(Protocol):
    """What is needed to tell."""

    @property
    def sender(self) -> Sender: ...
    @property
    def notes(self) -> Notes: ...
    @property
    def preferences(self) -> PreferenceStore: ...


async def tell_opponents(tools: Tools, table: Table, away: PlayerId) -> None:
    """Tell whoever plays against somebody who cannot be reached. Raises StoreDown."""
    if table.status is not Status.PLAYING:
        return
    name = next((player.name for player in table.players if player.id == away), "")
    for player in table.players:
        chat = private_chat(player.id)
        if player.id == away or not name or chat is None:
            continue
        if not await tools.notes.first(f"away:{table.id}:{away}", TOLD_S):
            continue
        t = translator((await tools.preferences.of(player.id)).language or player.language)
        said = t.gettext("%(name)s cannot be reached by me any more, but may still play on the board.")
        decides = (
            t.gettext("The clock decides.")
            if table.clock is not None
            else t.gettext("After 14 days without a move you can claim the win.")
        )
        text = f"{said % {'name': isolated(name)}} {decides}"
        tools.sender.post(chat, SendMessage(chat_id=chat, text=text, parse_mode=HTML))
