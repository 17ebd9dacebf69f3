"""Table files: one rule set and one pair of materials each, checked by block, written whole or not at all.

Little-endian: a header (magic, version, kind, flags, rule set, pair, block size, entries of both sections, blocks), a
directory of the blocks (length as stored, CRC-32 of what is stored), the CRC-32 of both, then the blocks. A block holds
`block size` bytes of a section, its last block what remains. Sections follow each other: the first material of the pair
to move, then the second, unless both are the same.
"""

from __future__ import annotations

import lzma
import mmap
import os
import struct
import tempfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.tables.codes import DISTANCES, RESULTS

MAGIC = b"DamaTabl"
VERSION = 1
HEADER = struct.Struct("<8sHBB16s16sIQQI")
ENTRY = struct.Struct("<II")
CRC = struct.Struct("<I")
PACKED = 1  # flags: blocks are compressed
QUIET = 2  # positions with a capture are not in it
BLOCK_SIZE = 1 << 16
# One block is its own dictionary; measured on these tables: no literal context, no alignment.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": BLOCK_SIZE, "lc": 0, "lp": 0, "pb": 0}]

TOO_LARGE = "there is too little memory to unpack it"

Data = bytes | bytearray | memoryview


class TableError(Exception):
    """A table file cannot be used; the text names it and says why."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says of itself. `entries` has one number a section."""

    kind: int
    flags: int
    rules: str
    pair: str
    entries: tuple[int, ...]
    block_size: int = BLOCK_SIZE

    @property
    def lengths(self) -> tuple[int, ...]:
        """The bytes of each section, unpacked."""
        return tuple(n if self.kind == DISTANCES else (n + 3) // 4 for n in self.entries)


def pack_results(codes: Data) -> bytes:
    """Codes as results, four a byte, lowest bits first: 0 draw, 1 loss, 2 win."""
    result = bytes([0, *(1 if code & 1 else 2 for code in range(1, 256))])
    flat = bytes(codes).translate(result) + bytes(-len(codes) % 4)
    quarters = [int.from_bytes(flat[i::4], "little") << (2 * i) for i in range(4)]
    return (quarters[0] | quarters[1] | quarters[2] | quarters[3]).to_bytes(len(flat) // 4, "little")


def write_table(path: Path, header: Header, sections: Sequence[Data]) -> None:
    """Write a file under another name and put it in its place; OSError as the system raises it."""
    lengths = tuple(map(len, sections))
    if lengths != header.lengths:
        raise ValueError(f"{header.pair} has sections of {header.lengths} bytes, not {lengths}")
    pack: Callable[[Data], Data] = _pack if header.flags & PACKED else memoryview
    views = [memoryview(section) for section in sections]
    blocks = [
        pack(view[at : at + header.block_size]) for view in views for at in range(0, len(view), header.block_size)
    ]
    directory = b"".join(ENTRY.pack(len(block), zlib.crc32(block)) for block in blocks)
    head = _header_bytes(header, len(blocks)) + directory
    write_atomically(path, [head, CRC.pack(zlib.crc32(head)), *blocks])


def write_atomically(path: Path, parts: Iterable[Data]) -> None:
    """A file of these parts, whole or not at all."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _pack(block: Data) -> bytes:
    return lzma.compress(block, lzma.FORMAT_RAW, filters=FILTERS)


def _header_bytes(header: Header, blocks: int) -> bytes:
    first, second = (*header.entries, 0)[:2]
    names = header.rules.encode(), header.pair.encode()
    return HEADER.pack(
        MAGIC, VERSION, header.kind, header.flags, *names, header.block_size, first, second, blocks
    )


class TableFile:
    """A file mapped read-only, which all processes share. TableError when it is damaged or another table.

    The header and directory are checked when it is opened, each block whenever it is read.
    """

    def __init__(self, path: Path, rules: str, pair: str, entries: tuple[int, ...]) -> None:
        self.path = path
        self._bytes = self._map()
        self.header, blocks = self._read_header()
        if (self.header.rules, self.header.pair) != (rules, pair):
            raise TableError(path, f"it is the table {self.header.rules} {self.header.pair}, not {rules} {pair}")
        if self.header.entries != entries:
            raise TableError(path, f"it has {self.header.entries} entries, not {entries}")
        self._blocks = self._read_directory(blocks)

    def _map(self) -> memoryview:
        try:
            with self.path.open("rb") as file:
                return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except (OSError, ValueError) as error:  # an empty file is a ValueError
            raise TableError(self.path, f"it cannot be read: {error}") from error

    def _read_header(self) -> tuple[Header, int]:
        if len(self._bytes) < HEADER.size or self._bytes[:8] != MAGIC:
            raise TableError(self.path, "it is not a table")
        _, version, kind, flags, rules, pair, size, first, second, blocks = HEADER.unpack_from(self._bytes)
        if version != VERSION:
            raise TableError(self.path, f"it has version {version}, this program reads version {VERSION}")
        end = HEADER.size + ENTRY.size * blocks
        if len(self._bytes) < end + CRC.size or self._bytes[end : end + CRC.size] != CRC.pack(
            zlib.crc32(self._bytes[:end])
        ):
            raise TableError(self.path, "its header is damaged")
        entries = (first, second) if second else (first,)
        names = [name.rstrip(b"\0").decode() for name in (rules, pair)]
        return Header(kind, flags, names[0], names[1], entries, size), blocks

    def _read_directory(self, blocks: int) -> list[tuple[int, int, int]]:
        """Where each block begins, its length and its checksum."""
        at = HEADER.size + ENTRY.size * blocks + CRC.size
        found = []
        for length, crc in ENTRY.iter_unpack(self._bytes[HEADER.size : at - CRC.size]):
            found.append((at, length, crc))
            at += length
        if at != len(self._bytes):
            raise TableError(self.path, f"it has {len(self._bytes)} bytes, not {at}")
        return found

    def locate(self, section: int, at: int) -> tuple[int, int]:
        """The block in which an entry's byte lies, and where in it."""
        if self.header.kind == RESULTS:
            at >>= 2
        before = sum(-(-length // self.header.block_size) for length in self.header.lengths[:section])
        return before + at // self.header.block_size, at % self.header.block_size

    def block(self, number: int) -> Data:
        """The bytes of a block, unpacked and checked; TableError if they are not what was written."""
        at, length, crc = self._blocks[number]
        stored = self._bytes[at : at + length]
        if zlib.crc32(stored) != crc:
            raise TableError(self.path, f"its block {number} is damaged")
        try:
            return lzma.decompress(stored, lzma.FORMAT_RAW, filters=FILTERS) if self.header.flags & PACKED else stored
        except MemoryError as error:
            raise TableError(self.path, TOO_LARGE) from error

    def section(self, section: int) -> Data:
        """All bytes of a section, every block checked; of an unpacked file a view of the mapping, without a copy."""
        first, _ = self.locate(section, 0)
        length = self.header.lengths[section]
        numbers = range(first, first + -(-length // self.header.block_size))
        blocks = [self.block(number) for number in numbers]
        try:
            if self.header.flags & PACKED:
                return b"".join(blocks)
        except MemoryError as error:
            raise TableError(self.path, TOO_LARGE) from error
        at = self._blocks[first][0]
        return self._bytes[at : at + length]
