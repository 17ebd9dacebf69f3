"""Telegram's users as the hall's players."""

from aiogram.types import User

from hall.model import Person, PlayerId, clean_name, telegram_id

NAMELESS = "?"


def person_of(user: User) -> Person:
    """The player with this Telegram account, by first name; somebody without a name gets a question mark."""
    name = clean_name(user.first_name) or clean_name(user.full_name) or NAMELESS
    return Person(telegram_id(user.id), name, user.language_code or "en")


def private_chat(player_id: PlayerId) -> int | None:
    """The number of a player's private chat with the bot; None for a guest."""
    kind, _, number = player_id.partition(":")
    return int(number) if kind == "tg" else None
