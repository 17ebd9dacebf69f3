"""The headers of safety, and the origins from which a socket may be opened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.headers import content_security_policy, may_connect, origin_of


def directives(host: str) -> dict[str, str]:
    return dict(part.split(" ", 1) for part in content_security_policy(host).split("; "))


def test_scripts_come_from_us_and_from_telegram_and_are_never_inline() -> None:
    policy = directives("dama.example")
    assert policy["script-src"] == "'self' https://telegram.org"
    assert policy["style-src"] == "'self'"
    assert policy["img-src"] == "'self' data:"
    assert "unsafe" not in content_security_policy("dama.example")


def test_only_we_and_the_web_clients_of_telegram_may_frame_the_page() -> None:
    assert directives("dama.example")["frame-ancestors"] == "'self' https://web.telegram.org https://*.telegram.org"


def test_sockets_go_to_the_host_the_page_came_from() -> None:
    assert directives("localhost:8080")["connect-src"] == "'self' ws://localhost:8080 wss://localhost:8080"
    assert directives("[::1]:8080")["connect-src"] == "'self' ws://[::1]:8080 wss://[::1]:8080"


@given(st.text())
def test_a_strange_host_adds_nothing_to_the_policy(host: str) -> None:
    policy = content_security_policy(f"a; script-src *{host}")
    assert directives("; ")["connect-src"] == "'self'"
    assert "script-src *" not in policy


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Dama.example/t/x", "https://dama.example"),
        ("https://dama.example:443", "https://dama.example"),
        ("http://dama.example:443/", "http://dama.example:443"),
        ("http://[::1]:8080/", "http://[::1]:8080"),
        ("null", None),
        ("", None),
        ("ftp://dama.example", None),
        ("http://dama.example:port", None),
        ("http://[::1", None),
    ],
)
def test_an_origin_is_scheme_host_and_unusual_port(url: str, origin: str | None) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://dama.example", True),
        ("http://127.0.0.1:8080", True),
        ("https://127.0.0.1:8080", True),
        (None, True),
        ("https://evil.example", False),
        ("http://127.0.0.1:8081", False),
        ("http://dama.example", False),
        ("https://dama.example.evil.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_only_our_own_pages_may_open_a_socket(origin: str | None, allowed: bool) -> None:
    assert may_connect(origin, "127.0.0.1:8080", "https://dama.example/") is allowed


@given(st.text(), st.text())
def test_no_origin_whatever_breaks_the_check(origin: str, host: str) -> None:
    assert may_connect(origin, host, None) in (True, False)
