"""The board in a browser: an aiohttp server, the wire protocol and the static Mini App."""
