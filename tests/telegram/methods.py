"""The methods of the Bot API that do something here. Those that only return True need no more than wire.py."""

from collections.abc import Callable
from typing import Any

from tests.telegram.errors import ApiError, bad_request
from tests.telegram.inline import answer_inline_query, save_prepared_inline_message
from tests.telegram.limits import (
    CALLBACK_ANSWER,
    CAPTION,
    TEXT,
    check_described,
    check_keyboard,
    check_length,
    text_content,
)
from tests.telegram.wire import METHODS, UPLOAD, Call
from tests.telegram.world import ChatState, Json, World

DELETABLE_FOR = 48 * 3600
QUERY_LIVES = 3600  # Telegram does not say how long; where time runs fast, a busy machine needs as much
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current content "
    "and reply markup of the message"
)


def get_me(world: World, _: Call) -> Json:
    """Who the bot is."""
    return world.me


def send_message(world: World, call: Call) -> Json:
    """A new text."""
    chat = world.open_chat(call.get("chat_id"))
    content = text_content(call.get("text"), call.get("parse_mode"), TEXT, "message")
    return _send(world, chat, call, content)


def send_photo(world: World, call: Call) -> Json:
    """A new picture, uploaded or known, with its caption."""
    chat = world.open_chat(call.get("chat_id"))
    photo = _photo(world, call, call.get("photo"), upload_allowed=True)
    return _send(world, chat, call, {"photo": photo, **_caption(call.fields)})


def edit_message_text(world: World, call: Call) -> Json | bool:
    """Another text in a text message."""
    message = _find(world, call)
    if "text" not in message:
        raise bad_request("there is no text in the message to edit")
    return _edit(world, call, message, text_content(call.get("text"), call.get("parse_mode"), TEXT, "message"))


def edit_message_caption(world: World, call: Call) -> Json | bool:
    """Another caption under a picture."""
    message = _find(world, call)
    if "photo" not in message:
        raise bad_request("there is no caption in the message to edit")
    return _edit(world, call, message, {"photo": message["photo"], **_caption(call.fields)})


def edit_message_media(world: World, call: Call) -> Json | bool:
    """Another picture, or a picture instead of a text. A message sent inline takes no upload."""
    message, media = _find(world, call), call.get("media")
    if media["type"] != "photo":
        raise ApiError(501, f"{media['type']} is not modelled")
    photo = _photo(world, call, media["media"], upload_allowed=call.get("inline_message_id") is None)
    return _edit(world, call, message, {"photo": photo, **_caption(media)})


def edit_message_reply_markup(world: World, call: Call) -> Json | bool:
    """Other buttons under the same content."""
    message = _find(world, call)
    return _edit(world, call, message, _content(message))


def delete_message(world: World, call: Call) -> bool:
    """Take a message away, within two days."""
    chat = world.chat(call.get("chat_id"))
    message = chat.messages.get(call.get("message_id"))
    if message is None:
        raise bad_request("message to delete not found")
    if world.clock.now() - message["date"] > DELETABLE_FOR:
        raise bad_request("message can't be deleted for everyone")
    del chat.messages[message["message_id"]]
    world.touch()
    return True


def answer_callback_query(world: World, call: Call) -> bool:
    """The answer to a pressed button, once and in time."""
    press = world.presses.get(call.get("callback_query_id"))
    now = world.clock.now()
    if press is None or press.answered_at is not None or now - press.pressed_at > QUERY_LIVES:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    if call.get("text"):
        check_length(call.get("text"), CALLBACK_ANSWER, "callback answer")
    press.answer, press.answered_at = call.fields, now
    world.touch()
    return True


def _caption(fields: Json) -> Json:
    if not fields.get("caption"):
        return {}
    content = text_content(fields["caption"], fields.get("parse_mode"), CAPTION, "message caption")
    return {"caption" if name == "text" else "caption_entities": value for name, value in content.items()}


def _photo(world: World, call: Call, source: str, *, upload_allowed: bool) -> list[Json]:
    if not source.startswith(UPLOAD):
        return world.known_photo(source)
    if not upload_allowed:
        raise bad_request("a new file can't be uploaded when an inline message is edited")
    data = call.files.get(source.removeprefix(UPLOAD))
    if data is None:
        raise bad_request("file was not sent")
    return world.store_photo(data)


def _keyboard(call: Call, chat: ChatState) -> Json:
    markup = call.get("reply_markup")
    check_keyboard(markup, "inline" if call.get("inline_message_id") else chat.type)
    return {"reply_markup": markup} if (markup or {}).get("inline_keyboard") else {}


def _send(world: World, chat: ChatState, call: Call, content: Json) -> Json:
    keyboard = _keyboard(call, chat)
    reply = (call.get("reply_parameters") or {}).get("message_id")
    if reply is not None and reply not in chat.messages:
        raise bad_request("message to be replied not found")
    thread = call.get("message_thread_id")
    if thread is not None and thread not in chat.topics:
        raise bad_request("message thread not found")
    topic = {"message_thread_id": thread, "is_topic_message": True} if thread is not None else {}
    world.rates.count(chat.id)
    message = world.add_message(chat, world.me, {**topic, **content, **keyboard})
    if call.get("disable_notification"):
        chat.silent.add(message["message_id"])
    return message


def _find(world: World, call: Call) -> Json:
    inline_id = call.get("inline_message_id")
    chat_id, message_id = call.get("chat_id"), call.get("message_id")
    if inline_id is not None:
        if inline_id not in world.inline:
            raise bad_request("MESSAGE_ID_INVALID")
        chat_id, message_id = world.inline[inline_id]
    message = (world.chat(chat_id) if inline_id else world.open_chat(chat_id)).messages.get(message_id)
    if message is None:
        raise bad_request("message to edit not found")
    if message["from"]["id"] != world.me["id"] and inline_id is None:
        raise bad_request("message can't be edited")
    return message


def _content(message: Json) -> Json:
    kept = ("text", "entities", "photo", "caption", "caption_entities")
    return {name: message[name] for name in kept if name in message}


def _edit(world: World, call: Call, message: Json, content: Json) -> Json | bool:
    chat = world.chats[message["chat"]["id"]]
    keyboard = _keyboard(call, chat)
    world.rates.count_edit(chat.id, call.get("inline_message_id"))
    old = {**_content(message), **({"reply_markup": message["reply_markup"]} if "reply_markup" in message else {})}
    if {**content, **keyboard} == old:
        raise bad_request(NOT_MODIFIED)
    for name in old:
        del message[name]
    message.update(content, **keyboard, edit_date=int(world.clock.now()))
    world.touch()
    return True if call.get("inline_message_id") else message


def get_chat_member(world: World, call: Call) -> Json:
    """Somebody's place in a group."""
    chat, user = world.chat(call.get("chat_id")), {"id": call.get("user_id"), "is_bot": False, "first_name": "?"}
    if user["id"] not in chat.admins:
        return {"status": "member", "user": user}
    return {"status": "creator", "user": user, "is_anonymous": False}


def _kept(name: str, empty: Any) -> tuple[Callable[[World, Call], Any], Callable[[World, Call], Any]]:
    """A getter and a setter of something a bot says about itself, by language and scope."""

    def key(call: Call) -> str:
        scope = call.get("scope") or {"type": "default"}
        return f"{name} {scope['type']} {call.get('language_code') or ''}"

    def get(world: World, call: Call) -> Any:
        value = world.about.get(key(call), empty)
        return value if name in ("commands", "menu_button") else {name: value}

    def put(world: World, call: Call) -> bool:
        check_described(name, call.get(name))
        world.about[key(call)] = call.get(name)
        return True

    return get, put


get_commands, set_commands = _kept("commands", [])
get_description, set_description = _kept("description", "")
get_short_description, set_short_description = _kept("short_description", "")
get_menu_button, set_menu_button = _kept("menu_button", {"type": "commands"})

HANDLERS: dict[str, Callable[[World, Call], Any]] = {
    "getMe": get_me,
    "sendMessage": send_message,
    "sendPhoto": send_photo,
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageMedia": edit_message_media,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "deleteMessage": delete_message,
    "answerCallbackQuery": answer_callback_query,
    "answerInlineQuery": answer_inline_query,
    "savePreparedInlineMessage": save_prepared_inline_message,
    "getChatMember": get_chat_member,
    "getMyCommands": get_commands,
    "setMyCommands": set_commands,
    "getMyDescription": get_description,
    "setMyDescription": set_description,
    "getMyShortDescription": get_short_description,
    "setMyShortDescription": set_short_description,
    "getChatMenuButton": get_menu_button,
    "setChatMenuButton": set_menu_button,
}


def perform(world: World, call: Call) -> Any:
    """The result of a call; ApiError if it is refused."""
    handler = HANDLERS.get(call.method)
    if handler is not None:
        return handler(world, call)
    if METHODS[call.method.lower()].__returning__ is bool:
        return True
    raise ApiError(501, f"{call.method} is not modelled")
