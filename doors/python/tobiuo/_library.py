# SPDX-License-Identifier: BSD-3-Clause
# Finds libtobiuo, declares its functions, and turns the statuses that they return into exceptions.
from __future__ import annotations

import ctypes
import os
import re
import sys
import threading
from ctypes import POINTER, c_char_p, c_double, c_int, c_int64, c_void_p
from pathlib import Path
from typing import List, Optional, Tuple

from tobiuo import _forks
from tobiuo._errors import DeviceError, Error, InvalidArgument, LibraryNotFound, OutOfMemory
from tobiuo._structures import (
    Body, Coefficient, Communicator, FlowObserved, FlowParts, FlowProblem, FunctionData, Functions,
    MixedWall, Obstacle, ObstacleForce, Options, PoissonProblem, R2r, Transform, Wall
)  # fmt: skip

ABI_VERSION = 2  # TOBIUO_ABI_VERSION in tobiuo.h, the header that this file follows
FILE_NAME = f"libtobiuo.so.{ABI_VERSION}"

BACKENDS = {None: 0, "cpu": 1, "cuda": 2, "opencl": 3}
PRECISIONS = {"single": 0, "double": 1}
KINDS = {"c2c": 0, "r2c": 1, "c2r": 2}
R2R_KINDS = {
    "dct-1": 0, "dct-2": 1, "dct-3": 2, "dct-4": 3, "dst-1": 4, "dst-2": 5, "dst-3": 6, "dst-4": 7
}  # fmt: skip
DIRECTIONS = {"forward": 0, "inverse": 1}
CONDITIONS = {"periodic": 0, "dirichlet": 1, "neumann": 2, "open": 3, "robin": 4}
LOCATIONS = {"cell": 0, "node": 1}
OPERATORS = {"second-order": 0, "fourth-order": 1, "spectral": 2}
FACE_MEANS = {"harmonic": 0, "arithmetic": 1, "geometric": 2}
SCALINGS = {"automatic": 0, "mean": 1, "root": 2}
FACES = {"periodic": 0, "no-slip": 1, "free-slip": 2, "inflow": 3, "outflow": 4}
SCALAR_FACES = {"flux": 0, "value": 1}
SCALAR_ADVECTIONS = {"central": 0, "bounded": 1}
OBSTACLE_METHODS = {"forcing": 0, "closed": 1}
IMPLICIT_AXES = {None: 0, "x": 1, "y": 2, "z": 3}
EDDY_MODELS = {"none": 0, "smagorinsky": 1, "wale": 2, "vreman": 3}


_PROTOTYPES = {
    "tobiuo_backend_check": [c_int],
    "tobiuo_opencl_device": [POINTER(c_char_p)],
    "tobiuo_plan_create": [POINTER(Transform), POINTER(Options), POINTER(c_void_p)],
    "tobiuo_plan_execute": [c_void_p, c_void_p, c_int64, c_void_p, c_int64, c_void_p],
    "tobiuo_plan_create_with_functions": [
        POINTER(Transform), POINTER(Functions), POINTER(Options), POINTER(c_void_p)
    ],
    "tobiuo_plan_execute_with_data": [
        c_void_p, c_void_p, c_int64, c_void_p, c_int64, POINTER(FunctionData), c_void_p
    ],
    "tobiuo_plan_backend": [c_void_p, POINTER(c_int)],
    "tobiuo_plan_describe": [c_void_p, POINTER(c_char_p)],
    "tobiuo_plan_destroy": [c_void_p],
    "tobiuo_r2r_plan_create": [POINTER(R2r), POINTER(Options), POINTER(c_void_p)],
    "tobiuo_r2r_plan_execute": [c_void_p, c_void_p, c_void_p, c_int64, c_void_p],
    "tobiuo_r2r_plan_backend": [c_void_p, POINTER(c_int)],
    "tobiuo_r2r_plan_describe": [c_void_p, POINTER(c_char_p)],
    "tobiuo_r2r_plan_destroy": [c_void_p],
    "tobiuo_pointwise_plan_create_with_functions": [
        POINTER(Transform), POINTER(Functions), POINTER(Options), POINTER(c_void_p)
    ],
    "tobiuo_pointwise_plan_execute_with_data": [
        c_void_p, c_void_p, c_int64, c_void_p, c_int64, POINTER(FunctionData), c_void_p
    ],
    "tobiuo_pointwise_plan_destroy": [c_void_p],
    "tobiuo_poisson_create": [POINTER(PoissonProblem), POINTER(Options), POINTER(c_void_p)],
    "tobiuo_poisson_create_for_host_arrays": [
        POINTER(PoissonProblem), c_int64, POINTER(Options), POINTER(c_void_p)
    ],
    "tobiuo_poisson_create_on_ranks": [
        POINTER(PoissonProblem), POINTER(Communicator), POINTER(Options), POINTER(c_void_p)
    ],
    "tobiuo_poisson_create_on_ranks_for_host_arrays": [
        POINTER(PoissonProblem), POINTER(Communicator), c_int64, POINTER(Options), POINTER(c_void_p)
    ],
    "tobiuo_poisson_create_batch": [
        POINTER(PoissonProblem), c_int64, POINTER(c_double), POINTER(Options), POINTER(c_void_p)
    ],
    "tobiuo_poisson_create_batch_for_host_arrays": [
        POINTER(PoissonProblem), c_int64, POINTER(c_double), c_int64, POINTER(Options),
        POINTER(c_void_p),
    ],
    "tobiuo_poisson_create_with_bodies": [
        POINTER(PoissonProblem), POINTER(Body), c_int64, c_double, POINTER(Options),
        POINTER(c_void_p),
    ],
    "tobiuo_poisson_body_use": [c_void_p, POINTER(c_int64), POINTER(c_double)],
    "tobiuo_poisson_create_with_coefficient": [
        POINTER(PoissonProblem), POINTER(Coefficient), POINTER(Options), POINTER(c_void_p)
    ],
    "tobiuo_poisson_coefficient_use": [c_void_p, POINTER(c_int64), POINTER(c_double)],
    "tobiuo_poisson_create_with_mixed_walls": [
        POINTER(PoissonProblem), POINTER(MixedWall), c_int64, c_double, POINTER(Options),
        POINTER(c_void_p),
    ],
    "tobiuo_poisson_mixed_use": [c_void_p, POINTER(c_int64), POINTER(c_double)],
    "tobiuo_poisson_planes": [c_void_p, POINTER(c_int64), POINTER(c_int64)],
    "tobiuo_poisson_position": [c_void_p, c_int, c_int64, POINTER(c_double)],
    "tobiuo_poisson_solve": [c_void_p, c_void_p, c_void_p, c_int64, POINTER(Wall), c_void_p],
    "tobiuo_poisson_removed_mean": [c_void_p, c_void_p, POINTER(c_double)],
    "tobiuo_poisson_removed_means": [c_void_p, c_void_p, POINTER(c_double), c_int64],
    "tobiuo_poisson_backend": [c_void_p, POINTER(c_int)],
    "tobiuo_poisson_describe": [c_void_p, POINTER(c_char_p)],
    "tobiuo_poisson_destroy": [c_void_p],
    "tobiuo_free_space_create": [
        POINTER(PoissonProblem), c_int, c_int, POINTER(Options), POINTER(c_void_p)
    ],
    "tobiuo_free_space_solve": [c_void_p, c_void_p, c_void_p, c_int64, c_void_p],
    "tobiuo_free_space_gradient": [c_void_p, c_void_p, POINTER(c_void_p), c_int64, c_void_p],
    "tobiuo_free_space_curl": [
        c_void_p, POINTER(c_void_p), POINTER(c_void_p), c_int64, c_void_p
    ],
    "tobiuo_free_space_backend": [c_void_p, POINTER(c_int)],
    "tobiuo_free_space_describe": [c_void_p, POINTER(c_char_p)],
    "tobiuo_free_space_destroy": [c_void_p],
    "tobiuo_flow_create_with_rates": [
        POINTER(FlowProblem), POINTER(c_double), POINTER(Options), POINTER(c_void_p),
    ],
    "tobiuo_flow_create_on_ranks": [
        POINTER(FlowProblem), POINTER(c_double), POINTER(Communicator), POINTER(Options),
        POINTER(c_void_p),
    ],
    "tobiuo_flow_create_with_obstacles": [
        POINTER(FlowProblem), POINTER(c_double), POINTER(Obstacle), c_int64, c_double,
        POINTER(Communicator), POINTER(Options), POINTER(c_void_p),
    ],
    "tobiuo_flow_create_with_parts": [
        POINTER(FlowProblem), POINTER(c_double), POINTER(FlowParts), POINTER(Obstacle), c_int64,
        c_double, POINTER(Communicator), POINTER(Options), POINTER(c_void_p),
    ],
    "tobiuo_flow_set_time": [c_void_p, c_double],
    "tobiuo_flow_set_obstacles": [c_void_p, POINTER(Obstacle), c_int64, c_void_p],
    "tobiuo_flow_obstacle_forces_and_wait": [c_void_p, POINTER(ObstacleForce), c_int64, c_void_p],
    "tobiuo_flow_closing_use": [c_void_p, POINTER(c_int64), POINTER(c_double)],
    "tobiuo_flow_planes": [c_void_p, POINTER(c_int64), POINTER(c_int64)],
    "tobiuo_flow_values": [c_void_p, POINTER(c_int64), POINTER(c_int64)],
    "tobiuo_flow_position": [c_void_p, c_int, c_int, c_int64, POINTER(c_double)],
    "tobiuo_flow_start": [c_void_p, c_void_p, c_void_p, c_void_p, c_int64, c_void_p],
    "tobiuo_flow_resume": [c_void_p, c_void_p, c_int64, c_void_p],
    "tobiuo_flow_set_scalar": [c_void_p, c_void_p, c_int64, c_void_p],
    "tobiuo_flow_set_scalar_of": [c_void_p, c_int, c_void_p, c_int64, c_void_p],
    "tobiuo_flow_set_force": [c_void_p, POINTER(c_double)],
    "tobiuo_flow_step": [c_void_p, c_double, c_int64, c_void_p],
    "tobiuo_flow_step_limit": [
        c_void_p, c_double, c_double, POINTER(c_double), POINTER(c_int)
    ],
    "tobiuo_flow_observed_and_wait": [c_void_p, POINTER(FlowObserved)],
    "tobiuo_flow_velocity": [c_void_p, c_void_p, c_void_p, c_void_p, c_int64, c_void_p],
    "tobiuo_flow_pressure": [c_void_p, c_void_p, c_int64, c_void_p],
    "tobiuo_flow_scalar_values": [c_void_p, c_void_p, c_int64, c_void_p],
    "tobiuo_flow_scalar_values_of": [c_void_p, c_int, c_void_p, c_int64, c_void_p],
    "tobiuo_flow_state": [c_void_p, c_void_p, c_int64, c_void_p],
    "tobiuo_flow_memory_bytes": [c_void_p, POINTER(c_int64)],
    "tobiuo_flow_backend": [c_void_p, POINTER(c_int)],
    "tobiuo_flow_describe": [c_void_p, POINTER(c_char_p)],
    "tobiuo_flow_destroy": [c_void_p],
}  # fmt: skip

_EXCEPTIONS = {1: InvalidArgument, 2: DeviceError, 3: OutOfMemory}

_lock = threading.Lock()
_forks.call_in_child(lambda: globals().update(_lock=threading.Lock()))
_loaded: Optional[ctypes.CDLL] = None


def library() -> ctypes.CDLL:
    """The shared library, which the first call loads. Raises LibraryNotFound."""
    global _loaded
    if _loaded is None:
        with _lock:
            if _loaded is None:
                _loaded = _load()
    return _loaded


def check(status: int) -> None:
    """Raises the exception of a status with the library's sentence, unless it is TOBIUO_OK."""
    if status:
        sentence = library().tobiuo_last_error().decode("utf-8", "replace")
        sentence = re.sub(r"\bBackend::(\w+)", r'backend="\1"', sentence)  # as users write it here
        raise _EXCEPTIONS.get(status, Error)(sentence)


def number(word: object, words: dict, name: str) -> int:
    """The number of a word of the C interface; raises ValueError with the words there are."""
    try:
        return words[word]
    except (KeyError, TypeError):
        known = ", ".join(repr(known) for known in words)
        raise ValueError(f"{name} is {word!r}: it is one of {known}") from None


def candidates() -> List[Tuple[str, str]]:
    """Where the library is looked for, as path and the reason, in this order."""
    named = os.environ.get("TOBIUO_LIBRARY")
    if named:
        place = Path(named) / FILE_NAME if os.path.isdir(named) else Path(named)
        return [(str(place), "TOBIUO_LIBRARY names it")]
    beside = Path(__file__).resolve().parent / "lib" / FILE_NAME
    return [
        (str(beside), "beside the package"),
        (str(Path(sys.prefix) / "lib" / FILE_NAME), "where Python itself is installed"),
        (FILE_NAME, "where the system's loader looks: LD_LIBRARY_PATH, ldconfig"),
    ]


def _load() -> ctypes.CDLL:
    tried = []
    for path, reason in candidates():
        if os.sep in path and not os.path.exists(path):
            tried.append(f"{path} ({reason}): there is no such file")
            continue
        _offer_nvrtc()
        try:
            found = ctypes.CDLL(path)
        except OSError as error:
            tried.append(f"{path} ({reason}): {error}")
            continue
        return _declared(found, path)
    raise LibraryNotFound(
        "libtobiuo was not found: build it (./dev build), and name it in TOBIUO_LIBRARY, or "
        "install the wheel of ./dev python, which holds it. Looked for\n  " + "\n  ".join(tried)
    )


def _declared(found: ctypes.CDLL, path: str) -> ctypes.CDLL:
    try:
        found.tobiuo_version.restype = c_char_p
        found.tobiuo_last_error.restype = c_char_p
        for name, arguments in _PROTOTYPES.items():
            getattr(found, name).argtypes = arguments
        version = found.tobiuo_abi_version()
    except AttributeError as error:
        raise LibraryNotFound(
            f"{path} is no libtobiuo of this version ({error}): name another in TOBIUO_LIBRARY"
        ) from None
    if version != ABI_VERSION:
        raise LibraryNotFound(
            f"{path} has version {version} of the C interface, but this package needs "
            f"{ABI_VERSION}: take the library and the package from one build"
        )
    return found


def _offer_nvrtc() -> None:
    """Loads NVRTC of NVIDIA's Python packages, where there are any, so that the library, which asks
    for it by its bare name, finds it. Machines without a driver have no use for it."""
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        return
    for file in nvrtc_files():
        try:
            ctypes.CDLL(str(file))
        except OSError:
            continue  # the library says what it lacks, should no other be found


def nvrtc_files() -> List[Path]:
    """NVRTC of NVIDIA's Python packages."""
    found = []
    for folder in sys.path:
        packages = Path(folder or ".") / "nvidia"
        found += sorted(packages.glob("*/lib/libnvrtc.so.1[0-9]"))
    return found
