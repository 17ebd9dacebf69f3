"""How long a message takes to a page and back, measured by the protocol's own pings, which every browser answers."""

KEPT = 3
OPEN_PINGS = 4
SPACING_S = 1.0


class RoundTrip:
    """The measure of one connection. Times are seconds of any clock that does not step back."""

    __slots__ = ("_asked", "_last", "_number", "_sent")

    def __init__(self) -> None:
        self._sent: dict[bytes, float] = {}
        self._last: list[float] = []
        self._number = 0
        self._asked = float("-inf")

    @property
    def lag_ms(self) -> int:
        """The shortest of the last few round trips, since a page that was busy answers late; 0 before the first."""
        return round(1000 * min(self._last)) if self._last else 0

    def ask(self, now: float) -> bytes | None:
        """What the next ping is to carry; None if one went out just now."""
        if now - self._asked < SPACING_S:
            return None
        self._asked, self._number = now, self._number + 1
        return b"lag %d" % self._number

    def sent(self, payload: bytes, now: float) -> None:
        """The ping is on its way."""
        self._sent[payload] = now
        if len(self._sent) > OPEN_PINGS:
            del self._sent[next(iter(self._sent))]

    def heard(self, payload: bytes, now: float) -> None:
        """A pong has come. What answers no ping of ours says nothing."""
        since = self._sent.pop(payload, None)
        if since is not None:
            self._last = [*self._last, now - since][-KEPT:]
