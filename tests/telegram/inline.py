"""What is sent through a bot into chats it may not be in: inline results, and messages for the Mini App."""

from tests.telegram.errors import bad_request
from tests.telegram.limits import TEXT, check_keyboard, text_content
from tests.telegram.wire import Call
from tests.telegram.world import Json, Prepared, World

INLINE_RESULTS, RESULT_ID = 50, 64
PREPARED_LIVES = 5 * 60


def answer_inline_query(world: World, call: Call) -> bool:
    """What may be sent in a chat after `@bot`; at most fifty, each of them a text here."""
    results = call.get("results")
    if call.get("inline_query_id") not in world.inline_queries:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    if len(results) > INLINE_RESULTS or len({result["id"] for result in results}) != len(results):
        raise bad_request("RESULT_ID_DUPLICATE")
    for result in results:
        _check_result(result)
    world.inline_queries[call.get("inline_query_id")] = results
    world.touch()
    return True


def _check_result(result: Json) -> None:
    if result["type"] != "article" or not 1 <= len(result["id"].encode()) <= RESULT_ID:
        raise bad_request("RESULT_TYPE_INVALID")
    inline_content(result)
    check_keyboard(result.get("reply_markup"), "inline")


def save_prepared_inline_message(world: World, call: Call) -> Json:
    """A message that one person may send from the Mini App, soon."""
    if world.chat(call.get("user_id")).type != "private":
        raise bad_request("USER_ID_INVALID")
    if not any(call.get(f"allow_{kind}_chats") for kind in ("user", "bot", "group", "channel")):
        raise bad_request("no chat types are allowed")
    _check_result(call.get("result"))
    name = f"prepared-{world.number()}"
    expires = world.clock.now() + PREPARED_LIVES
    world.prepared[name] = Prepared(call.get("user_id"), call.get("result"), expires)
    return {"id": name, "expiration_date": int(expires)}


def inline_content(result: Json) -> Json:
    """The message that such a result becomes."""
    content = result["input_message_content"]
    text = text_content(content["message_text"], content.get("parse_mode"), TEXT, "message")
    return text | ({"reply_markup": result["reply_markup"]} if result.get("reply_markup") else {})
