# The C side of core_values.py: its constants, and what other compiled modules see of it.
from engine.core cimport FULL, NOT_A, NOT_H, alloc_int, popcount, release

cdef extern from *:
    """
    #define dama_EDGES 0x8181818181818181ULL
    #define dama_SWAP_1 0x00AA00AA00AA00AAULL
    #define dama_SWAP_2 0x0000CCCC0000CCCCULL
    #define dama_SWAP_4 0x00000000F0F0F0F0ULL
    """
    const unsigned long long EDGES "dama_EDGES"
    const unsigned long long SWAP_1 "dama_SWAP_1"
    const unsigned long long SWAP_2 "dama_SWAP_2"
    const unsigned long long SWAP_4 "dama_SWAP_4"

cdef enum:
    STATES = 6561
    PATTERNS = 43
    TERMS = 25
    KNOWN = 15000

cdef class Values:
    cdef int *terms
    cdef int *patterns
    cdef bint with_patterns

cdef class Judge:
    cdef Values values
    cdef int *codes
    cdef int *men_code
    cdef unsigned long long runners(self, unsigned long long w, unsigned long long b) noexcept nogil
    cdef unsigned long long black_runners(self, unsigned long long w, unsigned long long b) noexcept nogil
    cdef int terms(
        self, unsigned long long w, unsigned long long wk,
        unsigned long long b, unsigned long long bk, unsigned long long emp
    ) noexcept nogil
    cdef int patterns(self, unsigned long long w, unsigned long long b) noexcept nogil
    cdef int evaluate(
        self, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok, bint white
    ) noexcept nogil
