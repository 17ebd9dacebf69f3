"""Where the board can be opened: buttons and links only as far as the address and the bot allow."""

from pathlib import Path
from typing import Any

import pytest

from tests.bot.conftest import friends, new_game, open_dama


async def invitation(folder: Path, public_url: str, mini_app_name: str = "", **me: Any) -> str:
    async with open_dama(folder, public_url, mini_app_name, **me) as dama, dama.bot():
        ann = dama.telegram.person("Ann")
        await ann.says("/play")
        await ann.private.shows("Dama", button="Play a friend")
        await ann.taps("Play a friend")
        await ann.private.shows("a friend", button="Make the link")
        await ann.taps("Make the link")
        message = await ann.private.shows("Send this link")
        return next(word for word in message.text.split() if word.startswith("https://t.me/"))


async def test_without_an_https_address_there_is_no_board_button_and_one_line_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with open_dama(tmp_path, "http://192.168.0.7:8080") as dama, dama.bot():
        ann, bob = (dama.telegram.person(name) for name in ("Ann", "Bob"))
        await friends(ann, bob)
        buttons = [button for message in ann.private.from_bot for button in message.buttons]
        assert all("callback_data" in button for button in buttons)
    assert sum("without buttons to the board" in record.message for record in caplog.records) == 1


async def test_with_an_https_address_private_chats_open_the_board_as_a_web_app(tmp_path: Path) -> None:
    async with open_dama(tmp_path, "https://dama.example") as dama, dama.bot():
        ann = dama.telegram.person("Ann")
        await new_game(ann, "Two on one device")
        message = await ann.private.shows("White moves.")
        (table,) = await dama.runtime.hall.tables_of(f"tg:{ann.id}")  # type: ignore[arg-type]
        assert message.button("Open the board")["web_app"] == {"url": f"https://dama.example/t/{table}"}


async def test_the_link_leads_into_the_mini_app_only_if_telegram_knows_one(tmp_path: Path) -> None:
    plain = await invitation(tmp_path, "https://dama.example")
    main = await invitation(tmp_path, "https://dama.example", has_main_web_app=True)
    named = await invitation(tmp_path, "https://dama.example", "board")
    local = await invitation(tmp_path, "", has_main_web_app=True)
    assert plain.startswith("https://t.me/dama_test_bot?start=t_")
    assert main.startswith("https://t.me/dama_test_bot?startapp=t_")
    assert named.startswith("https://t.me/dama_test_bot/board?startapp=t_")
    assert local.startswith("https://t.me/dama_test_bot?start=t_")


async def test_groups_get_a_link_and_never_a_web_app_button(tmp_path: Path) -> None:
    async with open_dama(tmp_path, "https://dama.example", has_main_web_app=True) as dama, dama.bot():
        ann, bob = (dama.telegram.person(name) for name in ("Ann", "Bob"))
        group = dama.telegram.group("Coffee house")
        await ann.says("/play", group)
        await group.shows("wants to play", button="Sit down")
        await bob.taps("Sit down", chat=group)
        card = await group.shows("is on move", button="Open the board")
        assert card.button("Open the board")["url"].startswith("https://t.me/dama_test_bot?startapp=t_")


async def test_the_look_of_the_board_follows_the_reader_s_language(tmp_path: Path) -> None:
    async with open_dama(tmp_path) as dama, dama.bot():
        looks = {}
        for language in ("az", "de"):
            person = dama.telegram.person(language, language=language)
            await new_game(person, "Two on one device")
            looks[language] = (await person.private.shows("White moves.")).picture
        assert looks["az"] != looks["de"]
