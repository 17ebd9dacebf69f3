"""The rules of moving once more, slowly and plainly, to judge the engine by: squares are names, boards are dicts.

Written from the articles alone; it shares nothing with the engine and is in no hurry.
"""

from collections.abc import Iterator
from dataclasses import dataclass

STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left", "": "none"}

Board = dict[str, str]  # square -> w, b (men), W, B (kings)


def read_fen(fen: str) -> tuple[str, Board]:
    """Side to move (w or b) and the board."""
    turn, *sides = fen.split(":")
    board = {}
    for side in sides:
        for name in filter(None, side[1:].split(",")):
            board[name[-2:]] = side[0].upper() if name.startswith("K") else side[0].lower()
    return turn.lower(), board


def ray(square: str, direction: str) -> list[str]:
    """The squares from here to the edge, nearest first (A1)."""
    right, up = STEPS[direction]
    file, rank = ord(square[0]) + right, int(square[1]) + up
    squares = []
    while "a" <= chr(file) <= "h" and 1 <= rank <= 8:
        squares.append(f"{chr(file)}{rank}")
        file, rank = file + right, rank + up
    return squares


@dataclass(frozen=True)
class Route:
    """One way to make a move: the squares touched, and what it takes."""

    path: tuple[str, ...]
    taken: frozenset[str]

    def __str__(self) -> str:
        return ("x" if self.taken else "-").join(self.path)


def routes(fen: str, crowning: str) -> list[str]:
    """Every route of every legal move as text, sorted. `crowning` is carry_on, stop or crowned."""
    turn, board = read_fen(fen)
    mine = [square for square, piece in board.items() if piece.lower() == turn]
    captures = [route for square in mine for route in _captures(board, turn, square, crowning)]
    most = max((len(route.taken) for route in captures), default=0)  # A8
    best = {route for route in captures if len(route.taken) == most}
    return sorted(map(str, best or {step for square in mine for step in _steps(board, turn, square)}))


def _steps(board: Board, turn: str, square: str) -> Iterator[Route]:
    """Quiet moves (A3, A4)."""
    forward = "up" if turn == "w" else "down"
    king = board[square].isupper()
    for direction in STEPS if king else ("left", "right", forward):
        for target in ray(square, direction) if king else ray(square, direction)[:1]:
            if target in board:
                break
            yield Route((square, target), frozenset())


def _captures(board: Board, turn: str, square: str, crowning: str) -> Iterator[Route]:
    lifted = {other: piece for other, piece in board.items() if other != square}  # A9: its own square is empty
    yield from _chains(lifted, turn, board[square].isupper(), (square,), frozenset(), "", crowning)


def _chains(
    board: Board, turn: str, king: bool, path: tuple[str, ...], taken: frozenset[str], last: str, crowning: str
) -> Iterator[Route]:
    """All ways to go on capturing; a chain ends only where no jump is possible (A7)."""
    stopped = False
    for direction, over, landing in _jumps(board, turn, king, path[-1], last):
        stopped = True
        left = {square: piece for square, piece in board.items() if square != over}  # A9: it leaves the board at once
        far = not king and landing[1] == ("8" if turn == "w" else "1")
        if far and crowning == "stop":
            yield Route((*path, landing), taken | {over})
        else:
            crowned = king or (far and crowning == "crowned")
            yield from _chains(left, turn, crowned, (*path, landing), taken | {over}, direction, crowning)
    if not stopped and taken:
        yield Route(path, taken)


def _jumps(board: Board, turn: str, king: bool, square: str, last: str) -> Iterator[tuple[str, str, str]]:
    """Direction, piece taken and landing of every possible next jump (A5, A6, A10)."""
    backward = "down" if turn == "w" else "up"
    for direction in STEPS:
        if direction == OPPOSITE[last] or (direction == backward and not king):
            continue
        line = ray(square, direction)
        met = next((i for i, other in enumerate(line) if other in board), None) if king else 0
        if met is None or met >= len(line) or line[met] not in board or board[line[met]].lower() == turn:
            continue
        for landing in line[met + 1 :] if king else line[met + 1 : met + 2]:
            if landing in board:
                break
            yield direction, line[met], landing
