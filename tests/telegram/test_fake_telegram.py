"""The fake Telegram itself: what a bot may rely on when it is tested against it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import (
    TelegramBadRequest,
    TelegramConflictError,
    TelegramForbiddenError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.types import (
    BufferedInputFile,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    WebAppInfo,
)
from aiohttp import ClientError, ClientSession, web
from aiohttp.test_utils import TestServer

from engine.board import Position
from hall.nursery import Nursery
from hall.pictures import board_picture
from tests.telegram import FakeTelegram, Person
from tests.telegram.errors import ApiError
from tests.telegram.methods import QUERY_LIVES

PICTURE = BufferedInputFile(board_picture(Position.start(), size=200), "board.jpg")


def keyboard(**button: Any) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="Go", **button)]])


@pytest.fixture
async def telegram() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as server:
        yield server


@pytest.fixture
async def bot(telegram: FakeTelegram) -> AsyncIterator[Bot]:
    session = AiohttpSession(api=TelegramAPIServer.from_base(telegram.address))
    bot = Bot(telegram.token, session=session)
    yield bot
    await (await session.create_session()).close()  # the session's own way waits for TLS connections, which are none


@pytest.fixture
def ann(telegram: FakeTelegram) -> Person:
    telegram.world.rates.enforced = False
    return telegram.person("Ann", started=True)


async def refused(asked: Awaitable[Any], reason: str) -> None:
    with pytest.raises(TelegramBadRequest, match=reason):
        await asked


async def test_a_wrong_token_is_unauthorized(telegram: FakeTelegram) -> None:
    session = AiohttpSession(api=TelegramAPIServer.from_base(telegram.address))
    with pytest.raises(TelegramUnauthorizedError):
        await Bot("43:WRONG", session=session).get_me()
    await session.close()


async def test_texts_are_parsed_as_html_and_shown_plain(bot: Bot, ann: Person) -> None:
    await bot.send_message(ann.id, "<b>1 &lt; 2</b> &amp; so on", parse_mode="HTML")
    assert ann.private.last.text == "1 < 2 & so on"
    assert ann.private.last.content["entities"] == [{"type": "bold", "offset": 0, "length": 5}]
    await refused(bot.send_message(ann.id, "<x>", parse_mode="HTML"), "Unsupported start tag")
    await refused(bot.send_message(ann.id, "<b>open", parse_mode="HTML"), "find end tag")


async def test_lengths_that_aiogram_does_not_check_are_checked(bot: Bot, ann: Person) -> None:
    await bot.send_message(ann.id, "x" * 4096)
    await refused(bot.send_message(ann.id, "x" * 4097), "message is too long")
    await refused(bot.send_photo(ann.id, PICTURE, caption="x" * 1025), "caption is too long")
    long_data = keyboard(callback_data="\u0131" * 33)
    await refused(bot.send_message(ann.id, "x", reply_markup=long_data), "BUTTON_DATA_INVALID")
    press = await ann.presses("data", ann.private.last, wait=False)
    await refused(bot.answer_callback_query(press.query_id, text="x" * 201), "callback answer is too long")


async def test_web_app_buttons_need_https_and_a_private_chat(bot: Bot, telegram: FakeTelegram, ann: Person) -> None:
    group = telegram.group("Coffee house")
    board = keyboard(web_app=WebAppInfo(url="https://dama.example/"))
    await bot.send_message(ann.id, "x", reply_markup=board)
    await refused(bot.send_message(group.id, "x", reply_markup=board), "BUTTON_TYPE_INVALID")
    plain = keyboard(web_app=WebAppInfo(url="http://127.0.0.1/"))
    await refused(bot.send_message(ann.id, "x", reply_markup=plain), "BUTTON_TYPE_INVALID")


async def test_an_edit_that_changes_nothing_is_refused(bot: Bot, ann: Person) -> None:
    sent = await bot.send_photo(ann.id, PICTURE, caption="one")
    assert sent.photo is not None
    await bot.edit_message_caption(chat_id=ann.id, message_id=sent.message_id, caption="two")
    await refused(
        bot.edit_message_caption(chat_id=ann.id, message_id=sent.message_id, caption="two"), "message is not modified"
    )
    await refused(bot.edit_message_text("x", chat_id=ann.id, message_id=sent.message_id), "no text in the message")
    same = InputMediaPhoto(media=sent.photo[-1].file_id, caption="three")
    await bot.edit_message_media(same, chat_id=ann.id, message_id=sent.message_id)
    assert ann.private.last.text == "three"


async def test_an_inline_message_takes_no_upload(bot: Bot, ann: Person) -> None:
    sent = await bot.send_photo(ann.id, PICTURE)
    assert sent.photo is not None
    await ann.presses("x", ann.private.last, bare=True, wait=False)
    update = (await bot.get_updates())[0]
    assert update.callback_query is not None
    assert update.callback_query.message is None
    inline = update.callback_query.inline_message_id
    await refused(bot.edit_message_media(InputMediaPhoto(media=PICTURE), inline_message_id=inline), "can't be uploaded")
    known = InputMediaPhoto(media=sent.photo[-1].file_id, caption="as it was")
    assert await bot.edit_message_media(known, inline_message_id=inline) is True


async def test_messages_can_be_deleted_for_two_days(bot: Bot, telegram: FakeTelegram, ann: Person) -> None:
    first, second = [await bot.send_message(ann.id, "x") for _ in range(2)]
    await bot.delete_message(ann.id, first.message_id)
    await refused(bot.delete_message(ann.id, first.message_id), "message to delete not found")
    telegram.clock.jump(48 * 3600 + 1)
    await refused(bot.delete_message(ann.id, second.message_id), "can't be deleted")


async def test_a_bot_may_write_only_to_who_wants_it(bot: Bot, telegram: FakeTelegram, ann: Person) -> None:
    stranger = telegram.person("Bob")
    with pytest.raises(TelegramForbiddenError, match="can't initiate"):
        await bot.send_message(stranger.id, "x")
    await ann.blocks()
    with pytest.raises(TelegramForbiddenError, match="blocked"):
        await bot.send_message(ann.id, "x")
    await refused(bot.send_message(5, "x"), "chat not found")


async def test_who_writes_too_fast_must_wait(bot: Bot, telegram: FakeTelegram, ann: Person) -> None:
    telegram.world.rates.enforced = True
    bob = telegram.person("Bob", started=True)
    sent = await bot.send_message(ann.id, "x")
    with pytest.raises(TelegramRetryAfter) as wait:
        await bot.edit_message_text("y", chat_id=ann.id, message_id=sent.message_id)
    await bot.send_message(bob.id, "others need not wait")
    telegram.clock.jump(wait.value.retry_after)
    await bot.edit_message_text("y", chat_id=ann.id, message_id=sent.message_id)
    assert len(telegram.world.rates.exceeded) == 1


async def test_a_group_takes_twenty_messages_a_minute(bot: Bot, telegram: FakeTelegram) -> None:
    group, telegram.clock.speed = telegram.group("Coffee house"), 1  # a busy machine takes its time for twenty
    for _ in range(20):
        await bot.send_message(group.id, "x")
        telegram.clock.jump(1)
    with pytest.raises(TelegramRetryAfter) as wait:
        await bot.send_message(group.id, "x")
    assert 35 <= wait.value.retry_after <= 40


async def test_updates_come_again_until_they_are_confirmed(bot: Bot, telegram: FakeTelegram, ann: Person) -> None:
    number = await ann.says("hello")
    for _ in range(2):
        assert [update.update_id for update in await bot.get_updates()] == [number]
    assert await bot.get_updates(offset=number + 1) == []
    telegram.updates.redeliver()
    assert [update.update_id for update in await bot.get_updates(offset=number + 1)] == [number]
    assert await bot.get_updates(offset=number + 1) == []


async def test_a_second_poller_ends_the_first(bot: Bot, telegram: FakeTelegram, ann: Person) -> None:
    ended: list[type[BaseException]] = []

    async def poll() -> None:
        with pytest.raises(TelegramConflictError) as error:
            await bot.get_updates(timeout=500)
        ended.append(error.type)
        telegram.world.touch()

    async with Nursery() as nursery:
        nursery.start(poll(), "the first poller")
        await telegram.world.until(lambda: bool(telegram.called("getUpdates")), "the first poll")
        await bot.get_updates()
        await telegram.world.until(lambda: bool(ended), "the first poller's end")
    assert ended == [TelegramConflictError]


async def test_faults_happen_as_often_as_asked(bot: Bot, telegram: FakeTelegram, ann: Person) -> None:
    telegram.fail("sendMessage", lost=True)
    with pytest.raises(TelegramNetworkError):
        await bot.send_message(ann.id, "lost on the way there")
    telegram.fail("sendMessage", answer_lost=True)
    with pytest.raises(TelegramNetworkError):
        await bot.send_message(ann.id, "lost on the way back")
    telegram.fail("sendMessage", error=ApiError(400, "Bad Request: no"))
    await refused(bot.send_message(ann.id, "refused"), "no")
    await bot.send_message(ann.id, "fine")
    assert [message.text for message in ann.private.messages] == ["lost on the way back", "fine"]


async def test_a_button_can_be_answered_once_and_not_too_late(bot: Bot, telegram: FakeTelegram, ann: Person) -> None:
    await bot.send_message(ann.id, "x", reply_markup=keyboard(callback_data="go"))
    press = await ann.presses("go", ann.private.last, wait=False)
    await bot.answer_callback_query(press.query_id, text="gone")
    assert press.answer["text"] == "gone"
    await refused(bot.answer_callback_query(press.query_id), "query is too old")
    late = await ann.presses("go", ann.private.last, wait=False)
    telegram.clock.jump(QUERY_LIVES + 1)
    await refused(bot.answer_callback_query(late.query_id), "query is too old")


async def test_calls_with_unknown_parameters_or_methods_are_refused(telegram: FakeTelegram) -> None:
    base = f"{telegram.address}/bot{telegram.token}"
    async with ClientSession() as session:
        statuses = []
        for path, body in (("/flyToTheMoon", {}), ("/sendMessage", {"chat_id": 1}), ("/getMe", {"fast": True})):
            async with session.post(base + path, json=body) as answer:
                statuses.append(answer.status)
        assert statuses == [404, 400, 400]


@pytest.fixture
async def hook() -> AsyncIterator[Callable[[str], str]]:
    async def receive(request: web.Request) -> web.Response:
        good = request.headers.get("X-Telegram-Bot-Api-Secret-Token") == "right"
        return web.Response(status=200 if good else 401)

    app = web.Application()
    app.router.add_post("/hook", receive)
    async with TestServer(app) as server:
        yield lambda path: str(server.make_url(path))


async def test_a_webhook_gets_updates_with_its_secret(
    bot: Bot, telegram: FakeTelegram, ann: Person, hook: Callable[[str], str]
) -> None:
    for secret in ("wrong", "right"):
        await bot.set_webhook(hook("/hook"), secret_token=secret)
        await ann.says("hello")
    assert telegram.updates.webhook_answers == [401, 200]
    assert telegram.updates.unconfirmed == 1
    with pytest.raises(TelegramConflictError, match="webhook is active"):
        await bot.get_updates()
    await bot.delete_webhook(drop_pending_updates=True)
    assert await bot.get_updates() == []


async def test_pictures_can_be_fetched(bot: Bot, telegram: FakeTelegram, ann: Person) -> None:
    sent = await bot.send_photo(ann.id, PICTURE)
    assert sent.photo is not None
    url = f"{telegram.address}/file/bot{telegram.token}/{sent.photo[-1].file_id}"
    try:
        async with ClientSession() as session, session.get(url) as answer:
            assert await answer.read() == PICTURE.data
    except ClientError as error:
        pytest.fail(f"no picture: {error}")
