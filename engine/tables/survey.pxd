# The C side of survey.py.
from engine.tables.flat cimport Flat, alloc_int, alloc_pointers, alloc_u64, bytes_of, release, swap_files

cdef enum:
    CARRY_ON = 0
    DRAWN = 1
    DRAWN_IF_QUIET = 2
    LOST = 1
    NO_POSITION = 0
    OVER = 1
    GOING_ON = 2

cdef class Survey:
    cdef Flat flat
    cdef object referee
    cdef dict owners
    cdef int ending
    cdef int sections
    cdef int *slots
    cdef int *first
    cdef unsigned char **value
    cdef unsigned long long *subsets
    cdef unsigned long long board(self, int section, int group, unsigned long long at) noexcept nogil
    cdef bint distinct(self, int section, unsigned long long at) noexcept nogil
    cdef int kind_of(
        self, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok
    )
    cdef int follow(
        self, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok
    )
    cdef int known(
        self, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok
    )
