"""The three house rule sets: what differs in them, and where each comes from."""

from dataclasses import replace

from hall.lessons.blocks import Chapter, Diagram, Heading, Lines, Paragraph
from hall.lessons.differences import differences
from hall.lessons.rules import CARRY_ON
from hall.locales import noop

AT_ONCE: Diagram = replace(
    CARRY_ON,
    text=noop("On f8 the man becomes a dama at once, and may fly on to a8 in the same move."),
    moves=("f6xf8xd8xa8",),
    rules="crowned",
)
STOPS: Diagram = replace(
    CARRY_ON,
    text=noop("On f8 the move is over: one piece taken, and the man is crowned."),
    moves=("f6xf8",),
    rules="levant",
    takes=1,
)

HOUSE = Chapter(
    "house",
    noop("House rules"),
    (
        Paragraph(
            noop(
                "People play Dama by slightly different customs. These three are for friendly games; board, moves and "
                "captures are those of the classic rules, and this is where each of them stands."
            )
        ),
        Heading(noop("Club rules")),
        Paragraph(
            noop(
                "From a handbook of many kinds of draughts. It says openly that its drawing rules are its own, made "
                "so that dead positions end."
            )
        ),
        Lines(differences("club")),
        Heading(noop("Crowned-at-once rules")),
        Paragraph(
            noop("From an encyclopedia's article, which also lets a dama win against a man that could run for ever.")
        ),
        AT_ONCE,
        Lines(differences("crowned")),
        Heading(noop("Levant rules")),
        Paragraph(noop("As the game is explained to players in Egypt, Kuwait, Lebanon, Syria and Jordan.")),
        STOPS,
        Lines(differences("levant")),
        Paragraph(noop("* The source leaves this open: it is our choice, made so that every game comes to an end.")),
    ),
)
