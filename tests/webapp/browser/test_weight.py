"""What a phone has to fetch before it can play."""

from tests.bench.web import LIMIT, weights


def test_all_files_of_the_page_weigh_at_most_40_kilobytes_compressed_together() -> None:
    found = weights()
    assert found["static_sent_bytes"] > 1000
    assert found["static_gzip_bytes"] <= LIMIT, found
