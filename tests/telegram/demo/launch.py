"""Launch data as Telegram signs it for a Mini App, and the address that carries it."""

import hashlib
import hmac
import json
from urllib.parse import quote, urlencode

from tests.telegram.world import Json

THEME = {
    "bg_color": "#ffffff",
    "secondary_bg_color": "#f1f3f5",
    "text_color": "#14181b",
    "hint_color": "#707579",
    "link_color": "#2678b6",
    "button_color": "#2f7d6b",
    "button_text_color": "#ffffff",
}


def sign(token: str, fields: dict[str, str]) -> str:
    """The fields with their hash, as a query string."""
    lines = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    key = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    return urlencode({**fields, "hash": hmac.new(key, lines.encode(), hashlib.sha256).hexdigest()})


def launch_fragment(token: str, user: Json, now: float, start: str = "") -> str:
    """What stands behind the # of a Mini App's address."""
    fields = {"user": json.dumps(user, ensure_ascii=False), "auth_date": str(int(now)), "query_id": "AAE-demo"}
    if start:
        fields["start_param"] = start
    shown = {
        "tgWebAppData": sign(token, fields),
        "tgWebAppVersion": "9.1",
        "tgWebAppPlatform": "weba",
        "tgWebAppThemeParams": json.dumps(THEME),
    }
    return urlencode(shown, quote_via=quote)
