# The C side of core_tree.py: what other compiled modules see of the search.
from engine.core cimport FULL, alloc_int, alloc_u64, ctz, nanoseconds, release
from engine.core_memory cimport Memory
from engine.core_order cimport MoveOrder
from engine.core_search cimport AT_LEAST, AT_MOST, EXACT, GLANCE, INFINITE, NODE_WORK, PLIES, WIN
from engine.core_sight cimport SightedGame
from engine.core_values cimport KNOWN, Values

cdef enum:
    FEW = 32

cdef class TreeSearch(SightedGame):
    cdef Memory memory
    cdef MoveOrder trail
    cdef int one_reply
    cdef int window
    cdef int *shorter
    cdef int futility
    cdef int prob_cut
    cdef int shallow
    cdef unsigned long long max_nodes
    cdef unsigned long long spent
    cdef int work
    cdef unsigned long long deadline
    cdef bint stopped
    cdef bint cancelled
    cdef int *line_length
    cdef int *line_squares
    cdef unsigned long long *line_taken
    cdef int depth
    cdef unsigned long long nodes
    cdef bint out_of_limits(self) noexcept nogil
    cdef void note_line(
        self, int ply, unsigned long long f, unsigned long long t, unsigned long long c
    ) noexcept nogil
    cdef int enter(
        self, int i, int above, unsigned long long mm, unsigned long long mk, unsigned long long om,
        unsigned long long ok, bint white, int depth, int alpha, int beta, int ply, int reversible, int idle
    ) noexcept nogil
    cdef int search(
        self, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok,
        bint white, int depth, int alpha, int beta, int ply, int base, int reversible, int idle
    ) noexcept nogil
    cdef int try_moves(
        self, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok,
        bint white, int depth, int alpha, int beta, int ply, int base, int reversible, int idle, int n, int first,
        unsigned long long key
    ) noexcept nogil
    cdef int far_above(
        self, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok,
        bint white, int depth, int beta, int ply, int base, int reversible, int idle
    ) noexcept nogil
    cdef int recall(self, unsigned long long data, int depth, int alpha, int beta, int ply, int idle) noexcept nogil
    cdef void remember(self, unsigned long long key, int v, int ply, int depth, int bound, int place) noexcept nogil
