"""How to play better: what holds in this game, and a piece of advice that does not."""

from hall.lessons.blocks import Chapter, Diagram, Heading, Paragraph
from hall.locales import noop

STRATEGY = Chapter(
    "strategy",
    noop("Playing well"),
    (
        Heading(noop("Keep together")),
        Paragraph(
            noop(
                "What stands close is hard to jump: a man with another right beside or behind it leaves no square to "
                "land on along that line. The one that has run ahead alone is usually the first to go."
            )
        ),
        Heading(noop("Let them come")),
        Paragraph(
            noop(
                "Who makes the first contact often pays for it, since the other side must take. While you have quiet "
                "moves, make them, and let your opponent run out of theirs."
            )
        ),
        Diagram(
            noop("White steps to d5 with nothing behind it, and Black takes."),
            "W:Wd4,a2:Bd6,h7",
            ("d4-d5", "d6xd4"),
            takes=1,
        ),
        Heading(noop("Give one, take two")),
        Paragraph(
            noop(
                "The same compulsion is your best weapon: a man offered in the right place drags an enemy where you "
                "want it. Look for such offers, your own and the other side's, before every move."
            )
        ),
        Diagram(
            noop("White offers a man on d5. Black has to take it, and White takes two."),
            "W:Wd4,d3,d2:Bd6,c5,e5",
            ("d4-d5", "d6xd4", "d3xd5xb5"),
            takes=2,
        ),
        Heading(noop("Count to the end")),
        Paragraph(
            noop(
                "Follow a capture to its last jump, and then look what must be taken in return. When you are ahead, "
                "exchange: the lead weighs more on an emptier board. When you are behind, keep your men together."
            )
        ),
        Heading(noop("There is no way back")),
        Paragraph(
            noop(
                "A man that has gone forward never returns, so a hole in your line stays open, and through such holes "
                "enemy men slip to your first rank."
            )
        ),
        Heading(noop("The first dama")),
        Paragraph(
            noop(
                "Reckon a dama at some three men: nothing on its rank and its file is out of reach. Two men given for "
                "one are often well spent. Send it after men that stand alone, and keep the files to your own first "
                "rank shut."
            )
        ),
        Heading(noop("At the edge")),
        Paragraph(
            noop(
                "On the a-file and the h-file a man cannot be jumped sideways. But it also has one direction less to "
                "go, and is more easily blocked."
            )
        ),
        Heading(noop("Advice that is wrong here")),
        Paragraph(
            noop(
                "Players of diagonal draughts learn to leave men at home on the back rank. In Dama that rank starts "
                "empty and no man can ever return to it, so there is nobody to leave there: guard the files instead."
            )
        ),
    ),
)
