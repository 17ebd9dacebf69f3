"""A game as a value: every request answers with a step to the next value, or with a refusal and nothing changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.board import Move, Position, Side
from engine.notation import find_move
from engine.outcome import Outcome, Reason, judge
from engine.refusal import Refusal, RefusalCode
from engine.rules import apply, legal_moves
from engine.rulesets import CLASSIC, Progress, RuleSet

__all__ = ["Game", "Outcome", "Reason", "Refusal", "RefusalCode", "Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """What one accepted request did. `move` is None where nobody moved; `crowned`: a man became a king."""

    before: Game
    after: Game
    move: Move | None = None
    crowned: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A game from its start to now.

    `no_progress` counts plies as the rule set's no-progress rule does. `trail` holds the positions since the last
    capture or forward step of a man, the present one last: no older position can come back.
    """

    rules: RuleSet
    start: Position
    moves: tuple[Move, ...]
    position: Position
    no_progress: int
    trail: tuple[Position, ...]
    outcome: Outcome | None

    @classmethod
    def new(cls, rules: RuleSet = CLASSIC, start: Position | None = None) -> Game:
        """A game nobody has moved in yet; from a composed position it may be over at once."""
        return cls.restore(rules, start or Position.start(), ())

    @classmethod
    def restore(cls, rules: RuleSet, start: Position, moves: Sequence[Move], outcome: Outcome | None = None) -> Game:
        """The game after moves that are known to be legal: they are played without being checked, which is fast.

        `outcome` is how the game ended if not by the rules (a resignation, say); their own verdict is found anew.
        """
        position, no_progress, trail = start, 0, [start]
        for move in moves:
            before, position = position, apply(position, move, rules)
            no_progress = 0 if _is_progress(before, move, position, rules) else no_progress + 1
            if _is_final(before, move):
                trail.clear()
            trail.append(position)
        game = cls(rules, start, tuple(moves), position, no_progress, tuple(trail), None)
        return replace(game, outcome=outcome or game._verdict())

    @property
    def turn(self) -> Side:
        """The side on move."""
        return self.position.turn

    @property
    def ply(self) -> int:
        """How many moves have been made, both sides' counted."""
        return len(self.moves)

    def repetitions(self) -> int:
        """How often the present position, with the same side to move, has stood on the board, now included."""
        return self.trail.count(self.position)

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, sorted by notation; none when the game is over."""
        return () if self.outcome is not None else legal_moves(self.position, self.rules)

    def move(self, side: Side, move: Move | str) -> Step | Refusal:
        """`side` makes a move, given as a value or in any notation that `find_move` reads."""
        if self.outcome is not None:
            return self._over()
        if side is not self.turn:
            return Refusal(RefusalCode.NOT_YOUR_TURN, f"It is {self.turn}'s turn, not {side}'s.")
        found = find_move(self.position, move, self.rules) if isinstance(move, str) else self._legal(move)
        return found if isinstance(found, Refusal) else self._played(found)

    def resign(self, side: Side) -> Step | Refusal:
        """`side` gives up, on move or not."""
        return self._ended(Outcome(side.other, Reason.RESIGNATION))

    def flag(self, side: Side) -> Step | Refusal:
        """The time of `side` is out: it loses, whatever is on the board."""
        return self._ended(Outcome(side.other, Reason.TIME))

    def abandon(self, side: Side) -> Step | Refusal:
        """`side` has left the game and loses it."""
        return self._ended(Outcome(side.other, Reason.ABANDONMENT))

    def draw_by_agreement(self) -> Step | Refusal:
        """Both sides want a draw."""
        return self._ended(Outcome(None, Reason.AGREEMENT))

    def refuse_offer(self, made_before: int) -> Refusal | None:
        """Why a side that has offered a draw `made_before` times in this game may not offer one now; None if it may."""
        if self.outcome is not None:
            return self._over()
        most = self.rules.draw_offers_per_side
        if most is not None and made_before >= most:
            return Refusal(RefusalCode.TOO_MANY_OFFERS, f"A side may offer a draw {most} times in a game.")
        return None

    def takeback(self, side: Side) -> Step | Refusal:
        """Undo plies until `side` is on move again: one if it has just moved, else two."""
        if self.outcome is not None:
            return self._over()
        plies = 2 if side is self.turn else 1
        if self.ply < plies:
            return Refusal(RefusalCode.NOTHING_TO_TAKE_BACK, f"{side.capitalize()} has no move to take back.")
        return Step(self, Game.restore(self.rules, self.start, self.moves[:-plies]))

    def _verdict(self) -> Outcome | None:
        return judge(
            self.position,
            self.rules,
            no_progress=self.no_progress,
            ply=self.ply,
            occurrences=self.repetitions(),
        )

    def _legal(self, move: Move) -> Move | Refusal:
        """The legal move equal to this one (A13), by the route that notation prescribes."""
        for legal in legal_moves(self.position, self.rules):
            if legal == move:
                return legal
        refusal = find_move(self.position, str(move), self.rules)
        if isinstance(refusal, Refusal):
            return refusal
        return Refusal(RefusalCode.ILLEGAL, f"{move} takes other pieces than this move can.")

    def _played(self, move: Move) -> Step:
        before, after = self.position, apply(self.position, move, self.rules)
        progress, final = _is_progress(before, move, after, self.rules), _is_final(before, move)
        game = Game(
            self.rules,
            self.start,
            (*self.moves, move),
            after,
            0 if progress else self.no_progress + 1,
            (after,) if final else (*self.trail, after),
            None,
        )
        game = replace(game, outcome=game._verdict())
        return Step(self, game, move, _is_promotion(before, after))

    def _ended(self, outcome: Outcome) -> Step | Refusal:
        return self._over() if self.outcome is not None else Step(self, replace(self, outcome=outcome))

    def _over(self) -> Refusal:
        return Refusal(RefusalCode.GAME_OVER, f"The game is over: {self.outcome}.")


def _is_man_move(before: Position, move: Move) -> bool:
    return bool(before.men(before.turn) >> move.start & 1)


def _is_final(before: Position, move: Move) -> bool:
    """Whether no position before this move can come back: men neither return to the board nor step backward (A3)."""
    return move.is_capture or (move.start >> 3 != move.end >> 3 and _is_man_move(before, move))


def _is_promotion(before: Position, after: Position) -> bool:
    return after.kings(before.turn).bit_count() > before.kings(before.turn).bit_count()


def _is_progress(before: Position, move: Move, after: Position, rules: RuleSet) -> bool:
    """Whether this move starts the no-progress count afresh."""
    if move.is_capture:
        return True
    if rules.progress is Progress.FORWARD_STEP:
        return _is_final(before, move)
    if rules.progress is Progress.MAN_MOVE:
        return _is_man_move(before, move)
    return _is_promotion(before, after)
