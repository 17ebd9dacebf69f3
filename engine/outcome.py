"""Why and for whom a game ended, and the judgement of a position by the rules."""

from dataclasses import dataclass
from enum import StrEnum

from engine.board import Position, Side
from engine.rules import any_capture, any_move
from engine.rulesets import MAX_PLIES, Ending, RuleSet


class Reason(StrEnum):
    """The reasons a game can end for; one only is recorded. First what the rules find, in the order of judgement."""

    NO_PIECES = "no pieces"
    KING_AGAINST_KING = "king against king"
    ONE_PIECE_EACH = "one piece each"
    KING_AGAINST_MAN = "king against man"
    BLOCKED = "blocked"
    REPETITION = "repetition"
    NO_PROGRESS = "no progress"
    RESIGNATION = "resignation"
    TIME = "time"
    AGREEMENT = "agreement"
    ABANDONMENT = "abandonment"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won (None: a draw) and why. A game still going on has no outcome."""

    winner: Side | None
    reason: Reason

    def __str__(self) -> str:
        verdict = "draw" if self.winner is None else f"{self.winner} wins"
        return f"{verdict}: {self.reason}"


def judge(position: Position, rules: RuleSet, *, no_progress: int, ply: int, occurrences: int) -> Outcome | None:
    """The verdict on a position just reached, None while the game goes on.

    `no_progress` is the count of plies that the rule set's no-progress rule has reached, `ply` the number of plies
    played, `occurrences` how often this position with this side to move has stood on the board, now included.
    """
    mover = position.turn
    if not position.pieces(mover):  # A12
        return Outcome(mover.other, Reason.NO_PIECES)
    by_material = _one_each(position, rules)
    if by_material is not None:
        return by_material
    if not any_move(position):  # A12
        return Outcome(mover.other, Reason.BLOCKED)
    if rules.repetition is not None and occurrences >= rules.repetition:
        return Outcome(None, Reason.REPETITION)
    if no_progress >= rules.no_progress_plies or ply >= MAX_PLIES:
        return Outcome(None, Reason.NO_PROGRESS)
    return None


def _one_each(position: Position, rules: RuleSet) -> Outcome | None:
    """The endings by material: one piece against one, as the rule set has them."""
    if position.count(Side.WHITE) != 1 or position.count(Side.BLACK) != 1:
        return None
    kings = [side for side in Side if position.kings(side)]
    ending, reason = (
        (rules.man_v_man, Reason.ONE_PIECE_EACH),
        (rules.king_v_man, Reason.KING_AGAINST_MAN),
        (rules.king_v_king, Reason.KING_AGAINST_KING),
    )[len(kings)]
    if ending is Ending.PLAY_ON or (ending is Ending.DRAW_UNLESS_CAPTURE and any_capture(position)):
        return None
    winner = kings[0] if ending is Ending.KING_WINS else None
    return Outcome(winner, Reason.ONE_PIECE_EACH if rules.one_piece_each else reason)
