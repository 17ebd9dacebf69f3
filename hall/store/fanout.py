"""One reader, many listeners: every subscriber gets each event through a bounded queue of its own."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Generic, TypeVar

from hall.news import News
from hall.ports import Event, FeedLost

T = TypeVar("T")


class FanoutSubscription(Generic[T]):
    """One subscriber's queue. Iterating ends after `close` and raises FeedLost once events may be missing."""

    def __init__(self, channel: "Channel[T]", size: int) -> None:
        self._channel = channel
        self._size = size
        self._queue: deque[T] = deque()
        self._news = asyncio.Event()
        self._closed = False
        self._lost = False

    def offer(self, event: T) -> None:
        """Put an event into the queue; a full queue loses the subscriber, never delays the others."""
        if self._lost or self._closed:
            return
        if len(self._queue) >= self._size:
            self.lose()
            return
        self._queue.append(event)
        self._news.set()

    def lose(self) -> None:
        """Say that events may be missing. What is in the queue is worth nothing any more."""
        self._lost = True
        self._queue.clear()
        self._news.set()

    def close(self) -> None:
        """Stop; iterating ends."""
        self._closed = True
        self._channel.forget(self)
        self._news.set()

    def __aiter__(self) -> AsyncIterator[T]:
        return self

    async def __anext__(self) -> T:
        while not self._queue:
            if self._closed:
                raise StopAsyncIteration
            if self._lost:
                self.close()
                raise FeedLost("this subscriber has to look at its tables anew")
            self._news.clear()
            await self._news.wait()
        return self._queue.popleft()


class Channel(Generic[T]):
    """The subscribers of this process to one kind of thing."""

    def __init__(self) -> None:
        self._subscriptions: set[FanoutSubscription[T]] = set()

    def follow(self, size: int) -> FanoutSubscription[T]:
        """A new subscriber, served from this moment on."""
        subscription = FanoutSubscription(self, size)
        self._subscriptions.add(subscription)
        return subscription

    def forget(self, subscription: FanoutSubscription[T]) -> None:
        """Serve this subscriber no longer."""
        self._subscriptions.discard(subscription)

    def publish(self, event: T) -> None:
        """Give an event to everybody."""
        for subscription in tuple(self._subscriptions):
            subscription.offer(event)

    def lose_all(self) -> None:
        """Tell everybody that events may be missing."""
        for subscription in tuple(self._subscriptions):
            subscription.lose()


class Fanout(Channel[Event]):
    """The steps of all tables, and beside them the news of people: both come by one reader."""

    def __init__(self) -> None:
        super().__init__()
        self.news: Channel[News] = Channel()

    def lose_all(self) -> None:
        """Tell everybody that events, and news, may be missing."""
        super().lose_all()
        self.news.lose_all()
