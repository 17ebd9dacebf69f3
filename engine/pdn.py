"""Games as text: Portable Draughts Notation, written strictly and read tolerantly."""

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.board import Position, Side
from engine.game import Game
from engine.notation import FenError, format_fen, parse_fen
from engine.pdn_text import RESULTS, GameText, PdnError, games_in, written_result
from engine.refusal import Refusal
from engine.rules import apply, legal_moves
from engine.rulesets import CLASSIC, RuleSet, UnknownRuleSet, rule_set

__all__ = ["GAME_TYPE", "PdnError", "PdnGame", "format_pdn", "parse_pdn"]

GAME_TYPE = "30,W,8,8,A0,0"
TURKISH = 30

# The numbers of the PDN standard, https://pdn.fmjd.org/gametype.html
GAMES_BY_TYPE: Mapping[int, str] = {
    0: "chess",
    1: "Chinese chess",
    20: "international draughts",
    21: "English draughts",
    22: "Italian draughts",
    23: "American pool checkers",
    24: "Spanish draughts",
    25: "Russian draughts",
    26: "Brazilian draughts",
    27: "Canadian draughts",
    28: "Portuguese draughts",
    29: "Czech draughts",
    TURKISH: "Turkish draughts",
    31: "Thai draughts",
    40: "Frisian draughts",
    41: "Spantsiretti draughts",
    50: "Othello",
}

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
DERIVED = ("Result", "GameType", "RuleSet", "SetUp", "FEN")  # written from the game itself
UNKNOWN = ("", "?")
WIDTH = 79


@dataclass(frozen=True, slots=True)
class PdnGame:
    """A game read from PDN: its tags as they stood there, the game replayed, and its result as we write results.

    `game.outcome` is the verdict of the rules alone; the result may also tell of a resignation or a fallen flag.
    """

    game: Game
    tags: Mapping[str, str]
    result: str


def parse_pdn(text: str, rules: RuleSet | None = None) -> list[PdnGame]:
    """All games of a PDN text, each replayed by the rules.

    Comments, variations, move numbers, annotation marks and a missing GameType are tolerated. `rules`, when given, are
    the rules for every game; without them each game is judged by its RuleSet tag, else by `classic`. PdnError for what
    cannot be read, other draughts games, unknown rule sets, illegal moves and moves after the end.
    """
    return [_replayed(written, rules) for written in games_in(text)]


def format_pdn(game: Game, tags: Mapping[str, str] | None = None, result: str | None = None) -> str:
    """A game as PDN. `tags` are written except those that follow from the game; `result` defaults to its outcome."""
    given = {name: value for name, value in (tags or {}).items() if name not in DERIVED}
    result = _result_of(game) if result is None else RESULTS[result]
    written = {name: given.pop(name) for name in ROSTER if name in given} | given
    written |= {"Result": result, "GameType": GAME_TYPE}
    if game.rules != CLASSIC:
        written["RuleSet"] = game.rules.name
    if game.start != Position.start():
        written |= {"SetUp": "1", "FEN": format_fen(game.start)}
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in written.items()]
    moves = " ".join([*_numbered(game), result])
    return "\n".join([*lines, "", textwrap.fill(moves, WIDTH, break_long_words=False, break_on_hyphens=False)]) + "\n"


def _result_of(game: Game) -> str:
    if game.outcome is None:
        return "*"
    return {Side.WHITE: "1-0", Side.BLACK: "0-1", None: "1/2-1/2"}[game.outcome.winner]


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _numbered(game: Game) -> Iterator[str]:
    """The moves with their numbers, each by the route that notation prescribes, whatever route was played."""
    position, number = game.start, 1
    if position.turn is Side.BLACK and game.moves:
        yield "1..."
    for move in game.moves:
        if position.turn is Side.WHITE:
            yield f"{number}."
        else:
            number += 1
        yield str(next(legal for legal in legal_moves(position, game.rules) if legal == move))
        position = apply(position, move, game.rules)


def _replayed(written: GameText, rules: RuleSet | None) -> PdnGame:
    _refuse_other_games(written)
    game = Game.new(rules or _rules(written), _start(written))
    for text, line in written.moves:
        step = game.move(game.turn, text)
        if isinstance(step, Refusal):
            raise written.error(f"{text}: {step.text}", line)
        game = step.after
    tags = {name: words.text for name, words in written.tags.items()}
    return PdnGame(game, tags, _agreed_result(written))


def _agreed_result(written: GameText) -> str:
    """The Result tag where it says something, else what ends the moves."""
    tag = written.tag("Result")
    tagged = "*" if tag.text in UNKNOWN else written_result(written, tag)
    return tagged if tagged != "*" else written.result or "*"


def _refuse_other_games(written: GameText) -> None:
    text, line = written.tag("GameType", GAME_TYPE)
    number = text.partition(",")[0].strip()
    if not (number.isascii() and number.isdigit()):
        raise written.error(f"the GameType {text!r} does not begin with a number.", line)
    if int(number) != TURKISH:
        name = GAMES_BY_TYPE.get(int(number), "another game")
        raise written.error(f"this is {name} (GameType {number}), not Turkish draughts ({TURKISH}).", line)


def _rules(written: GameText) -> RuleSet:
    text, line = written.tag("RuleSet", CLASSIC.name)
    try:
        return rule_set(text)
    except UnknownRuleSet as error:
        raise written.error(f"{error}.", line) from error


def _start(written: GameText) -> Position:
    text, line = written.tag("FEN")
    if not text or written.tag("SetUp").text == "0":
        return Position.start()
    try:
        return parse_fen(text)
    except FenError as error:
        raise written.error(f"the FEN tag: {error}", line) from error
