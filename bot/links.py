"""Links into the bot and to the board: what may be shown where depends on what the bot and the operator have."""

from dataclasses import dataclass
from urllib.parse import quote

from aiogram.types import InlineKeyboardButton, User, WebAppInfo

from hall.model import TableId, is_table_id
from hall.settings import Settings

PREFIX = "t_"


def parse_payload(payload: str) -> TableId | None:
    """The table that a start parameter names; None if it is none of ours."""
    table = payload.removeprefix(PREFIX)
    return table if payload.startswith(PREFIX) and is_table_id(table) else None


@dataclass(frozen=True, slots=True)
class Links:
    """The links of one bot.

    `board`: the https address of the board, empty without one. `mini_app`: its short name, empty for the main one, None
    if Telegram knows no Mini App of this bot.
    """

    username: str
    board: str = ""
    mini_app: str | None = None

    @classmethod
    def of(cls, me: User, settings: Settings) -> "Links":
        """The links of the bot that getMe describes."""
        known = settings.has_public_face and (settings.mini_app_name or me.has_main_web_app)
        return cls(
            me.username or "",
            settings.public_url if settings.has_public_face else "",
            settings.mini_app_name if known else None,
        )

    def invitation(self, table: TableId) -> str:
        """The link that brings anybody to a table: into the Mini App if there is one, else into the bot's chat."""
        if self.mini_app is None:
            return self.chat(table)
        name = f"/{self.mini_app}" if self.mini_app else ""
        return f"https://t.me/{self.username}{name}?startapp={PREFIX}{table}"

    def chat(self, table: TableId) -> str:
        """The link that brings somebody to a table in the bot's chat."""
        return f"https://t.me/{self.username}?start={PREFIX}{table}"

    def sharing(self, table: TableId, text: str) -> str:
        """Telegram's own way to send the invitation to a friend."""
        return f"https://t.me/share/url?url={quote(self.invitation(table), safe='')}&text={quote(text, safe='')}"

    def board_button(self, table: TableId, label: str, *, private: bool) -> InlineKeyboardButton | None:
        """The button that opens the board; None where it would be a dead one."""
        if private:
            if not self.board:
                return None
            return InlineKeyboardButton(text=label, web_app=WebAppInfo(url=f"{self.board}/t/{table}"))
        return InlineKeyboardButton(text=label, url=self.invitation(table))
