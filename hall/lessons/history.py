"""Where the game is at home, what it is called, and what it is not."""

from hall.lessons.blocks import Chapter, Heading, Lines, Paragraph
from hall.locales import noop

HISTORY = Chapter(
    "history",
    noop("Names and history"),
    (
        Heading(noop("One game, many names")),
        Paragraph(
            noop(
                "In Turkey it is simply dama, or T\u00fcrk daması where it must be told apart. Arabic speakers in "
                "Egypt, Kuwait, Lebanon, Syria and Jordan write \u062f\u0627\u0645\u0629; in Armenia it is tama, in "
                "English Turkish draughts or Turkish checkers. The word dama also names the crowned piece."
            )
        ),
        Heading(noop("Coffee houses and stone benches")),
        Paragraph(
            noop(
                "Coffee houses kept wooden boards for it; where there was none, lines scratched into a stone bench "
                "would do. So it has gone on around the eastern Mediterranean for centuries, and close relatives live "
                "in Greece and Armenia."
            )
        ),
        Heading(noop("The board")),
        Paragraph(
            noop(
                "A traditional board has one colour and ruled lines. Here and there chequered boards are used as well; "
                "the pattern then means nothing, for every square belongs to the game."
            )
        ),
        Heading(noop("How old is it?")),
        Paragraph(
            noop(
                "Nobody can say for certain. One catalogue of games gives the year 1400, and one writer on games "
                "reports the view that it grew out of a game called Gothic checkers."
            )
        ),
        Heading(noop("What it is not")),
        Lines.of(
            noop("Not the diagonal game: Russian and English draughts use the dark squares only and move diagonally."),
            noop(
                "Not the Maghrebi \u0636\u0627\u0645\u0629, which has twelve men a side and goes diagonally on the "
                "dark squares."
            ),
        ),
        Heading(noop("Championships")),
        Paragraph(
            noop(
                "World championships have been held every year since 2014. The first was played in Izmir from 22 to "
                "24 October 2014, the second in Izmir again, the third in Doha. The first for women followed in Izmir "
                "in May 2016."
            )
        ),
        Paragraph(
            noop(
                "Tournaments are played in Turkey, Lebanon, Kuwait, Qatar and Uzbekistan, and in the Netherlands, "
                "Germany, Poland and Estonia."
            )
        ),
    ),
)
