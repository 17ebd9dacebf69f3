"""The page in each language: found from the browser, said by page and server alike, and never wider than the window."""

import json
from urllib.parse import urlencode

import pytest

from hall.locales import translator
from tests.webapp.browser.conftest import OpenPage
from tests.webapp.browser.house import House
from tests.webapp.browser.pages import Page
from webapp.words import words

pytestmark = pytest.mark.asyncio(loop_scope="session")

LANGUAGES = [("tr-TR", "ltr"), ("ar-EG", "rtl"), ("ru-RU", "ltr")]


async def fits(page: Page) -> bool:
    return bool(await page.tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def said(language: str, key: str) -> str:
    text = words(language)[key]
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize(("locale", "direction"), LANGUAGES)
async def test_a_game_is_played_to_its_end_in_the_browsers_language(
    open_page: OpenPage, house: House, locale: str, direction: str
) -> None:
    language = locale[:2]
    page = await open_page(locale=locale)
    assert await page.locate(f"html[lang={language}][dir={direction}]").count() == 1
    assert await page.locate("[data-do=open][data-against=computer]").inner_text() == said(language, "play")
    assert await fits(page)
    table_id = await page.start("device")
    classic = translator(language).gettext("Classic rules")
    assert classic in await page.locate("#top").inner_text(), "what the server says, too, is in that language"
    await page.tap("c3", "c4")
    await page.at_version(2)
    assert said(language, "sideToMove").replace("{side}", said(language, "black")) in await page.status()
    await house.put(table_id, "W:Wc4,a2:Bc5,Kc8,e6")
    await page.at_version(3)
    await page.tap("a2")
    assert await fits(page)
    await house.put(table_id, "W:Wc4,a2:Bc5", "c4xc6")
    await page.locate("#sheet[data-name=result]").wait_for()
    assert said(language, "wins").replace("{side}", said(language, "white")) in await page.locate("#sheet").inner_text()
    assert await fits(page)


@pytest.mark.parametrize(("locale", "direction"), LANGUAGES)
async def test_the_files_of_the_board_run_from_a_to_h_in_every_direction(
    open_page: OpenPage, locale: str, direction: str
) -> None:
    page = await open_page(locale=locale)
    await page.start("device")
    (left, _), (right, _) = await page.centre("a1"), await page.centre("h1")
    assert left < right
    assert await page.locate("#status").evaluate("element => getComputedStyle(element).direction") == direction


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize(("locale", "direction"), LANGUAGES)
async def test_long_words_stay_in_the_window_on_small_phones(
    open_page: OpenPage, locale: str, direction: str, width: int
) -> None:
    page = await open_page(locale=locale, width=width, height=640)
    assert await fits(page)
    await page.press("settings")
    assert await fits(page)


async def test_where_texts_cannot_be_had_they_are_asked_for_again(open_page: OpenPage) -> None:
    page = await open_page(forgiven="Failed to load")
    await page.tab.context.route("**/texts/*.json", lambda route: route.abort(), times=1)
    await page.tab.goto(page.house.url)
    await page.connected()
    assert await page.locate("[data-do=open][data-against=computer]").inner_text() == "Play"


@pytest.mark.parametrize(
    ("chosen", "telegram", "locale", "language"),
    [
        ("ar", "ru", "tr-TR", "ar"),
        (None, "ru", "tr-TR", "ru"),
        (None, "de", "tr-TR", "tr"),
        (None, "de", "de-DE", "en"),
    ],
)
async def test_the_players_choice_goes_before_telegrams_language_and_that_before_the_browsers(
    open_page: OpenPage, chosen: str | None, telegram: str, locale: str, language: str
) -> None:
    user = json.dumps({"id": 7, "first_name": "Ada", "language_code": telegram})
    launch = urlencode({"tgWebAppVersion": "7.7", "tgWebAppData": urlencode({"user": user})})
    script = f"localStorage.setItem('dama.language', '{json.dumps(chosen)}')"
    page = await open_page(f"/#{launch}", locale=locale, script=script, blocked="**/telegram.org/**", forgiven="load")
    assert await page.locate(f"html[lang={language}]").count() == 1
