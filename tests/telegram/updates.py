"""How updates reach a bot: a queue asked by long polling, at least once, or a webhook."""

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp
from aiogram.types import Update

from tests.telegram.clock import FastClock
from tests.telegram.errors import ApiError
from tests.telegram.wire import Call
from tests.telegram.world import Json, World

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"


class Updates:
    """Every update until the bot confirms it by asking for a later one."""

    def __init__(self, world: World, clock: FastClock) -> None:
        self._world, self._clock = world, clock
        self._waiting: list[Json] = []
        self._confirmed: list[Json] = []
        self._again: set[int] = set()
        self._last = 0
        self._poller: asyncio.Event | None = None
        self._webhook: Json = {}
        self._new = asyncio.Event()
        self.webhook_answers: list[int] = []
        self.reach: Callable[[str, int], str] = lambda url, _: url
        """Where an address leads to, for each update: tests have no names on the internet."""
        self.brought_to: tuple[str, ...] = ()
        """Addresses to all of which each update is brought at the same time, instead of one."""

    @property
    def unconfirmed(self) -> int:
        """How many updates the bot has not confirmed yet."""
        return len(self._waiting)

    @property
    def delivered(self) -> list[Json]:
        """What the bot has confirmed, oldest first."""
        return self._confirmed

    async def push(self, *, checked: bool = True, **content: Any) -> int:
        """Make an update of the given kind and deliver it; its number. Unchecked, it may be of an unknown kind."""
        self._last += 1
        update = {"update_id": self._last, **content}
        if checked:
            Update.model_validate(update)
        self._waiting.append(update)
        if self._webhook:
            await self._post(update)
        self._wake()
        return self._last

    def redeliver(self, number: int = 1) -> None:
        """Send the last confirmed updates once more, as Telegram does when a confirmation is lost."""
        again = self._confirmed[-number:]
        assert len(again) == number, "not so many updates have been confirmed"
        del self._confirmed[-number:]
        self._waiting[:0] = again
        self._again.update(update["update_id"] for update in again)
        self._wake()

    def set_webhook(self, call: Call) -> bool:
        """From now on by webhook; an empty address takes it away."""
        self._webhook = call.fields if call.get("url") else {}
        return True

    def delete_webhook(self, call: Call) -> bool:
        """Back to polling."""
        self._webhook = {}
        if call.get("drop_pending_updates"):
            self._waiting.clear()
        return True

    async def get_updates(self, call: Call) -> list[Json]:
        """What has not been confirmed, at once or as soon as there is something. A second poller ends the first."""
        if self._webhook:
            raise ApiError(409, "Conflict: can't use getUpdates method while webhook is active")
        if self._poller is not None:
            self._poller.set()
            self._wake()
        mine = self._poller = asyncio.Event()
        self._confirm(int(call.get("offset") or 0))
        try:
            await self._wait_for_any(float(call.get("timeout") or 0) / self._clock.speed, mine)
        finally:
            if self._poller is mine:
                self._poller = None
        if mine.is_set():
            raise ApiError(
                409,
                "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
            )
        answer = self._pending(call.get("allowed_updates"))[: int(call.get("limit") or 100)]
        self._world.touch()
        self._again.difference_update(update["update_id"] for update in answer)
        return answer

    def _confirm(self, offset: int) -> None:
        for update in list(self._waiting):
            if update["update_id"] < offset and update["update_id"] not in self._again:
                self._waiting.remove(update)
                self._confirmed.append(update)
        self._world.touch()

    def _pending(self, allowed: list[str] | None) -> list[Json]:
        """What is allowed; other kinds are not kept for a bot that does not want them."""
        wanted = set(allowed or [])
        for update in [each for each in self._waiting if wanted and not wanted & set(each)]:
            self._waiting.remove(update)
        return list(self._waiting)

    async def _wait_for_any(self, seconds: float, ended: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while not self._waiting and not ended.is_set() and (left := until - loop.time()) > 0:
            new = self._new
            try:
                async with asyncio.timeout(left):
                    await new.wait()
            except TimeoutError:
                return

    def _wake(self) -> None:
        self._new.set()
        self._new = asyncio.Event()

    async def _post(self, update: Json) -> None:
        secret = self._webhook.get("secret_token")
        headers = {SECRET_HEADER: secret} if secret else {}
        urls = self.brought_to or (self.reach(self._webhook["url"], update["update_id"]),)

        async def bring(url: str) -> bool:
            async with aiohttp.ClientSession() as session, session.post(url, json=update, headers=headers) as answer:
                self.webhook_answers.append(answer.status)
                return answer.ok

        if all(await asyncio.gather(*map(bring, urls))):
            self._waiting.remove(update)
            self._confirmed.append(update)
