"""What happens to the bot itself: blocked by a person, put into a group or out of it, a group whose number changes."""

import logging
from dataclasses import replace

from aiogram import F, Router
from aiogram.enums import ChatMemberStatus, ChatType
from aiogram.types import ChatMemberUpdated, Message

from bot.cards import Card
from bot.unreachable import tell_opponents
from bot.visit import Services, Visit
from hall.store.preferences import NOTHING_CHOSEN, chat_owner

log = logging.getLogger(__name__)

OUT = (ChatMemberStatus.LEFT, ChatMemberStatus.KICKED)


def make_router() -> Router:
    """The handlers of such news."""
    router = Router(name="membership")
    router.my_chat_member.register(changed)
    router.message.register(may_write, F.write_access_allowed)
    router.message.register(moved, F.migrate_to_chat_id)
    router.message.register(has_come, F.migrate_from_chat_id)
    return router


async def changed(event: ChatMemberUpdated, visit: Visit) -> None:
    """The bot's place in a chat has changed. Raises StoreDown."""
    was_out, is_out = event.old_chat_member.status in OUT, event.new_chat_member.status in OUT
    if event.chat.type == ChatType.PRIVATE:
        await (_blocked(visit) if is_out else reachable(visit))
        return
    log.info("in chat %d the bot is now: %s", event.chat.id, event.new_chat_member.status)
    if was_out and not is_out and event.chat.type != ChatType.CHANNEL:
        visit.chat = event.chat.id
        visit.post(Card(visit.t.gettext("Here I am. /play puts a game on the table that anybody here can join."), None))


async def _blocked(visit: Visit) -> None:
    hall = visit.services.hall
    for table_id in await hall.tables_of(visit.person.id):
        table = await hall.load(table_id)
        if table is not None:
            await tell_opponents(visit.services, table, visit.person.id)


async def may_write(_: Message, visit: Visit) -> None:
    """Somebody on the board has allowed us to write to them. Raises StoreDown."""
    await reachable(visit)


async def reachable(visit: Visit) -> None:
    """Who could not be written to learns now how their games stand. Raises StoreDown."""
    for table_id in await visit.services.hall.tables_of(visit.person.id):
        table = await visit.services.hall.load(table_id)
        if table is not None:
            await visit.services.living.revive(table, visit.chat)


async def moved(message: Message, visit: Visit) -> None:
    """A group has become a supergroup: its games go on under the new number. Raises StoreDown."""
    if message.migrate_to_chat_id is not None:
        await move_chat(visit.services, message.chat.id, message.migrate_to_chat_id)


async def has_come(message: Message, visit: Visit) -> None:
    """The same news from the new group, which may be the only one to arrive. Raises StoreDown."""
    if message.migrate_from_chat_id is not None:
        await move_chat(visit.services, message.migrate_from_chat_id, message.chat.id)


async def move_chat(services: Services, old: int, new: int) -> None:
    """Take everything that is kept for a chat over to its new number. Old messages cannot be edited any more.

    It may be done any number of times: both groups tell of it, and so does Telegram when the old one is written to.
    """
    await services.chats.renumber(old, new)
    chosen = await services.preferences.of(chat_owner(old))
    if chosen != NOTHING_CHOSEN:
        await services.preferences.change(chat_owner(new), lambda newer: chosen if newer == NOTHING_CHOSEN else newer)
        await services.preferences.forget(chat_owner(old))
    services.living.forget(lambda chat: chat == old)
    for table_id in await services.chats.unsettled():
        ref = (await services.chats.refs(table_id)).get(old)
        if ref is None:
            continue
        await services.chats.put(table_id, replace(ref, chat=new, message=None, photo=False, shown="", gone=False))
        await services.chats.drop(table_id, old)
        table = await services.hall.load(table_id)
        if table is not None:
            await services.living.refresh(table)

