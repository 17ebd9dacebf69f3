"""Two bot processes: each message is sent by one of them, and what one leaves when it is killed the other takes up."""

import asyncio
from pathlib import Path

from hall.nursery import Nursery
from tests.force.bots import Bots, Match, bots

MATCHES = 8
BEFORE, AFTER = 2, 2
JUST_BEFORE_S = 1.5
"""So long before a process is killed a message may have left it that it had not noted yet."""


async def matches(place: Bots) -> list[Match]:
    """Games that have begun."""
    begun = [Match.of(place, number) for number in range(MATCHES)]
    await asyncio.gather(*(match.begin() for match in begun))
    return begun


async def test_two_processes_share_the_chats_and_a_killed_one_is_followed_within_the_lease(
    tmp_path: Path, valkey: str
) -> None:
    async with bots(tmp_path, valkey) as place:
        await place.start("one", "two")
        games = await matches(place)
        await asyncio.gather(*(game.play(BEFORE) for game in games))
        writers = place.writers()
        assert all(len(names) == 1 for names in writers.values())
        assert {name for names in writers.values() for name in names} == {"one", "two"}
        assert place.doubled() == []

        async with Nursery() as nursery:
            playing = [nursery.start(game.play(AFTER), "a game") for game in games]
            sent = len(place.sent_by("two"))
            await place.until(lambda: len(place.sent_by("two")) > sent, "a message of the second")
            await place.village.lose("two")
            killed = place.telegram.clock.now()
            await asyncio.gather(*playing)
        await asyncio.gather(*(game.end() for game in games))
        await place.until(lambda: all(game.is_over() for game in games), "all results")
        await place.idle()
        assert all(call.at < killed for call in place.sent_by("two"))
        for calls in place.doubled():
            assert [call.via for call in calls] == ["two", "one"]
            assert calls[0].at > killed - JUST_BEFORE_S
        assert not place.telegram.world.rates.exceeded


async def test_an_update_brought_to_two_processes_at_once_is_acted_upon_once(tmp_path: Path, valkey: str) -> None:
    async with bots(tmp_path, valkey) as place:
        await place.start("one", "two", webhook=True)
        await place.until(lambda: bool(place.telegram.called("setWebhook")), "the webhook")
        games = await matches(place)
        await asyncio.gather(*(game.play(BEFORE) for game in games))
        people = [person for game in games for person in game.people]
        await asyncio.gather(*(person.says("/privacy") for person in people))
        await asyncio.gather(*(game.end() for game in games))
        await place.idle()
        assert len(place.telegram.updates.webhook_answers) == 2 * len(place.telegram.updates.delivered)
        assert set(place.telegram.updates.webhook_answers) == {200}
        for person in people:
            assert sum("nothing goes to others" in message.text for message in person.private.from_bot) == 1
        assert place.doubled() == []
        assert all(len(names) == 1 for names in place.writers().values())
        assert not place.telegram.world.rates.exceeded
        assert not place.telegram.called("getUpdates")
