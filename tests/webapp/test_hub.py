"""The feed may be lost, the store may not answer, a table may be broken: those who follow still miss nothing."""

import asyncio

import pytest

from hall.model import TableId
from hall.ports import Loaded, StoreDown
from hall.store.memory import MemoryStore
from tests.webapp.house import House, Visitor, open_house


class FrailStore(MemoryStore):
    """A store whose tables can be made not to load."""

    def __init__(self) -> None:
        super().__init__()
        self.failing: dict[TableId, Exception] = {}
        self.asked = asyncio.Event()

    async def load(self, table_id: TableId, op: str = "") -> Loaded | None:
        if table_id in self.failing and not op:
            self.asked.set()
            raise self.failing[table_id]
        return await super().load(table_id, op)

    def lose(self) -> None:
        self._fanout.lose_all()


async def across(here: House, there: House) -> tuple[Visitor, Visitor, TableId]:
    """A player here, and somebody who watches from another server."""
    player, spectator = await here.guest(), await there.guest()
    state = await player.open("device")
    await spectator.watch(state["id"])
    return player, spectator, TableId(state["id"])


async def test_what_happened_while_the_feed_was_lost_is_told_afterwards() -> None:
    store = FrailStore()
    async with open_house(store) as here, open_house(store) as there:
        player, spectator, table = await across(here, there)
        state = await player.watch(table)
        for text in ("d3-d4", "e6-e5"):
            store.lose()
            state = (await player.act(state, "move", move=text))["state"]
            assert (await spectator.until(state["version"]))["moves"][-1] == text


async def test_what_happened_while_the_store_was_down_is_told_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.hub.RETRY_SECONDS", 0.01)
    store = FrailStore()
    async with open_house(store) as here, open_house(store) as there:
        player, spectator, table = await across(here, there)
        store.failing[table] = StoreDown("no answer")
        await player.say("act", op="o-1", table=table, version=1, do="move", move="d3-d4")
        # The move was made; only showing it failed. The page asks again with the same operation.
        assert (await player.hear("error"))["op"] == "o-1"
        await store.asked.wait()
        store.failing.clear()
        assert (await spectator.until(2))["moves"] == ["d3-d4"]
        await player.say("act", op="o-1", table=table, version=1, do="move", move="d3-d4")
        assert (await player.hear("table"))["state"]["version"] == 2


async def test_a_table_that_cannot_be_read_does_not_silence_the_others(caplog: pytest.LogCaptureFixture) -> None:
    store = FrailStore()
    async with open_house(store) as here, open_house(store) as there:
        player, spectator, table = await across(here, there)
        other_player, other_spectator, other = await across(here, there)
        store.failing[table] = ValueError("a broken document")
        await player.say("act", op="o-1", table=table, version=1, do="move", move="d3-d4")
        assert (await player.hear("error"))["code"] == "internal"
        state = await other_player.watch(other)
        moved = await other_player.act(state, "move", move="d3-d4")
        assert await other_spectator.until(moved["state"]["version"])
        assert "a broken document" in caplog.text
        store.failing.clear()
        assert (await spectator.watch(table))["moves"] == ["d3-d4"]


async def test_a_table_that_could_not_be_followed_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    store = FrailStore()
    async with open_house(store) as house:
        white, black, state = await house.game()
        spectator = await house.guest()
        table = TableId(state["id"])
        load, answers = store.load, iter([None, StoreDown("no answer")])

        async def once(table_id: TableId, op: str = "") -> Loaded | None:
            if (failure := next(answers, None)) is not None:
                raise failure
            return await load(table_id, op)

        monkeypatch.setattr(store, "load", once)
        assert (await spectator.ask("watch", "error", table=table))["code"] == "store_down"
        moved = await white.act(state, "move", side="white", move="d3-d4")
        await black.until(moved["state"]["version"])
        await spectator.say("ping", n=1)
        assert (await spectator.next())["t"] == "pong"
