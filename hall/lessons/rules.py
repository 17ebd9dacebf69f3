"""The rules that all share, and those of `classic` and `federation`."""

from hall.lessons.blocks import Chapter, Diagram, Heading, Lines, Paragraph
from hall.lessons.differences import differences
from hall.lessons.first import FLIES, MOST, STEPS
from hall.locales import noop

CARRY_ON = Diagram(
    noop("The man reaches f8, but there is more to take: still a man, it goes on along the rank and is crowned on b8."),
    "W:Wf6,a1:Bf7,Ke8,Kc8,h5",
    ("f6xf8xd8xb8",),
    takes=3,
)

RULES = Chapter(
    "rules",
    noop("The rules"),
    (
        Heading(noop("The board")),
        Paragraph(
            noop(
                "All 64 squares of a plain ruled board are used. Each side has sixteen men on its second and third "
                "ranks; the rank behind them starts empty. White begins, and then you take turns."
            )
        ),
        Heading(noop("Moving")),
        STEPS,
        Heading(noop("Taking")),
        Paragraph(
            noop(
                "A man takes the enemy right in front of it or right beside it: it jumps over, onto the empty square "
                "right beyond. It goes on jumping while it can, and whatever it jumps leaves the board at once."
            )
        ),
        Diagram(
            noop("Ahead, to the left, ahead again: three men in one move."),
            "W:Wd2:Bd3,c4,b5,h7",
            ("d2xd4xb4xb6",),
            takes=3,
        ),
        Paragraph(
            noop(
                "Taking is compulsory, and only captures that take the most are allowed. A dama counts as one piece. "
                "Among equals you choose freely: the piece, its way, and the square where it lands."
            )
        ),
        MOST,
        Diagram(
            noop("Between two jumps a piece may turn left or right, never straight back. After f4 there is no b4."),
            "W:WKd4:Bf4,b4,e7",
            ("d4xg4",),
            takes=1,
        ),
        Heading(noop("The dama")),
        Paragraph(
            noop(
                "A dama runs along its rank or its file as far as nothing stands in the way. If the first piece it "
                "meets is an enemy with an empty square right behind, it may jump, and come down on any empty square "
                "from there up to the next piece."
            )
        ),
        FLIES,
        Diagram(noop("Two in a row, with no gap, stop a dama: there is nothing to take here."), "W:WKa1:Ba4,a5"),
        Diagram(
            noop("Squares are free as soon as they are emptied: this dama takes four and ends where it began."),
            "W:WKa1:Ba3,c5,e3,Kc1,h8",
            ("a1xa5xe5xe1xa1",),
            takes=4,
        ),
        Heading(noop("How a game ends")),
        Paragraph(
            noop(
                "Whoever is on move and has no move loses: all pieces taken, or all of them blocked. Being blocked is "
                "a defeat here, no draw."
            )
        ),
        Diagram(
            noop("White goes to c6, and Black has two men but no move: White wins."),
            "W:Wa5,a4,b6,b7,c7,c5:Ba6,a7",
            ("c5-c6",),
            outcome="white wins: blocked",
        ),
        Paragraph(
            noop("Both can agree to a draw. And no game goes on for ever: after 1,000 moves by each side it is drawn.*")
        ),
        Heading(noop("Classic rules")),
        Paragraph(noop("The usual choice here, as a present-day hall of games explains Dama to its visitors.")),
        Lines(differences("classic")),
        CARRY_ON,
        Heading(noop("Federation rules")),
        Paragraph(noop("What we know, at second hand, of the Turkish federation's rulebook for tournaments.")),
        Lines(differences("federation")),
        Paragraph(noop("* The source leaves this open: it is our choice, made so that every game comes to an end.")),
    ),
)
