"""People who play in the tests, and short words for what they do."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

from engine.board import Side
from engine.game import Game, Step
from engine.refusal import Refusal
from engine.rules import CLASSIC, RuleSet, any_capture
from hall.actions import Action, ActionKind, Done, Opening, Refused
from hall.model import Computer, Guest, Person, Player, PlayerId, Table, TableId, Terms
from hall.ports import Event, EventKind, Subscription
from hall.tables import Hall

numbers = count(1)


def guest(name: str) -> Guest:
    return Guest(PlayerId(f"guest:{name:-<22}"), name)


def person(number: int, name: str = "Ada") -> Person:
    return Person(PlayerId(f"tg:{number}"), name, "tr")


ANNA, BORA, CEM = guest("Anna"), guest("Bora"), guest("Cem")
ADA, BIRGUL = person(1, "Ada"), person(2, "Birgül")


@dataclass
class Someone:
    """A player in a hall; every action has an operation id of its own unless one is given."""

    hall: Hall
    player: Player
    prefix: str = field(init=False)

    def __post_init__(self) -> None:
        self.prefix = f"p:{self.player.id}:"

    def op(self) -> str:
        return f"{self.prefix}{next(numbers)}"

    async def tries_to_open(
        self,
        *,
        side: Side | None = Side.WHITE,
        opponent: Computer | Player | None = None,
        terms: Terms | None = None,
        op: str = "",
    ) -> Done | Refused:
        return await self.hall.open(self.player, Opening(terms or Terms(), side, opponent, op or self.op()))

    async def opens(
        self,
        *,
        side: Side | None = Side.WHITE,
        opponent: Computer | Player | None = None,
        terms: Terms | None = None,
        op: str = "",
    ) -> Table:
        done = await self.tries_to_open(side=side, opponent=opponent, terms=terms, op=op)
        assert isinstance(done, Done), done
        return done.table

    async def tries(
        self,
        kind: ActionKind,
        table: Table,
        text: str = "",
        *,
        side: Side | None = None,
        op: str = "",
    ) -> Done | Refused:
        """Ask for something at the table as this player last saw it."""
        return await self.hall.act(self.player, Action(kind, table.id, side, table.version, op or self.op(), text))

    async def does(
        self, kind: ActionKind, table: Table, text: str = "", *, side: Side | None = None, op: str = ""
    ) -> Table:
        done = await self.tries(kind, table, text, side=side, op=op)
        assert isinstance(done, Done), done
        return done.table

    async def is_refused(self, kind: ActionKind, table: Table, text: str = "", *, side: Side | None = None) -> str:
        """The code of the refusal, after making sure that the table is told and unchanged."""
        refused = await self.tries(kind, table, text, side=side)
        assert isinstance(refused, Refused), refused
        assert refused.table is not None
        assert refused.table == await self.hall.load(table.id)
        return refused.code


async def seated(hall: Hall, white: Player = ANNA, black: Player = BORA, terms: Terms | None = None) -> Table:
    """A table at which both have sat down."""
    table = await Someone(hall, white).opens(terms=terms)
    return await Someone(hall, black).does(ActionKind.SIT, table)


async def played(hall: Hall, table: Table, moves: Sequence[str]) -> Table:
    """The table after these moves, each made by whoever is on move."""
    for text in moves:
        seat = table.on_move_seat
        assert isinstance(seat, Person | Guest)
        table = await Someone(hall, seat).does(ActionKind.MOVE, table, text, side=table.game.turn)
    return table


def random_game(seed: int, plies: int, rules: RuleSet = CLASSIC) -> Game:
    """A game of random moves, over or `plies` long."""
    chance, game = random.Random(seed), Game.new(rules)
    while game.ply < plies and game.outcome is None:
        step = game.move(game.turn, chance.choice(game.legal_moves()))
        assert isinstance(step, Step)
        game = step.after
    return game


def event_of(table: Table, kind: EventKind = EventKind.DRAW_OFFERED) -> Event:
    return Event(table.id, table.version, kind, Side.WHITE)


def table_id(text: str) -> TableId:
    return TableId(f"{text:-<22}")


def calm_moves(game: Game, plies: int) -> list[str]:
    """Moves after which nobody can capture and nothing repeats; there are 46 of them from the start."""
    moves: list[str] = []
    while len(moves) < plies:
        step = next(step for move in game.legal_moves() if _is_calm(step := game.move(game.turn, move)))
        assert isinstance(step, Step)
        moves.append(str(step.move))
        game = step.after
    return moves


def _is_calm(step: Step | Refusal) -> bool:
    if isinstance(step, Refusal) or step.after.outcome is not None:
        return False
    return step.after.repetitions() == 1 and not any_capture(step.after.position)


async def calmly_played(hall: Hall, table: Table, plies: int) -> Table:
    """The table so many calm moves later."""
    return await played(hall, table, calm_moves(table.game, plies))


class Watch:
    """The store's time, moved by the test."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000  # 2027-01-15 08:00 UTC

    def __call__(self) -> int:
        return self.now


async def heard(events: Subscription, since: Table, count: int) -> list[Event]:
    """The next events, without those that had led to a table known before; these may come late."""
    news: list[Event] = []
    while len(news) < count:
        event = await anext(events)
        if event.table != since.id or event.version > since.version:
            news.append(event)
    return news
