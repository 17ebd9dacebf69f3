"""The text of PDN files taken apart: which tags, moves and results each game has. No rules are known here."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

# Read -> written. International draughts counts two points a game, and its results are met in Turkish files too.
RESULTS: Mapping[str, str] = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "*": "*",
    "2-0": "1-0",
    "0-2": "0-1",
    "1-1": "1/2-1/2",
    "½-½": "1/2-1/2",
}

_TOKEN = re.compile(
    r"""
      (?P<space> [\s\ufeff]+ )
    | (?P<comment> \{ [^}]* \} | ; [^\n]* | (?m: ^% [^\n]* ) )
    | (?P<tag> \[ \s* (?P<name> \w+ ) \s* " (?P<value> (?: [^"\\] | \\. )* ) " \s* \] )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<result> (?: 1/2-1/2 | ½-½ | [0-2]-[0-2] | \* ) (?! [^\s{}()\[\];] ) )
    | (?P<decoration> \$ \d+ | \d+ \s* [.…]+ | \d+ (?! \S ) | [.…]+ | [!?]+ )
    | (?P<move> [^\s{}()\[\];*$!?]+ )
    """,
    re.VERBOSE,
)

_UNREADABLE = {
    "{": "a comment is opened with '{' and never closed.",
    "(": "a variation is opened with '(' and never closed.",
    ")": "a ')' closes no variation.",
    "[": 'this tag is not of the form [Name "value"].',
}


class PdnError(ValueError):
    """What is wrong with a PDN text; `game` and `line` count from 1."""

    def __init__(self, reason: str, game: int, line: int) -> None:
        super().__init__(f"Game {game}, line {line}: {reason}")
        self.reason = reason
        self.game = game
        self.line = line


class Words(NamedTuple):
    """A piece of the text and the line it stands on."""

    text: str
    line: int


@dataclass(slots=True)
class GameText:
    """One game as it stands in the text. `result` is the one that ends the moves, as we write results."""

    number: int
    tags: dict[str, Words] = field(default_factory=dict)
    moves: list[Words] = field(default_factory=list)
    result: str | None = None

    def error(self, reason: str, line: int) -> PdnError:
        return PdnError(reason, self.number, line)

    def tag(self, name: str, default: str = "") -> Words:
        return self.tags.get(name, Words(default, 0))


def games_in(text: str) -> Iterator[GameText]:
    """The games of a PDN text. A game ends with its result, or where tags follow its moves. PdnError if unreadable."""
    game = GameText(1)
    for token in _main_line(text):
        if game.result is not None or (token.kind == "tag" and (game.moves or token.name in game.tags)):
            yield game
            game = GameText(game.number + 1)
        if token.kind == "tag":
            game.tags[token.name] = Words(re.sub(r"\\(.)", r"\1", token.value), token.line)
        elif token.kind == "move":
            game.moves.append(Words(token.text, token.line))
        elif token.kind == "result":
            game.result = written_result(game, Words(token.text, token.line))
        else:
            raise game.error(_UNREADABLE.get(token.text, f"{token.text!r} has no meaning here."), token.line)
    if game.tags or game.moves or game.result is not None:
        yield game


def written_result(game: GameText, words: Words) -> str:
    """A result as we write it; PdnError if it is none."""
    try:
        return RESULTS[words.text]
    except KeyError:
        known = ", ".join(RESULTS)
        raise game.error(f"{words.text!r} is not a result; results are {known}.", words.line) from None


class _Token(NamedTuple):
    kind: str
    text: str
    line: int
    name: str = ""
    value: str = ""


def _main_line(text: str) -> Iterator[_Token]:
    """Tags, moves and results outside variations, and what is unreadable anywhere."""
    opened: list[_Token] = []
    for token in _tokens(text):
        if token.kind == "open":
            opened.append(token)
        elif token.kind == "close" and opened:
            opened.pop()
        elif token.kind in ("close", "bad") or (token.kind in ("tag", "move", "result") and not opened):
            yield token
    if opened:
        yield opened[0]._replace(kind="bad")


def _tokens(text: str) -> Iterator[_Token]:
    at, line = 0, 1
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            yield _Token("bad", text[at], line)
            at += 1
        else:
            yield _Token(found.lastgroup or "bad", found[0], line, found["name"] or "", found["value"] or "")
            line += found[0].count("\n")
            at = found.end()
