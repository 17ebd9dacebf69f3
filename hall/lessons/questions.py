"""What people ask when the game surprises them."""

from hall.lessons.blocks import Chapter, Question
from hall.locales import noop

QUESTIONS = Chapter(
    "questions",
    noop("Questions"),
    (
        Question(
            noop("Why may I not move the piece I want?"),
            noop("Something has to be taken. The ringed pieces can take the most, and one of them must do it."),
        ),
        Question(
            noop("Two captures take equally many. Which one must I play?"),
            noop("Whichever you like. It does not matter whether men or damas are taken: each counts as one."),
        ),
        Question(
            noop("Why was my man not crowned on the far rank?"),
            noop(
                "It had not finished. By the classic and the federation rules a man goes on taking as a man, and is "
                "crowned only if its move ends on that rank."
            ),
        ),
        Question(
            noop("Can a piece be jumped twice in one move?"),
            noop("No. It is gone after the first jump, and its square is free to be crossed or landed on."),
        ),
        Question(
            noop("Why does my dama not turn round and take the piece behind it?"),
            noop("Because no piece may turn straight back between two jumps of one move. Left and right are free."),
        ),
        Question(
            noop("I have pieces left and still lost. Why?"),
            noop("You were on move and all of them were blocked. In Dama that is a defeat."),
        ),
        Question(
            noop("Is it checkers by another name?"),
            noop(
                "No. Checkers goes diagonally on the dark squares. Dama goes straight and sideways on all of them, and "
                "always takes the most."
            ),
        ),
        Question(
            noop("Which rules should we choose?"),
            noop("Classic, unless you train for tournaments: then federation. The house rules are for friendly games."),
        ),
    ),
)
