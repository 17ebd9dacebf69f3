"""The short public face of the engine does what its docstring shows."""

import doctest

import engine


def test_the_example_works() -> None:
    result = doctest.testmod(engine)
    assert result.attempted == 3
    assert result.failed == 0


def test_every_public_name_exists() -> None:
    assert all(hasattr(engine, name) for name in engine.__all__)
