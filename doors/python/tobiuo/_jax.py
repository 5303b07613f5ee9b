# SPDX-License-Identifier: BSD-3-Clause
# Transforms and solves of arrays that JAX traces: in jit, for derivatives, mapped by vmap.
"""One primitive of JAX, a linear operation, whose transpose and whose batches are operations as
well. XLA executes it by handlers of libtobiuo (doors/c/xla.cpp), which get the address of a plan or
a solver that is made when a function is lowered, and kept as long as the process lives."""
from __future__ import annotations

import functools
import threading
from typing import Any, Dict, Optional, Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax.interpreters import ad, batching, mlir

from tobiuo import _arrays, _families, _linear, _solved, _transform
from tobiuo._arrays import HOST, View
from tobiuo._families import JaxFamily
from tobiuo._handles import Owner
from tobiuo._library import library
from tobiuo._linear import Operation, Solve
from tobiuo._plan import COMPLEX

try:
    from jax.extend.core import Primitive
except ImportError:  # before JAX 0.4.36
    from jax.core import Primitive

Tracer = jax.core.Tracer

_TARGET = "tobiuo_execute"
_HANDLERS = {"cpu": "tobiuo_xla_on_host", "CUDA": "tobiuo_xla_on_cuda"}
_OWNERS = {"plan": 0, "r2r_plan": 1, "poisson": 2, "free_space": 3}  # as doors/c/xla.cpp counts
_ALIGNMENT = 16  # bytes of which addresses on a GPU are multiples


def is_recorded(x: Any) -> bool:
    return True  # a tracer always is


# --- the primitive -------------------------------------------------------------------------------

_primitive = Primitive("tobiuo_linear")


def linear(x: Any, operation: Operation) -> Any:
    """An operation on an array that JAX may trace."""
    return _primitive.bind(x, operation=operation)


def _on_values(x: Any, *, operation: Operation) -> Any:
    return operation.apply(jnp.asarray(x))


def _on_shapes(x: Any, *, operation: Operation) -> Any:
    dtype = np.dtype(operation.dtype_of(x.dtype.name))
    return jax.core.ShapedArray(operation.shape_of(x.shape), dtype)


def _derivative(primals: Any, tangents: Any, *, operation: Operation) -> Any:
    (x,), (tangent,) = primals, tangents
    return linear(x, operation), linear(ad.instantiate_zeros(tangent), operation)


def _transpose(cotangent: Any, x: Any, *, operation: Operation) -> Any:
    if type(cotangent) is ad.Zero:
        return (ad.Zero(x.aval),)
    before, transposed, after = operation.transposed()
    found = linear(jnp.conj(cotangent) if before else cotangent, transposed)
    return (jnp.conj(found) if after else found,)


def _batch(arguments: Any, axes: Any, *, operation: Operation) -> Any:
    return linear(jnp.moveaxis(arguments[0], axes[0], 0), operation.after_axis()), 0


_primitive.def_impl(_on_values)
_primitive.def_abstract_eval(_on_shapes)
ad.primitive_jvps[_primitive] = _derivative
ad.primitive_transposes[_primitive] = _transpose
batching.primitive_batchers[_primitive] = _batch


# --- what XLA executes ---------------------------------------------------------------------------


class _Lowering(threading.local):
    """The device for which this thread lowers an operation."""

    device = HOST


_lowering = _Lowering()
_kept: Dict[int, Owner] = {}  # plans and solvers of compiled functions, by their addresses


class TracedFamily(JaxFamily):
    """Arrays without values, of a function that is lowered."""

    def __init__(self) -> None:
        super().__init__(jnp, self._view)
        self.traces = True

    @staticmethod
    def _view(array: Any) -> View:
        # the stream keeps plans of XLA's streams from those of other callers
        name = _arrays.type_name(array.dtype)
        return View(0, tuple(array.shape), name, True, False, _lowering.device, -1)

    def contiguous_copy(self, array: Any) -> Any:
        return array

    def executed(
        self, owner: Owner, array: Any, shape: Sequence[int], dtype: str, items: int = 1
    ) -> Any:
        """The result of a plan or a solver for an array, which is ``items`` arrays that follow each
        other."""
        _register()
        address = int(owner._handle.value or 0)
        _kept[address] = owner
        numbers = {
            "owner": np.int64(_OWNERS[owner.family]), "handle": np.int64(address),
            "items": np.int64(items),
        }  # fmt: skip
        result = jax.ShapeDtypeStruct(tuple(shape), np.dtype(dtype))
        if getattr(owner, "kind", "") != "c2r":
            return jax.ffi.ffi_call(_TARGET, result)(array, **numbers)
        # such a plan overwrites what it reads: XLA gives it an array of its own, as a second result
        given = jax.ShapeDtypeStruct(array.shape, array.dtype)
        call = jax.ffi.ffi_call(_TARGET, (result, given), input_output_aliases={0: 1})
        return call(array, **numbers)[0]

    def solved(self, operation: Solve, array: Any) -> Any:
        """A solve over the last axes of an array."""
        shape = tuple(array.shape[-len(operation.sides) :])
        dtype = _arrays.type_name(array.dtype)
        solver = _solver(operation, shape, dtype, _lowering.device)
        points = int(np.prod(shape))
        items = array.size // points if points else 0
        fits = _lowering.device == HOST or points * array.dtype.itemsize % _ALIGNMENT == 0
        if fits or items == 1:
            return self.executed(solver, array, array.shape, dtype, items)
        each = jnp.reshape(array, (items,) + shape)
        found = [self.executed(solver, each[item], shape, dtype) for item in range(items)]
        return jnp.reshape(jnp.stack(found), array.shape)


@functools.lru_cache(maxsize=None)
def _solver(operation: Solve, shape: Any, dtype: str, device: int) -> Owner:
    return operation.solver_of(shape, dtype, device)


_TRACED = TracedFamily()


def _lowered(x: Any, *, operation: Operation, platform: str) -> Any:
    before = _lowering.device
    _lowering.device = HOST if platform == "cpu" else _device_number()
    _families.know_type(type(x), _TRACED)
    try:
        return operation.apply(x)
    finally:
        _lowering.device = before


def _device_number() -> int:
    """The number of the GPU that functions run on: JAX's default device."""
    chosen = jax.config.jax_default_device
    if chosen is None or isinstance(chosen, str) or chosen.platform == "cpu":
        chosen = jax.devices("gpu")[0]
    return int(getattr(chosen, "local_hardware_id", chosen.id))


for _platform in ("cpu", "cuda"):
    _rule = mlir.lower_fun(
        functools.partial(_lowered, platform=_platform), multiple_results=False
    )
    try:
        mlir.register_lowering(_primitive, _rule, platform=_platform)
    except NotImplementedError:  # a JAX that knows no GPUs
        pass


@functools.lru_cache(maxsize=None)
def _register() -> None:
    if not hasattr(jax, "ffi"):
        raise TypeError(
            f"JAX {jax.__version__} traces the array, but has no jax.ffi: install JAX 0.5 or "
            "newer, or call the function outside of jit and vmap"
        )
    for platform, name in _HANDLERS.items():
        handler = jax.ffi.pycapsule(getattr(library(), name))
        jax.ffi.register_ffi_target(_TARGET, handler, platform=platform)


# --- the functions of the package ----------------------------------------------------------------


def transform(
    name: str, x: Any, s: Any, axes: Any, norm: Any, workers: Any, overwrite: bool = False,
    plan: Any = None, type: int = 2, orthogonalize: Optional[bool] = None,
) -> Any:  # fmt: skip
    """A function of tobiuo.fft."""
    if plan is not None:
        raise ValueError("plan is given, but JAX traces x: leave plan out")
    if name in _transform.OF_CONJUGATE:
        other, before = _transform.OF_CONJUGATE[name]
        norm = _transform.OPPOSITE.get(norm, norm)
        found = transform(other, jnp.conj(x) if before else x, s, axes, norm, workers)
        return found if before else jnp.conj(found)
    x = _in_type_of(name, x)
    workers = _transform.workers_of(workers)
    return linear(
        x, _linear.of_transform(name, x.shape, s, axes, norm, workers, type, orthogonalize)
    )


def _in_type_of(name: str, x: Any) -> Any:
    """The array in the type that an operation takes, by the rules of the plain function; integers
    become JAX's widest type."""
    if x.dtype.kind in "iub":
        x = x.astype(jnp.result_type(float))
    elif x.dtype.name == "float16":
        x = x.astype("float32")
    word = x.dtype.name
    if word not in _transform.PRECISIONS:
        raise TypeError(
            f"x is {word}, but transforms take float32, float64, complex64 and complex128: "
            "convert it"
        )
    if name in ("fftn", "ifftn", "irfftn"):
        return x.astype(COMPLEX[_transform.PRECISIONS[word]])
    if x.dtype.kind == "c":
        raise TypeError(f"x is {word}, but {name} takes real numbers: transform x.real and x.imag")
    return x


def solve(f: Any, asked: "_solved.Asked") -> Any:
    """poisson.solve."""
    return _solved.solved(f, asked, _Server)


class Ops:
    """What _solved needs of a module, by JAX's functions."""

    cat = staticmethod(jnp.concatenate)
    roll = staticmethod(jnp.roll)
    plain = staticmethod(jax.lax.stop_gradient)

    @staticmethod
    def with_row(array: Any, axis: int, end: int, row: Any) -> Any:
        return array.at[(slice(None),) * axis + (end,)].set(row)

    @staticmethod
    def like(value: Any, other: Any) -> Any:
        return jnp.asarray(value).astype(other.dtype)

    @staticmethod
    def zeros(shape: Sequence[int], like: Any) -> Any:
        return jnp.zeros(shape, like.dtype)

    @staticmethod
    def host(value: Any) -> np.ndarray:
        if isinstance(value, Tracer):
            raise TypeError("spacing has nodes that JAX traces: pass an array of numpy")
        return np.asarray(value)

    @staticmethod
    def number(value: Any, name: str) -> float:
        while isinstance(value, Tracer) and hasattr(value, "primal"):
            value = value.primal
        if isinstance(value, Tracer):
            raise TypeError(
                f"JAX traces {name}, but a solver is planned for a number: pass a number, or call "
                "jax.grad or jax.vjp outside of jit"
            )
        return float(value)

    @staticmethod
    def is_array(value: Any) -> bool:
        return isinstance(value, (jax.Array, np.ndarray))

    @staticmethod
    def is_recorded(value: Any) -> bool:
        return isinstance(value, Tracer)


class _Server:
    """How _solved solves with arrays of JAX."""

    ops = Ops

    @staticmethod
    def adopted(f: Any) -> Any:
        f = jnp.asarray(f)
        if f.dtype.kind in "iub":
            f = f.astype(jnp.result_type(float))
        elif f.dtype.name == "float16":
            f = f.astype("float32")
        if f.dtype.name not in ("float32", "float64"):
            raise TypeError(f"f is {f.dtype}, but solvers take float32 and float64: convert it")
        return f

    @staticmethod
    def solved(
        f: Any, operation: Solve, compute: Any, lambda_: Any, spacings: Sequence[Any]
    ) -> Any:  # fmt: skip
        if lambda_ is None and all(spacing is None for spacing in spacings):
            return linear(f, operation)
        return _by_parameters(operation, f, lambda_, tuple(spacings))

    @staticmethod
    def expect_place(value: Any, f: Any, name: str) -> None:
        """JAX itself refuses arrays on several devices."""


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def _by_parameters(operation: Solve, f: Any, lambda_: Any, spacings: Any) -> Any:
    """A solve that also has gradients by lambda and by the spacings of axes."""
    return linear(f, operation)


def _with_residual(operation: Solve, f: Any, lambda_: Any, spacings: Any) -> Any:
    u = _by_parameters(operation, f, lambda_, spacings)
    return u, (u, lambda_, spacings)


def _backward(operation: Solve, residual: Any, gradient: Any) -> Any:
    u, lambda_, spacings = residual
    by_f = _by_parameters(operation.adjoint(), gradient, lambda_, spacings)
    by_lambda, *by_spacings = _solved.by_parameters(by_f, u, operation, lambda_, spacings, Ops)
    return by_f, by_lambda, tuple(by_spacings)


_by_parameters.defvjp(_with_residual, _backward)
