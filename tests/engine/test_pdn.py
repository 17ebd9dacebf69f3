"""PDN: written strictly, read tolerantly, refused by name and line."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Game, Step
from engine.notation import parse_fen
from engine.pdn import PdnError, PdnGame, format_pdn, parse_pdn
from engine.rulesets import CLASSIC, LEVANT, RULE_SETS, RuleSet

SIX_PLIES = "1. d3-d4 e6-e5 2. c3-c4 f6-f5 3. b3-b4 g6-g5"


def only(text: str, rules: RuleSet | None = None) -> PdnGame:
    (game,) = parse_pdn(text, rules)
    return game


def written(game: PdnGame) -> str:
    """The moves alone, as they are written."""
    return " ".join(map(str, game.game.moves))


def played(*moves: str, rules: RuleSet = CLASSIC, fen: str | None = None) -> Game:
    game = Game.new(rules, parse_fen(fen) if fen else None)
    for text in moves:
        step = game.move(game.turn, text)
        assert isinstance(step, Step), step
        game = step.after
    return game


def error(text: str, rules: RuleSet | None = None) -> PdnError:
    with pytest.raises(PdnError) as caught:
        parse_pdn(text, rules)
    return caught.value


# ---- Writing


def test_a_game_is_written_with_its_game_type_its_result_and_numbered_moves() -> None:
    assert format_pdn(played("d3-d4", "e6-e5", "c3-c4"), {"White": "Ayşe", "Black": "Ömer", "Event": "Kahve"}) == (
        '[Event "Kahve"]\n[White "Ayşe"]\n[Black "Ömer"]\n[Result "*"]\n[GameType "30,W,8,8,A0,0"]\n\n'
        "1. d3-d4 e6-e5 2. c3-c4 *\n"
    )


def test_rule_set_and_start_are_tags_only_where_they_are_unusual() -> None:
    text = format_pdn(played("h8-g8", rules=LEVANT, fen="B:WKa1,c2:BKh8,f7"))
    assert '[RuleSet "levant"]\n[SetUp "1"]\n[FEN "B:WKa1,c2:Bf7,Kh8"]\n' in text
    assert text.endswith("\n1... h8-g8 *\n")
    assert "RuleSet" not in format_pdn(Game.new())
    assert "FEN" not in format_pdn(Game.new())


@pytest.mark.parametrize(
    ("fen", "moves", "result"),
    [
        ("W:Wd4,a2:Bd5", ("d4xd6",), "1-0"),
        ("B:Wd4:Bd5,h7", ("d5xd3",), "0-1"),
        ("W:WKb1:BKh5,b3", ("b1xb4",), "1/2-1/2"),
        ("W:WKb1:BKh4,b3", ("b1xb4",), "*"),
    ],
)
def test_the_result_follows_from_the_outcome(fen: str, moves: tuple[str, ...], result: str) -> None:
    text = format_pdn(played(*moves, fen=fen))
    assert f'[Result "{result}"]' in text
    assert text.rstrip().endswith(result)


def test_a_result_can_be_given_where_the_rules_know_none() -> None:
    assert only(format_pdn(played("d3-d4"), result="0-1")).result == "0-1"


def test_tags_that_follow_from_the_game_cannot_be_forged() -> None:
    text = format_pdn(Game.new(), {"GameType": "20", "Result": "1-0", "FEN": "nonsense", "RuleSet": "club"})
    assert only(text).game == Game.new()
    assert only(text).result == "*"


def test_quotes_backslashes_and_line_ends_in_tags_do_no_harm() -> None:
    game = only(format_pdn(Game.new(), {"Event": 'The "Long\\Short" board\n[Result "1-0"]'}))
    assert game.tags["Event"] == 'The "Long\\Short" board [Result "1-0"]'
    assert game.result == "*"


def test_lines_are_wrapped_between_moves() -> None:
    game = played(*["a1-b1", "h8-g8", "b1-a1", "g8-h8"] * 10, rules=LEVANT, fen="W:WKa1,c2:BKh8,f7")
    lines = format_pdn(game).splitlines()
    assert max(map(len, lines)) <= 79
    assert len(lines) > 8


def test_of_several_routes_the_prescribed_one_is_written() -> None:
    assert "d1xd4xd8" in format_pdn(played("d1xd6xd8", fen="W:WKd1,a2:Bd3,d7,h5,a8"))


# ---- Reading


def test_what_we_write_is_read() -> None:
    assert written(only(SIX_PLIES)) == "d3-d4 e6-e5 c3-c4 f6-f5 b3-b4 g6-g5"


@pytest.mark.parametrize(
    "text",
    [
        "d3-d4 e6-e5 c3-c4 f6-f5 b3-b4 g6-g5",
        "1.d3-d4 e6-e5 2.c3-c4 f6-f5 3.b3-b4 g6-g5",
        "1.d3-d4 1...e6-e5 2.c3-c4 2... f6-f5 3. b3-b4 3. ... g6-g5",
        "1 d3-d4 e6-e5 2 c3-c4 f6-f5 3 b3-b4 g6-g5",
        "1. d3-d4! e6-e5?! 2. c3-c4 $14 f6-f5 !? 3. b3-b4!! g6-g5",
        "1. d3-d4 {a good start} e6-e5 {[%clk 0:10:00] (not) ; a [tag]} 2. c3-c4 f6-f5\n3. b3-b4 g6-g5",
        "1. d3-d4 e6-e5 ; as always (\n2. c3-c4 f6-f5\n% an escaped line {\n3. b3-b4 g6-g5",
        "1. d3-d4 (1. c3-c4 c6-c5 (1... f6-f5 {)} 1-0) 2. z9) e6-e5 2. c3-c4 f6-f5 3. b3-b4 g6-g5",
        "\ufeff1. d3-d4 e6-e5\r\n2. c3-c4 f6-f5\r\n3. b3-b4 g6-g5\r\n",
        "1. d3d4 e6e5 2. C3-C4 f6–f5 3. b3-b4 g6-g5",
    ],
)
def test_much_is_tolerated(text: str) -> None:
    assert written(only(text)) == "d3-d4 e6-e5 c3-c4 f6-f5 b3-b4 g6-g5"
    assert only(text + " *").game == only(SIX_PLIES).game


@pytest.mark.parametrize(
    ("read", "result"),
    [
        ("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "1/2-1/2"), ("*", "*"),
        ("2-0", "1-0"), ("0-2", "0-1"), ("1-1", "1/2-1/2"), ("½-½", "1/2-1/2"),
    ],
)  # fmt: skip
def test_results_of_both_countings_are_read(read: str, result: str) -> None:
    assert only(f"1. d3-d4 {read}").result == result
    assert only(f'[Result "{read}"]\n1. d3-d4').result == result


def test_the_result_tag_goes_before_what_ends_the_moves() -> None:
    assert only('[Result "1-0"]\n1. d3-d4 *').result == "1-0"
    assert only('[Result "*"]\n1. d3-d4 0-1').result == "0-1"
    assert only('[Result "?"]\n1. d3-d4 0-1').result == "0-1"


def test_the_result_is_no_verdict_of_the_rules() -> None:
    game = only("1. d3-d4 1-0")
    assert (game.result, game.game.outcome) == ("1-0", None)


def test_a_game_may_start_from_a_position() -> None:
    game = only('[SetUp "1"]\n[FEN "B:WKa1,c2:BKh8,f7"]\n1... h8-g8 2. c2-c3').game
    assert game.start == parse_fen("B:WKa1,c2:BKh8,f7")
    assert game.ply == 2


def test_set_up_0_means_the_usual_start() -> None:
    assert only('[SetUp "0"]\n[FEN "B:WKa1,c2:BKh8,f7"]\n1. d3-d4').game.ply == 1


def test_several_games_stand_in_one_file() -> None:
    tagged = '[Event "A"]\n\n1. d3-d4 1-0\n\n[Event "B"]\n[RuleSet "club"]\n\n*\n\n[Event "C"]\n[Event "D"]\n1. c3-c4'
    games = parse_pdn(tagged)
    assert [game.tags["Event"] for game in games] == ["A", "B", "C", "D"]
    assert [game.result for game in games] == ["1-0", "*", "*", "*"]
    assert [game.game.rules.name for game in games] == ["classic", "club", "classic", "classic"]
    assert [len(game.game.moves) for game in parse_pdn("1. d3-d4 * 1. c3-c4 c6-c5 *")] == [1, 2]


def test_a_text_without_games_has_none() -> None:
    assert parse_pdn("  \n{nothing here}\n") == []


def test_rules_that_are_asked_for_go_before_the_tag() -> None:
    text = '[RuleSet "levant"]\n1. d3-d4'
    assert only(text).game.rules == LEVANT
    assert only(text, CLASSIC).game.rules == CLASSIC


def test_federation_score_sheets_with_captured_squares_are_read() -> None:
    game = only('[FEN "W:Wf3,a2:Bf4,e5,h8"]\n1. f3xf4xe5')
    assert written(game) == "f3xf5xd5"


# ---- Refusing


@pytest.mark.parametrize(
    ("game_type", "name"),
    [("20", "international draughts"), ("21,B,8,8,N1,0", "English draughts"), ("25,W,8,8,A0,0", "Russian draughts"),
     ("23", "American pool checkers"), ("40", "Frisian draughts"), ("0", "chess"), ("77", "another game")],
)  # fmt: skip
def test_other_games_are_refused_by_name(game_type: str, name: str) -> None:
    refusal = error(f'[Event "x"]\n[GameType "{game_type}"]\n1. 32-28')
    assert name in refusal.reason
    assert (refusal.game, refusal.line) == (1, 2)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('[GameType "dama"]\n*', 1, "does not begin with a number"),
        ('\n[RuleSet "martian"]\n*', 2, "martian"),
        ('[FEN "W:Wz9:B"]\n*', 1, "the FEN tag"),
        ('[Result "3-1"]\n*', 1, "'3-1' is not a result"),
        ("1. d3-d4 2-2", 1, "'2-2' is not a result"),
        ("1. 32-28 19-23", 1, "'32-28' is not a move"),
        ("1. d3-d4 e6-e5\n2. c3-c4\n{never closed", 3, "a comment is opened"),
        ("1. d3-d4\n(1. c3-c4\n(1. b3-b4) *", 2, "a variation is opened"),
        ("1. d3-d4\n) *", 2, "closes no variation"),
        ('[Event "x]\n*', 1, "not of the form"),
        ("1. d3-d4 e6-e5\n2. c3-c4 } f6-f5", 2, "'}' has no meaning here"),
        ("1. d3-d4\ne6-e4", 2, "e6-e4"),
        ("once upon a time", 1, "once"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_its_line(text: str, line: int, reason: str) -> None:
    refusal = error(text)
    assert reason in str(refusal)
    assert refusal.line == line


def test_an_illegal_move_is_named_with_its_game() -> None:
    refusal = error("1. d3-d4 *\n\n1. d3-d5 *")
    assert str(refusal) == "Game 2, line 3: d3-d5: d3-d5 is not a legal move."


def test_moves_after_the_end_are_refused() -> None:
    refusal = error('[FEN "W:Wd4,a2:Bd5"]\n1. d4xd6\n2. a2-a3')
    assert refusal.line == 3
    assert "over" in refusal.reason


# ---- What always holds


@given(st.sampled_from(list(RULE_SETS.values())), st.integers(0, 2**32), st.integers(0, 160), st.integers(0, 60))
@settings(max_examples=60, deadline=None)
def test_printing_and_reading_are_inverses(rules: RuleSet, seed: int, plies: int, skipped: int) -> None:
    rng = random.Random(seed)
    game = Game.new(rules)
    for ply in range(plies):
        if game.outcome is not None:
            break
        step = game.move(game.turn, rng.choice(game.legal_moves()))
        assert isinstance(step, Step)
        game = Game.new(rules, step.after.position) if ply < skipped else step.after
    names = {"White": f"Nr {seed} {{;(", "Black": 'Ş"\\', "Round": str(plies)}
    text = format_pdn(game, names)
    (read,) = parse_pdn(text)
    assert read.game == game
    assert names.items() <= read.tags.items()
    assert format_pdn(read.game, read.tags, read.result) == text


@given(st.text(alphabet='[]{}()";%*$.!? \nabcdefgh12345678-xEvent', max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_pdn(text)
    except PdnError as caught:
        refusal: PdnError | None = caught
    else:
        refusal = None
    assert refusal is None or (refusal.game >= 1 and 1 <= refusal.line <= text.count("\n") + 1)
