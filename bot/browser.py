"""The link that makes a browser its reader's own: whoever plays there as a guest goes on under their account."""

from aiogram.types import CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup

from bot.cards import Card
from bot.texts import notation
from bot.visit import Visit
from hall.locales import Translator

BIND = "/#bind="  # behind the mark no server on the way sees it, and no preview of the link takes it


async def browser_card(visit: Visit) -> Card:
    """A new link, good once and for ten minutes; a sentence where there is no board on the web. Raises StoreDown."""
    t, board = visit.t, visit.services.links.board
    if not board:
        return Card(
            t.gettext(
                "My board has no address on the web yet: whoever runs me has to set PUBLIC_URL to an https address. "
                "Until then you can play everything right here."
            ),
            None,
        )
    return _link_card(f"{board}{BIND}{await visit.services.runtime.binding.offer(visit.person)}", t)


def _link_card(link: str, t: Translator) -> Card:
    text = t.gettext(
        "Open this link in your browser, and you play there under your own name, with the games you have begun there "
        "as a guest. It is good once, for ten minutes. Give it to nobody: it opens your account."
    )
    copy = InlineKeyboardButton(text=t.gettext("Copy the link"), copy_text=CopyTextButton(text=link))
    return Card(f"{text}\n\n{notation(link)}", InlineKeyboardMarkup(inline_keyboard=[[copy]]))
