"""Both builds of the engine, for tests that must hold in each."""

import pytest
from hypothesis import settings

from tests.engine.uncompiled import COMPILED, UNCOMPILED, Engine

settings.register_profile("busy machine", deadline=None)  # how long an example takes says nothing about the engine
settings.load_profile("busy machine")


@pytest.fixture(scope="session", params=[COMPILED, UNCOMPILED], ids=repr)
def engine(request: pytest.FixtureRequest) -> Engine:
    """The engine, once compiled and once from its sources. A core that was not compiled is a failure, not a skip."""
    build: Engine = request.param
    return checked(build)


@pytest.fixture(scope="session")
def compiled() -> Engine:
    """The compiled engine, for what takes too long in plain Python."""
    return checked(COMPILED)


@pytest.fixture(scope="session")
def uncompiled() -> Engine:
    """The engine from its sources alone."""
    return checked(UNCOMPILED)


def checked(build: Engine) -> Engine:
    if build.core.COMPILED is not build.compiled:
        pytest.fail(f"the {build} engine is not: build the core with a C compiler, python setup.py build_ext --inplace")
    return build
