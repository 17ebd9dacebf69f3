"""What a phone has to fetch before it can play."""

import gzip
from pathlib import Path

import webapp

STATIC = Path(webapp.__file__).parent / "static"
LIMIT = 40 * 1024


def test_all_files_of_the_page_weigh_at_most_40_kilobytes_each_compressed_as_it_is_sent() -> None:
    files = [path for path in STATIC.rglob("*") if path.suffix in (".html", ".css", ".js", ".svg")]
    assert len(files) > 5
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) <= LIMIT
