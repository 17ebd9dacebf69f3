"""Why something cannot be done, as a value: the state it was asked of is left as it was."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.board import Move


class RefusalCode(StrEnum):
    """The kinds of refusal; the faces have one sentence for each in every language."""

    NOT_A_MOVE = "not_a_move"
    ILLEGAL = "illegal"
    AMBIGUOUS = "ambiguous"
    MUST_CAPTURE = "must_capture"
    NOT_YOUR_TURN = "not_your_turn"
    GAME_OVER = "game_over"
    NOT_ALLOWED = "not_allowed"
    TOO_MANY_OFFERS = "too_many_offers"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused request: its code, one English sentence, and for an ambiguous move the moves it may mean."""

    code: RefusalCode
    text: str
    candidates: tuple[Move, ...] = ()


class IllegalMove(ValueError):  # noqa: N818 - the name says what went wrong
    """The rules do not allow this move (or this beginning of one) in this position."""
