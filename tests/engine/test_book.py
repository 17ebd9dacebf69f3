"""The opening book: sound, varied, at once, and refused by name when it is damaged."""

import json
import time
from pathlib import Path

import pytest

from engine.ai import book
from engine.ai.book import SHIPPED, BookError, build_book, known_moves, read_book, write_book
from engine.ai.levels import choose
from engine.board import Position
from engine.game import Game
from engine.notation import parse_fen
from engine.rules import apply, legal_moves
from engine.rulesets import CLASSIC, RULE_SETS, RuleSet


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_the_first_moves_are_known_and_legal(rules: RuleSet) -> None:
    position = Position.start()
    for _ in range(3):
        known = known_moves(position, rules)
        assert known
        assert {move for move, _ in known} <= set(legal_moves(position, rules))
        assert [score for _, score in known] == sorted((score for _, score in known), reverse=True)
        position = apply(position, known[0][0], rules)


def test_every_entry_of_the_shipped_book_is_playable() -> None:
    for fen, moves in read_book(SHIPPED).items():
        legal = {(move.start, move.end) for move in legal_moves(parse_fen(fen))}
        assert moves
        assert {(start, end) for start, end, _ in moves} <= legal


def test_a_mirrored_position_has_the_mirrored_moves() -> None:
    for move in legal_moves(Position.start()):
        position = apply(Position.start(), move)
        here, there = known_moves(position, CLASSIC), known_moves(position.mirrored(), CLASSIC)
        assert {(m.start ^ 7, m.end ^ 7, score) for m, score in here} == {(m.start, m.end, score) for m, score in there}


def test_the_computer_opens_at_once_and_differently_each_time() -> None:
    began = time.perf_counter()
    moves = {choose(Game.new(), 8, seed) for seed in range(20)}
    assert time.perf_counter() - began < 1
    assert len(moves) > 1


def test_a_position_outside_the_book_is_unknown() -> None:
    assert known_moves(parse_fen("W:Wa2,Kc4:Bd6"), CLASSIC) == []


def test_a_book_is_built_from_searches_and_read_again(tmp_path: Path) -> None:
    built = build_book(2, 300, lambda _, __: None)
    write_book(tmp_path / "b.jsonl", built)
    assert read_book(tmp_path / "b.jsonl") == built
    assert len(built) > 1


@pytest.mark.parametrize("change", ["cut", "other", "missing", "number"])
def test_a_damaged_book_is_refused_by_name(tmp_path: Path, change: str) -> None:
    path = tmp_path / "b.jsonl"
    data = SHIPPED.read_bytes()
    if change != "missing":
        path.write_bytes({"cut": data[:-5], "other": b"{}\n" + data, "number": b"7\n" + data}[change])
    with pytest.raises(BookError, match=r"b\.jsonl: it "):
        read_book(path)


def test_the_computer_plays_without_a_damaged_book_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "b.jsonl"
    path.write_text(json.dumps({"name": "another", "crc": 0}) + "\n")
    monkeypatch.setattr(book, "SHIPPED", path)
    book._shipped.cache_clear()
    try:
        assert choose(Game.new(), 3, 1) in Game.new().legal_moves()
    finally:
        book._shipped.cache_clear()
    assert "b.jsonl: it is damaged" in caplog.text
