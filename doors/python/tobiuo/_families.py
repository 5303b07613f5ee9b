# SPDX-License-Identifier: BSD-3-Clause
# The few operations on arrays that transforms need beside the library, by the module of the array.
from __future__ import annotations

import importlib
import sys
from typing import Any, Dict, Tuple

import numpy as np

from tobiuo import _arrays, _cuda


class Family:
    """Arrays of a module with numpy's functions: numpy itself, and CuPy."""

    def __init__(self, module: Any, view: Any) -> None:
        self.module = module
        self.name = module.__name__.partition(".")[0]
        self.view = view
        self.immutable = False
        self.traces = False  # whether arrays have no values, so that plans are not executed but named

    def empty(self, shape: Tuple[int, ...], dtype: str, like: Any) -> Any:
        return self.module.empty(shape, dtype=dtype)

    def contiguous_copy(self, array: Any) -> Any:
        return self.module.array(array, order="C", copy=True)

    def moved(self, array: Any, source: Tuple[int, ...], to: Tuple[int, ...]) -> Any:
        return self.module.moveaxis(array, source, to)

    def converted(self, array: Any, dtype: str) -> Any:
        """A contiguous copy in another type."""
        return array.astype(dtype, order="C", copy=True)

    def scaled(self, array: Any, factor: float) -> Any:
        """The array times a factor, in place where arrays can be changed."""
        array *= factor
        return array

    def with_scaled(self, array: Any, place: Tuple[Any, ...], factor: float) -> Any:
        """The array, some of whose values are multiplied by a factor, in place where it can be."""
        array[place] *= factor
        return array

    def resized(self, array: Any, shape: Tuple[int, ...]) -> Any:
        """A contiguous copy that is cropped or filled with zeros to the shape."""
        result = self.module.zeros(shape, dtype=array.dtype)
        kept = tuple(slice(0, min(a, b)) for a, b in zip(array.shape, shape))
        result[kept] = array[kept]
        return result

    def real_part(self, array: Any) -> Any:
        """The real parts in an array of their own."""
        return self.module.array(array.real, order="C", copy=True)

    def copied_into(self, array: Any, result: Any) -> None:
        """Copies a result into an array of its shape."""
        array[...] = result

    def conjugate(self, array: Any) -> Any:
        """A new array with the conjugate values."""
        return self.module.conjugate(array)

    def to_host(self, array: Any) -> np.ndarray:
        return array if self.module is np else self.module.asnumpy(array)

    def from_host(self, array: np.ndarray) -> Any:
        """The values in a new array on the module's current device."""
        return self.module.asarray(array)

    def finish(self, stream: int, device: int) -> None:
        """Makes the result of work on a stream known to the module: its next call on the stream
        finds it anyway."""


class TorchFamily(Family):
    def empty(self, shape: Tuple[int, ...], dtype: str, like: Any) -> Any:
        return self.module.empty(shape, dtype=getattr(self.module, dtype), device=like.device)

    def contiguous_copy(self, array: Any) -> Any:
        return self.module.clone(
            array.resolve_conj().resolve_neg(), memory_format=self.module.contiguous_format
        )

    def moved(self, array: Any, source: Tuple[int, ...], to: Tuple[int, ...]) -> Any:
        return self.module.movedim(array, source, to)

    def converted(self, array: Any, dtype: str) -> Any:
        return array.to(
            getattr(self.module, dtype), memory_format=self.module.contiguous_format, copy=True
        )

    def resized(self, array: Any, shape: Tuple[int, ...]) -> Any:
        result = self.module.zeros(shape, dtype=array.dtype, device=array.device)
        kept = tuple(slice(0, min(a, b)) for a, b in zip(array.shape, shape))
        result[kept] = array[kept]
        return result

    def real_part(self, array: Any) -> Any:
        return array.real.clone(memory_format=self.module.contiguous_format)

    def conjugate(self, array: Any) -> Any:
        return self.module.conj_physical(array)

    def to_host(self, array: Any) -> np.ndarray:
        return array.cpu().numpy()

    def from_host(self, array: np.ndarray) -> Any:
        return self.module.from_numpy(array).cuda()


class JaxFamily(Family):
    """JAX's arrays never change once they are seen: a result is written into a new one before."""

    def __init__(self, module: Any, view: Any) -> None:
        super().__init__(module, view)
        self.immutable = True

    def empty(self, shape: Tuple[int, ...], dtype: str, like: Any) -> Any:
        device = next(iter(like.devices()))
        zeros = self.module.zeros(shape, dtype=dtype)
        return sys.modules["jax"].device_put(zeros, device, may_alias=False).block_until_ready()

    def contiguous_copy(self, array: Any) -> Any:
        return self.module.array(array, copy=True)

    def converted(self, array: Any, dtype: str) -> Any:
        return array.astype(dtype)

    def scaled(self, array: Any, factor: float) -> Any:
        return array * factor

    def with_scaled(self, array: Any, place: Tuple[Any, ...], factor: float) -> Any:
        return array.at[place].multiply(factor)

    def resized(self, array: Any, shape: Tuple[int, ...]) -> Any:
        kept = tuple(slice(0, min(a, b)) for a, b in zip(array.shape, shape))
        return self.module.zeros(shape, dtype=array.dtype).at[kept].set(array[kept])

    def real_part(self, array: Any) -> Any:
        return array.real

    def to_host(self, array: Any) -> np.ndarray:
        return np.asarray(array)

    def finish(self, stream: int, device: int) -> None:
        if device != _arrays.HOST:
            _cuda.wait_for_stream(stream, device)


NUMPY = Family(np, _arrays.numpy_view)
_families = {"numpy": NUMPY}
_families_of_types: Dict[type, Family] = {np.ndarray: NUMPY}  # as they were met


def know_type(kind: type, family: Family) -> None:
    """Says to which family the arrays of a type belong."""
    _families_of_types[kind] = family


def adopted(array: Any) -> Tuple[Any, Family]:
    """The array, or a view of it in a module that can make new ones, and the module's family.
    Sequences of numbers become arrays of numpy. Raises TypeError for what is no array."""
    known = _families_of_types.get(type(array))
    if known is not None:
        return array, known
    if isinstance(array, np.ndarray):  # a class of its own, such as masked arrays
        return np.asarray(array), NUMPY
    name = type(array).__module__.partition(".")[0]
    name = "jax" if name == "jaxlib" else name
    if name in ("cupy", "torch", "jax"):
        return array, _families_of_types.setdefault(type(array), family_named(name))
    if hasattr(array, "__cuda_array_interface__"):
        return _by_cupy(array, "asarray"), family_named("cupy")
    if hasattr(array, "__dlpack__"):
        view = _arrays.view(array)
        if view.device == _arrays.HOST:
            return np.from_dlpack(array), NUMPY
        return _by_cupy(array, "from_dlpack"), family_named("cupy")
    found = np.asarray(array)
    if found.dtype.kind not in "biufc":
        raise TypeError(f"{type(array).__name__} is no array of numbers: pass one of numpy's")
    return found, NUMPY


def known_type(array: Any, family: Family) -> Any:
    """The array in a type that the library takes, by the rules of scipy.fft: float16 becomes single,
    integers become double, other byte orders the machine's. Other types are left as they are."""
    name = _arrays.type_name(array.dtype)
    if name.startswith(("int", "uint", "bool")):
        return family.converted(array, "float64")
    if name == "float16":
        return family.converted(array, "float32")
    if family is NUMPY and not array.dtype.isnative:
        return known_type(family.converted(array, array.dtype.newbyteorder("=").name), family)
    return array


def real_numbers(array: Any, family: Family, name: str) -> Any:
    """The array in single or double precision; raises TypeError for what is neither real nor of these
    after ``known_type``."""
    found = known_type(array, family)
    dtype = _arrays.type_name(found.dtype)
    if dtype not in ("float32", "float64"):
        cure = f"{name}.real and {name}.imag" if dtype.startswith("complex") else "convert it"
        raise TypeError(f"{name} is {dtype}, but solvers take float32 and float64: {cure}")
    return found


def family_named(name: str) -> Family:
    """The family of numpy, cupy, torch or jax."""
    if name not in _families:
        if name == "cupy":
            made: Family = Family(importlib.import_module("cupy"), _arrays.cupy_view)
        elif name == "torch":
            made = TorchFamily(importlib.import_module("torch"), _arrays.torch_view)
        else:
            made = JaxFamily(importlib.import_module("jax.numpy"), _arrays.jax_view)
        _families[name] = made
    return _families[name]


def _by_cupy(array: Any, function: str) -> Any:
    try:
        cupy = importlib.import_module("cupy")
    except ImportError:
        raise TypeError(
            f"{type(array).__name__} is on a GPU, and results would be CuPy's arrays, but CuPy is "
            "not installed: install it, or give a Plan or Solver both arrays"
        ) from None
    return getattr(cupy, function)(array)
