"""Background work: seen when it fails, ended when the block is left."""

import asyncio

import pytest

from hall.nursery import Failure, Nursery


async def fail() -> None:
    raise LookupError("nothing there")


async def test_a_failure_is_kept_told_and_logged_once_and_harms_no_other(caplog: pytest.LogCaptureFixture) -> None:
    told: list[Failure] = []
    async with Nursery(told.append) as nursery:
        healthy = nursery.start(asyncio.sleep(0, "well"), "healthy")
        failing = nursery.start(fail(), "failing")
        await asyncio.wait([failing, healthy])
        assert healthy.result() == "well"
    assert [(failure.name, str(failure.error)) for failure in nursery.failures] == [("failing", "nothing there")]
    assert tuple(told) == nursery.failures
    assert [record.message for record in caplog.records] == ["failing failed"]


async def test_leaving_ends_what_still_runs() -> None:
    ended = asyncio.Event()

    async def for_ever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async with Nursery() as nursery:
        nursery.start(for_ever(), "for ever")
        await asyncio.sleep(0)
        assert nursery.names == ["for ever"]
    assert ended.is_set()
    assert nursery.names == []
    assert nursery.failures == ()


async def test_what_starts_another_while_it_ends_does_not_outlive_the_nursery() -> None:
    async with Nursery() as nursery:

        async def stubborn() -> None:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                nursery.start(asyncio.sleep(0), "too late")

        task = nursery.start(stubborn(), "stubborn")
        await asyncio.sleep(0)
    assert isinstance(task.exception(), RuntimeError)
    assert [failure.name for failure in nursery.failures] == ["stubborn"]


async def test_a_nursery_within_another_hands_its_failures_on(caplog: pytest.LogCaptureFixture) -> None:
    async with Nursery() as outer, Nursery(parent=outer) as inner:
        await asyncio.wait([inner.start(fail(), "inner work")])
    assert [failure.name for failure in outer.failures] == ["inner work"]
    assert len(caplog.records) == 1


async def test_work_that_swallows_its_cancellation_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hall.nursery.TOLD_AGAIN_S", 0.01)
    told = 0

    async def hard_of_hearing() -> None:
        nonlocal told
        while told < 3:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                told += 1

    async with Nursery() as nursery:
        nursery.start(hard_of_hearing(), "hard of hearing")
        await asyncio.sleep(0)
    assert told == 3
