# The C side of core_order.py: its constants, and what other compiled modules see of it.
from engine.core cimport MoveStack, alloc_int, alloc_u64, ctz, release
from engine.core_search cimport PLIES

cdef enum:
    PLACES = 8192

cdef class MoveOrder:
    cdef MoveStack stack
    cdef unsigned long long *killers
    cdef unsigned long long *answers
    cdef int *record
    cdef int *came_by
    cdef void begin(self) noexcept nogil
    cdef void enter(self, int ply, int i, bint white) noexcept nogil
    cdef void note_record(self, int place, int bonus) noexcept nogil
    cdef void note_cut(self, int ply, int base, int i, bint white, int depth) noexcept nogil
    cdef int place_of(self, int i, bint white) noexcept nogil
    cdef void put_in_order(self, int base, int n, int first, bint quiet, int ply, bint white) noexcept nogil
    cdef void bring_best(self, int i, int end) noexcept nogil
