"""What Telegram measures: lengths, keyboards and how often a bot writes."""

import re
from collections import defaultdict, deque
from collections.abc import Mapping
from math import ceil
from typing import Any

from tests.telegram.clock import FastClock
from tests.telegram.errors import ApiError, bad_request
from tests.telegram.markup import read_text, utf16_length

TEXT, CAPTION, CALLBACK_ANSWER, CALLBACK_DATA, COPY_TEXT = 4096, 1024, 200, 64, 256
DESCRIBED, COMMAND_TOLD = {"description": 512, "short_description": 120}, 256
BUTTONS, BUTTONS_IN_A_ROW = 100, 8
PER_CHAT, PER_GROUP, OVERALL = (1, 1.0), (20, 60.0), (30, 1.0)  # so many in so many seconds


class Rates:
    """Counts what is sent and edited; who is too fast is told how long to wait."""

    def __init__(self, clock: FastClock) -> None:
        self.enforced = True
        self.exceeded: list[str] = []
        self._clock = clock
        self._sent: defaultdict[tuple[str, int], deque[float]] = defaultdict(deque)

    def count(self, chat_id: int) -> None:
        """One message or edit in a chat; ApiError 429 when it is one too many."""
        windows = {("chat", chat_id): PER_CHAT, ("bot", 0): OVERALL}
        if chat_id < 0:
            windows["group", chat_id] = PER_GROUP
        waits = [self._wait(self._sent[key], *window) for key, window in windows.items()]
        if max(waits) > 0:
            self.exceeded.append(f"chat {chat_id} at {self._clock.now():.3f}")
            if self.enforced:
                seconds = ceil(max(waits))
                raise ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
        for key in windows:
            self._sent[key].append(self._clock.now())

    def count_edit(self, chat_id: int, inline_id: str | None) -> None:
        """One edit; of a message sent inline it counts for that message alone, whose chat the bot does not know."""
        self.count(chat_id if inline_id is None else hash(inline_id) | 1 << 62)

    def _wait(self, sent: deque[float], number: int, seconds: float) -> float:
        now = self._clock.now()
        while sent and sent[0] <= now - seconds:
            sent.popleft()
        return sent[-number] + seconds - now if len(sent) >= number else 0.0


def check_length(text: str, limit: int, what: str) -> None:
    """A text must have something in it and not too much."""
    if not text.strip():
        raise bad_request(f"{what} text is empty")
    if utf16_length(text) > limit:
        raise bad_request(f"{what} is too long")


def text_content(text: str, parse_mode: str | None, limit: int, what: str) -> dict[str, Any]:
    """A text as it stands in messages; ApiError if Telegram would not take it."""
    plain, entities = read_text(text, parse_mode)
    check_length(plain, limit, what)
    return {"text": plain, **({"entities": entities} if entities else {})}


def check_described(name: str, value: Any) -> None:
    """What a bot says about itself: descriptions, and commands with theirs."""
    if name in DESCRIBED and utf16_length(value) > DESCRIBED[name]:
        raise bad_request(f"{name} is too long")
    for each in value if name == "commands" else ():
        if not re.fullmatch("[a-z0-9_]{1,32}", each["command"]) or not 1 <= len(each["description"]) <= COMMAND_TOLD:
            raise bad_request("BOT_COMMAND_INVALID")


def check_keyboard(markup: Mapping[str, Any] | None, chat_type: str) -> None:
    """Inline buttons: one thing each, short data, web apps by https and in private chats only."""
    rows = (markup or {}).get("inline_keyboard", [])
    if any(len(row) > BUTTONS_IN_A_ROW for row in rows) or sum(map(len, rows)) > BUTTONS:
        raise bad_request("reply markup is too long")
    for row in rows:
        for button in row:
            _check_button(button, chat_type)


def _check_button(button: Mapping[str, Any], chat_type: str) -> None:
    kinds = set(button) - {"text", "style", "icon_custom_emoji_id"}
    if len(kinds) != 1 or not button["text"].strip():
        raise bad_request("BUTTON_TYPE_INVALID")
    if "callback_data" in button and not 1 <= len(button["callback_data"].encode()) <= CALLBACK_DATA:
        raise bad_request("BUTTON_DATA_INVALID")
    if "copy_text" in button and not 1 <= len(button["copy_text"]["text"]) <= COPY_TEXT:
        raise bad_request("BUTTON_COPY_TEXT_INVALID")
    if "web_app" in button and (chat_type != "private" or not button["web_app"]["url"].startswith("https://")):
        raise bad_request("BUTTON_TYPE_INVALID")
    if "url" in button and not button["url"].startswith(("https://", "http://", "tg://")):
        raise bad_request("BUTTON_URL_INVALID")
