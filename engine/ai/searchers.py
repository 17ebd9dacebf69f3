"""Searchers by the name of their configuration, with what they need from files: learned values and endgame tables.

A damaged or missing file is told once, in the log, by its name; the searchers then do without it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache

from engine.ai.configuration import Configuration, StrongConfiguration, find_configuration, packed, shorter
from engine.ai.weights import WeightsError, read_weights
from engine.board import Position
from engine.core_memory import Memory
from engine.core_search import Searcher
from engine.core_strong import StrongSearcher
from engine.core_values import Values
from engine.rulesets import Ending, Progress, RuleSet
from engine.tables.files import TableError
from engine.tables.flat import Flat
from engine.tables.probe import default_tables

log = logging.getLogger(__name__)

TABLE_PIECES = 4  # positions of at most so many pieces are asked of the endgame tables
TABLES_IN_SIGHT = 16  # with more pieces on the board no search gets there
LEAST_BITS = 12  # of a transposition table
MOST_BITS = 40  # 16 TB; beyond, sizes do not fit into the core's numbers
BUCKET_BITS = 2  # a bucket of the strong search holds four entries

_ENDINGS = {Ending.PLAY_ON: 0, Ending.DRAW: 1, Ending.DRAW_UNLESS_CAPTURE: 2, Ending.KING_WINS: 3}
_PROGRESS = {Progress.FORWARD_STEP: 0, Progress.MAN_MOVE: 1, Progress.PROMOTION: 2}


def new_searcher(name: str, rules: RuleSet, bits: int, memory: Memory | None = None) -> Searcher | StrongSearcher:
    """A searcher of this configuration with a table of 2 ** bits entries, or with a memory that outlives it."""
    configuration = find_configuration(name)
    searcher = (
        _first(configuration, bits)
        if isinstance(configuration, Configuration)
        else _strong(configuration, memory or _largest_memory(bits))
    )
    searcher.set_rules(
        rules.mode,
        _ENDINGS[rules.king_v_king],
        _ENDINGS[rules.king_v_man],
        _ENDINGS[rules.man_v_man],
        rules.repetition or 0,
        _PROGRESS[rules.progress],
        rules.no_progress_plies,
    )
    return searcher


def new_memory(bits: int) -> Memory:
    """A transposition table of 2 ** bits entries of 16 bytes that several strong searchers may share.

    MemoryError, which tells the size, if there is not so much memory.
    """
    bits = max(bits, LEAST_BITS)
    try:
        if bits > MOST_BITS:
            raise MemoryError
        memory: Memory = Memory(bits - BUCKET_BITS)
    except MemoryError as error:
        raise MemoryError(f"there is too little memory for a transposition table of {16 << bits >> 10} KB") from error
    return memory


def _largest_memory(bits: int) -> Memory:
    """A transposition table of this size, or the largest below it that can be had."""
    while bits > LEAST_BITS:
        try:
            return new_memory(bits)
        except MemoryError as error:
            log.warning("%s; a smaller one is tried", error)
            bits -= 1
    return new_memory(bits)


def give_tables(searcher: Searcher | StrongSearcher, name: str, position: Position, rules: RuleSet) -> None:
    """Let a searcher ask the endgame tables if it can get there from this position."""
    if isinstance(searcher, StrongSearcher) and asks_tables(name):
        pieces = sum(board.bit_count() for board in position.boards[:4])
        if pieces <= TABLES_IN_SIGHT:
            searcher.set_tables(load_tables(rules), TABLE_PIECES)


def asks_tables(name: str) -> bool:
    """Whether this configuration uses the endgame tables."""
    configuration = find_configuration(name)
    return isinstance(configuration, StrongConfiguration) and configuration.tables


def _first(configuration: Configuration, bits: int) -> Searcher:
    searcher: Searcher = Searcher(bits)
    searcher.set_weights(configuration.weights, configuration.advance)
    return searcher


def _strong(configuration: StrongConfiguration, memory: Memory) -> StrongSearcher:
    searcher: StrongSearcher = StrongSearcher(memory, values_of(configuration.name))
    features = configuration.features
    searcher.set_features(features, shorter(features["late"], features["very_late"], features["steep"]))
    return searcher


@cache
def values_of(name: str) -> Values:
    """The values of a strong configuration, read once."""
    configuration = find_configuration(name)
    assert isinstance(configuration, StrongConfiguration)  # noqa: S101 - the first search has values of its own kind
    terms = [packed(pair) for pair in configuration.terms]
    if not configuration.weights:
        return _values(terms, ())
    try:
        return _values(*read_weights(configuration.weights))
    except WeightsError as error:
        log.error("%s; the computer plays without what it has learned", error)
    except MemoryError:
        log.error("%s: there is too little memory for it; the computer plays without it", configuration.weights)
    return _values(terms, ())


def _values(terms: Sequence[int], patterns: Sequence[int]) -> Values:
    values: Values = Values(terms, patterns)
    return values


@cache
def load_tables(rules: RuleSet) -> Flat | None:
    """The endgame tables for a rule set, read once; None if there are none, or damaged ones, which the log names."""
    try:
        return default_tables().flat(rules)
    except TableError as error:
        log.error("%s; the computer plays without endgame tables", error)
    except MemoryError:
        log.error("%s: there is too little memory for its endgame tables; the computer plays without", rules.name)
    return None
