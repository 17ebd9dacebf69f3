# The C side of core_game.py: its constants, and what other compiled modules see of it.
from engine.core cimport FULL, ROOM, MoveStack, alloc_u64, release
from engine.core_search cimport PLIES

cdef enum:
    GAME = 2048

cdef class CoreGame:
    cdef MoveStack stack
    cdef int mode
    cdef int king_v_king
    cdef int king_v_man
    cdef int man_v_man
    cdef int repetition
    cdef int progress
    cdef int no_progress_plies
    cdef unsigned long long mm
    cdef unsigned long long mk
    cdef unsigned long long om
    cdef unsigned long long ok
    cdef bint white
    cdef int reversible
    cdef int idle
    cdef unsigned long long *keys
    cdef int here
    cdef int count
    cdef int generate(
        self, int base, unsigned long long mm, unsigned long long mk,
        unsigned long long om, unsigned long long ok, bint white
    ) noexcept nogil
    cdef bint occurred(self) noexcept nogil
    cdef bint repeats(self, unsigned long long key, int ply, int reversible) noexcept nogil
    cdef int one_each(self, unsigned long long mk, unsigned long long ok) noexcept nogil
