"""Finished games and settlers, for the tests of rewards."""

from dataclasses import dataclass, field
from itertools import count

from engine.board import Side
from engine.game import Game
from engine.rules import rule_set
from hall.change import Change, ended
from hall.ledger import Ledger
from hall.model import Computer, Person, PlayerId, Seat, Status, Table, Terms, is_player
from hall.nursery import Nursery
from hall.ports import Event, EventKind, Store
from hall.rewards import RewardRules
from hall.settle import Settler
from hall.store.chats import chats_beside
from hall.store.ledger import ledger_beside
from tests.hall.people import ADA, ANNA, BIRGUL, calm_moves, person, table_id

numbers = count(1)
accounts = count(1000)
RATED = Terms(rated=True)
FRIENDLY = Terms()
CALM = calm_moves(Game.new(), 40)
COMPUTER = Computer(3)


def newcomer(name: str = "Ada") -> Person:
    """A Telegram account nobody has seen before."""
    return person(next(accounts), name)


def game_of(plies: int, rules: str = "classic") -> Game:
    """A game that goes on after so many plies, 40 at most."""
    game = Game.new(rule_set(rules))
    for text in CALM[:plies]:
        step = game.move(game.turn, text)
        assert hasattr(step, "after")
        game = step.after
    return game


def playing(white: Seat = ADA, black: Seat = BIRGUL, *, plies: int = 20, terms: Terms = FRIENDLY) -> Table:
    """A game under way."""
    host = next((seat for seat in (white, black) if is_player(seat)), ANNA)
    name = table_id(f"game-{next(numbers)}")
    return Table(name, 1, terms, host, white, black, Status.PLAYING, game_of(plies, terms.rules))


def over(table: Table, winner: Side | None = Side.WHITE) -> Change:
    """Its end by resignation or agreement."""
    if winner is None:
        kind, step = EventKind.DRAW_AGREED, table.game.draw_by_agreement()
    else:
        kind, step = EventKind.RESIGNED, table.game.resign(winner.other)
    change = ended(table, kind, winner.other if winner is not None else None, step, table.moved_ms)
    assert isinstance(change, Change)
    return change


async def finished(
    store: Store,
    white: Seat = ADA,
    black: Seat = BIRGUL,
    *,
    winner: Side | None = Side.WHITE,
    plies: int = 20,
    terms: Terms = FRIENDLY,
) -> Table:
    """A game that has just ended in the store."""
    table = playing(white, black, plies=plies, terms=terms)
    await store.create(table, Event(table.id, 1, EventKind.OPENED), f"open {table.id}")
    change = over(table, winner)
    await store.commit(change.table, change.event, f"end {table.id}")
    return change.table


@dataclass
class House:
    """A store with somebody who settles its games."""

    store: Store
    rules: RewardRules = field(default_factory=RewardRules)
    nursery: Nursery = field(default_factory=Nursery)

    @property
    def ledger(self) -> Ledger:
        return ledger_beside(self.store)

    @property
    def settler(self) -> Settler:
        return Settler(self.store, self.ledger, chats_beside(self.store), self.rules, self.nursery)

    async def settled(self, table: Table) -> Table:
        """The table after its settlement."""
        await self.settler.settle(table.id)
        loaded = await self.store.load(table.id)
        assert loaded is not None
        return loaded.table

    async def plays(
        self,
        white: Seat = ADA,
        black: Seat = BIRGUL,
        *,
        winner: Side | None = Side.WHITE,
        plies: int = 20,
        terms: Terms = FRIENDLY,
    ) -> Table:
        """A game from its end to its settlement."""
        return await self.settled(await finished(self.store, white, black, winner=winner, plies=plies, terms=terms))

    async def candy(self, player_id: PlayerId) -> int:
        return (await self.ledger.record(player_id)).candy

    async def points(self, player_id: PlayerId) -> int:
        return (await self.ledger.record(player_id)).points
