"""What a rule set says where rule sets differ, told from its own fields: text and referee cannot disagree."""

from collections.abc import Mapping

from engine.rules import Crowning, Ending, Progress, RuleSet, rule_set
from hall.lessons.blocks import Line
from hall.locales import noop

CROWNING: Mapping[Crowning, str] = {
    Crowning.CARRY_ON: noop("A man that reaches the far rank in mid-capture goes on as a man."),
    Crowning.CROWNED: noop("A man that reaches the far rank in mid-capture is a dama at once and goes on as one."),
    Crowning.STOP: noop("A man that reaches the far rank in mid-capture stops there and is crowned."),
}
DAMA_AGAINST_DAMA: Mapping[Ending, str] = {
    Ending.DRAW_UNLESS_CAPTURE: noop("Dama against dama: a draw, unless the side on move can take at once."),
    Ending.DRAW: noop("Dama against dama: a draw."),
    Ending.PLAY_ON: noop("Dama against dama: play goes on."),
}
DAMA_AGAINST_MAN: Mapping[Ending, str] = {
    Ending.PLAY_ON: noop("Dama against man: play goes on."),
    Ending.DRAW: noop("Dama against man: a draw."),
    Ending.KING_WINS: noop("Dama against man: the dama has won, whoever is on move."),
}
MAN_AGAINST_MAN: Mapping[Ending, str] = {
    Ending.PLAY_ON: noop("Man against man: play goes on."),
    Ending.DRAW: noop("Man against man: a draw."),
}
REPETITION: Mapping[int | None, str] = {
    3: noop("The same position for the third time, with the same side on move: a draw."),
    None: noop("Positions may come back as often as they like."),
}
PROGRESS: Mapping[Progress, str] = {
    Progress.FORWARD_STEP: noop(
        "A draw after %(count)d moves by each side without a capture or a man's step forward; sideways does not count."
    ),
    Progress.MAN_MOVE: noop("A draw after %(count)d moves by each side without a capture or a move of a man."),
    Progress.PROMOTION: noop("A draw after %(count)d moves by each side without a capture or a crowning."),
}
OFFERS: Mapping[int | None, str] = {
    None: noop("A draw may be offered and agreed."),
    2: noop("A draw may be offered and agreed; each side may offer it twice in a game."),
}


def differences(name: str) -> tuple[Line, ...]:
    """Where this rule set stands on every point on which rule sets differ; a star marks the house's own choices."""
    rules = rule_set(name)
    starred = rules.house_choices
    patience = Line(PROGRESS[rules.progress], rules.no_progress_plies // 2, "no_progress_plies" in starred)
    return (
        *(Line(text, starred=field in starred) for field, text in _sayings(rules)),
        patience,
        Line(OFFERS[rules.draw_offers_per_side], starred="draw_offers_per_side" in starred),
    )


def _sayings(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    return (
        ("crowning", CROWNING[rules.crowning]),
        ("king_v_king", DAMA_AGAINST_DAMA[rules.king_v_king]),
        ("king_v_man", DAMA_AGAINST_MAN[rules.king_v_man]),
        ("man_v_man", MAN_AGAINST_MAN[rules.man_v_man]),
        ("repetition", REPETITION[rules.repetition]),
    )
