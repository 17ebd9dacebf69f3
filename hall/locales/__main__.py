"""`python -m hall.locales [LANGUAGE...]`: bring the template and the catalogues up to date with the texts in the code.

Every sentence of bot, hall and page goes into `dama.pot`, and from there into each `<language>.po`: translations are
kept, new sentences are empty, vanished ones are dropped. A language that has no catalogue yet is begun. `--check`
writes nothing and fails if anything is missing, left over, or differs from its English in what it has filled in.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.messages.pofile import read_po, write_po

from hall.locales import CATALOGUES, SOURCE_LANGUAGE, languages
from hall.locales.faults import faults, forms

ROOT = CATALOGUES.parent.parent
TEMPLATE = "dama.pot"
KEYWORDS = {**DEFAULT_KEYWORDS, "noop": None, "both": (1, 2)}
NOTES = ("Translators:",)  # comments that are copied for translators
PACKAGES = ("hall", "webapp", "bot")
BEGUN = datetime(2026, 11, 1, tzinfo=UTC)  # of the first template; today's date would change with every run


def template(root: Path = ROOT) -> Catalog:
    """Every sentence of the code that is to be translated, with the files it stands in."""
    catalog = Catalog(project="Dama", charset="utf-8", creation_date=BEGUN)
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            place = path.relative_to(root).as_posix()
            for line, message, comments, context in extract_from_file("python", path, KEYWORDS, NOTES):
                catalog.add(message, None, [(place, line)], auto_comments=comments, context=context)
    return catalog


def read(path: Path, language: str | None = None) -> Catalog:
    """A catalogue as it is written. Raises PoFileError."""
    with path.open("rb") as source:
        return read_po(source, locale=language, abort_invalid=True)


def update(language: str, texts: Catalog, folder: Path = CATALOGUES) -> Path:
    """Write the catalogue of a language: known translations kept, new sentences empty, vanished ones dropped."""
    path = folder / f"{language}.po"
    catalog = read(path, language) if path.exists() else Catalog(locale=language, project="Dama", charset="utf-8")
    catalog.update(texts, no_fuzzy_matching=True)
    _write(catalog, path)
    return path


def _write(catalog: Catalog, path: Path) -> None:
    # No line numbers: they would change with every edit of the code.
    with path.open("wb") as target:
        write_po(target, catalog, width=120, ignore_obsolete=True, include_lineno=False, sort_by_file=True)


def check(texts: Catalog, folder: Path = CATALOGUES) -> Iterator[str]:
    """What is wrong with the catalogues of a folder, one line each."""
    for language in languages(folder):
        if language != SOURCE_LANGUAGE:
            yield from (f"{language}: {fault}" for fault in faults(read(folder / f"{language}.po", language), texts))
    written = {message.id for message in read(folder / TEMPLATE)}
    if written != {message.id for message in texts}:
        yield f"{TEMPLATE} is not that of the code"


def main(wanted: list[str]) -> None:
    """Update the template and the named languages, or all there are; or only check them."""
    texts = template()
    if wanted == ["--check"]:
        found = list(check(texts))
        sys.stdout.writelines(f"{fault}\n" for fault in found)
        sys.exit(bool(found))
    _write(texts, CATALOGUES / TEMPLATE)
    for language in wanted or [name for name in languages() if name != SOURCE_LANGUAGE]:
        catalog = read(update(language, texts), language)
        empty = sum(not all(forms(message)) for message in catalog if message.id)
        sys.stdout.write(f"{language}: {len(texts)} sentences, {empty} to be translated\n")


if __name__ == "__main__":
    main(sys.argv[1:])
