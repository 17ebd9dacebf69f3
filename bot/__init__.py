"""Telegram: handlers, chat cards, sending; and the composition root."""
