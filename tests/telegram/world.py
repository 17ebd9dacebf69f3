"""What Telegram knows: people, chats, messages, files, pressed buttons, all in the form they have on the wire."""

import asyncio
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from PIL import Image, UnidentifiedImageError

from tests.telegram.clock import FastClock
from tests.telegram.errors import ApiError, bad_request
from tests.telegram.limits import Rates

PATIENCE = 10  # real seconds a test waits for something that should happen at once
Json = dict[str, Any]


@dataclass
class ChatState:
    """A chat: `started` and `blocked` are what a person did to the bot in private, `kicked` what a group did."""

    id: int
    type: str
    title: str
    messages: dict[int, Json] = field(default_factory=dict)
    silent: set[int] = field(default_factory=set)
    topics: set[int] = field(default_factory=set)
    admins: set[int] = field(default_factory=set)
    moved_to: int | None = None
    started: bool = False
    blocked: bool = False
    kicked: bool = False

    def card(self) -> Json:
        """The chat as it stands in messages."""
        name = "first_name" if self.type == "private" else "title"
        return {"id": self.id, "type": self.type, name: self.title}


@dataclass
class Press:
    """A pressed button and how the bot answered."""

    query_id: str
    pressed_at: float
    answered_at: float | None = None
    answer: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Prepared:
    """A message that a person may send from the Mini App until it expires."""

    user: int
    result: Json
    expires: float


class World:
    """One bot's Telegram."""

    def __init__(self, clock: FastClock, me: Json) -> None:
        self.clock, self.me = clock, me
        self.rates = Rates(clock)
        self.chats: dict[int, ChatState] = {}
        self.files: dict[str, bytes] = {}
        self.presses: dict[str, Press] = {}
        self.inline: dict[str, tuple[int, int]] = {}
        self.inline_queries: dict[str, list[Json] | None] = {}
        self.prepared: dict[str, Prepared] = {}
        self.about: dict[str, Any] = {}
        self._numbers: Iterator[int] = itertools.count(1)
        self.changes = 0
        self._changed = asyncio.Event()

    async def change(self) -> None:
        """Wait for the next change."""
        await self._changed.wait()

    def number(self) -> int:
        """A number never used before."""
        return next(self._numbers)

    def touch(self) -> None:
        """Tell everybody who waits that something has changed."""
        self.changes += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, happened: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
        """Wait for something to be true; AssertionError if it does not come."""
        try:
            async with asyncio.timeout(patience):
                while not happened():
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"this never came: {what}") from None

    def chat(self, chat_id: Any) -> ChatState:
        """The chat a bot names; ApiError if there is none."""
        chat = self.chats.get(chat_id)
        if chat is None:
            raise bad_request("chat not found")
        return chat

    def open_chat(self, chat_id: Any) -> ChatState:
        """A chat the bot may write to; ApiError 403 if it may not."""
        chat = self.chat(chat_id)
        if chat.moved_to is not None:
            raise ApiError(
                400,
                "Bad Request: group chat was upgraded to a supergroup chat",
                migrate_to_chat_id=chat.moved_to,
            )
        if chat.kicked:
            raise ApiError(403, "Forbidden: bot was kicked from the group chat")
        if chat.blocked:
            raise ApiError(403, "Forbidden: bot was blocked by the user")
        if chat.type == "private" and not chat.started:
            raise ApiError(403, "Forbidden: bot can't initiate conversation with a user")
        return chat

    def add_message(self, chat: ChatState, sender: Json, content: Json) -> Json:
        """Put a message into a chat."""
        number = self.number()
        envelope = {"message_id": number, "date": int(self.clock.now()), "chat": chat.card(), "from": sender}
        message = chat.messages[number] = {**envelope, **content}
        self.touch()
        return message

    def store_photo(self, data: bytes) -> list[Json]:
        """Keep an uploaded picture; its sizes as they stand in messages."""
        try:
            width, height = Image.open(BytesIO(data)).size
        except UnidentifiedImageError:
            raise bad_request("IMAGE_PROCESS_FAILED") from None
        file_id = f"photo-{self.number()}"
        self.files[file_id] = data
        return [self._size(file_id, 90, 90 * height // width), self._size(file_id, width, height)]

    def known_photo(self, file_id: str) -> list[Json]:
        """A picture that was uploaded before."""
        if file_id not in self.files:
            raise bad_request("wrong file identifier/HTTP URL specified")
        width, height = Image.open(BytesIO(self.files[file_id])).size
        return [self._size(file_id, width, height)]

    @staticmethod
    def _size(file_id: str, width: int, height: int) -> Json:
        return {"file_id": file_id, "file_unique_id": f"u-{file_id}", "width": width, "height": height}
