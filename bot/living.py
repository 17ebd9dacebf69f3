"""Living messages: one for each table in each chat, always showing the newest state, however fast the game goes.

A message is edited quietly; it is replaced by a new one, which sounds, when there is news for its reader (marks.py).
What a chat shows and was told is kept in the store, so that a restarted bot goes on where it was. Of several processes
each writes to the chats of its share only.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from aiogram.methods import TelegramMethod
from aiogram.types import Message

from bot.cards import PLAIN, Mode, Reader
from bot.errands import Look, Show
from bot.owing import is_late, owe
from bot.plan import Plan, make_plan
from bot.retiring import retire
from bot.sender import Reason, Undeliverable
from bot.slots import Slot, Tools, Wanted, acted, followed, is_result, ref_of, refs_of_players
from hall.model import Status, Table, TableId
from hall.ports import Event, StoreDown
from hall.presence import HERE_S
from hall.store.chats import ChatRef

log = logging.getLogger(__name__)

SLOTS_KEPT = 5000


class Living:
    """Keeps every message of every table up to date."""

    def __init__(self, tools: Tools) -> None:
        self._share, self._sender, self._chats = tools.share, tools.sender, tools.chats
        self._links, self._files = tools.links, tools.files
        self._load, self._taste = tools.load, tools.taste
        self._unreachable, self._moved, self._sleep = tools.unreachable, tools.moved, tools.sleep
        self._slots: dict[tuple[TableId, int], Slot] = {}
        self._writing: dict[asyncio.Task[None], int] = {}

    async def rest(self, seconds: float, among: Callable[[int], bool]) -> None:
        """Give messages on their way to some chats time to arrive and to be remembered."""
        writing = [task for task, chat in self._writing.items() if among(chat)]
        if writing:
            await asyncio.wait(writing, timeout=seconds)

    async def refresh(self, table: Table, event: Event | None = None) -> None:
        """Show the table's state in all chats it is shown in; `event` is the step that led to it. Raises StoreDown.

        The holders of others' chats hear of every step by themselves, but not of chats where the table is new.
        """
        refs = await self.follow(table, event)
        wanted = [ref.chat for ref in refs.values() if not (ref.shown or ref.gone)]
        if refs and table.status is Status.PLAYING:
            wanted += [ref.chat for ref in refs_of_players(table, refs) if ref.chat not in refs]
        for chat in wanted:
            if not self._share.holds(chat):
                self._share.ask(chat, Look(table.id))

    async def follow(self, table: Table, event: Event | None = None) -> dict[int, ChatRef]:
        """Show the table's state in those of its chats that are ours; all its chats. Raises StoreDown."""
        refs = await self._chats.refs(table.id)
        if table.status is Status.PLAYING or (event is not None and event.ends):
            refs = await self._with_players(table, refs)
        for ref in refs.values():
            if ref.gone or not self._share.holds(ref.chat):
                continue
            slot = self._slot(table.id, ref)
            known = slot.wanted.table.version if slot.wanted is not None else 0
            if not slot.ref.gone and known < table.version:
                self._want(slot, Wanted(table, quiet=acted(table, event, ref.chat)))
        if refs and table.next is not None:
            await self._follow_on(table.next, refs)
        return refs

    async def show(
        self, table: Table, reader: Reader, mode: Mode = PLAIN, *, anew: bool = False, pressed: int | None = None,
        adopt: int | None = None, photo: bool = False,
    ) -> None:
        """Show the table in a chat because somebody there asked. Raises StoreDown.

        `pressed`: the message whose button was pressed, which goes away if it is not the living one. `adopt`: a message
        of ours, a picture if `photo`, that becomes the living one.
        """
        if not self._share.holds(reader.chat):
            errand = Show(table.id, table.version, reader, mode, anew, pressed, adopt, photo)
            self._share.ask(reader.chat, errand)
            return
        refs = await self._chats.refs(table.id)
        slot = self._slot(table.id, refs.get(reader.chat) or ref_of(reader))
        watching = reader.watching or slot.ref.watching
        ref = replace(slot.ref, language=reader.language, watching=watching, gone=False)
        if adopt is not None and ref.message is None:
            ref = replace(ref, message=adopt, photo=photo, shown="")
            self._sender.drop_edit(reader.chat, adopt)
        if ref != slot.ref or reader.chat not in refs:
            slot.ref = ref
            await self._chats.put(table.id, ref)
        stray = pressed is not None and pressed != ref.message
        if stray and pressed is not None:
            self._share.start(reader.chat, retire(self._sender, reader.chat, pressed), f"old message in {reader.chat}")
        if slot.wanted is None or slot.wanted.table.version <= table.version:
            quiet = not anew and not is_late()
            self._want(slot, Wanted(table, mode, quiet=quiet, anew=anew, force=stray, asked=True))

    async def revive(self, table: Table, chat: int) -> None:
        """Somebody whom we could not write to can be reached again. Raises StoreDown."""
        ref = (await self._chats.refs(table.id)).get(chat)
        if ref is not None and ref.gone:
            slot = self._slot(table.id, ref)
            slot.ref, slot.wanted = replace(ref, gone=False), None
            await self._chats.put(table.id, slot.ref)
        await self.follow(table)

    def forget(self, among: Callable[[int], bool]) -> None:
        """Others write to these chats from now on."""
        self._slots = {key: slot for key, slot in self._slots.items() if not among(key[1])}

    def message_of(self, table_id: TableId, chat: int) -> int | None:
        """The living message of a table in a chat, as far as this process knows."""
        return slot.ref.message if (slot := self._slots.get((table_id, chat))) is not None else None

    async def _with_players(self, table: Table, refs: dict[int, ChatRef]) -> dict[int, ChatRef]:
        """With the players' private chats, as far as they are ours; those of a next game follow from the one before."""
        if not refs and table.previous is not None and await self._chats.refs(table.previous):
            return refs
        for ref in refs_of_players(table, refs):
            if ref.chat not in refs and self._share.holds(ref.chat):
                refs[ref.chat] = ref
                await self._chats.put(table.id, ref)
        return refs

    async def _follow_on(self, next_id: TableId, refs: dict[int, ChatRef]) -> None:
        """The next game is shown where this one was."""
        table, known = await self._load(next_id), await self._chats.refs(next_id)
        if table is None:
            return
        for ref in refs.values():
            if ref.chat not in known and not ref.gone and self._share.holds(ref.chat):
                await self._chats.put(next_id, followed(ref))
        await self.follow(table)

    def _slot(self, table_id: TableId, ref: ChatRef) -> Slot:
        slot = self._slots.get((table_id, ref.chat))
        if slot is None:
            if len(self._slots) > SLOTS_KEPT:
                self._slots = {key: kept for key, kept in self._slots.items() if kept.busy}
            slot = self._slots[table_id, ref.chat] = Slot(ref)
        return slot

    def _want(self, slot: Slot, wanted: Wanted) -> None:
        waiting = slot.wanted
        if waiting is not None and waiting is not slot.taken:
            wanted = wanted.after(waiting)
        slot.wanted = wanted
        if not slot.busy:
            slot.busy = True
            chat = slot.ref.chat
            slot.task = task = self._share.start(chat, self._bring(slot), f"table {wanted.table.id} in {chat}")
            self._writing[task] = chat
            task.add_done_callback(self._writing.pop)
        if slot.task is not None:
            owe(slot.task)

    async def _bring(self, slot: Slot) -> None:
        """Bring the message to the newest wanted state; one at a time for each message."""
        try:
            while slot.wanted is not None and slot.wanted is not slot.shown:
                await self._write(slot)
        finally:
            slot.busy = False

    async def _write(self, slot: Slot) -> None:
        plan: Plan | None = None

        async def build() -> TelegramMethod[Any] | None:
            nonlocal plan
            slot.taken = wish = slot.wanted
            assert wish is not None  # noqa: S101 - only brought when wanted
            plan = await make_plan(slot.ref, wish, self._links, self._files, await self._taste(slot.ref, wish.table))
            return plan.method if plan is not None else None

        try:
            sent = await self._sender.send(slot.ref.chat, build, urgent=lambda: is_result(slot.wanted))
        except Undeliverable as error:
            await self._give_up(slot, plan, error)
            return
        slot.shown = slot.taken
        if plan is not None:
            await self._written(slot, plan, sent)
        if plan is not None and plan.waits and slot.taken is not None:
            self._share.start(slot.ref.chat, self._look_again(slot, slot.taken), f"news for {slot.ref.chat}")

    async def _look_again(self, slot: Slot, wanted: Wanted) -> None:
        """Tell later who looks at the board now and may have turned away by then without having seen it."""
        await self._sleep(HERE_S)
        if slot.wanted is wanted:
            self._want(slot, replace(wanted))

    async def _written(self, slot: Slot, plan: Plan, sent: Any) -> None:
        old = slot.ref.message
        slot.ref = plan.after
        if isinstance(sent, Message):
            await self._files.learn(plan.picture, sent)
            slot.ref = replace(plan.after, message=sent.message_id)
        await self._keep(slot, plan.table)
        if plan.is_new and old is not None:
            await retire(self._sender, slot.ref.chat, old)

    async def _keep(self, slot: Slot, table: Table) -> None:
        """Remember what the chat shows. A store that is down must not stop the game's messages."""
        try:
            await self._chats.put(table.id, slot.ref)
            if slot.ref.over or slot.ref.gone:
                refs = await self._chats.refs(table.id)
                if all(ref.over or ref.gone for ref in refs.values()):
                    await self._chats.settle(table.id)
        except StoreDown:
            log.warning("what chat %d shows could not be kept", slot.ref.chat)

    async def _give_up(self, slot: Slot, plan: Plan | None, error: Undeliverable) -> None:
        """Telegram will not take it: remember why, so that it is not tried for ever."""
        slot.shown, reason = slot.taken, error.reason
        if plan is None or reason is Reason.NOT_OURS:
            return
        if reason is Reason.NOT_MODIFIED:
            slot.ref = plan.after
        elif reason is Reason.NO_MESSAGE and slot.ref.chat > 0 and not plan.is_new:
            slot.ref, slot.shown = replace(slot.ref, message=None, shown=""), None  # deleted by its reader: once more
            return
        elif reason is Reason.REFUSED:
            log.error("a message of table %s was refused by Telegram", plan.table.id)
            return
        elif error.moved_to is not None:
            await self._tell(self._moved(slot.ref.chat, error.moved_to), slot.ref.chat)
            return
        else:
            log.info("nothing more goes to chat %d: %s", slot.ref.chat, reason)
            if reason is Reason.BLOCKED and slot.ref.chat > 0 and slot.ref.message is not None:  # else never reached
                await self._tell(self._unreachable(plan.table, slot.ref.chat), slot.ref.chat)
            slot.ref = replace(slot.ref, gone=True)
        await self._keep(slot, plan.table)

    async def _tell(self, telling: Awaitable[None], chat: int) -> None:
        try:
            await telling
        except StoreDown:
            log.warning("nobody could be told about chat %d", chat)
