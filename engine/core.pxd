# The C side of core.py: what plain Python cannot say. core.py has an uncompiled twin of every name declared here.
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int dama_ctz(unsigned long long x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    #define dama_popcount(x) ((int)__popcnt64(x))
    #else
    #define dama_ctz(x) __builtin_ctzll(x)
    #define dama_popcount(x) __builtin_popcountll(x)
    #endif
    #if defined(_WIN32)
    #include <windows.h>
    static inline unsigned long long dama_nanoseconds(void) {
        LARGE_INTEGER ticks, rate;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&rate);
        return (unsigned long long)((double)ticks.QuadPart * 1e9 / (double)rate.QuadPart);
    }
    #else
    #include <time.h>
    static inline unsigned long long dama_nanoseconds(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (unsigned long long)now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec;
    }
    #endif
    #define dama_FULL 0xFFFFFFFFFFFFFFFFULL
    #define dama_RANK_1 0x00000000000000FFULL
    #define dama_RANK_2 0x000000000000FF00ULL
    #define dama_RANK_7 0x00FF000000000000ULL
    #define dama_RANK_8 0xFF00000000000000ULL
    #define dama_EVEN_RANKS 0xFF00FF00FF00FF00ULL
    #define dama_NOT_A 0xFEFEFEFEFEFEFEFEULL
    #define dama_NOT_H 0x7F7F7F7F7F7F7F7FULL
    #define dama_KEY_WHITE 0x9E3779B97F4A7C15ULL
    #define dama_KEY_1 0xBF58476D1CE4E5B9ULL
    #define dama_KEY_2 0x94D049BB133111EBULL
    #define dama_KEY_3 0xD6E8FEB86659FD93ULL
    #define dama_KEY_4 0xA0761D6478BD642FULL
    """
    int ctz "dama_ctz"(unsigned long long x) noexcept nogil
    int popcount "dama_popcount"(unsigned long long x) noexcept nogil
    unsigned long long nanoseconds "dama_nanoseconds"() noexcept nogil  # a clock that needs no interpreter
    const unsigned long long FULL "dama_FULL"
    const unsigned long long RANK_1 "dama_RANK_1"
    const unsigned long long RANK_2 "dama_RANK_2"
    const unsigned long long RANK_7 "dama_RANK_7"
    const unsigned long long RANK_8 "dama_RANK_8"
    const unsigned long long EVEN_RANKS "dama_EVEN_RANKS"
    const unsigned long long NOT_A "dama_NOT_A"
    const unsigned long long NOT_H "dama_NOT_H"
    const unsigned long long KEY_WHITE "dama_KEY_WHITE"
    const unsigned long long KEY_1 "dama_KEY_1"
    const unsigned long long KEY_2 "dama_KEY_2"
    const unsigned long long KEY_3 "dama_KEY_3"
    const unsigned long long KEY_4 "dama_KEY_4"

cdef enum:
    UP = 0
    DOWN = 1
    WEST = 2
    EAST = 3
    NOWHERE = 4
    CARRY_ON = 0
    STOP = 1
    CROWNED = 2
    BUDGET = 1024
    ROOM = 1024
    HOPS = 16
    PACE = 512
    CAPS = 0
    META = 1
    COMMON = 2
    UNION = 3
    GAIN = 4
    SEEN = 5
    NODE = 6
    ENDED = 0x7000


# Growing returns NULL when memory is exhausted and leaves the old block alone; fresh memory is zero.
cdef inline unsigned long long *grow_u64(unsigned long long *p, size_t old, size_t new) noexcept nogil:
    cdef unsigned long long *q = <unsigned long long *> realloc(p, new * sizeof(unsigned long long))
    if q != NULL:
        memset(q + old, 0, (new - old) * sizeof(unsigned long long))
    return q

cdef inline int *grow_int(int *p, size_t old, size_t new) noexcept nogil:
    cdef int *q = <int *> realloc(p, new * sizeof(int))
    if q != NULL:
        memset(q + old, 0, (new - old) * sizeof(int))
    return q

cdef inline unsigned long long *alloc_u64(size_t n) except NULL:
    cdef unsigned long long *p = <unsigned long long *> calloc(n, sizeof(unsigned long long))
    if p == NULL:
        raise MemoryError
    return p

cdef inline int *alloc_int(size_t n) except NULL:
    cdef int *p = <int *> calloc(n, sizeof(int))
    if p == NULL:
        raise MemoryError
    return p

cdef inline void zero_u64(unsigned long long *p, size_t n) noexcept nogil:
    memset(p, 0, n * sizeof(unsigned long long))

cdef inline void zero_int(int *p, size_t n) noexcept nogil:
    memset(p, 0, n * sizeof(int))

cdef inline void release(void *p) noexcept nogil:
    free(p)


# What other compiled modules see of the generator: its functions are reached through the type's table of methods.
cdef class MoveStack:
    cdef unsigned long long *origin
    cdef unsigned long long *target
    cdef unsigned long long *taken
    cdef unsigned long long *weight
    cdef int mode
    cdef int visits
    cdef bint failed
    cdef unsigned long long deadline
    cdef bint cut
    cdef void interrupt(self, bint now) noexcept nogil
    cdef int captures(self, int base, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok, bint white) noexcept nogil
    cdef int steps(self, int base, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok, bint white) noexcept nogil
    cdef unsigned long long key(self, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok, bint white) noexcept nogil
    cdef bint crowns(self, unsigned long long start, unsigned long long end, unsigned long long taken, bint white) noexcept nogil
