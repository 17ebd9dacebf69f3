"""Texts come in the reader's language, from catalogues that need no compiling beforehand."""

from collections.abc import Callable
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import PoFileError, read_po

from hall.locales import closest, languages, plural_categories, translator
from hall.locales.__main__ import check, read, template, update
from hall.locales.faults import faults

TURKISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Resign"
msgstr "Terk et"

msgid "{count} piece"
msgid_plural "{count} pieces"
msgstr[0] "{count} ta\u015f"
msgstr[1] "{count} ta\u015f"

msgctxt "game"
msgid "Draw"
msgstr "Berabere"
"""


def gettext_index(language: str) -> Callable[[int], str]:
    """Which form gettext gives a number, by the form's own words: "%(count)d point" has as many as there are."""
    texts = translator(language)
    return lambda number: texts.ngettext("%(count)d day a move", "%(count)d days a move", number)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tr.po").write_text(TURKISH, encoding="utf-8")
    return tmp_path


def test_english_is_the_language_of_the_code() -> None:
    assert translator("en").gettext("Resign") == "Resign"
    assert translator("en").ngettext("{count} piece", "{count} pieces", 2) == "{count} pieces"


@pytest.mark.parametrize("tag", ["tr", "tr-TR", "TR", "tr_CY"])
def test_a_catalogue_answers_for_every_country_of_its_language(folder: Path, tag: str) -> None:
    assert translator(tag, folder).gettext("Resign") == "Terk et"


@pytest.mark.parametrize("tag", [None, "", "xx", "de-AT", "../../etc/passwd", "\u0130"])
def test_an_unknown_language_gets_english(folder: Path, tag: str | None) -> None:
    assert translator(tag, folder).gettext("Resign") == "Resign"


def test_a_sentence_that_is_not_translated_yet_stays_english(folder: Path) -> None:
    assert translator("tr", folder).gettext("Offer a draw") == "Offer a draw"


def test_plurals_and_contexts_are_found(folder: Path) -> None:
    turkish = translator("tr", folder)
    assert turkish.ngettext("{count} piece", "{count} pieces", 3).format(count=3) == "3 ta\u015f"
    assert turkish.pgettext("game", "Draw") == "Berabere"


def test_the_languages_are_the_catalogues_there_are(folder: Path) -> None:
    assert languages(folder) == ["en", "tr"]


def test_a_broken_catalogue_is_an_error_when_it_is_first_read(tmp_path: Path) -> None:
    (tmp_path / "ru.po").write_text("resign = terk et\n", encoding="utf-8")
    with pytest.raises(PoFileError, match="misformatted"):
        translator("ru", tmp_path)


def test_a_new_language_is_begun_from_the_texts_in_the_code(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "texts.py").write_text('noop("White")\nt.gettext("Resign")\nt.ngettext("one", "many", 2)\n')
    texts = template(tmp_path)
    with update("ar", texts, tmp_path).open("rb") as source:
        arabic = read_po(source)
    assert {message.id for message in arabic if message.id} == {"White", "Resign", ("one", "many")}
    assert arabic.num_plurals == 6


def test_updating_keeps_what_is_translated(folder: Path) -> None:
    (folder / "bot").mkdir()
    (folder / "bot" / "texts.py").write_text('t.gettext("Resign")\nt.gettext("Offer a draw")\n')
    update("tr", template(folder), folder)
    assert '"Terk et"' in (folder / "tr.po").read_text(encoding="utf-8")
    assert '"Offer a draw"' in (folder / "tr.po").read_text(encoding="utf-8")


def test_a_language_tag_finds_the_nearest_language(folder: Path) -> None:
    assert [closest(tag, folder) for tag in ("tr-TR", "TR", "de", None, "")] == ["tr", "tr", "en", "en", "en"]


def test_every_catalogue_is_complete_and_no_sentence_is_missing_or_left_over() -> None:
    assert list(check(template())) == [], "python -m hall.locales brings catalogues up to date; translate what is empty"


@pytest.mark.parametrize("language", languages())
def test_browsers_and_gettext_agree_on_the_plural_forms(language: str) -> None:
    forms = plural_categories(language)
    plural = gettext_index(language)
    for number in range(1001):
        category = "one" if number == 1 else "other"
        if language != "en":
            category = Locale.parse(language).plural_form(number)
        assert plural(number) == plural(forms[category]), number


def test_arabic_has_six_plural_forms_for_the_browser() -> None:
    assert set(plural_categories("ar")) == {"zero", "one", "two", "few", "many", "other"}


FAULTY = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Resign"
msgstr ""

msgid "Hello %(name)s"
msgstr "Merhaba"

msgid "{count} piece"
msgid_plural "{count} pieces"
msgstr[0] "{count} ta\u015f"
msgstr[1] "{sayi} ta\u015f"

msgid "Gone"
msgstr "Gitti"
"""


def test_what_is_wrong_with_a_catalogue_is_said_sentence_by_sentence(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    code = 't.gettext("Resign")\nt.gettext("Hello %(name)s")\nt.ngettext("{count} piece", "{count} pieces", 2)\n'
    (tmp_path / "bot" / "texts.py").write_text(code)
    (tmp_path / "tr.po").write_text(FAULTY, encoding="utf-8")
    assert sorted(faults(read(tmp_path / "tr.po", "tr"), template(tmp_path))) == [
        "is filled in otherwise: 'Merhaba'",
        "is filled in otherwise: '{sayi} ta\u015f'",
        "is not in the code any more: 'Gone'",
        "not translated: 'Resign'",
    ]


def test_updating_drops_what_is_not_in_the_code_any_more(folder: Path) -> None:
    (folder / "bot").mkdir()
    (folder / "bot" / "texts.py").write_text('t.gettext("Resign")\n')
    update("tr", template(folder), folder)
    assert "Berabere" not in (folder / "tr.po").read_text(encoding="utf-8")
