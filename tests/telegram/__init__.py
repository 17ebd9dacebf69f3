"""A Telegram of our own: a Bot API server over real HTTP, and the people, chats and clock behind it.

Every call is checked by aiogram's own model of the method, every update we make by `Update.model_validate`; what
Telegram checks and aiogram does not (lengths, rates, who may write to whom, what can be edited) is modelled here. The
bot under test notices no difference but the address.
"""

from tests.telegram.clock import FastClock
from tests.telegram.people import Chat, Message, Person
from tests.telegram.server import FakeTelegram

__all__ = ["Chat", "FakeTelegram", "FastClock", "Message", "Person"]
