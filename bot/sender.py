"""Everything the bot writes goes out here: within Telegram's limits, one request at a time for each chat.

What is sent is built at the last moment, after all waiting, so that the newest state wins. Telegram's "too many
requests" is waited out for that chat alone; broken gateways and lost connections are tried again; what can never
succeed is named and given up.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Any

from aiogram import Bot
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.methods import TelegramMethod

from bot.clock import Clock
from bot.errands import Post
from bot.owing import owe
from bot.pace import A_MOMENT, Lane, Limits, Pace, Waiting
from bot.past import NoPast, Past
from bot.share import Share

log = logging.getLogger(__name__)

Building = Callable[[], Awaitable[TelegramMethod[Any] | None]]

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
LONGEST_WAIT = 1.0  # seconds between two looks at whether the turn has come
TIMEOUT = 20  # seconds for one request; a picture over a slow line needs some


def not_urgent() -> bool:
    """What most messages are."""
    return False


class Reason(StrEnum):
    """Why something can never be sent."""

    BLOCKED = "blocked"
    NO_CHAT = "no chat"
    NO_MESSAGE = "no message"
    NOT_MODIFIED = "not modified"
    REFUSED = "refused"
    NOT_OURS = "another process attends to the chat now"


class Undeliverable(Exception):  # noqa: N818 - the name says what went wrong
    """Telegram will not take this, however often it is tried. `moved_to`: the chat's new number, if it has one."""

    def __init__(self, reason: Reason, description: str, moved_to: int | None = None) -> None:
        super().__init__(f"{reason}: {description}")
        self.reason, self.moved_to = reason, moved_to


_PHRASES = {
    "message is not modified": Reason.NOT_MODIFIED,
    "message to edit not found": Reason.NO_MESSAGE,
    "message to delete not found": Reason.NO_MESSAGE,
    "message can't be edited": Reason.NO_MESSAGE,
    "message can't be deleted": Reason.NO_MESSAGE,
    "message_id_invalid": Reason.NO_MESSAGE,
    "there is no text in the message": Reason.NO_MESSAGE,
    "there is no caption in the message": Reason.NO_MESSAGE,
    "there is no media in the message": Reason.NO_MESSAGE,
    "chat not found": Reason.NO_CHAT,
    "peer_id_invalid": Reason.NO_CHAT,
    "not enough rights": Reason.NO_CHAT,
    "have no rights to send": Reason.NO_CHAT,
    "topic_closed": Reason.NO_CHAT,
    "group chat was deleted": Reason.NO_CHAT,
    "user is deactivated": Reason.BLOCKED,
}


def reason_of(error: TelegramAPIError) -> Reason:
    """What kind of refusal this is."""
    if isinstance(error, TelegramForbiddenError):
        return Reason.BLOCKED
    if isinstance(error, TelegramMigrateToChat | TelegramNotFound):
        return Reason.NO_CHAT
    text = str(error).lower()
    return next((reason for phrase, reason in _PHRASES.items() if phrase in text), Reason.REFUSED)


class Sender:
    """The bot's pen, for the chats of this process's `share`. `common`: a chat that every process writes to."""

    def __init__(
        self, bot: Bot, clock: Clock, share: Share, limits: Limits | None = None, past: Past | None = None,
        common: int = 0,
    ) -> None:
        self._bot, self._clock, self._share, self._past = bot, clock, share, past or NoPast()
        self._pace = Pace(clock, limits or Limits(), share, common)
        self._edits: dict[tuple[int, int], TelegramMethod[Any]] = {}
        self._editing: dict[tuple[int, int], asyncio.Task[None]] = {}

    async def send(self, chat_id: int, build: Building, *, urgent: Callable[[], bool] = not_urgent) -> Any:
        """Write to a chat when its turn has come, trying until Telegram has decided.

        `build` makes the request at that moment, anew for each try; None from it: there is nothing to send any more.
        `urgent` is asked again and again, too: what waits may become urgent. Raises Undeliverable.
        """
        lane, pause, ours = await self._lane(chat_id), FIRST_PAUSE, self._share.holds(chat_id)
        while True:
            await self._turn(lane, urgent)
            try:
                return await self._write(lane, build, ours=ours)
            except TelegramRetryAfter as error:
                lane.closed_until = self._clock.now() + error.retry_after
                log.warning("chat %d has to wait %d s", chat_id, error.retry_after)
            except (TelegramNetworkError, TelegramServerError, ClientDecodeError) as error:
                log.warning("Telegram did not take a request: %s", type(error).__name__)
                await self._clock.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            except TelegramAPIError as error:
                moved_to = error.migrate_to_chat_id if isinstance(error, TelegramMigrateToChat) else None
                raise Undeliverable(reason_of(error), str(error), moved_to) from error

    def forget(self, gone: Callable[[int], bool]) -> None:
        """Other processes write to these chats from now on."""
        self._pace.forget(gone)

    def post(self, chat_id: int, method: TelegramMethod[Any]) -> None:
        """Write something simple in the background, as a reply to a command; whoever attends to the chat does so."""
        if not self._share.holds(chat_id):
            self._share.ask(chat_id, Post.of(chat_id, method))
            return

        async def build() -> TelegramMethod[Any]:
            return method

        self.post_built(chat_id, build)

    def post_built(self, chat_id: int, build: Building, done: Callable[[Any], Awaitable[None]] | None = None) -> None:
        """Write in the background what is built when its turn has come; `done` is given what Telegram answers."""

        async def work() -> None:
            try:
                sent = await self.send(chat_id, build)
                if done is not None:
                    await done(sent)
            except Undeliverable as error:
                log.info("a reply could not be sent: %s", error.reason)

        owe(self._share.start(chat_id, work(), f"reply in {chat_id}"))

    def post_edit(self, chat_id: int, message_id: int, method: TelegramMethod[Any]) -> None:
        """Edit a message in the background; of several edits that wait for the same message only the newest is sent."""
        key = (chat_id, message_id)
        self._edits[key] = method
        if (waiting := self._editing.get(key)) is not None:
            owe(waiting)
            return
        taken: TelegramMethod[Any] | None = None

        async def build() -> TelegramMethod[Any] | None:
            nonlocal taken
            taken = self._edits.get(key)
            return taken

        async def work() -> None:
            try:
                while self._edits.get(key) is not taken:  # another one may have come while this one was on its way
                    await self._edit(chat_id, build)
            finally:
                self._edits.pop(key, None)
                del self._editing[key]

        self._editing[key] = self._share.start(chat_id, work(), f"edit in {chat_id}")
        owe(self._editing[key])

    def drop_edit(self, chat_id: int, message_id: int) -> None:
        """Something else is to be shown in this message: an edit that still waits is not wanted any more."""
        self._edits.pop((chat_id, message_id), None)

    async def _edit(self, chat_id: int, build: Building) -> None:
        try:
            await self.send(chat_id, build)
        except Undeliverable as error:
            log.info("an edit could not be made: %s", error.reason)

    async def quickly(self, method: TelegramMethod[Any]) -> bool:
        """Something that does not count as writing (answering a button, deleting): at once, twice if need be.

        Whether Telegram took it.
        """
        for _ in range(2):
            try:
                await self._bot(method, request_timeout=TIMEOUT)
            except TelegramRetryAfter as error:
                await self._clock.sleep(error.retry_after)
            except (TelegramNetworkError, TelegramServerError, ClientDecodeError):
                await self._clock.sleep(FIRST_PAUSE)
            except TelegramAPIError as error:
                log.debug("not taken: %s", error)
                return False
            else:
                return True
        return False

    def quickly_after(
        self, chat_id: int, seconds: float, ask: Callable[[], TelegramMethod[Any] | None]
    ) -> asyncio.Task[None]:
        """The same in a while, in the background, if there is a need by then. These are a waiting person's seconds."""

        async def work() -> None:
            await asyncio.sleep(seconds)
            if (method := ask()) is not None:
                await self.quickly(method)

        return self._share.start(chat_id, work(), f"something for {chat_id} in a while")

    async def _turn(self, lane: Lane, urgent: Callable[[], bool]) -> None:
        """Wait until the lane is free; what is urgent goes first, else who came first: no table of a group starves."""
        me = Waiting(urgent)
        lane.waiting.append(me)
        try:
            while (wait := self._wait(lane, me)) > 0:
                await self._clock.sleep(min(wait, LONGEST_WAIT))
        finally:
            lane.waiting.remove(me)
        self._pace.begin(lane)

    def _wait(self, lane: Lane, me: Waiting) -> float:
        urgent = next((waiting for waiting in lane.waiting if waiting.urgent()), None)
        wait = self._pace.wait(lane, urgent=urgent is not None)
        others_turn = lane.busy or (urgent or lane.waiting[0]) is not me
        return max(A_MOMENT, wait) if others_turn else wait

    async def _lane(self, chat_id: int) -> Lane:
        """A chat's lane, with what others wrote there before."""
        lane = self._pace.lane(chat_id)
        if lane.group and not lane.recalled:
            past = await self._past.recall(chat_id)
            if not lane.recalled:  # somebody else may have asked at the same time
                lane.recalled = True
                lane.written.extendleft(reversed(past))
        return lane

    async def _write(self, lane: Lane, build: Building, *, ours: bool) -> Any:
        method = None
        try:
            method = await build()
            if ours and not self._share.holds(lane.chat):
                raise Undeliverable(Reason.NOT_OURS, "")
            return await self._bot(method, request_timeout=TIMEOUT) if method is not None else None
        finally:
            self._pace.end(lane, wrote=method is not None)
            if lane.group and method is not None:
                await self._past.keep(lane.chat, lane.written)
