# The C side of core_memory.py: what other compiled modules see of the transposition table.
from engine.core cimport alloc_u64, release, zero_u64

cdef class Memory:
    cdef unsigned long long *words
    cdef unsigned long long mask
    cdef unsigned long long age
    cdef unsigned long long find(self, unsigned long long key) noexcept nogil
    cdef void keep(self, unsigned long long key, unsigned long long data) noexcept nogil
