# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""The transposition table of the strong search, which several threads may use at once.

Cython in pure Python mode like core.py; core_memory.pxd declares for C what other modules see.
"""

from __future__ import annotations

import cython

if not cython.compiled:  # compiled, these names come from core_memory.pxd
    from engine.core import alloc_u64, release, zero_u64


@cython.cclass
class Memory:
    """A transposition table that several searchers may use at once: four entries a bucket, older ones give way first.

    An entry is (key ^ data, data), so that one torn by two threads is not recognised instead of believed.
    """

    if not cython.compiled:
        words: cython.p_ulonglong
        mask: cython.ulonglong
        age: cython.ulonglong

    def __cinit__(self, bits: cython.int = 16) -> None:
        one: cython.ulonglong = 1
        self.words = alloc_u64(one << (bits + 3))
        self.mask = (one << bits) - 1
        self.age = 0

    if not cython.compiled:
        __init__ = __cinit__

    def __dealloc__(self) -> None:
        release(self.words)

    def grow_older(self) -> None:
        """Another search begins; what earlier ones found gives way to it."""
        self.age = (self.age + 1) & 63

    def clear(self) -> None:
        """Forget everything."""
        zero_u64(self.words, 8 * (self.mask + 1))
        self.age = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, key: cython.ulonglong) -> cython.ulonglong:
        """The data kept for a position, 0 if none is."""
        at: cython.ulonglong = (key & self.mask) << 3
        i: cython.int
        data: cython.ulonglong
        for i in range(4):
            data = self.words[at + 2 * i + 1]
            if self.words[at + 2 * i] ^ data == key and data:
                return data
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self, key: cython.ulonglong, data: cython.ulonglong) -> cython.void:
        """Keep data: in the position's own place, else in that of the oldest and shallowest."""
        at: cython.ulonglong = (key & self.mask) << 3
        place: cython.ulonglong = at
        i: cython.int
        worth: cython.int
        least: cython.int = 1 << 20
        old: cython.ulonglong
        data |= self.age << 26
        for i in range(4):
            old = self.words[at + 2 * i + 1]
            if self.words[at + 2 * i] ^ old == key:
                place = at + 2 * i
                break
            worth = cython.cast(cython.int, (old >> 16) & 0xFF)
            if old and (old >> 26) & 63 == self.age:
                worth += 256
            if worth < least:
                least = worth
                place = at + 2 * i
        self.words[place] = key ^ data
        self.words[place + 1] = data
