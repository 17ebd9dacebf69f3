"""What the documents promise is what the code holds."""

import re
from pathlib import Path

from hall.settings import Settings

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
EXAMPLE = (ROOT / ".env.example").read_text()


def default_of(name: str) -> str:
    value = Settings.model_fields[name].default
    shown = value.get_secret_value() if hasattr(value, "get_secret_value") else value
    return "" if shown in ("", ()) else str(shown)


def test_every_setting_stands_in_the_readme_with_its_default_and_meaning() -> None:
    table = README.partition("<!-- settings:")[2].partition("<!-- /settings -->")[0]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    expected = [
        f"| `{name.upper()}` | {f'`{default_of(name)}`' if default_of(name) else ''} | {field.description} |"
        for name, field in Settings.model_fields.items()
    ]
    assert rows == expected


def test_every_setting_stands_in_the_example_file_with_its_default() -> None:
    names = re.findall(r"^#?([A-Z_]+)=(.*)$", EXAMPLE, re.MULTILINE)
    assert names == [(name.upper(), default_of(name)) for name in Settings.model_fields]


def test_every_pinned_package_has_an_exact_version_and_no_address() -> None:
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        assert line.startswith("#") or re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line), line


def test_the_readme_shows_a_picture_that_exists() -> None:
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", README)
    assert pictures
    for picture in pictures:
        assert (ROOT / picture).is_file(), picture
