"""A table as one audience may see it: what they may do and play is theirs alone, the rest is the same for everybody."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Literal, TypedDict

from engine.board import Side
from engine.clock import TimeControl
from hall.actions import ActionKind
from hall.allowed import allowed
from hall.locales import Translator, translator
from hall.model import DELETED, Computer, Guest, Person, Player, PlayerId, Seat, Status, Table, is_player
from hall.phrases import outcome_text, rules_name, table_note
from hall.ratings import Shown
from hall.reward_texts import reward_lines
from hall.settle import reward_of
from hall.timing import DAY_MS
from webapp.pieces import path_view, pieces_view, play_view
from webapp.wire.views import ClockView, OutcomeView, PlayerView, RewardView, Score, State, Summary, You

NO_RATINGS: Mapping[PlayerId, Shown] = MappingProxyType({})


@dataclass(frozen=True)
class Audience:
    """One player on one connection: who it is, in which language, and under which address it reached us."""

    player: Player
    language: str
    origin: str

    @cached_property
    def texts(self) -> Translator:
        """The sentences in this audience's language."""
        return translator(self.language)

    def key(self, table: Table) -> tuple[object, ...]:
        """Equal for audiences that see this table alike."""
        return (table.sides_of(self.player.id), isinstance(self.player, Person), self.language, self.origin)


def state_view(
    table: Table,
    audience: Audience,
    *,
    now_ms: int,
    here: Collection[PlayerId] = (),
    ratings: Mapping[PlayerId, Shown] = NO_RATINGS,
    past: bool = False,
) -> State:
    """The table for this audience. `here`: the players who have it open; `ratings`: as they are now; `past`: it is over
    and done, nothing may be done any more; `now_ms`: the store's time, for the clocks."""
    game = table.game
    sides = table.sides_of(audience.player.id)
    playable = not past and table.status is Status.PLAYING and game.turn in sides
    return {
        "id": table.id,
        "version": table.version,
        "status": table.status.value,
        "rules": table.terms.rules,
        "rules_name": rules_name(table.terms.rules, audience.texts),
        **_time_view(table.terms.time),
        "rated": table.terms.rated,
        "one_device": table.terms.one_device,
        "you": [side.value for side in sides],
        "turn": game.turn.value,
        "pieces": pieces_view(game.position),
        "moves": [str(move) for move in game.moves],
        "last": path_view(game.moves[-1]) if game.moves else None,
        "white": _rated(table, Side.WHITE, seat_view(table.white, here, audience.texts), ratings),
        "black": _rated(table, Side.BLACK, seat_view(table.black, here, audience.texts), ratings),
        "counts": {"white": game.position.count(Side.WHITE), "black": game.position.count(Side.BLACK)},
        "clock": _clock_view(table, now_ms),
        "outcome": _outcome_view(table, audience),
        "reward": _reward_view(table, audience),
        "draw_offer": table.draw_offer.value if table.draw_offer else None,
        "takeback_offer": table.takeback_offer.value if table.takeback_offer else None,
        "rematch": [side.value for side in Side if side in table.rematch],
        "score": _score_view(table),
        "next": table.next,
        "link": f"{audience.origin}/t/{table.id}",
        "may": [] if past else controls(table, audience.player, now_ms),
        "play": play_view(game) if playable else None,
        "note": table_note(table, audience.player.id, audience.texts),
    }


def controls(table: Table, player: Player, now_ms: int) -> list[str]:
    """What this player may do at the table beside moving, which `play` tells."""
    kinds = allowed(table, player.id, now_ms=now_ms)
    return [kind.value for kind in ActionKind if kind in kinds and kind is not ActionKind.MOVE]


def summary_view(table: Table, audience: Audience) -> Summary:
    """The table in the list of this player's games."""
    sides = table.sides_of(audience.player.id)
    return {
        "id": table.id,
        "version": table.version,
        "status": table.status.value,
        "rules": table.terms.rules,
        "you": [side.value for side in sides],
        "turn": table.game.turn.value,
        "your_turn": table.status is Status.PLAYING and table.game.turn in sides,
        "pieces": pieces_view(table.game.position),
        "white": seat_view(table.white, (), audience.texts),
        "black": seat_view(table.black, (), audience.texts),
        "one_device": table.terms.one_device,
        "moved_ms": table.moved_ms,
        "outcome": _outcome_view(table, audience),
    }


def you_view(player: Player) -> You:
    """Who the server takes the page for."""
    return {"id": player.id, "name": player.name, "kind": _kind(player), "language": player.language}


def seat_view(seat: Seat | None, here: Collection[PlayerId], texts: Translator) -> PlayerView | None:
    """Who sits there, None for a free seat."""
    if seat is None:
        return None
    if isinstance(seat, Computer):
        return {"name": "", "kind": "computer", "level": seat.level, "here": True}
    name = texts.gettext("Deleted player") if seat == DELETED else seat.name
    return {"name": name, "kind": _kind(seat), "here": seat.id in here}


def _rated(
    table: Table, side: Side, view: PlayerView | None, ratings: Mapping[PlayerId, Shown]
) -> PlayerView | None:
    """With the rating: the one the game was begun with, once that is known for good, else the present one."""
    seat, paid = table.seat(side), table.paid[side is Side.BLACK] if table.paid is not None else None
    if view is None or not is_player(seat):
        return view
    if paid is not None and paid.before is not None:
        return {**view, "rating": paid.before}
    shown = ratings.get(seat.id)
    if shown is None:
        return view
    return {**view, "rating": shown.points, "unsure": True} if shown.unsure else {**view, "rating": shown.points}


class _TimeView(TypedDict):
    time: list[int] | None
    days: int | None


def _time_view(time: TimeControl | None) -> _TimeView:
    if time is not None and time.per_move:
        return {"time": None, "days": time.base_ms // DAY_MS}
    return {"time": [time.base_ms, time.increment_ms] if time is not None else None, "days": None}


def _score_view(table: Table) -> Score | None:
    """Only of two who have met before: a first game's result needs no score."""
    if table.previous is None or table.terms.one_device:
        return None
    white, black = table.score
    return {"white": white / 2, "black": black / 2}


def _kind(player: Player) -> Literal["guest", "telegram"]:
    return "guest" if isinstance(player, Guest) else "telegram"


def _clock_view(table: Table, now_ms: int) -> ClockView | None:
    clock = table.clock
    if clock is None:
        return None
    return {
        "white_ms": clock.remaining(Side.WHITE, now_ms),
        "black_ms": clock.remaining(Side.BLACK, now_ms),
        "running": clock.running.value if clock.running else None,
        "now": now_ms,
    }


def _reward_view(table: Table, audience: Audience) -> RewardView | None:
    paid = reward_of(table, audience.player.id)
    if paid is None:
        return None
    return {
        "candy": paid.candy,
        "left": paid.left,
        "points": paid.points,
        "before": paid.before,
        "after": paid.after,
        "badge": paid.badge,
        "text": reward_lines(paid, audience.texts),
    }


def _outcome_view(table: Table, audience: Audience) -> OutcomeView | None:
    outcome = table.game.outcome
    if outcome is None:
        return None
    return {
        "winner": outcome.winner.value if outcome.winner else None,
        "reason": outcome.reason.value,
        "text": outcome_text(outcome, audience.texts),
    }
