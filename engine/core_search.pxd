# The C side of core_search.py: the generator it searches with, and a clock that needs no interpreter.
from engine.core cimport (
    EVEN_RANKS, FULL, NOT_A, NOT_H, MoveStack, alloc_int, alloc_u64, ctz, popcount, release,
)

cdef extern from *:
    """
    #if defined(_WIN32)
    #include <windows.h>
    static unsigned long long dama_nanoseconds(void) {
        LARGE_INTEGER ticks, rate;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&rate);
        return (unsigned long long)((double)ticks.QuadPart * 1e9 / (double)rate.QuadPart);
    }
    #else
    #include <time.h>
    static unsigned long long dama_nanoseconds(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (unsigned long long)now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec;
    }
    #endif
    #define dama_RANKS_3478 0xFFFF0000FFFF0000ULL
    #define dama_RANKS_5678 0xFFFFFFFF00000000ULL
    """
    const unsigned long long RANKS_3478 "dama_RANKS_3478"
    const unsigned long long RANKS_5678 "dama_RANKS_5678"
    unsigned long long nanoseconds "dama_nanoseconds"() noexcept nogil

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
