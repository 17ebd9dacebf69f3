"""Events shared out among several processes: each is handed to one member, until a member says that it is dealt with.

What a member that died had in hand goes to another one after a lease. So an event may come twice, never not at all; who
acts on it must bear a repetition. A table's events may be in two members' hands at once: hold a lease (leases.py) on
what may not be touched by two.
"""

from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

from hall.model import TableId
from hall.nursery import Nursery
from hall.ports import Delivery, Member, Store, Subscription
from hall.store import keys
from hall.store.cluster import lanes
from hall.store.codec import decode_event
from hall.store.redis import RedisStore
from hall.store.stream_group import StreamMember

LEASE_MS = 15_000
"""So long after its last sign of life a member's events are given to others."""
IN_HAND = 256
"""So many events one member takes at most before it is done with some."""


@asynccontextmanager
async def join(store: Store, group: str, nursery: Nursery, *, lease_ms: int = LEASE_MS) -> AsyncIterator[Member]:
    """Be a member of a group, which hears everything from its very first joining on. Raises StoreDown."""
    if isinstance(store, RedisStore):
        streams = [[keys.outbox_key(bucket) for bucket in lane] for lane in lanes(store.client)]
        async with StreamMember(store, streams, group, lease_ms, IN_HAND).at_work(nursery, since="$") as member:
            yield RedisMember(member)
    else:
        shared = _groups.setdefault(store, {}).setdefault(group, MemoryGroup(store))
        memory = MemoryMember(shared)
        try:
            yield memory
        finally:
            memory.leave()


class RedisMember:
    """Reads the outboxes of all buckets through a consumer group of this name."""

    def __init__(self, member: StreamMember) -> None:
        self._member = member

    def __aiter__(self) -> AsyncIterator[Delivery]:
        return self

    async def __anext__(self) -> Delivery:
        entry = await self._member.next()
        event = decode_event(TableId(entry.fields["t"]), int(entry.fields["v"]), entry.fields["e"])
        return Delivery(event, (entry.stream, entry.id), entry.again)

    async def done(self, delivery: Delivery) -> None:
        await self._member.done(*delivery.receipt)


class MemoryGroup:
    """For tests, beside a MemoryStore: the members of one process share a subscription."""

    def __init__(self, store: Store) -> None:
        self.events: Subscription = store.follow(1_000_000)
        self.returned: deque[Delivery] = deque()


class MemoryMember:
    """One of them."""

    def __init__(self, group: MemoryGroup) -> None:
        self._group = group
        self._in_hand: dict[tuple[str, str], Delivery] = {}

    def leave(self) -> None:
        """What is in hand goes to the others at once."""
        self._group.returned.extend(Delivery(kept.event, kept.receipt, again=True) for kept in self._in_hand.values())

    def __aiter__(self) -> AsyncIterator[Delivery]:
        return self

    async def __anext__(self) -> Delivery:
        if self._group.returned:
            delivery = self._group.returned.popleft()
        else:
            event = await anext(self._group.events)
            delivery = Delivery(event, (event.table, str(event.version)))
        self._in_hand[delivery.receipt] = delivery
        return delivery

    async def done(self, delivery: Delivery) -> None:
        self._in_hand.pop(delivery.receipt, None)


_groups: WeakKeyDictionary[Store, dict[str, MemoryGroup]] = WeakKeyDictionary()
