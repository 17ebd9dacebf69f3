# The C side of retro.py.
from engine.tables.flat cimport FULL, Flat, alloc_pointers, bytes_of, popcount, release, swap_files, swap_ranks
from engine.tables.survey cimport GOING_ON, LOST, Survey

cdef extern from *:
    """
    #define retro_RANK_8 0xFF00000000000000ULL
    #define retro_NOT_A 0xFEFEFEFEFEFEFEFEULL
    #define retro_NOT_H 0x7F7F7F7F7F7F7F7FULL
    """
    const unsigned long long RANK_8 "retro_RANK_8"
    const unsigned long long NOT_A "retro_NOT_A"
    const unsigned long long NOT_H "retro_NOT_H"

cdef enum:
    CLOSED = 255
    LARGEST = 252

cdef class Solver(Survey):
    cdef dict counts
    cdef int top
    cdef unsigned char **counter
    cdef int judge(self, int section, unsigned long long at)
    cdef int judge_quiet(
        self, int section, unsigned long long at,
        unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok
    )
    cdef void note(self, int section, unsigned long long at, int code, int count) noexcept nogil
    cdef bint is_certain(self, int section, unsigned long long at) noexcept nogil
    cdef void retreat(self, int section, unsigned long long at, int code) noexcept nogil
    cdef void reach(
        self, int section, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok,
        int code, bint twice
    ) noexcept nogil
    cdef void touch(self, int section, unsigned long long at, int code) noexcept nogil
