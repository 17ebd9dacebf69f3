"""Texts come in the reader's language, from catalogues that need no compiling beforehand."""

from pathlib import Path

import pytest
from babel.messages.pofile import PoFileError, read_po

from hall.locales import languages, translator
from hall.locales.__main__ import template, update

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
