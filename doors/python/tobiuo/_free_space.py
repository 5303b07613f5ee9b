# SPDX-License-Identifier: BSD-3-Clause
# Free space by convolution: solutions, gradients and curls of problems with open ends.
from __future__ import annotations

import functools
from ctypes import byref, c_void_p
from typing import Any, List, Optional, Sequence, Tuple

import numpy as np

from tobiuo import _arrays
from tobiuo._arrays import ITEM_BYTES
from tobiuo._box import kept_spacings, per_axis, problem_of, sides_of
from tobiuo._given import shape_of
from tobiuo._handles import Owner
from tobiuo._library import library, number
from tobiuo._linear import FreeSpaceSolve
from tobiuo._needs import Need
from tobiuo._recorded import recorder_of

_KERNELS = {"truncated": 0, "hockney": 1}


class FreeSpaceSolver(Owner):
    """A problem with open ends, solved by convolution with a Green's function of the continuous
    equation: -1 / (4 pi r), screened where ``lambda_`` is below 0, with two open axes log(r) / (2 pi).

    shape      the unknowns: the shape of f and u
    spacing    the width of cells, one number for all axes or one for each
    boundary   as the module's text says; one axis or more has open ends, walls are at zero
    kernel     "truncated": cut off where no source is as far. The error falls faster than any power of
               the spacing for a smooth f that is zero at open ends (F. Vico, L. Greengard and M.
               Ferrando, 2016). "hockney": averages over cells, order 2 for any f
    derivatives  makes what ``gradient`` and ``curl`` need; they take the truncated kernel
    location, lambda_, precision, threads, device   as of ``Solver``; backend is "cpu" or "cuda"

    ``Solver`` solves with the same ends for the discrete operator, in less memory. Along closed axes
    the operator is the spectral one. A padded array is about eight times f with three open axes.

    Raises ValueError (InvalidArgument with the library's sentence), DeviceError.
    """

    family = "free_space"

    def __init__(
        self,
        shape: Sequence[int],
        spacing: Any,
        boundary: Any = "open",
        *,
        kernel: str = "truncated",
        derivatives: bool = False,
        location: str = "cell",
        lambda_: float = 0.0,
        precision: str = "double",
        backend: Optional[str] = None,
        threads: int = 0,
        device: Optional[int] = None,
    ) -> None:
        self.shape = shape_of(shape)
        axes = len(self.shape)
        spacings = per_axis(spacing, axes, "spacing")
        self.boundary = sides_of(boundary, axes)
        problem, nodes = problem_of(
            self.shape, spacings, self.boundary, "spectral", location, lambda_, precision
        )
        asked = {"backend": backend, "threads": threads, "device": device}
        described = {
            "shape": self.shape, "spacing": kept_spacings(spacings), "boundary": self.boundary,
            "kernel": kernel, "derivatives": bool(derivatives), "location": location,
            "lambda_": problem.lambda_, "precision": precision, **asked,
        }  # fmt: skip
        super().__init__(
            asked, described, byref(problem), number(kernel, _KERNELS, "kernel"), int(derivatives)
        )
        del nodes
        self.dtype = {"single": "float32", "double": "float64"}[precision]
        self._points = int(np.prod(self.shape, dtype=np.int64))
        self.alignment = ITEM_BYTES[self.dtype] if self.backend == "cpu" else 16
        need = functools.partial(Need, shape=self.shape, dtype=self.dtype, device=self.device)
        self._read = need("f", alignment=self.alignment)
        self._written = need("out", is_written=True, alignment=self.alignment)

    def solve(self, f: Any, out: Any = None, stream: Any = None) -> Any:
        """u: ``out``, which may be ``f`` itself, or a new array. Arguments as of ``Solver.solve``.
        Without ``out`` and ``stream`` it has a gradient by f, as ``tobiuo.poisson.solve`` has."""
        recorder = recorder_of(f) if out is None and stream is None else None
        if recorder is not None:
            self._expect_like(f)
            return recorder.linear(f, FreeSpaceSolve.of(self))
        return self._plain_solve(f, out, stream)

    def _expect_like(self, f: Any) -> None:
        """Raises TypeError or ValueError for an array of another type or shape than ``solve``
        takes."""
        dtype = _arrays.type_name(f.dtype)
        self._read.expect(_arrays.View(0, tuple(f.shape), dtype, True, True, self.device, 0))

    def _plain_solve(self, f: Any, out: Any = None, stream: Any = None) -> Any:
        """``solve`` of arrays that have values."""
        (read,), handle = self._found([f], stream)
        (made,), (written,), family = self._outs([out], f)
        self._call(library().tobiuo_free_space_solve, read, written, self._points, handle)
        return self._finished(made, out is None, family, handle)

    def gradient(
        self, f: Any, out: Optional[Sequence[Any]] = None, stream: Any = None
    ) -> Tuple[Any, ...]:
        """The derivatives of u along the axes of f, the first one first: ``out``, an array for each, or
        new arrays. They are spectral products of one transform of f."""
        (read,), handle = self._found([f], stream)
        given = list(out) if out is not None else [None] * len(self.shape)
        if len(given) != len(self.shape):
            raise ValueError(f"out has {len(given)} arrays for {len(self.shape)} axes: give one for each")
        made, written, family = self._outs(given, f)
        along_xyz = written[::-1] + [0] * (3 - len(written))
        self._call(
            library().tobiuo_free_space_gradient, read, _addresses(along_xyz), self._points, handle
        )
        return self._finished(tuple(made), out is None, family, handle)

    def curl(
        self, f: Sequence[Any], out: Optional[Sequence[Any]] = None, stream: Any = None
    ) -> Tuple[Any, Any, Any]:
        """The curl of the vector potential whose components solve the problem for those of ``f``. Both are
        components along x, y and z, x first, which is the last axis of an array; with f = minus the
        vorticity the curl is the velocity."""
        if len(f) != 3 or out is not None and len(out) != 3:
            raise ValueError("a curl has three components: give three arrays, along x, y and z")
        read, handle = self._found(f, stream)
        made, written, family = self._outs(list(out) if out is not None else [None] * 3, f[0])
        self._call(
            library().tobiuo_free_space_curl, _addresses(read), _addresses(written), self._points,
            handle,
        )  # fmt: skip
        return self._finished(tuple(made), out is None, family, handle)

    def _found(self, arrays: Sequence[Any], stream: Any) -> Tuple[List[int], int]:
        """The addresses of arrays that are read, and the stream of the work."""
        found = [self._read.find(array) for array in arrays]
        handle = found[0][1] if stream is None else _arrays.stream_handle(stream)
        return [address for address, _ in found], handle

    def _outs(self, given: List[Any], like: Any) -> Tuple[List[Any], List[int], Any]:
        """Arrays that are written, new ones in place of None, their addresses and the family of new
        ones."""
        family = None
        arrays, addresses = [], []
        for array in given:
            if array is None:
                array, address, family = self._written.made(like)
            else:
                address = self._written.find(array)[0]
            arrays.append(array)
            addresses.append(address)
        return arrays, addresses, family

    def _finished(self, made: Any, are_new: bool, family: Any, handle: int) -> Any:
        if are_new:
            family.finish(handle, self.device)
        return made

    def __repr__(self) -> str:
        return f"<tobiuo.poisson.FreeSpaceSolver {self.describe()}>"


def _addresses(numbers: Sequence[int]) -> Any:
    return (c_void_p * 3)(*[address or None for address in numbers])
