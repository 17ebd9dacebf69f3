"""Texts in the reader's language: gettext catalogues, English being the language of the code itself.

A language is one file beside this one, `<language>.po`. It is compiled in memory when it is first asked for, so no
`.mo` file has to be built, shipped or remembered. `python -m hall.locales tr` makes or updates one from the texts in
the code.
"""

import gettext
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Protocol

CATALOGUES = Path(__file__).parent
SOURCE_LANGUAGE = "en"
# Among these every plural form of every language occurs, and the first is no exception: 0 and 1 may be.
EXAMPLES = (*range(2, 101), 0, 1, 1000)


class Translator(Protocol):
    """What texts need of a language; `gettext.NullTranslations` has it."""

    def gettext(self, message: str, /) -> str:
        """The sentence in this language."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """The sentence in the form that goes with a number."""

    def pgettext(self, context: str, message: str, /) -> str:
        """The sentence where English uses one word for two things."""


def noop(message: str) -> str:
    """Mark a sentence of a table for translation; it is translated where it is shown."""
    return message


def both(singular: str, plural: str) -> tuple[str, str]:
    """Mark a sentence of a table that has a plural for translation."""
    return singular, plural


def languages(folder: Path = CATALOGUES) -> list[str]:
    """Every language there are texts in, English first."""
    return [SOURCE_LANGUAGE, *sorted(path.stem for path in folder.glob("*.po"))]


def translator(language: str | None, folder: Path = CATALOGUES) -> Translator:
    """The texts for a language tag; English where there are none."""
    return _load(closest(language, folder), folder)


def plural_categories(language: str) -> dict[str, int]:
    """The CLDR names of a language's plural forms, each with a whole number that takes it; "other" always is there.

    Browsers choose a form by these names (Intl.PluralRules), gettext by an index: both agree on the number.
    """
    if language == SOURCE_LANGUAGE:
        return {"one": 1, "other": 2}
    from babel import Locale

    category = Locale.parse(language).plural_form
    found: dict[str, int] = {}
    for number in EXAMPLES:
        found.setdefault(category(number), number)
    # Where "other" is for fractions only, the largest number's form is the likeliest.
    found.setdefault("other", EXAMPLES[-1])
    return found


def direction(language: str) -> str:
    """In which direction a language is written: "ltr" or "rtl"."""
    if language == SOURCE_LANGUAGE:
        return "ltr"
    from babel import Locale

    return str(Locale.parse(language).text_direction)


def closest(language: str | None, folder: Path = CATALOGUES) -> str:
    """The language of ours that is meant by a tag such as `tr`, `tr-TR` or `pt_BR`; English where there is none."""
    tag = (language or SOURCE_LANGUAGE).replace("_", "-").lower()
    names = {name.replace("_", "-").lower(): name for name in languages(folder)}
    return names.get(tag) or names.get(tag.partition("-")[0]) or SOURCE_LANGUAGE


@lru_cache(64)
def _load(language: str, folder: Path) -> Translator:
    path = folder / f"{language}.po"
    if language == SOURCE_LANGUAGE and not path.exists():
        return gettext.NullTranslations()
    # English, the usual case, starts without Babel.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, locale=language, abort_invalid=True))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
