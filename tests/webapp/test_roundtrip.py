"""The round trip of a connection: the shortest of the last few pings, whatever a page answers."""

from webapp.roundtrip import OPEN_PINGS, RoundTrip


def ping(trip: RoundTrip, at: float, seconds: float) -> None:
    payload = trip.ask(at)
    assert payload is not None
    trip.sent(payload, at)
    trip.heard(payload, at + seconds)


def test_before_the_first_answer_nothing_is_given() -> None:
    trip = RoundTrip()
    assert trip.lag_ms == 0
    assert trip.ask(0.0) is not None
    assert trip.lag_ms == 0


def test_it_is_the_shortest_of_the_last_three() -> None:
    trip = RoundTrip()
    for at, seconds in enumerate((0.05, 0.4, 0.25, 0.3)):
        ping(trip, float(at), seconds)
    assert trip.lag_ms == 250


def test_one_ping_a_second_is_enough() -> None:
    trip = RoundTrip()
    assert [trip.ask(at) is None for at in (5.0, 5.5, 5.99, 6.0)] == [False, True, True, False]


def test_an_answer_nobody_asked_for_or_a_second_one_says_nothing() -> None:
    trip = RoundTrip()
    trip.heard(b"lag 1", 1.0)
    ping(trip, 2.0, 0.1)
    trip.heard(b"lag 1", 9.0)
    trip.heard(b"", 9.0)
    assert trip.lag_ms == 100


def test_a_page_that_never_answers_costs_no_memory() -> None:
    trip = RoundTrip()
    for at in range(100):
        payload = trip.ask(float(at))
        assert payload is not None
        trip.sent(payload, float(at))
    trip.heard(b"lag 1", 100.0)
    assert trip.lag_ms == 0
    trip.heard(b"lag %d" % (100 - OPEN_PINGS + 1), 100.0)
    assert trip.lag_ms == 1000 * OPEN_PINGS
