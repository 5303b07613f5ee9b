# SPDX-License-Identifier: BSD-3-Clause
# What the benchmark compares: plans and functions of tobiuo, and those of scipy, numpy and CuPy.
from __future__ import annotations

import importlib
import importlib.util
import os
from ctypes import c_int64, c_void_p
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

import tobiuo
from tobiuo import _arrays, fft, poisson
from tobiuo._bench_times import Call
from tobiuo._handles import Owner
from tobiuo._linear import Solve
from tobiuo._plan import REAL

OPERATIONS = ("rfftn", "dctn", "solve")
CONTESTANTS = ("plan", "function", "backward", "cpu", "scipy", "numpy", "cupyx")
TINY = (4, 4, 4)
_WALLS = "neumann"

Shape = Tuple[int, ...]


class Contestant(NamedTuple):
    word: str  # of CONTESTANTS
    name: str
    call: Call  # computes the operation and returns the result
    note: Optional[str] = None


class Testbed(NamedTuple):
    """Where calls run: the module of the arrays, and how work that was enqueued is waited for."""

    backend: str
    device: Optional[str]  # the name of the GPU or the OpenCL device
    module: Any
    wait: Call
    transforms: Any  # the module with the names of scipy.fft, None where there is none
    threads: int  # on the CPU; 0 stands for all that a size is worth

    def random(self, shape: Shape, precision: str) -> Any:
        values = np.random.default_rng(1).standard_normal(shape)
        return self.module.asarray(values.astype(REAL[precision]))

    @property
    def options(self) -> Dict[str, Any]:
        return {"backend": self.backend, "threads": self.threads}


def cpu(threads: int) -> Testbed:
    scipy = importlib.import_module("scipy.fft") if importlib.util.find_spec("scipy") else None
    return Testbed("cpu", None, np, lambda: None, scipy, threads)


def gpu() -> Testbed:
    """Raises ImportError where there is no CuPy, and RuntimeError where it finds no GPU."""
    cupy = importlib.import_module("cupy")
    name = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)["name"].decode()
    wait = cupy.cuda.Device().synchronize
    return Testbed("cuda", name, cupy, wait, importlib.import_module("cupyx.scipy.fft"), 0)


def opencl(threads: int) -> Testbed:
    """Arrays in host memory, which calls copy to the device and back. Raises DeviceError where
    there is no device."""
    return Testbed("opencl", tobiuo.opencl_device(), np, lambda: None, None, threads)


def contestants(bed: Testbed, operation: str, shape: Shape, precision: str) -> List[Contestant]:
    """Those that there are for an operation, the plan first. Solves are of Poisson's equation
    between walls with given slopes, the cells' width 1 / shape[-1]."""
    x = bed.random(shape, precision)
    plan = _plan(bed, operation, x, precision)
    if bed.backend == "opencl":
        on_cpu = _plan(bed._replace(backend="cpu"), operation, x, precision)
        return [plan, on_cpu._replace(word="cpu", note="on the CPU")]
    return [
        plan, _function(bed, operation, x), *_backward(bed, operation, x),
        *_peers(bed, operation, x),
    ]  # fmt: skip


def _plan(bed: Testbed, operation: str, x: Any, precision: str) -> Contestant:
    shape = x.shape
    if operation == "rfftn":
        plan = fft.Plan(shape, "r2c", precision=precision, **bed.options)
        modes = bed.module.empty(plan.output_shape, plan.output_dtype)
        return Contestant("plan", "tobiuo.fft.Plan", lambda: plan.execute(x, modes))
    out = bed.module.empty_like(x)
    if operation == "dctn":
        cosines = fft.R2rPlan(shape, "dct-2", precision=precision, **bed.options)
        return Contestant("plan", "tobiuo.fft.R2rPlan", lambda: cosines.execute(x, out))
    solver = poisson.Solver(shape, 1 / shape[-1], _WALLS, precision=precision, **bed.options)
    return Contestant("plan", "tobiuo.poisson.Solver", lambda: solver.solve(x, out))


def _function(bed: Testbed, operation: str, x: Any) -> Contestant:
    if operation == "solve":
        return Contestant(
            "function",
            "tobiuo.poisson.solve",
            lambda: poisson.solve(x, 1 / x.shape[-1], _WALLS, threads=bed.threads),
        )
    workers = {"workers": bed.threads} if bed.threads else {}
    transform = getattr(fft, operation)
    return Contestant("function", f"tobiuo.fft.{operation}", lambda: transform(x, **workers))


def _backward(bed: Testbed, operation: str, x: Any) -> List[Contestant]:
    """The gradient of a solve by f from that by u, which on cells of one width is the solve again: that of PyTorch
    where it is installed, else the operation that it calls."""
    if operation != "solve":
        return []
    spacing, sides = (1 / x.shape[-1],) * x.ndim, ((_WALLS, _WALLS),) * x.ndim
    name = "tobiuo.poisson.solve, backward"
    if importlib.util.find_spec("torch"):
        torch = importlib.import_module("torch")
        if bed.backend == "cpu" or torch.cuda.is_available():
            by_u = torch.from_numpy(x) if bed.backend == "cpu" else torch.from_dlpack(x)
            f = by_u.clone().requires_grad_()
            u = poisson.solve(f, spacing, sides, threads=bed.threads)

            def backward() -> Any:
                by_f, = torch.autograd.grad(u, f, by_u, retain_graph=True)
                return by_f.numpy() if bed.backend == "cpu" else bed.module.from_dlpack(by_f)

            return [Contestant("backward", name, backward, "PyTorch")]
    solve = Solve(spacing, sides, "second-order", "cell", 0.0, bed.threads)
    return [Contestant("backward", name, lambda: solve.adjoint().apply(x))]


def _peers(bed: Testbed, operation: str, x: Any) -> List[Contestant]:
    if bed.backend == "cuda":
        return [_peer("cupyx", bed, operation, x, {})]
    found = []
    if bed.transforms is not None:
        threads = bed.threads or len(os.sched_getaffinity(0))
        # a pool of threads costs more than it brings where there are few points
        for workers in sorted({1, threads}):
            found.append(_peer("scipy", bed, operation, x, {"workers": workers}))
    if operation == "rfftn":
        in_double = np.fft.rfft(np.zeros(2, x.dtype)).itemsize > 2 * x.itemsize
        note = "in double precision" if in_double else None
        found.append(Contestant("numpy", "numpy.fft.rfftn", lambda: np.fft.rfftn(x), note))
    return found


def _peer(word: str, bed: Testbed, operation: str, x: Any, more: Dict[str, int]) -> Contestant:
    """The operation by a module with the names of scipy.fft."""
    name = bed.transforms.__name__
    note = f"{more['workers']} worker{'s' * (more['workers'] > 1)}" if more else None
    if operation == "solve":
        call = _recipe(bed.transforms, bed.module, x, more)
        return Contestant(word, f"{name}: dctn, product, idctn", call, note)
    transform = getattr(bed.transforms, operation)
    return Contestant(word, f"{name}.{operation}", lambda: transform(x, **more), note)


def _recipe(transforms: Any, module: Any, x: Any, more: Dict[str, int]) -> Call:
    """Poisson's equation between walls as one writes it with cosine transforms: the modes are
    multiplied by one over the eigenvalues of the second difference; the mean, which is free, is
    0."""
    width = 1 / x.shape[-1]
    total = np.zeros(x.shape)
    for axis, count in enumerate(x.shape):
        waves = (2 / width * np.sin(np.pi * np.arange(count) / (2 * count))) ** 2
        total -= waves.reshape([-1 if at == axis else 1 for at in range(x.ndim)])
    total.flat[0] = np.inf
    factors = module.asarray((1 / total).astype(x.dtype))

    def solve() -> Any:
        modes = transforms.dctn(x, **more)
        modes *= factors
        return transforms.idctn(modes, overwrite_x=True, **more)

    return solve


class Overhead(NamedTuple):
    """A call of a plan of few points, and the call of the C interface inside it, its arguments
    ready."""

    name: str
    call: Call
    inner: Call


def overheads(bed: Testbed) -> List[Overhead]:
    x, out = (bed.random(TINY, "double") for _ in range(2))
    plan = fft.Plan(TINY, "r2c", **bed.options)
    modes = bed.module.empty(plan.output_shape, plan.output_dtype)
    cosines = fft.R2rPlan(TINY, "dct-2", **bed.options)
    solver = poisson.Solver(TINY, 1 / TINY[-1], _WALLS, **bed.options)
    start, end = _address(x), _address(out)
    count = c_int64(x.size)
    return [
        Overhead(
            "fft.Plan.execute",
            lambda: plan.execute(x, modes),
            _inner(
                plan, plan._execute, start, c_int64(x.nbytes), _address(modes),
                c_int64(modes.nbytes), None,
            ),
        ),
        Overhead(
            "fft.R2rPlan.execute",
            lambda: cosines.execute(x, out),
            _inner(cosines, cosines._execute, start, end, count, None),
        ),
        Overhead(
            "poisson.Solver.solve",
            lambda: solver.solve(x, out),
            _inner(solver, solver._solve, start, end, count, None, None),
        ),
    ]  # fmt: skip


def _address(array: Any) -> c_void_p:
    return c_void_p(_arrays.view(array).address)


def _inner(owner: Owner, function: Callable[..., int], *arguments: Any) -> Call:
    handle = owner._handle
    return lambda: function(handle, *arguments)
