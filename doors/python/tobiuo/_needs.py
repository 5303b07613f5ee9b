# SPDX-License-Identifier: BSD-3-Clause
# What an array must be for a plan or a solver, and the quick look at arrays that are so.
from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Sequence, Tuple

import numpy as np

from tobiuo import _arrays, _cuda
from tobiuo._arrays import HOST, View
from tobiuo._families import Family, adopted


def place_of(device: int) -> str:
    """Where the arrays of a plan are, in words."""
    return "host memory" if device == HOST else f"the memory of CUDA device {device}"


class Need:
    """What an argument ``name`` of a call must be: contiguous, of a shape and a type, on a device,
    at a multiple of ``alignment`` bytes, and writable if the call writes it."""

    def __init__(
        self, name: str, shape: Sequence[int], dtype: str, device: int, is_written: bool = False,
        alignment: int = 1,
    ) -> None:  # fmt: skip
        self.name = name
        self.shape = tuple(shape)
        self.dtype = dtype
        self.device = device
        self.is_written = is_written
        self.alignment = alignment
        self.numpy_dtype = np.dtype(dtype)

    def find(self, array: Any) -> Tuple[int, int]:
        """The address of an array that is as needed, and the caller's stream for it. Raises
        TypeError or ValueError for any other."""
        look = _QUICK_LOOKS.get(type(array))
        if look is not None:
            found = look(self, array)
            if found is not None:
                return found
        view = _arrays.view(array)
        self.expect(view)
        if _arrays.is_of_cupy(array):
            _QUICK_LOOKS[type(array)] = _look_at_cupy
        return view.address, view.stream

    def expect(self, view: View) -> None:
        """Raises TypeError or ValueError unless the array with this view is as needed."""
        name = self.name
        if view.dtype != self.dtype:
            raise TypeError(f"{name} is {view.dtype}, but {self.dtype} is needed: convert it")
        if tuple(view.shape) != self.shape:
            raise ValueError(
                f"{name} has the shape {tuple(view.shape)}, but {self.shape} is needed"
            )
        if not view.contiguous:
            raise ValueError(
                f"{name} is not contiguous, its last axis the fastest: copy it (ascontiguousarray)"
            )
        if view.device != self.device:
            where = "host memory" if view.device == HOST else f"CUDA device {view.device}"
            raise ValueError(
                f"{name} is in {where}, but this needs {place_of(self.device)}: copy it there"
            )
        if self.is_written and not view.writable:
            raise ValueError(
                f"{name} is read-only, or an array of JAX, and may be overwritten: pass one that "
                "may be written, such as a copy"
            )
        if view.address % self.alignment:
            raise ValueError(
                f"{name} is not aligned (it is read and written in pieces of {self.alignment} "
                "bytes): pass an array that begins at a multiple of them, such as a copy"
            )

    def made(self, like: Any) -> Tuple[Any, int, Family]:
        """A new array of the module of ``like`` that is as needed, its address, and the module's
        family, which is to be told when the work is enqueued. Raises TypeError for what is no
        array."""
        like, family = adopted(like)
        if self.device == HOST:
            array = family.empty(self.shape, self.dtype, like)
        else:
            with _cuda.on_device(self.device):
                array = family.empty(self.shape, self.dtype, like)
        look = _QUICK_LOOKS.get(type(array))
        found = None if look is None else look(self, array)
        return array, family.view(array).address if found is None else found[0], family


def expect_one_array(x: Any, out: Any) -> None:
    """Raises ValueError if a plan in place is given another array to write."""
    if out is not None and out is not x:
        raise ValueError("the plan is in place: leave out away, or make a plan out of place")


# The quick looks return nothing for an array that is not as needed, or might not be: then all is
# looked at, and the sentence is found.


def _look_at_numpy(need: Need, array: np.ndarray) -> Optional[Tuple[int, int]]:
    if (
        array.dtype == need.numpy_dtype
        and array.shape == need.shape
        and array.flags.carray  # contiguous, aligned and writable
        and need.device == HOST
        and array.size
    ):
        address = _arrays.address_of(array)
        return (address, 0) if address % need.alignment == 0 else None
    return None


def _look_at_cupy(need: Need, array: Any) -> Optional[Tuple[int, int]]:
    memory = array.data
    if (
        array.dtype == need.numpy_dtype
        and array.shape == need.shape
        and array.flags.c_contiguous
        and memory.device_id == need.device
        and memory.ptr % need.alignment == 0
    ):
        return memory.ptr, _arrays.stream_of_cupy(need.device)
    return None


_QUICK_LOOKS: Dict[type, Callable[[Need, Any], Optional[Tuple[int, int]]]] = {
    np.ndarray: _look_at_numpy
}
