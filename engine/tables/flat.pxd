# The C side of flat.py: what plain Python cannot say. flat.py has an uncompiled twin of every function declared here.
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdlib cimport calloc, free

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    #include <stdlib.h>
    static __inline int tables_ctz(unsigned long long x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    #define tables_popcount(x) ((int)__popcnt64(x))
    #define tables_swap_ranks(x) _byteswap_uint64(x)
    #else
    #define tables_ctz(x) __builtin_ctzll(x)
    #define tables_popcount(x) __builtin_popcountll(x)
    #define tables_swap_ranks(x) __builtin_bswap64(x)
    #endif
    #define tables_FULL 0xFFFFFFFFFFFFFFFFULL
    #define tables_ONES 0x5555555555555555ULL
    #define tables_TWOS 0x3333333333333333ULL
    #define tables_FOURS 0x0F0F0F0F0F0F0F0FULL
    """
    int ctz "tables_ctz"(unsigned long long x) noexcept nogil
    int popcount "tables_popcount"(unsigned long long x) noexcept nogil
    unsigned long long swap_ranks "tables_swap_ranks"(unsigned long long x) noexcept nogil
    const unsigned long long FULL "tables_FULL"
    const unsigned long long ONES "tables_ONES"
    const unsigned long long TWOS "tables_TWOS"
    const unsigned long long FOURS "tables_FOURS"

cdef enum:
    SLOTS = 625
    MOST = 5
    LEADS = 2016
    ABSENT = 0
    DISTANCES = 1
    MISSING = -1
    FAR_LOSS = 253
    FAR_WIN = 254


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

cdef inline unsigned char **alloc_pointers(size_t n) except NULL:
    cdef unsigned char **p = <unsigned char **> calloc(n, sizeof(unsigned char *))
    if p == NULL:
        raise MemoryError
    return p

cdef inline void release(void *p) noexcept nogil:
    free(p)

# Where the bytes of a buffer lie. Whoever asks keeps the owner alive and does not resize it; read-only ones are only read.
cdef inline unsigned char *bytes_of(object owner) except NULL:
    cdef Py_buffer view
    PyObject_GetBuffer(owner, &view, PyBUF_SIMPLE)
    cdef unsigned char *p = <unsigned char *> view.buf
    PyBuffer_Release(&view)
    return p


cdef unsigned long long swap_files(unsigned long long b) noexcept nogil
cdef int slot_of(int mm, int mk, int om, int ok) noexcept nogil

cdef class Flat:
    cdef int *choose
    cdef int *lead
    cdef int *lead_size
    cdef int *lead_id
    cdef int *symmetry
    cdef int *kind
    cdef unsigned long long *size
    cdef unsigned long long *stride
    cdef unsigned long long *entries
    cdef unsigned char **data
    cdef dict owners
    cdef int rank(self, unsigned long long b) noexcept nogil
    cdef unsigned long long index(
        self, int slot, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok
    ) noexcept nogil
    cdef int probe(
        self, unsigned long long mm, unsigned long long mk, unsigned long long om, unsigned long long ok, bint white
    ) noexcept nogil
