# SPDX-License-Identifier: BSD-3-Clause
# Transforms, Poisson and flow solvers and the program tobiuo for Python.
"""tobiuo: Fourier transforms, Poisson and flow solvers on NVIDIA GPUs and CPUs, transforms and
Poisson solvers with OpenCL, and runs of its program.

    tobiuo.fft        transforms with the names and meanings of scipy.fft, reusable plans
    tobiuo.poisson    Poisson's and Helmholtz's equation on a box
    tobiuo.flow       incompressible flow in a box
    tobiuo.run        runs a case of the program, a file or a tobiuo.Case; tobiuo.read_results
    tobiuo.read_fields, tobiuo.write_fields   VTK's files of fields, as numpy's arrays

It is pure Python on the shared library libtobiuo, which the first call looks for where
TOBIUO_LIBRARY says, beside the package, and where the system's loader looks.
"""
from __future__ import annotations

from ctypes import byref, c_char_p
from typing import Optional

from tobiuo import _library, fft, flow, poisson
from tobiuo._errors import (
    DeviceError,
    Error,
    InvalidArgument,
    LibraryNotFound,
    OutOfMemory,
    RunError,
    RunInterrupted,
)
from tobiuo._fields import Fields, read_fields, write_fields
from tobiuo._results import Results, StudyResults, read_results
from tobiuo._run import Case, run

__version__ = "0.3.0"
__all__ = [
    "Case", "DeviceError", "Error", "Fields", "InvalidArgument", "LibraryNotFound", "OutOfMemory",
    "Results", "RunError", "RunInterrupted", "StudyResults", "fft", "flow", "library_version",
    "opencl_device", "poisson", "read_fields", "read_results", "run", "unsupported_reason",
    "write_fields",
]  # fmt: skip


def library_version() -> str:
    """The version of libtobiuo, "0.3.0". Raises LibraryNotFound."""
    return str(_library.library().tobiuo_version().decode())


def unsupported_reason(backend: str) -> Optional[str]:
    """Why this machine cannot run on "cpu", "cuda" or "opencl", in a sentence; None if it can."""
    try:
        asked = _library.number(backend, _library.BACKENDS, "backend")
        _library.check(_library.library().tobiuo_backend_check(asked))
    except DeviceError as error:
        return str(error)
    return None


def opencl_device() -> str:
    """The OpenCL device of this process with its platform, version and driver. Raises DeviceError
    where there is none."""
    text = c_char_p()
    _library.check(_library.library().tobiuo_opencl_device(byref(text)))
    return str((text.value or b"").decode())
