"""The board of the first paint, which stands there before any script has run: the start position, seen by White."""

from engine.board import Position, Side, square_name, squares

FILES, RANKS = "abcdefgh", "87654321"


def first_board() -> str:
    """The pieces and the coordinates as HTML, in the classes that board.css places."""
    start = Position.start()
    return (
        f'<div class="field">{_men(start, Side.BLACK, "bm")}{_men(start, Side.WHITE, "wm")}</div>'
        f'<div class="co fi" aria-hidden="true">{_spans(FILES)}</div>'
        f'<div class="co ra" aria-hidden="true">{_spans(RANKS)}</div>'
    )


def _men(position: Position, side: Side, kind: str) -> str:
    names = sorted(map(square_name, squares(position.men(side))), key=lambda name: (RANKS.index(name[1]), name[0]))
    return "".join(f'<i class="pc {kind} f{name[0]} r{name[1]}"></i>' for name in names)


def _spans(names: str) -> str:
    return "".join(f"<span>{name}</span>" for name in names)
