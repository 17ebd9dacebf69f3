# The C side of core_strong.py: the tree it searches.
from engine.core cimport alloc_int, alloc_u64, ctz, release
from engine.core_game cimport CoreGame
from engine.core_memory cimport Memory
from engine.core_search cimport INFINITE, PLIES, WIN
from engine.core_tree cimport TreeSearch
from engine.core_values cimport KNOWN, Values

cdef enum:
    KEPT = 48
