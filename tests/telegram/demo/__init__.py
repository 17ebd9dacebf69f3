"""The whole bot to be tried without a token: the product, a Telegram of our own, and a page with its chats."""
