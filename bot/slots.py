"""What living messages work with (living.py): a place for each table in each chat, and what it should show."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from bot.cards import PLAIN, Mode, Reader
from bot.files import FileIds
from bot.links import Links
from bot.people import private_chat
from bot.plan import Taste
from bot.sender import Sender
from bot.share import Share
from hall.model import Person, Table, TableId
from hall.ports import Event, EventKind
from hall.store.chats import ChatRef, ChatStore

Load = Callable[[TableId], Awaitable[Table | None]]


async def no_taste(_ref: ChatRef, _table: Table) -> Taste:
    """What a chat wants of which nothing is known."""
    return Taste()


async def nobody_told(_table: Table, _chat: int) -> None:
    """Where nobody wants to know who cannot be reached."""


async def not_moved(_old: int, _new: int) -> None:
    """Where nobody wants to know that a chat has another number."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What living messages need: where from and how a table is shown, and who is told that a player is unreachable.

    `share`: which chats are ours; the others' holders are told what they cannot know.
    """

    share: Share
    sender: Sender
    chats: ChatStore
    links: Links
    files: FileIds
    load: Load
    taste: Callable[[ChatRef, Table], Awaitable[Taste]] = no_taste
    unreachable: Callable[[Table, int], Awaitable[None]] = nobody_told
    moved: Callable[[int, int], Awaitable[None]] = not_moved
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a message should show.

    `quiet`: its reader has just acted; `anew`: a new message in any case; `force`: try an edit even if nothing seems to
    have changed, since the message may be gone; `asked`: somebody there wants to see it.
    """

    table: Table
    mode: Mode = PLAIN
    quiet: bool = False
    anew: bool = False
    force: bool = False
    asked: bool = False

    def after(self, other: "Wanted") -> "Wanted":
        """This one, in the place of another that has not been brought about."""
        anew, force, asked = self.anew or other.anew, self.force or other.force, self.asked or other.asked
        return replace(self, anew=anew, force=force, asked=asked)


@dataclass(slots=True)
class Slot:
    """One table in one chat, in this process."""

    ref: ChatRef
    wanted: Wanted | None = None
    taken: Wanted | None = None
    shown: Wanted | None = None
    busy: bool = False
    task: asyncio.Task[None] | None = None


def refs_of_players(table: Table, refs: Mapping[int, ChatRef]) -> list[ChatRef]:
    """New entries for the players' private chats, where a table is shown that is shown in `refs`.

    Where no chat shows it they play on the board, and are only called. Nobody is who plays the computer there, or both
    sides: they keep nobody waiting.
    """
    called = all(ref.called for ref in refs.values())
    if called and (table.computer_side is not None or table.terms.one_device):
        return []
    chats = {private_chat(player.id): player for player in table.players if isinstance(player, Person)}
    return [ChatRef(chat, language=chats[chat].language, called=called) for chat in chats if chat is not None]


def ref_of(reader: Reader) -> ChatRef:
    """A new entry for a chat in which somebody asked for a table."""
    return ChatRef(reader.chat, topic=reader.topic, inline=reader.inline)


def followed(ref: ChatRef) -> ChatRef:
    """The same chat's entry for the next game."""
    return replace(ref, message=None, photo=False, told="", shown="", over=False, gone=False)


def acted(table: Table, event: Event | None, chat: int) -> bool:
    """Whether the last step was the reader's own: they look at the chat and need no sound."""
    if event is None or event.version != table.version or event.kind is EventKind.REMINDED:
        return False
    return event.side in Reader(chat).sides(table)


def is_result(wanted: Wanted | None) -> bool:
    """Whether the end of a game is to be shown."""
    return wanted is not None and not wanted.table.status.running
