"""Documents: whatever a table can be comes back as it was, and takes little room."""

import json
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Side
from engine.clock import Clock, TimeControl
from engine.game import Game, Outcome, Reason
from engine.notation import parse_fen
from engine.rules import CLASSIC, RULE_SETS, rule_set
from hall.model import Computer, Guest, Paid, Person, Player, Status, Table, TableId, Terms, guest_id, telegram_id
from hall.ports import Event, EventKind
from hall.reactions import REACTIONS
from hall.schema import UnknownSchema
from hall.store.codec import (
    decode_event,
    decode_moves,
    decode_table,
    encode_event,
    encode_moves,
    encode_table,
    find_op,
    op_digest,
)
from hall.store.documents import Documents
from tests.hall.people import ANNA, BORA, random_game, table_id

sides = st.sampled_from(Side)
table_ids = st.text("ABCyz019_-", min_size=22, max_size=22).map(TableId)
times = st.integers(0, 2**41)
names = st.text(max_size=64)
players: st.SearchStrategy[Player] = st.one_of(
    st.builds(Person, st.integers(1, 2**52).map(telegram_id), names, st.sampled_from(["en", "tr", "ar"])),
    st.builds(Guest, st.builds(guest_id), names, st.sampled_from(["en", "ru"])),
)
seats = st.one_of(st.none(), players, st.builds(Computer, st.integers(1, 8), st.none() | st.integers(1, 7)))
games = st.builds(
    random_game, st.integers(0, 300), st.integers(0, 120), st.sampled_from([rule_set(name) for name in RULE_SETS])
)
controls = st.builds(TimeControl, st.integers(1, 10_800_000), st.integers(0, 180_000), st.booleans())
amounts = st.integers(0, 3000)
shares = st.none() | st.builds(
    Paid, amounts, amounts, amounts, badge=st.booleans()
) | st.builds(Paid, amounts, amounts, amounts, amounts, amounts, st.booleans())
offers = st.lists(st.integers(0, 2000), max_size=3).map(tuple)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    host, game, control = draw(players), draw(games), draw(st.none() | controls)
    outcome = draw(st.sampled_from([None, Outcome(Side.BLACK, Reason.RESIGNATION), Outcome(None, Reason.AGREEMENT)]))
    clock = None
    if control is not None:
        clock = Clock(control, draw(times), draw(times), draw(st.none() | sides), draw(times))
    created = draw(times)
    return Table(
        id=draw(table_ids),
        version=draw(st.integers(1, 5000)),
        terms=Terms(game.rules.name, control, draw(st.booleans()), draw(st.booleans())),
        host=host,
        white=draw(st.just(host) | seats),
        black=draw(st.just(host) | seats),
        status=draw(st.sampled_from(Status)),
        game=game if game.outcome is not None else replace(game, outcome=outcome),
        clock=clock,
        draw_offer=draw(st.none() | sides),
        takeback_offer=draw(st.none() | sides),
        rematch=draw(st.frozensets(sides)),
        next=draw(st.none() | table_ids),
        previous=draw(st.none() | table_ids),
        created_ms=created,
        moved_ms=created + draw(st.integers(0, 10**9)),
        moved_version=draw(st.integers(1, 5000)),
        white_offers=draw(offers),
        black_offers=draw(offers),
        reminded_version=draw(st.integers(0, 5000)),
        left_version=draw(st.integers(0, 5000)),
        white_lag_ms=draw(amounts),
        black_lag_ms=draw(amounts),
        earlier=(draw(amounts), draw(amounts)),
        paid=draw(st.none() | st.tuples(shares, shares)),
    )


@given(tables())
def test_a_table_comes_back_as_it_was(table: Table) -> None:
    assert decode_table(table.id, encode_table(table)) == table


@given(tables())
def test_the_routes_of_captures_are_kept_though_moves_are_equal_without(table: Table) -> None:
    again = decode_table(table.id, encode_table(table))
    assert [move.landings for move in again.game.moves] == [move.landings for move in table.game.moves]


STEPS = st.sampled_from(sorted(set(EventKind) - {EventKind.REACTED}))


@given(games, STEPS, st.none() | sides, st.booleans(), st.booleans(), st.booleans(), st.booleans())
def test_an_event_comes_back_as_it_was(
    game: Game, kind: EventKind, side: Side | None, crowned: bool, awaits_computer: bool, over: bool, ends: bool
) -> None:
    move = game.moves[-1] if game.moves else None
    event = Event(table_id("one"), 7, kind, side, move, crowned, awaits_computer, over, ends)
    assert decode_event(event.table, event.version, encode_event(event)) == event


@given(sides, st.sampled_from(sorted(REACTIONS)))
def test_a_reaction_comes_back_as_it_was(side: Side, reaction: str) -> None:
    event = Event(table_id("one"), 7, EventKind.REACTED, side, reaction=reaction)
    assert decode_event(event.table, event.version, encode_event(event)) == event


def test_a_capture_of_many_pieces_that_ends_where_it_began_is_kept() -> None:
    game = Game.new(CLASSIC, parse_fen("W:WKa1:Ba3,c5,e3,Kc1,h8"))
    moves = [move for move in game.legal_moves() if move.end == move.start]
    assert moves
    assert list(decode_moves(encode_moves(moves))) == moves


@pytest.mark.parametrize("word", ["A", "ABC", "*ABCD*", "*AB", "**ABCD", "AB**ABC"])
def test_a_damaged_word_is_not_read_as_other_moves(word: str) -> None:
    with pytest.raises(ValueError, match="these are not moves"):
        decode_moves(word)


def test_a_composed_start_is_kept() -> None:
    start = parse_fen("B:Wa6,a7:BKa8,b6,b7,c6,c7")
    game = Game.new(CLASSIC, start)
    table = Table(table_id("one"), 1, Terms(), ANNA, ANNA, BORA, Status.PLAYING, game, created_ms=5, moved_ms=5)
    assert decode_table(table.id, encode_table(table)).game.start == start


def test_a_game_of_a_hundred_plies_takes_a_kilobyte() -> None:
    game = next(game for seed in count() if (game := random_game(seed, 100)).ply == 100)
    table = Table(table_id("one"), 103, Terms(), ANNA, ANNA, BORA, Status.PLAYING, game, created_ms=10**12)
    assert len(encode_table(table).encode()) < 1024


def test_a_document_from_the_future_is_refused_by_name() -> None:
    table = Table(table_id("one"), 1, Terms(), ANNA, ANNA, BORA, Status.PLAYING, Game.new())
    document = json.loads(encode_table(table)) | {"s": 2}
    with pytest.raises(UnknownSchema, match="schema 2"):
        decode_table(table.id, json.dumps(document))


@given(st.lists(st.text(max_size=20), unique=True, min_size=1, max_size=32), st.integers(40, 90), st.text(max_size=20))
def test_the_place_of_a_digest_tells_its_version(ops: list[str], version: int, other: str) -> None:
    digests = "".join(map(op_digest, ops))
    for age, op in enumerate(reversed(ops)):
        assert find_op(digests, op, version) == version - age
    assert other in ops or find_op(digests, other, version) is None


def test_a_document_is_read_once_and_as_it_was_written() -> None:
    documents, game = Documents(), random_game(2, 40)
    table = Table(table_id("one"), 40, Terms(), ANNA, ANNA, BORA, Status.PLAYING, game)
    text = documents.write(table)
    assert documents.read(table.id, text) is table
    stranger = Documents()
    read = stranger.read(table.id, text)
    assert read == table
    assert stranger.read(table.id, text) is read
    assert stranger.read(table_id("two"), text).id == table_id("two")


def test_only_the_last_documents_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hall.store.documents.KEPT", 2)
    documents = Documents()
    tables = [Table(table_id(f"{n}"), n, Terms(), ANNA, ANNA, BORA, Status.PLAYING, Game.new()) for n in range(1, 4)]
    texts = [documents.write(table) for table in tables]
    for table, text in list(zip(tables, texts, strict=True))[1:]:
        assert documents.read(table.id, text) is table
    assert documents.read(tables[0].id, texts[0]) == tables[0]
    assert documents.read(tables[0].id, texts[0]) is not tables[0]
