"""Table files: damage is found and named, and files are whole or not there."""

import os
import random
import shutil
from pathlib import Path

import pytest

from engine.notation import parse_fen
from engine.rules import CLASSIC, FEDERATION
from engine.tables.codes import DISTANCES, RESULTS
from engine.tables.files import (
    HEADER,
    PACKED,
    Header,
    TableError,
    TableFile,
    pack_results,
    write_atomically,
    write_table,
)
from engine.tables.flat import Flat
from engine.tables.material import parse_pair
from engine.tables.probe import Tables
from engine.tables.store import SHIPPED

NAME = "classic-kk-k.distances"
ENTRIES = (64_512, 64_512)
POSITION = parse_fen("W:WKa1,Kh2:BKd5")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of a shipped file, to be damaged."""
    shutil.copy(SHIPPED / NAME, tmp_path)
    return tmp_path / NAME


def damage(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 0x10
    path.write_bytes(data)


def opened(path: Path) -> TableFile:
    return TableFile(path, "classic", "kk-k", ENTRIES)


def test_a_shipped_file_is_read_whole(copy: Path) -> None:
    file = opened(copy)
    assert file.header.flags == PACKED
    assert [len(file.section(section)) for section in (0, 1)] == list(ENTRIES)


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        (0, "it is not a table"),
        (8, "it has version 17, this program reads version 1"),
        (13, "its header is damaged"),
        (HEADER.size + 1, "its header is damaged"),
    ],
)
def test_a_damaged_header_is_found_when_the_file_is_opened(copy: Path, at: int, reason: str) -> None:
    damage(copy, at)
    with pytest.raises(TableError, match=reason) as caught:
        opened(copy)
    assert str(copy) in str(caught.value)


def test_a_damaged_block_is_found_when_it_is_read_and_never_gives_a_value(copy: Path) -> None:
    damage(copy, copy.stat().st_size - 5)
    file = opened(copy)
    with pytest.raises(TableError, match="its block 1 is damaged"):
        file.section(1)
    tables = Tables(copy.parent, None)
    assert tables.probe(POSITION, CLASSIC) is not None  # block 0 is whole
    for _ in range(2):
        with pytest.raises(TableError, match=NAME):
            tables.probe(parse_fen("B:WKa1,Kh2:BKd5"), CLASSIC)
    with pytest.raises(TableError, match=NAME):
        tables.flat(CLASSIC)


@pytest.mark.parametrize("length", [0, 5, HEADER.size + 3, -1])
def test_a_cut_file_is_refused(copy: Path, length: int) -> None:
    copy.write_bytes(copy.read_bytes()[:length])
    with pytest.raises(TableError, match=NAME):
        opened(copy)


def test_an_added_byte_is_refused(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes() + b"x")
    with pytest.raises(TableError, match="bytes, not"):
        opened(copy)


def test_every_byte_of_a_file_is_guarded(copy: Path) -> None:
    whole = copy.read_bytes()
    chance = random.Random(3)
    for at in [*range(HEADER.size), *(chance.randrange(len(whole)) for _ in range(60))]:
        copy.write_bytes(whole)
        damage(copy, at)
        with pytest.raises(TableError):
            [opened(copy).section(section) for section in (0, 1)]


@pytest.mark.parametrize("name", ["federation-kk-k.distances", "classic-kk-m.distances", "classic-kk-k.results"])
def test_a_file_under_another_name_is_refused(copy: Path, name: str) -> None:
    copy.rename(copy.with_name(name))
    asked = parse_fen("W:WKa1,Kh2:Bd5") if "kk-m" in name else POSITION
    rules = CLASSIC if "classic" in name else FEDERATION
    with pytest.raises(TableError, match=name):
        Tables(copy.parent, None).probe(asked, rules)


def test_a_file_that_cannot_be_read_is_a_table_error(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with pytest.raises(TableError, match="it cannot be read"):
        Tables(tmp_path, None).probe(POSITION, CLASSIC)


def test_results_are_packed_four_a_byte() -> None:
    codes = [0, 1, 2, 3, 16, 0, 253, 254, 0]
    packed = pack_results(bytes(codes))
    wanted = [0 if code == 0 else 1 if code & 1 else 2 for code in codes]
    assert len(packed) == 3
    assert [packed[at >> 2] >> 2 * (at & 3) & 3 for at in range(len(codes))] == wanted


def test_a_file_that_is_not_finished_is_not_there(tmp_path: Path) -> None:
    def parts() -> list[bytes]:
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        write_atomically(tmp_path / "table", (part for _ in (1,) for part in parts()))
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - hidden files too


def test_sections_of_the_wrong_size_are_not_written(tmp_path: Path) -> None:
    header = Header(DISTANCES, 0, "classic", "kk-k", (3, 4))
    with pytest.raises(ValueError, match="kk-k has sections"):
        write_table(tmp_path / NAME, header, [b"abc", b"abc"])
    with pytest.raises(ValueError, match="bytes, not 3"):
        Flat().put(parse_pair("kk-k").slots[0], RESULTS, b"abc")


def test_blocks_are_found_across_sections(tmp_path: Path) -> None:
    chance = random.Random(5)
    sections = [chance.randbytes(1000), chance.randbytes(333)]
    for flags in (0, PACKED):
        header = Header(DISTANCES, flags, "classic", "kk-k", (1000, 333), block_size=64)
        write_table(tmp_path / NAME, header, sections)
        file = TableFile(tmp_path / NAME, "classic", "kk-k", (1000, 333))
        assert [bytes(file.section(section)) for section in (0, 1)] == sections
        for section, at in ((0, 0), (0, 999), (1, 0), (1, 332)):
            number, offset = file.locate(section, at)
            assert file.block(number)[offset] == sections[section][at]
