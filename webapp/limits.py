"""How much one player or one address may ask of us, and which address a request really comes from."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from hall.settings import Network

Address = IPv4Address | IPv6Address
UNKNOWN_ADDRESS = "unknown"
SWEEP_SIZE = 4096


@dataclass(frozen=True)
class Rate:
    """So many things in so many seconds, all at once if somebody likes."""

    count: int
    seconds: float


class Limiter:
    """A bucket of permissions for each key, filled evenly up to the rate's count. `clock` reads seconds."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def allow(self, key: str) -> bool:
        """Take one permission of this key's bucket; False if it is empty."""
        now = self._clock()
        level = self._level(key, now)
        if level < 1:
            return False
        if len(self._buckets) >= SWEEP_SIZE:
            self._sweep(now)
        self._buckets[key] = (level - 1, now)
        return True

    def _level(self, key: str, now: float) -> float:
        full = float(self._rate.count)
        level, since = self._buckets.get(key, (full, now))
        return min(full, level + (now - since) * full / self._rate.seconds)

    def _sweep(self, now: float) -> None:
        """Forget the buckets that are full again: they are as if never used."""
        self._buckets = {key: kept for key, kept in self._buckets.items() if self._level(key, now) < self._rate.count}


class Gauge:
    """How many of something each key holds at this moment, and at most how many it may."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held: dict[str, int] = {}

    def take(self, key: str) -> bool:
        """Hold one more; False if the key holds its limit already."""
        held = self._held.get(key, 0)
        if held >= self._limit:
            return False
        self._held[key] = held + 1
        return True

    @property
    def total(self) -> int:
        """How many all keys hold together."""
        return sum(self._held.values())

    def give_back(self, key: str) -> None:
        """Hold one less."""
        held = self._held.get(key, 0) - 1
        if held > 0:
            self._held[key] = held
        else:
            self._held.pop(key, None)


def client_address(peer: str | None, forwarded_for: str, trusted: Sequence[Network]) -> str:
    """The key under which a request is counted.

    `forwarded_for` (the X-Forwarded-For header) is believed only as far as trusted proxies wrote it: read from the
    right, the first address that is not a proxy of ours is the client. Of IPv6 the /64 network counts, since one
    household owns a whole one.
    """
    address = _parse(peer or "")
    for text in reversed(forwarded_for.split(",")):
        if address is None or not _within(address, trusted):
            break
        further = _parse(text.strip())
        if further is None:
            break
        address = further
    return UNKNOWN_ADDRESS if address is None else _key(address)


def _parse(text: str) -> Address | None:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _within(address: Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks)


def _key(address: Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((address, 64), strict=False))
