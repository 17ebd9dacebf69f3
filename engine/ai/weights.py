"""The file of learned values: checked when read, versioned, integers throughout.

Layout, little-endian: magic, version, number of terms, of patterns and of states of a pattern, length and CRC-32 of
what follows; then, compressed by zlib, the terms and the patterns, each value as two 16-bit integers: for the full and
for the empty board, in hundredths of a man.
"""

from __future__ import annotations

import os
import struct
import zlib
from array import array
from collections.abc import Sequence
from pathlib import Path

from engine.core_values import shape

FOLDER = Path(__file__).parent.parent / "data"
TERMS, PATTERNS, STATES = shape()
MAGIC = b"DamaWght"
VERSION = 1
HEADER = struct.Struct("<8sHHHHII")
LARGEST = 8_000  # no value is larger: sums must fit 16 bits


class WeightsError(Exception):
    """A weights file cannot be used; the text names it and says why."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


def read_weights(name: str | Path) -> tuple[array[int], array[int]]:
    """The terms and patterns of a file (in the package's data unless it has a folder), packed as the core adds them."""
    path = FOLDER / name  # an absolute path stays what it is
    try:
        data = path.read_bytes()
    except OSError as error:
        raise WeightsError(path, f"it cannot be read: {error.strerror}") from error
    try:
        values = _unpacked(_checked(path, data))
    except MemoryError as error:
        raise WeightsError(path, "there is too little memory to read it") from error
    return values[:TERMS], values[TERMS:]


def _unpacked(body: bytes) -> array[int]:
    halves = array("h", body)
    if struct.pack("=H", 1) != struct.pack("<H", 1):
        halves.byteswap()
    return array("i", (full + 65536 * empty for full, empty in zip(halves[::2], halves[1::2], strict=True)))


def write_weights(path: Path, values: Sequence[tuple[int, int]]) -> None:
    """Write terms and then patterns, each as its values for the full and the empty board."""
    if len(values) != TERMS + PATTERNS * STATES or any(abs(v) > LARGEST for pair in values for v in pair):
        raise ValueError("these are not the values of all terms and patterns within their range")
    packed = zlib.compress(b"".join(struct.pack("<hh", *pair) for pair in values), 9)
    head = HEADER.pack(MAGIC, VERSION, TERMS, PATTERNS, STATES, len(packed), zlib.crc32(packed))
    new = path.with_name(path.name + ".new")
    new.write_bytes(head + packed)
    os.replace(new, path)  # noqa: PTH105 - whole or not at all


def _checked(path: Path, data: bytes) -> bytes:
    if len(data) < HEADER.size or data[:8] != MAGIC:
        raise WeightsError(path, "it is not a weights file")
    _, version, *shape, length, crc = HEADER.unpack_from(data)
    if version != VERSION or shape != [TERMS, PATTERNS, STATES]:
        raise WeightsError(path, f"it has version {version} and shape {shape}, this program reads another")
    packed = data[HEADER.size :]
    if len(packed) != length or zlib.crc32(packed) != crc:
        raise WeightsError(path, "it is damaged")
    body = zlib.decompress(packed)
    if len(body) != 4 * (TERMS + PATTERNS * STATES):
        raise WeightsError(path, "it is damaged")
    return body
