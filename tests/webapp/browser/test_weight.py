"""What a phone has to fetch before it can play."""

import gzip
from pathlib import Path

import webapp

STATIC = Path(webapp.__file__).parent / "static"
LIMIT = 40 * 1024


def test_all_files_of_the_page_together_weigh_at_most_40_kilobytes() -> None:
    files = sorted(path for path in STATIC.rglob("*") if path.suffix in (".html", ".css", ".js", ".svg"))
    assert len(files) > 5
    assert len(gzip.compress(b"".join(path.read_bytes() for path in files), 9)) <= LIMIT
