"""The bot on the store and the engine that people get: what a chat shows survives a restart of everything."""

from pathlib import Path

from tests.bot.conftest import SPEED, move, new_game, open_house, settings_for
from tests.telegram import FakeTelegram, FastClock


async def test_a_game_goes_on_after_everything_was_stopped_and_started_again(tmp_path: Path) -> None:
    async with FakeTelegram(clock=FastClock(SPEED)) as telegram:
        settings, ann = settings_for(telegram, tmp_path), telegram.person("Ann")
        async with open_house(telegram, settings) as dama, dama.bot():
            await new_game(ann, "Play the computer", "by lot", "Level 1")
            for _ in range(2):
                await move(ann, lambda labels: labels[0])
            await ann.private.shows("Your move.", "Computer, level 1 played")
            await dama.settled()
        async with open_house(telegram, settings) as dama, dama.bot():
            await move(ann, lambda labels: labels[0])
            await ann.private.shows("Your move.", "Computer, level 1 played")
            await ann.private.until(lambda chat: len(chat.from_bot) == 1, "one message, as before")
