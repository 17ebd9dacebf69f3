# The C side of core_search.py: the generator and the clock it searches with.
from engine.core cimport (
    EVEN_RANKS, FULL, NOT_A, NOT_H, MoveStack, alloc_int, alloc_u64, ctz, nanoseconds, popcount, release,
)

cdef extern from *:
    """
    #define dama_RANKS_3478 0xFFFF0000FFFF0000ULL
    #define dama_RANKS_5678 0xFFFFFFFF00000000ULL
    """
    const unsigned long long RANKS_3478 "dama_RANKS_3478"
    const unsigned long long RANKS_5678 "dama_RANKS_5678"

cdef enum:
    PLIES = 192
    INFINITE = 30000
    WIN = 20000
    SURE = 19000
    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2
    GLANCE = 8192
    NODE_WORK = 8
