# SPDX-License-Identifier: BSD-3-Clause
# A transform that is planned once and executed many times.
from __future__ import annotations

from ctypes import byref
from typing import Any, Optional, Sequence

from tobiuo import _arrays
from tobiuo._arrays import bytes_of
from tobiuo._functions import Text, data_of, functions_of
from tobiuo._given import shape_of, whole
from tobiuo._handles import Owner
from tobiuo._library import DIRECTIONS, KINDS, PRECISIONS, library, number
from tobiuo._needs import Need, expect_one_array
from tobiuo._structures import Transform

REAL = {"single": "float32", "double": "float64"}
COMPLEX = {"single": "complex64", "double": "complex128"}
#: bytes of a complex number, of which the addresses of arrays are multiples
ALIGNMENT = {"single": 8, "double": 16}


def transform_of(
    shape: Sequence[int], kind: str, direction: str, precision: str, batch: int, in_place: bool
) -> Transform:
    """The structure of the C interface for arrays of a shape (z, y, x)."""
    shape = list(shape_of(shape))
    if not 1 <= len(shape) <= 3:
        raise ValueError(f"a plan has 1 to 3 axes, but the shape is {tuple(shape)}: use batch")
    transform = Transform()
    transform.extents[:] = shape[::-1] + [1] * (3 - len(shape))
    transform.batch = whole(batch, "batch")
    transform.kind = number(kind, KINDS, "kind")
    transform.direction = number(direction, DIRECTIONS, "direction")
    transform.precision = number(precision, PRECISIONS, "precision")
    transform.placement = int(in_place)
    return transform


class Plan(Owner):
    """A discrete Fourier transform over all axes of ``shape``, planned once, executed many times.

    shape      points of the real side, or of both sides of c2c: (x,), (y, x) or (z, y, x)
    kind       "c2c", "r2c" or "c2r"
    direction  "forward" or "inverse", of c2c; r2c is forward and c2r inverse anyway
    precision  "single" or "double"
    batch      arrays that follow each other; with more than one, arrays have a first axis for it
    in_place   ``execute`` takes one array; the rows of the real side of r2c and c2r are then padded
               to 2 (x // 2 + 1) values
    backend    "cpu", "cuda" or "opencl"; None is a GPU with CUDA where this machine can, else the
               CPU
    threads    on the CPU; 0 stands for as many as the size is worth
    device     the number of a CUDA device; None is the current one
    load       the source and the name of a function in CUDA C++ of each element of the input, with
               CUDA only: ``Element NAME(Element value, const Index& index, const void* data)``,
               where Element is Real on the real side of r2c and c2r, else Complex; the plan
               transforms what it returns. Real, Complex and Index (x, y, z, batch) are at hand.
    store      the same of each element of the result; what it returns is written
    load_is_input   the function at load, ``NAME(const Index& index, const void* data)``, has no value
               and is the input itself

    Nothing is scaled: inverse after forward gives the number of points times the input. On a GPU
    ``execute`` enqueues and returns, without allocating or waiting, and so may be captured in a
    CUDA graph; arrays and plan must live until that work is done, a plan in a graph as long as the
    graph. A plan on a GPU serves one execution at a time: make one for each stream. With OpenCL
    arrays are in host memory; ``execute`` copies them to the device and back, and returns with the
    result.

    Arrays begin at multiples of ``alignment`` bytes, those of a complex number, as new arrays do;
    slices such as ``x[1:]`` need not, which ``execute`` refuses and ``tobiuo.fft.rfft`` copies.

    A copy, and what ``pickle`` makes elsewhere, is planned anew. In the child of a fork plans on
    the CPU work, others raise DeviceError.

    Raises InvalidArgument (a ValueError), DeviceError.
    """

    family = "plan"

    def __init__(
        self,
        shape: Sequence[int],
        kind: str = "c2c",
        direction: str = "forward",
        precision: str = "double",
        *,
        batch: int = 1,
        in_place: bool = False,
        backend: Optional[str] = None,
        threads: int = 0,
        device: Optional[int] = None,
        load: Optional[Text] = None,
        store: Optional[Text] = None,
        load_is_input: bool = False,
    ) -> None:
        shape, in_place = shape_of(shape), bool(in_place)
        transform = transform_of(shape, kind, direction, precision, batch, in_place)
        described = {
            "shape": shape, "kind": kind, "direction": direction, "precision": precision,
            "batch": transform.batch, "in_place": in_place, "backend": backend, "threads": threads,
            "device": device, "load": load, "store": store, "load_is_input": load_is_input,
        }  # fmt: skip
        asked = {"backend": backend, "threads": threads, "device": device}
        self._has_functions = load is not None or store is not None or load_is_input
        if self._has_functions:
            self.maker = "create_with_functions"
            functions = functions_of(load, store, load_is_input)
            super().__init__(asked, described, byref(transform), byref(functions))
        else:
            super().__init__(asked, described, byref(transform))
        real, modes = shape, shape
        if kind != "c2c":
            modes = modes[:-1] + (modes[-1] // 2 + 1,)
            real = real[:-1] + (2 * modes[-1],) if in_place else real
        first = (int(batch),) if batch != 1 else ()
        real_side = (first + real, REAL[precision])
        complex_side = (first + modes, COMPLEX[precision])
        self.kind, self.in_place = kind, in_place
        self._reads = in_place or kind == "c2r" or not load_is_input
        #: shape and dtype of what ``execute`` reads, and of what it writes
        self.input_shape, self.input_dtype = real_side if kind == "r2c" else complex_side
        self.output_shape, self.output_dtype = real_side if kind == "c2r" else complex_side
        self.alignment = ALIGNMENT[precision]
        self._read = Need(
            "x", self.input_shape, self.input_dtype, self.device, in_place or kind == "c2r",
            self.alignment,
        )  # fmt: skip
        self._written = Need(
            "out", self.output_shape, self.output_dtype, self.device, True, self.alignment
        )
        self._read_bytes = bytes_of(self.input_shape, self.input_dtype)
        self._written_bytes = bytes_of(self.output_shape, self.output_dtype)
        self._execute = library().tobiuo_plan_execute

    def execute(
        self,
        x: Any,
        out: Any = None,
        stream: Any = None,
        *,
        load_data: Any = None,
        store_data: Any = None,
    ) -> Any:
        """Transforms ``x`` and returns the result, which is ``out``, or a new array, or, of a plan
        in place, ``x`` itself. A plan c2r may overwrite ``x``, which must not be read-only.

        x       an array of ``input_shape`` and ``input_dtype``, contiguous, where the plan is; None
                for a plan out of place, c2c or r2c, with load_is_input, which needs ``out``
        out     an array of ``output_shape`` and ``output_dtype`` that does not overlap ``x``
        stream  a stream of CuPy, PyTorch or Numba, or a number; None is the current stream of the
                module of ``x``, or that of its ``__cuda_array_interface__``; CUDA's alone matters
        load_data, store_data  arrays in the GPU's memory, or addresses: what the functions receive

        Raises TypeError (wrong type), ValueError (wrong shape, not contiguous, at another address
        than a multiple of ``alignment``, read-only or of JAX where it may be overwritten, on another
        device), DeviceError.
        """
        if self._has_functions:
            return self._execute_with_functions(x, out, stream, load_data, store_data)
        if load_data is not None or store_data is not None:
            raise ValueError("data is given, but the plan has no functions: make it with load")
        read, current = self._read.find(x)
        handle = current if stream is None else _arrays.stream_handle(stream)
        if self.in_place:
            expect_one_array(x, out)
            self._enqueue(read, read, handle)  # both sides have as many bytes, in different shapes
            return x
        if out is not None:
            self._enqueue(read, self._written.find(out)[0], handle)
            return out
        out, written, family = self._written.made(x)
        self._enqueue(read, written, handle)
        family.finish(handle, self.device)
        return out

    def _enqueue(self, read: int, written: int, stream: int) -> None:
        """Transforms from one address to the other, at which there are arrays as needed."""
        self._call(
            self._execute, read, self._read_bytes, written, self._written_bytes, stream
        )

    def _execute_with_functions(
        self, x: Any, out: Any, stream: Any, load_data: Any, store_data: Any
    ) -> Any:
        """``execute`` of a plan with functions; all its arrays are the caller's."""
        if self.in_place:
            expect_one_array(x, out)
            out = x
        elif out is None:
            raise ValueError("out is missing: a plan with functions makes no array, pass one")
        read, current = self._read.find(x) if self._reads else (None, 0)
        written = read
        if not self.in_place:
            written, current = self._written.find(out)
        data = data_of(load_data, store_data, self.device)
        handle = current if stream is None else _arrays.stream_handle(stream)
        self._call(
            library().tobiuo_plan_execute_with_data,
            read, self._read_bytes, written, self._written_bytes, byref(data), handle,
        )  # fmt: skip
        return out

    def __call__(self, x: Any, out: Any = None, stream: Any = None, **data: Any) -> Any:
        return self.execute(x, out, stream, **data)

    def __repr__(self) -> str:
        return f"<tobiuo.fft.Plan {self.describe()}>"
