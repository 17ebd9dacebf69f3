# The C side of core_sight.py: what other compiled modules see of it.
from engine.core cimport FULL, NOT_A, NOT_H, popcount
from engine.core_game cimport CoreGame
from engine.core_memory cimport Memory
from engine.core_search cimport INFINITE, WIN
from engine.core_values cimport KNOWN, Judge, Values
from engine.tables.flat cimport Flat

cdef class SightedGame(CoreGame):
    cdef Judge judge
    cdef Flat tables
    cdef int table_pieces
    cdef int contempt
    cdef int draw(self, int ply) noexcept nogil
    cdef int ask_tables(
        self, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok,
        bint white, int ply, int idle
    ) noexcept nogil
    cdef int decided(
        self, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok,
        bint white, int captures, int ply, int idle
    ) noexcept nogil
    cdef int at_leaf(
        self, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok,
        bint white, int ply, int idle
    ) noexcept nogil
