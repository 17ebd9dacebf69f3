"""Questions to a build of the engine, text in and text out, so that the answers of both builds can be compared."""

from tests.engine.uncompiled import Engine

START = (
    "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7"
)


def legal(engine: Engine, fen: str, rules: str = "classic") -> list[str]:
    """The legal moves as they are written, in the order of the engine."""
    position = engine.notation.parse_fen(fen)
    return [str(move) for move in engine.rules.legal_moves(position, engine.rules.rule_set(rules))]


def every_route(engine: Engine, fen: str, rules: str = "classic") -> list[str]:
    """Every route of every legal move, in the order of the engine."""
    position = engine.notation.parse_fen(fen)
    return [str(move) for move in engine.rules.routes(position, engine.rules.rule_set(rules))]


def after(engine: Engine, fen: str, text: str, rules: str = "classic") -> str:
    """The position after the move that this text means."""
    position, rule_set = engine.notation.parse_fen(fen), engine.rules.rule_set(rules)
    move = engine.notation.find_move(position, text, rule_set)
    return str(engine.notation.format_fen(engine.rules.play(position, move, rule_set)))


def answer(engine: Engine, fen: str, text: str, rules: str = "classic") -> str:
    """The move that a text means, or the code of the refusal and the candidates it names."""
    found = engine.notation.find_move(engine.notation.parse_fen(fen), text, engine.rules.rule_set(rules))
    if isinstance(found, engine.board.Move):
        return str(found)
    return " ".join([str(found.code), *map(str, found.candidates)])
