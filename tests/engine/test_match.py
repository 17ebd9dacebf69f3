"""Matches: fair, repeatable, resumable; what their results say; levels against each other."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.ai.levels import LEVELS, UnknownLevel, easier
from engine.ai.search import Limit
from engine.match.calibrate import Step, log_name, table
from engine.match.calibrate import main as calibrate
from engine.match.cli import main
from engine.match.elo import Sprt, Standing, elo, expected
from engine.match.openings import opening
from engine.match.players import make_player
from engine.match.run import Match, MatchError, play_match
from engine.rulesets import CLASSIC

HUB = f"hub:{sys.executable} -m engine hub"
FAST = Match("hand", "hand,late=0", nodes=100)


# ---- Elo and SPRT


def test_an_even_score_is_no_difference_and_76_percent_are_200_points() -> None:
    assert elo(0.5) == 0
    assert elo(0.76) == pytest.approx(200, abs=1)
    assert elo(expected(123)) == pytest.approx(123)


def test_error_bars_come_from_pairs_and_shrink_with_their_root() -> None:
    few = Standing.of([(1, 0.5), (0, 1), (1, 1), (0, 0.5)] * 5)
    many = Standing.of([(1, 0.5), (0, 1), (1, 1), (0, 0.5)] * 20)
    assert few.score == many.score == 0.625
    assert many.error == pytest.approx(few.error / 2)
    assert (few.won, few.drawn, few.lost, few.games) == (20, 10, 10, 40)


def test_pairs_that_are_split_evenly_say_that_the_opening_decided() -> None:
    """Won with one colour and lost with the other, forty times: no doubt that the players are equal."""
    assert Standing.of([(1, 0)] * 40).elo_error < 10


def test_a_sequential_test_is_decided_by_clear_results_only() -> None:
    test = Sprt(0, 50)
    assert test.verdict(Standing.of([(1, 1), (1, 0.5)] * 20)) == "high"
    assert test.verdict(Standing.of([(0, 0.5), (0, 0)] * 20)) == "low"
    assert test.verdict(Standing.of([(1, 0.5), (0, 0.5)] * 3)) is None
    assert test.verdict(Standing()) is None


# ---- Openings


def test_an_opening_is_repeatable_and_others_differ() -> None:
    assert opening(1, CLASSIC) == opening(1, CLASSIC)
    assert len({opening(seed, CLASSIC) for seed in range(8)}) == 8


# ---- Playing


def test_a_match_by_nodes_is_repeatable_and_plays_both_colours_of_an_opening() -> None:
    def results() -> list[tuple[float, int]]:
        return [(game.result, game.plies) for pair in play_match(FAST, 2) for game in pair]

    assert results() == results()


def test_a_match_is_taken_up_where_its_log_ends(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    begun = list(play_match(FAST, 2, log=log))
    with log.open("a") as file:
        file.write('{"pair": 2, "ga')  # it was stopped while it wrote
    finished = list(play_match(FAST, 3, log=log))
    assert finished[:2] == begun
    assert len(finished) == 3


def test_the_log_of_another_match_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    list(play_match(FAST, 1, log=log))
    with pytest.raises(MatchError, match="another match"):
        list(play_match(Match("hand", "first", nodes=100), 1, log=log))


def test_several_processes_play_the_same_games() -> None:
    alone = {tuple(game.plies for game in pair) for pair in play_match(FAST, 2)}
    together = {tuple(game.plies for game in pair) for pair in play_match(FAST, 2, processes=2)}
    assert alone == together


def test_a_decided_test_ends_a_match() -> None:
    test = Sprt(0, 300)
    played = list(play_match(Match("hand@nodes=2000", "hand@depth=1", nodes=1), 50, sprt=test))
    assert len(played) < 50


def test_a_program_is_played_over_the_hub_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([HUB, "hand", "--games", "2", "--nodes", "100"]) == 0
    assert "2 games" in capsys.readouterr().out.splitlines()[-1]


def test_the_last_line_is_the_standing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", "level:1", "--games", "2", "--nodes", "200", "--sprt", "0", "50"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("hand - level:1: 2 games: +")
    assert any(line.startswith("SPRT") for line in lines)
    assert any(line.startswith("drawn with 28 or more pieces") for line in lines)


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("nobody", "nobody"),
        ("level:9", "level 9"),
        ("hand@nodes", "limit"),
        ("hub:/no/such/program", "/no/such/program"),
        (f"hub:{sys.executable} -c pass", "ended"),
    ],
)
def test_a_player_that_cannot_play_is_named(player: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([player, "hand", "--games", "2", "--nodes", "100"]) == 2
    assert said in capsys.readouterr().err


def test_a_configuration_needs_a_limit() -> None:
    with pytest.raises(ValueError, match="needs a limit"):
        make_player("hand", None)
    make_player("hand", Limit(nodes=1)).close()


# ---- Levels


def test_levels_are_calibrated_against_their_neighbours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert calibrate(["--games", "2", "--levels", "1", "2", "--folder", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2].split()[:3] == ["1", "0", "0"]
    assert lines[-1].split()[0] == "2"
    log = tmp_path / log_name(2, 1)
    assert len([line for line in log.read_text().splitlines() if "pair" in json.loads(line)]) == 1


def test_changed_levels_begin_another_log(monkeypatch: pytest.MonkeyPatch) -> None:
    before, other = log_name(2, 1), log_name(3, 2)
    changed = [replace(level, fancy=level.fancy + 1) if level.number == 1 else level for level in LEVELS]
    monkeypatch.setattr("engine.ai.levels.LEVELS", tuple(changed))
    assert log_name(2, 1) != before
    assert log_name(3, 2) == other


def test_ratings_add_up_and_so_do_their_errors() -> None:
    even = Standing.of([(1, 1), (1, 0), (0.5, 0)] * 10)
    lines = table([Step(2, even, 1.0, 0.5), Step(3, even, 2.0, 1.0)])
    first, second = (line.split() for line in lines[2:])
    assert int(second[1]) == pytest.approx(2 * int(first[1]), abs=1)
    assert int(first[2]) < int(second[2]) < 2 * int(first[2])


def test_an_unknown_level_cannot_be_calibrated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert calibrate(["--games", "2", "--levels", "8", "9", "--folder", str(tmp_path)]) == 2
    assert "no level 9" in capsys.readouterr().err


def test_new_players_first_three_games_are_one_step_easier() -> None:
    assert [easier(4, played) for played in range(5)] == [3, 3, 3, 4, 4]
    assert easier(1, 0) == 1
    with pytest.raises(UnknownLevel):
        easier(9, 0)
