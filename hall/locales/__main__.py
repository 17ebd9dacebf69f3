"""`python -m hall.locales [LANGUAGE...]`: bring catalogues up to date with the texts in the code, or begin new ones."""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.messages.pofile import read_po, write_po

from hall.locales import CATALOGUES, SOURCE_LANGUAGE, languages

ROOT = CATALOGUES.parent.parent
KEYWORDS = {**DEFAULT_KEYWORDS, "noop": None, "both": (1, 2)}
NOTES = ("Translators:",)  # comments that are copied for translators
PACKAGES = ("hall", "webapp", "bot")


def template(root: Path = ROOT) -> Catalog:
    """Every sentence of the code that is to be translated, with the files it stands in."""
    catalog = Catalog(project="Dama", charset="utf-8")
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            place = path.relative_to(root).as_posix()
            for line, message, comments, context in extract_from_file("python", path, KEYWORDS, NOTES):
                catalog.add(message, None, [(place, line)], auto_comments=comments, context=context)
    return catalog


def update(language: str, texts: Catalog, folder: Path = CATALOGUES) -> Path:
    """Write the catalogue of a language: known translations kept, new sentences empty, vanished ones put aside."""
    path = folder / f"{language}.po"
    if path.exists():
        with path.open("rb") as source:
            catalog = read_po(source, locale=language)
    else:
        catalog = Catalog(locale=language, project="Dama", charset="utf-8")
    catalog.update(texts)
    with path.open("wb") as target:
        write_po(target, catalog, width=120)
    return path


def main(wanted: list[str]) -> None:
    """Update the named languages, or all there are."""
    texts = template()
    for language in wanted or [name for name in languages() if name != SOURCE_LANGUAGE]:
        path = update(language, texts)
        sys.stdout.write(f"{path}: {len(texts)} sentences\n")


if __name__ == "__main__":
    main(sys.argv[1:])
