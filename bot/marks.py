"""What deserves a new message, with its sound, instead of a quiet edit: somebody's turn, an offer, an end."""

from collections.abc import Mapping

from bot.cards import Reader
from hall.model import Status, Table

Marks = Mapping[str, str]


def marks(table: Table, reader: Reader) -> Marks:
    """What the reader has to be told as the table stands, each thing with what makes it new."""
    sides = reader.sides(table)
    if len(sides) != 1:  # spectators and groups are not called; two at one device call each other
        return {}
    mine, ply = sides[0], str(table.game.ply)
    if table.status is Status.PLAYING:
        found = {"began": "1", "turn": ply if table.game.turn is mine else ""}
        reminded = table.game.turn is mine and table.reminded_version == table.moved_version
        found["reminded"] = ply if reminded else ""
        found["draw"] = ply if table.draw_offer is mine.other else ""
        found["takeback"] = ply if table.takeback_offer is mine.other else ""
        return {name: value for name, value in found.items() if value}
    if table.status is Status.FINISHED and table.next is None and mine not in table.rematch and table.rematch:
        return {"end": "1", "rematch": "1"}
    return {"end": "1"} if not table.status.running else {}


def read(told: str) -> Marks:
    """Marks as they were kept."""
    return dict(word.split("=", 1) for word in told.split()) if told else {}


def write(told: Marks, new: Marks) -> str:
    """What is kept once the new marks have been told, too."""
    return " ".join(f"{name}={value}" for name, value in {**told, **new}.items())


def is_news(found: Marks, told: Marks) -> bool:
    """Whether there is anything the reader has not been told."""
    return any(told.get(name) != value for name, value in found.items())
