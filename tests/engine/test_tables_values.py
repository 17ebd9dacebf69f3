"""What the shipped endgame tables say, judged by a known table, by the referee and by plain search."""

import doctest
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ai.search import WIN, Limit, think
from engine.board import Position, Side
from engine.notation import parse_fen
from engine.outcome import judge
from engine.rules import CLASSIC, CLUB, CROWNED, FEDERATION, LEVANT, RuleSet, apply
from engine.tables.build import wanted
from engine.tables.codes import DISTANCES, LARGEST
from engine.tables.material import MOST_PIECES, Pair, pairs, parse_pair
from engine.tables.probe import Tables, Value, Verdict, default_tables, probe, shapes, verdict
from engine.tables.store import SHIPPED, ending, open_table
from engine.tables.survey import Survey
from engine.tables.verify import random_position, verify_samples

EVERY_PAIR = wanted(4)

# Two pieces against one: positions, then wins in per cent and the longest win in plies for the two, who move.
# The federation column agrees with a published table.
THREE_PIECES = [
    ("kk-k", 124_992, (99.83, 15), (30.6, 5)),
    ("kk-m", 109_368, (100.0, 13), (97.9, 9)),
    ("km-k", 218_736, (96.8, 53), (19.3, 5)),
    ("km-m", 191_456, (100.0, 35), (96.5, 25)),
    ("mm-k", 95_480, (29.9, 45), (7.3, 1)),
    ("mm-m", 83_600, (89.8, 51), (70.4, 37)),
]


def surveyed(pair: Pair, rules: RuleSet) -> Survey:
    """The shipped table of a pair, ready to be counted and checked."""
    file = open_table(SHIPPED, rules, pair, DISTANCES, shapes())
    assert file is not None
    survey: Survey = Survey(shapes(), pair.slots, ending(rules, pair))
    for section in range(len(pair.slots)):
        survey.load(section, file.section(section))
    return survey


@pytest.mark.parametrize(("name", "positions", "classic", "federation"), THREE_PIECES)
def test_three_pieces_are_won_as_often_and_as_slowly_as_is_known(
    name: str, positions: int, classic: tuple[float, int], federation: tuple[float, int]
) -> None:
    for rules, (per_cent, longest) in ((CLASSIC, classic), (FEDERATION, federation)):
        counts = surveyed(parse_pair(name), rules).tally(0)
        won = {code: n for code, n in enumerate(counts) if n and code and code % 2 == 0}
        assert sum(counts) == positions
        assert 100 * sum(won.values()) / positions == pytest.approx(per_cent, abs=0.051)
        assert max(won) - 1 == longest


def test_two_kings_against_one_are_drawn_in_208_classic_positions() -> None:
    assert surveyed(parse_pair("kk-k"), CLASSIC).tally(0)[0] == 208


def test_no_win_takes_longer_than_a_code_can_say() -> None:
    for rules in (CLASSIC, FEDERATION):
        for pair in pairs(3):
            counts = surveyed(pair, rules).tally(0)
            assert not any(counts[LARGEST:])


@pytest.mark.parametrize("rules", [CLASSIC, FEDERATION], ids=lambda rules: rules.name)
def test_a_value_is_the_best_of_its_successors(rules: RuleSet) -> None:
    checked = verify_samples(default_tables(), rules, EVERY_PAIR, 25, lambda *_: None)
    assert checked == 25 * sum(len(pair.slots) for pair in EVERY_PAIR)


@pytest.mark.parametrize("rules", [CLASSIC, FEDERATION], ids=lambda rules: rules.name)
def test_the_tables_agree_with_plain_search(rules: RuleSet) -> None:
    chance, depth = random.Random(11), 7
    for pair in EVERY_PAIR:
        for section in range(len(pair.slots)):
            for _ in range(4):
                position = random_position(pair, section, chance)
                if judge(position, rules, no_progress=0, ply=0, occurrences=1) is not None:
                    continue
                found = probe(position, rules)
                assert found is not None
                score = think(position, rules, Limit(depth=depth), configuration="first").score
                decided = found.distance if found.distance is not None and found.distance <= depth else None
                if decided is not None:
                    assert score == found.value * (WIN - decided), (position.diagram(), found)
                elif abs(score) > WIN - 100:  # the search saw further than its depth: it must have seen the truth
                    assert score * found.value > 0, (position.diagram(), found)


@pytest.mark.parametrize("rules", [CLASSIC, FEDERATION], ids=lambda rules: rules.name)
def test_the_search_is_told_what_python_is_told(rules: RuleSet) -> None:
    chance, flat = random.Random(7), default_tables().flat(rules)
    assert flat is not None
    for pair in EVERY_PAIR:
        position = random_position(pair, len(pair.slots) - 1, chance)
        told = verdict(flat.ask(*boards_of_mover(position), position.turn is Side.WHITE))
        found = probe(position, rules)
        assert found is not None
        assert told.value is found.value
        assert told.distance in (found.distance, None)
        assert (told.distance is None) <= (pair.pieces == 4 or found.value is Value.DRAW)


def boards_of_mover(position: Position) -> tuple[int, int, int, int]:
    mover, other = position.turn, position.turn.other
    return position.men(mover), position.kings(mover), position.men(other), position.kings(other)


@st.composite
def few_pieces(draw: st.DrawFn) -> Position:
    pair = draw(st.sampled_from(EVERY_PAIR))
    chance = random.Random(draw(st.integers(0, 1 << 32)))
    return random_position(pair, draw(st.integers(0, len(pair.slots) - 1)), chance)


@given(few_pieces(), st.sampled_from([CLASSIC, FEDERATION]))
def test_mirror_image_and_changed_colours_have_the_same_value(position: Position, rules: RuleSet) -> None:
    value = probe(position, rules)
    assert value is not None
    assert probe(position.mirrored(), rules) == probe(position.swapped(), rules) == value


@pytest.mark.parametrize(
    ("fen", "rules", "answer"),
    [
        ("W:WKa1:BKa5", CLASSIC, Verdict(Value.WIN, 1)),  # the side to move captures at once
        ("B:WKa1:BKb5", CLASSIC, Verdict(Value.DRAW, None)),
        ("W:WKa1:BKa5", FEDERATION, Verdict(Value.DRAW, None)),
        ("W:WKa1:Bb8", FEDERATION, Verdict(Value.DRAW, None)),
        ("W:Wa7:BKa8,b7,c7", CLASSIC, Verdict(Value.LOSS, 0)),  # blocked
        ("B:Wa6:Ba7,a8", FEDERATION, Verdict(Value.WIN, 1)),
        ("W:WKd1,Kd2:BKd4,Kd6", FEDERATION, Verdict(Value.WIN, 1)),  # two in one move
    ],
)
def test_small_endings_are_as_one_can_see(fen: str, rules: RuleSet, answer: Verdict) -> None:
    assert probe(parse_fen(fen), rules) == answer


def test_the_winner_makes_progress_down_to_the_last_piece() -> None:
    position, tables = parse_fen("W:WKa1,h2:BKd5"), default_tables()
    first = tables.probe(position, CLASSIC)
    assert first is not None
    assert first.value is Value.WIN
    plies = 0
    while judge(position, CLASSIC, no_progress=0, ply=0, occurrences=1) is None:
        moves = tables.moves(position, CLASSIC)
        assert moves is not None
        position, plies = apply(position, moves[0][0]), plies + 1
    assert plies == first.distance
    assert judge(position, CLASSIC, no_progress=0, ply=0, occurrences=1).winner is Side.WHITE  # type: ignore[union-attr]


def test_club_has_federations_tables_and_others_have_none() -> None:
    position = parse_fen("W:WKa1,Kh2:BKd5")
    assert probe(position, CLUB) == probe(position, FEDERATION) != probe(position, CLASSIC)
    for rules in (CROWNED, LEVANT):
        assert probe(position, rules) is None
        assert default_tables().flat(rules) is None
        assert default_tables().moves(position, rules) is None


@pytest.mark.parametrize(
    "position",
    [
        Position.start(),
        parse_fen("W:Wa2,b2,c2:BKa8,Kb8"),  # five pieces: not shipped
        Position(0, 1, 0, 0, Side.WHITE),
        Position(1 << 60, 0, 0, 1, Side.WHITE),  # a man on its far rank
    ],
    ids=["many pieces", "five pieces", "one side only", "no position"],
)
def test_what_no_table_holds_is_not_answered(position: Position) -> None:
    assert probe(position, CLASSIC) is None
    assert default_tables().moves(position, CLASSIC) is None
    flat = default_tables().flat(CLASSIC)
    assert flat is not None
    assert flat.ask(*boards_of_mover(position), position.turn is Side.WHITE) < 0


def test_without_files_nothing_is_answered() -> None:
    bare = Tables(None, None)
    assert bare.probe(parse_fen("W:WKa1:BKa5"), CLASSIC) is None
    flat = bare.flat(CLASSIC)
    assert flat is not None
    assert flat.ask(0, 1, 0, 1 << 32, True) < 0


def test_every_pair_is_there_once_and_fewer_men_come_first() -> None:
    for pieces in range(2, MOST_PIECES + 1):
        found = pairs(pieces)
        men = [pair.first.men + pair.second.men for pair in found]
        assert len(set(found)) == len(found)
        assert men == sorted(men)
        assert len({slot for pair in found for slot in pair.slots}) == sum(len(pair.slots) for pair in found)
    assert sum(len(pair.slots) for pair in pairs(4)) == 25


def test_the_documented_examples_are_true() -> None:
    document = Path(__file__).parents[2] / "docs" / "endgame-tables.md"
    result = doctest.testfile(str(document), module_relative=False)
    assert result.attempted > 4
    assert result.failed == 0
