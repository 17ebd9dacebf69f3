"""Formatted text as Telegram reads it: HTML with few tags becomes plain text and entities, anything else is refused."""

from html.parser import HTMLParser
from typing import Any

from tests.telegram.errors import bad_request

KINDS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "code": "code", "pre": "pre",
    "blockquote": "blockquote", "tg-spoiler": "spoiler", "a": "text_link",
}
KNOWN_ENTITIES = {"lt", "gt", "amp", "quot"}


def utf16_length(text: str) -> int:
    """Telegram counts in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.text = ""
        self.entities: list[dict[str, Any]] = []
        self._open: list[dict[str, Any]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kind = KINDS.get(tag)
        if kind is None:
            raise bad_request(f'can\'t parse entities: Unsupported start tag "{tag}"')
        entity: dict[str, Any] = {"type": kind, "offset": utf16_length(self.text), "tag": tag}
        if kind == "text_link":
            entity["url"] = dict(attrs).get("href") or ""
        self._open.append(entity)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1]["tag"] != tag:
            raise bad_request(f'can\'t parse entities: Unmatched end tag "{tag}"')
        entity = self._open.pop()
        del entity["tag"]
        length = utf16_length(self.text) - entity["offset"]
        if length:
            self.entities.append({**entity, "length": length})

    def handle_data(self, data: str) -> None:
        if "<" in data:
            raise bad_request("can't parse entities: Unclosed start tag")
        self.text += data

    def handle_entityref(self, name: str) -> None:
        self.text += {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}.get(name, f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.text += chr(int(name[1:], 16) if name[:1] in "xX" else int(name))

    def finish(self) -> None:
        self.close()
        if self._open:
            raise bad_request(f"can't parse entities: Can't find end tag corresponding to {self._open[-1]['tag']}")


def read_text(text: str, parse_mode: str | None) -> tuple[str, list[dict[str, Any]]]:
    """Plain text and entities of a text as it was sent."""
    if not parse_mode:
        return text, []
    if parse_mode.upper() != "HTML":
        raise bad_request("unsupported parse_mode")
    reader = _Reader()
    reader.feed(text)
    reader.finish()
    return reader.text.strip(), sorted(reader.entities, key=lambda entity: entity["offset"])
