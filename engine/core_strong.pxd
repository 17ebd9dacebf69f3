# The C side of core_strong.py: the generator, the clock and the endgame tables it searches with.
from engine.core cimport (
    FULL, NOT_A, NOT_H, ROOM, MoveStack, alloc_int, alloc_u64, ctz, nanoseconds, popcount, release, zero_u64,
)
from engine.core_search cimport (
    AT_LEAST, AT_MOST, EXACT, GLANCE, INFINITE, NODE_WORK, PLIES, SURE, WIN,
)
from engine.tables.flat cimport Flat

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
    GAME = 2048
    STATES = 6561
    PATTERNS = 43
    TERMS = 23
    KNOWN = 15000
    PLACES = 8192
    KEPT = 48
