"""What every answer tells the browser about safety, and whose pages may open a socket here."""

import re
from urllib.parse import urlsplit

from aiohttp import web

TELEGRAM_SCRIPT = "https://telegram.org"
# Telegram's clients for the browser show a Mini App in a frame of theirs.
TELEGRAM_FRAMES = "https://web.telegram.org https://*.telegram.org"
HOST = re.compile(r"^[A-Za-z0-9.\-]+(:\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](:\d{1,5})?$")


def content_security_policy(host: str) -> str:
    """Only ourselves and Telegram's script. The sockets are named too: older browsers do not count them as 'self'."""
    sockets = f" ws://{host} wss://{host}" if HOST.match(host) else ""
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' {TELEGRAM_SCRIPT}",
            "style-src 'self'",
            "img-src 'self' data:",
            f"connect-src 'self'{sockets}",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            f"frame-ancestors 'self' {TELEGRAM_FRAMES}",
        )
    )


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Signal handler for every response, errors included, but not for open sockets, which would keep them in memory."""
    if isinstance(response, web.WebSocketResponse):
        return
    response.headers.setdefault("Content-Security-Policy", content_security_policy(request.host))
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    # The address of a table is an invitation: it does not leave this site in a Referer.
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers["Server"] = "Dama"


def origin_of(url: str) -> str | None:
    """Scheme, host and port of an address as browsers write an origin; None if it has none."""
    try:
        parts = urlsplit(url.strip().lower())
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if port in (None, usual) else f":{port}")


def own_origin(request: web.Request, public_url: str | None) -> str:
    """The origin under which people reach us: PUBLIC_URL if it is set, else the one this request came to."""
    public = origin_of(public_url) if public_url else None
    return public or origin_of(f"{request.scheme}://{request.host}") or f"{request.scheme}://{request.host}"


def may_connect(origin: str | None, host: str, public_url: str | None) -> bool:
    """Whether a page of this origin may open a socket: one that was served under our own name.

    Telegram's web clients need no exception: the page inside their frame is ours and has our origin. A request without
    an Origin does not come from a browser's page, and nothing here depends on cookies it could carry.
    """
    if origin is None:
        return True
    theirs = origin_of(origin)
    if theirs is None:
        return False
    # Behind a proxy that ends TLS we do not see the scheme, so either fits the host asked for.
    ours = {origin_of(public_url or ""), origin_of(f"http://{host}"), origin_of(f"https://{host}")}
    return theirs in ours - {None}
