"""The hall's own fixtures serve here, too."""

from tests.hall.conftest import real_stores, valkey

__all__ = ["real_stores", "valkey"]
