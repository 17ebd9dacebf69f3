"""Limits: how fast a key may go, how much it may hold, and whose address is believed."""

from ipaddress import ip_network

from hypothesis import given
from hypothesis import strategies as st

from webapp.limits import SWEEP_SIZE, UNKNOWN_ADDRESS, Gauge, Limiter, Rate, client_address

PROXIES = [ip_network("10.0.0.0/8"), ip_network("::1")]


class Watch:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_a_key_may_use_its_whole_rate_at_once_and_then_waits_for_it_to_come_back() -> None:
    watch = Watch()
    limiter = Limiter(Rate(10, 1.0), watch)
    assert [limiter.allow("a") for _ in range(11)] == [True] * 10 + [False]
    watch.seconds += 0.1
    assert limiter.allow("a")
    assert not limiter.allow("a")
    watch.seconds += 60
    assert [limiter.allow("a") for _ in range(11)] == [True] * 10 + [False]


def test_one_key_does_not_use_up_the_permissions_of_another() -> None:
    limiter = Limiter(Rate(1, 3600.0), Watch())
    assert limiter.allow("a")
    assert not limiter.allow("a")
    assert limiter.allow("b")


def test_keys_that_have_been_quiet_are_forgotten_and_busy_ones_are_not() -> None:
    watch = Watch()
    limiter = Limiter(Rate(2, 10.0), watch)
    for number in range(SWEEP_SIZE):
        limiter.allow(str(number))
    watch.seconds += 9
    limiter.allow("busy")
    limiter.allow("busy")
    watch.seconds += 1
    for number in range(SWEEP_SIZE):
        limiter.allow(f"new {number}")
    assert len(limiter._buckets) <= SWEEP_SIZE + 2
    assert not limiter.allow("busy")


@given(st.lists(st.floats(0, 3), max_size=60))
def test_no_span_of_time_ever_sees_more_than_its_rate_and_one_full_bucket(pauses: list[float]) -> None:
    watch = Watch()
    limiter = Limiter(Rate(5, 10.0), watch)
    allowed = 0
    for pause in pauses:
        watch.seconds += pause
        allowed += limiter.allow("a")
        assert allowed <= 5 + watch.seconds * 0.5 + 1e-6


def test_a_gauge_holds_its_limit_and_no_more() -> None:
    gauge = Gauge(2)
    assert [gauge.take("a") for _ in range(3)] == [True, True, False]
    assert gauge.take("b")
    gauge.give_back("a")
    assert gauge.take("a")
    assert not gauge.take("a")


def test_an_unknown_peer_is_counted_with_all_other_unknown_ones() -> None:
    assert client_address(None, "1.2.3.4", PROXIES) == UNKNOWN_ADDRESS
    assert client_address("a socket file", "1.2.3.4", PROXIES) == UNKNOWN_ADDRESS


def test_a_stranger_cannot_choose_its_address_by_the_forwarded_header() -> None:
    assert client_address("203.0.113.9", "1.2.3.4", PROXIES) == "203.0.113.9"


def test_behind_our_proxy_the_address_it_saw_counts() -> None:
    assert client_address("10.0.0.1", "203.0.113.9", PROXIES) == "203.0.113.9"
    assert client_address("::1", "203.0.113.9", PROXIES) == "203.0.113.9"


def test_what_stands_left_of_the_address_our_proxy_saw_was_written_by_the_client() -> None:
    assert client_address("10.0.0.1", "1.1.1.1, 203.0.113.9", PROXIES) == "203.0.113.9"
    assert client_address("10.0.0.1", "1.1.1.1, 203.0.113.9, 10.2.2.2", PROXIES) == "203.0.113.9"
    assert client_address("10.0.0.1", "203.0.113.9, nonsense", PROXIES) == "10.0.0.1"


def test_a_request_of_the_proxy_itself_is_counted_as_the_proxy() -> None:
    assert client_address("10.0.0.1", "", PROXIES) == "10.0.0.1"


def test_of_ipv6_the_household_counts_and_mapped_ipv4_is_ipv4() -> None:
    assert client_address("2001:db8:1:2:3::4", "", PROXIES) == "2001:db8:1:2::/64"
    assert client_address("::ffff:203.0.113.9", "", PROXIES) == "203.0.113.9"
    assert client_address("fe80::1%eth0", "", PROXIES) == "fe80::/64"


@given(st.one_of(st.none(), st.text()), st.text())
def test_no_header_whatever_breaks_the_counting(peer: str | None, header: str) -> None:
    assert client_address(peer, header, PROXIES)
