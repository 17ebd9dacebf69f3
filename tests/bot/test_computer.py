"""A whole game against the computer in a private chat, by picture and buttons only."""

import random

from tests.bot.conftest import Dama, move, new_game, plain
from tests.telegram import Person


async def test_a_whole_game_against_the_computer_by_buttons_to_its_result(dama: Dama, ann: Person) -> None:
    await new_game(ann, "Play the computer", "Level 3")
    pick = random.Random(1)
    while "Rematch" not in ann.private.last.labels:
        await ann.private.until(
            lambda chat: "Your move." in chat.last.text or "Rematch" in chat.last.labels, "my turn or the end"
        )
        if "Your move." in ann.private.last.text:
            await move(ann, pick.choice)
    assert plain(ann.private.last.text).startswith(("\u26aa You", "\u26aa Computer, level 3"))
    assert any(word in ann.private.last.text for word in ("You won!", "You lost.", "Draw."))
    await ann.taps("Rematch")
    await ann.private.shows("The next game has begun.", button="New game")
    await ann.private.until(lambda chat: "Your move." in chat.last.text, "the next game")
    assert not dama.telegram.world.rates.exceeded
