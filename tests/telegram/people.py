"""The people in front of the screen: what they see in their chats, what they write and tap."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from aiogram.types import ChatMemberAdministrator

from tests.telegram.inline import inline_content
from tests.telegram.updates import Updates
from tests.telegram.world import ChatState, Json, Press, World


class Message:
    """A message as its readers see it now."""

    def __init__(self, world: World, chat: ChatState, content: Json) -> None:
        self._world, self._chat, self.content = world, chat, content

    @property
    def id(self) -> int:
        """Its number in the chat."""
        return int(self.content["message_id"])

    @property
    def text(self) -> str:
        """The text, or the caption of a picture."""
        return str(self.content.get("text") or self.content.get("caption") or "")

    @property
    def rows(self) -> list[list[Json]]:
        """The buttons below it, row by row."""
        rows: list[list[Json]] = self.content.get("reply_markup", {}).get("inline_keyboard", [])
        return rows

    @property
    def buttons(self) -> list[Json]:
        """All buttons below it."""
        return [button for row in self.rows for button in row]

    @property
    def labels(self) -> list[str]:
        """What is written on the buttons."""
        return [button["text"] for button in self.buttons]

    @property
    def picture(self) -> bytes | None:
        """The picture, if there is one."""
        photo = self.content.get("photo")
        return self._world.files[photo[-1]["file_id"]] if photo else None

    @property
    def silent(self) -> bool:
        """Whether it came without a sound."""
        return self.id in self._chat.silent

    def button(self, label: str) -> Json:
        """The button with this label, or the only one whose label contains it."""
        exact = [button for button in self.buttons if button["text"] == label]
        found = exact or [button for button in self.buttons if label in button["text"]]
        assert len(found) == 1, f"{label!r} is on {len(found)} of the buttons {self.labels}"
        return found[0]


def _place(message: Message) -> tuple[int, int]:
    return message.content["chat"]["id"], message.id


class Chat:
    """A chat as its members see it."""

    def __init__(self, world: World, state: ChatState) -> None:
        self._world, self.state = world, state

    @property
    def id(self) -> int:
        """Its number."""
        return self.state.id

    @property
    def messages(self) -> list[Message]:
        """Everything in it, oldest first."""
        return [Message(self._world, self.state, content) for content in self.state.messages.values()]

    @property
    def from_bot(self) -> list[Message]:
        """What the bot wrote and has not deleted, and what was sent through it."""
        bot = self._world.me["id"]

        def is_bots(content: Json) -> bool:
            return bool(bot in (content["from"]["id"], content.get("via_bot", {}).get("id")))

        return [message for message in self.messages if is_bots(message.content)]

    @property
    def last(self) -> Message:
        """The bot's latest message."""
        return self.from_bot[-1]

    async def until(self, happened: Callable[["Chat"], Any], what: str) -> None:
        """Wait for something to be seen in the chat."""
        await self._world.until(lambda: bool(happened(self)), f"{what}; the chat shows {self.transcript()}")

    async def shows(self, *texts: str, button: str = "") -> Message:
        """Wait until a message of the bot holds all the texts (and a button); the latest such message."""

        def matching() -> list[Message]:
            return [
                message
                for message in self.from_bot
                if all(text in message.text for text in texts)
                and (not button or any(button in label for label in message.labels))
            ]

        try:
            await self._world.until(lambda: bool(matching()), f"{texts} {button}")
        except AssertionError as error:
            raise AssertionError(f"{error}; the chat shows {self.transcript()}") from None
        return matching()[-1]

    def transcript(self) -> list[str]:
        """The chat in short, for the messages of failing tests."""
        return [f"{message.text!r} {message.labels}" for message in self.messages]


class Person:
    """Somebody with a Telegram account."""

    def __init__(self, world: World, updates: Updates, user: Json) -> None:
        self._world, self._updates, self.user = world, updates, user
        self.private = Chat(world, world.chats[user["id"]])

    @property
    def id(self) -> int:
        """The account's number."""
        return int(self.user["id"])

    async def says(
        self, text: str, chat: Chat | None = None, *, reply: Message | None = None, topic: int | None = None
    ) -> int:
        """Write a text, in private or in a group, as a reply or in a topic; the update's number."""
        state = (chat or self.private).state
        if state.type == "private":
            state.started = True
        entities = [{"type": "bot_command", "offset": 0, "length": len(text.split()[0])}] if text[:1] == "/" else []
        content: Json = {"text": text, **({"entities": entities} if entities else {})}
        if reply is not None:
            content["reply_to_message"] = reply.content
        if topic is not None:
            state.topics.add(topic)
            content |= {"message_thread_id": topic, "is_topic_message": True}
        return await self._updates.push(message=self._world.add_message(state, self.user, content))

    async def opens(self, link: str) -> Json:
        """Follow a t.me link: `start` is sent to the bot; `startapp` would open the Mini App. What the link carries."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
        if "start" in query:
            assert len(query["start"]) <= 64, "a start parameter has at most 64 characters"
            await self.says(f"/start {query['start']}")
        return query

    async def taps(self, label: str, on: Message | None = None, chat: Chat | None = None, **how: Any) -> Press:
        """Press a button, the latest with this label unless a message is named, and wait for the answer."""
        message = on or self._latest_with(label, chat or self.private)
        button = message.button(label)
        assert "callback_data" in button, f"{label!r} is no callback button: {button}"
        return await self.presses(button["callback_data"], message, **how)

    async def presses(self, data: str, on: Message, *, bare: bool = False, wait: bool = True) -> Press:
        """Send callback data, real or forged. `bare`: the update names the message only by an inline id."""
        query = str(self._world.number())
        press = self._world.presses[query] = Press(query, self._world.clock.now())
        callback: Json = {"id": query, "from": self.user, "chat_instance": "1", "data": data}
        inline = next((name for name, place in self._world.inline.items() if place == _place(on)), None)
        if "via_bot" in on.content:
            callback["inline_message_id"] = inline
        elif bare:
            callback["inline_message_id"] = f"inline-{query}"
            self._world.inline[callback["inline_message_id"]] = (on.content["chat"]["id"], on.id)
        else:
            callback["message"] = on.content
        await self._updates.push(callback_query=callback)
        if wait:
            await self._world.until(lambda: press.answered_at is not None, f"an answer to the press of {data!r}")
        return press

    async def asks_inline(self, text: str = "") -> list[Json]:
        """Write `@bot …` in any chat and wait for what can be sent."""
        query = str(7_000_000_000_000_000_000 + self._world.number())
        self._world.inline_queries[query] = None
        await self._updates.push(inline_query={"id": query, "from": self.user, "query": text, "offset": ""})
        await self._world.until(lambda: self._world.inline_queries[query] is not None, f"an answer to {text!r}")
        return self._world.inline_queries[query] or []

    async def sends_inline(self, result: Json, chat: Chat, *, told: bool = False) -> Message:
        """Send a result into a chat; `told`: the bot is told of the choice, as it can ask Telegram to be."""
        envelope = {**inline_content(result), "via_bot": self._world.me}
        content = self._world.add_message(chat.state, self.user, envelope)
        inline_id = f"inline-{content['message_id']}"
        self._world.inline[inline_id] = (chat.id, content["message_id"])
        if told:
            choice = {"result_id": result["id"], "from": self.user, "query": "", "inline_message_id": inline_id}
            await self._updates.push(chosen_inline_result=choice)
        return Message(self._world, chat.state, content)

    async def shares(self, prepared: str, chat: Chat) -> Message:
        """Send a message that the bot has prepared for this person, as the Mini App's shareMessage does."""
        message = self._world.prepared[prepared]
        assert message.user == self.id, "it was prepared for somebody else"
        assert self._world.clock.now() < message.expires, "it has expired"
        return await self.sends_inline(message.result, chat)

    async def allows_writing(self) -> None:
        """Allow the bot to write, asked by its Mini App; Telegram puts a line into the chat."""
        self.private.state.started = True
        news = self._world.add_message(self.private.state, self.user, {"write_access_allowed": {}})
        await self._updates.push(message=news)

    async def blocks(self) -> None:
        """Block the bot."""
        self.private.state.blocked = True
        await self._membership("member", "kicked")

    async def unblocks(self) -> None:
        """Let the bot write again."""
        self.private.state.blocked = False
        await self._membership("kicked", "member")

    async def _membership(self, old: str, new: str) -> None:
        state = self.private.state
        await self._updates.push(my_chat_member=membership(self._world, state, self.user, old, new))

    def _latest_with(self, label: str, chat: Chat) -> Message:
        with_button = [message for message in chat.from_bot if any(label in text for text in message.labels)]
        assert with_button, f"no button {label!r} in {chat.transcript()}"
        return with_button[-1]


RIGHTS = [
    name
    for name, field in ChatMemberAdministrator.model_fields.items()
    if field.is_required() and field.annotation is bool
]


def membership(world: World, chat: ChatState, user: Json, old: str, new: str) -> Json:
    """The news that the bot has another place in a chat now."""
    more: dict[str, Json] = {"kicked": {"until_date": 0}, "administrator": dict.fromkeys(RIGHTS, False)}
    states = [{"user": world.me, "status": status, **more.get(status, {})} for status in (old, new)]
    chat.kicked = new in ("kicked", "left") and chat.type != "private"
    return {
        "chat": chat.card(),
        "from": user,
        "date": int(world.clock.now()),
        "old_chat_member": states[0],
        "new_chat_member": states[1],
    }
