"""Whom the operator has excluded is told so in the chat, too, and plays on when the ban is lifted."""

from hall.model import telegram_id
from hall.news import News, NewsKind
from tests.bot.conftest import Dama, friends
from tests.telegram import Person


async def test_the_banned_are_told_so_and_may_only_give_up_until_the_ban_is_lifted(
    dama: Dama, ann: Person, bob: Person
) -> None:
    await friends(ann, bob)
    (table,) = await dama.runtime.hall.tables_of(telegram_id(ann.id))
    social = dama.runtime.hall.people.social
    await social.ban(telegram_id(ann.id), "rude")
    dama.runtime.hall.excluded.note(News(telegram_id(ann.id), NewsKind.EXCLUDED))  # as soon as it is heard of
    await ann.says("d3-d4")
    await ann.private.shows("You have been excluded")
    stored = await dama.runtime.hall.load(table)
    assert stored is not None
    assert stored.game.ply == 0
    await social.unban(telegram_id(ann.id))
    dama.runtime.hall.excluded.note(News(telegram_id(ann.id), NewsKind.ADMITTED))
    await ann.says("d3-d4")
    await bob.private.shows("Your move.")
