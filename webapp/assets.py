"""The files of the page: read, hashed and compressed once at start, then served from memory."""

import gzip
import hashlib
import html
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from aiohttp import web

from hall.locales import languages
from webapp.first_board import first_board

STATIC = Path(__file__).parent / "static"
PAGE = "index.html"
# Runs before the first paint and is no module.
CLASSIC_SCRIPTS = frozenset({"boot.js"})
FOREVER = "public, max-age=31536000, immutable"
CONTENT_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
TEXTUAL = frozenset(CONTENT_TYPES.values())


@dataclass(frozen=True)
class Asset:
    """One file: its bytes as they are, compressed (None where that gains nothing), and their type."""

    body: bytes
    packed: bytes | None
    content_type: str

    @classmethod
    def of(cls, body: bytes, content_type: str) -> "Asset":
        packed = gzip.compress(body, 9, mtime=0) if content_type in TEXTUAL else None
        return cls(body, packed if packed and len(packed) < len(body) else None, content_type)

    def response(self, request: web.Request, cache_control: str, *, by_language: bool = False) -> web.Response:
        """The file, compressed if the browser takes that, or 304 if it has the same bytes already.

        `by_language`: another browser may get other words under the same address.
        """
        tag = hashlib.sha256(self.body).hexdigest()[:20]
        charset = "utf-8" if self.content_type in TEXTUAL else None
        headers = {"Cache-Control": cache_control, "ETag": f'"{tag}"', "Vary": "Accept-Encoding"}
        if by_language:
            headers["Vary"] += ", Accept-Language"
        if any(known.value in (tag, "*") for known in request.if_none_match or ()):
            return web.Response(status=304, headers=headers)
        body = self.body
        if self.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            body = self.packed
            headers["Content-Encoding"] = "gzip"
        return web.Response(body=body, headers=headers, content_type=self.content_type, charset=charset)


@dataclass(frozen=True)
class Assets:
    """All files of one folder. They are served under `base`, which changes whenever any of them does."""

    base: str
    files: Mapping[str, Asset]
    template: str
    _pages: dict[tuple[str, str], Asset] = field(default_factory=dict)

    def file(self, request: web.Request) -> web.Response:
        """The file named by the request, for ever; 404 for the files of an older or newer version."""
        asset = self.files.get(request.match_info["name"])
        if asset is None or f"/s/{request.match_info['hash']}" != self.base:
            raise web.HTTPNotFound(text="There is no such file here.")
        return asset.response(request, FOREVER)

    def page(self, request: web.Request, preview: Mapping[str, str], words: Mapping[str, str]) -> web.Response:
        """The page with the given link preview; the browser asks each time whether it is still the same.

        `words` are the few that it says before, and without, any script, in the language under "lang".
        """
        tags = preview_tags(preview)
        known = (words.get("lang", ""), tags)
        if known not in self._pages:
            if len(self._pages) >= 256:
                self._pages.clear()
            self._pages[known] = Asset.of(self._filled(tags, words).encode(), "text/html")
        return self._pages[known].response(request, "no-cache", by_language=True)

    def _filled(self, tags: str, words: Mapping[str, str]) -> str:
        modules = sorted(name for name in self.files if name.endswith(".js") and name not in CLASSIC_SCRIPTS)
        preload = "\n".join(f'<link rel="modulepreload" href="{self.base}/{name}">' for name in modules)
        filled = self.template.replace("{{base}}", self.base).replace("{{preload}}", preload)
        filled = filled.replace("{{board}}", first_board())
        for name, word in words.items():
            filled = filled.replace(f"{{{{{name}}}}}", html.escape(word))
        return filled.replace("{{languages}}", " ".join(languages())).replace("{{og}}", tags)


def load_assets(folder: Path = STATIC, made: Mapping[str, bytes] = MappingProxyType({})) -> Assets:
    """Read a folder of static files; its page is index.html, everything else is served by its relative name.

    `made` are files by name that stand in no folder.
    """
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths} | dict(made)
    digest = hashlib.sha256()
    for name, body in found.items():
        digest.update(f"{name}\0{len(body)}\0".encode() + body)
    template = found.pop(PAGE).decode()
    files = {name: Asset.of(body, _content_type(name)) for name, body in found.items()}
    return Assets(f"/s/{digest.hexdigest()[:12]}", files, template)


def preview_tags(preview: Mapping[str, str]) -> str:
    """What chat programs show beside a link, as meta tags: {"og:title": "…"}."""
    return "\n".join(
        f'<meta property="{html.escape(name)}" content="{html.escape(text)}">' for name, text in preview.items()
    )


def _content_type(name: str) -> str:
    suffix = Path(name).suffix
    return CONTENT_TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
