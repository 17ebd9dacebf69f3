"""Builds the compiled core. Without a working C compiler the installation still succeeds, and its modules run as
plain Python, about a hundred times slower. DAMA_REQUIRE_CORE=1 turns a failed build into an error (Docker and CI)."""

import os
import platform
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

REQUIRED = os.environ.get("DAMA_REQUIRE_CORE") == "1"
SKIPPED = os.environ.get("DAMA_SKIP_CORE") == "1"  # `./dama` builds the core in a step of its own


class SurvivingBuildExt(build_ext):
    """`Extension(optional=True)` does not survive a missing compiler executable; this does."""

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception as error:
            if REQUIRED:
                raise
            self.warn(f"{ext.name} was not compiled ({error}); it will run as plain Python, about 100 times slower")

    def copy_extensions_to_source(self) -> None:
        try:
            super().copy_extensions_to_source()
        except Exception as error:
            if REQUIRED:
                raise
            self.warn(f"no compiled core was copied: {error}")

    def get_outputs(self) -> list[str]:
        return [path for path in super().get_outputs() if REQUIRED or Path(path).exists()]

    def get_output_mapping(self) -> dict[str, str]:
        return {k: v for k, v in super().get_output_mapping().items() if REQUIRED or Path(k).exists()}


arguments = ["/O2"] if os.name == "nt" else ["-O3", "-g0"]
if os.name != "nt" and platform.machine() in ("x86_64", "AMD64"):
    arguments.append("-march=" + os.environ.get("DAMA_MARCH", "x86-64-v2"))  # measured: the same C without it is slower

# A module of the engine is compiled if a .pxd lies beside it.
modules = sorted(path.with_suffix(".py") for path in Path("engine").rglob("*.pxd"))
core = [Extension(".".join(p.with_suffix("").parts), [str(p)], extra_compile_args=arguments) for p in modules]
setup(
    ext_modules=[] if SKIPPED else cythonize(core, build_dir="build/cython"),
    cmdclass={"build_ext": SurvivingBuildExt},
)
