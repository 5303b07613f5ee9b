# SPDX-License-Identifier: BSD-3-Clause
# A transform, a function in CUDA C++ of every element of the spectrum, and the inverse transform.
from __future__ import annotations

from ctypes import byref, c_void_p
from typing import Any, Optional, Sequence

from tobiuo import _arrays
from tobiuo._arrays import bytes_of
from tobiuo._functions import Text, data_of, functions_of
from tobiuo._given import shape_of, text
from tobiuo._handles import Owner
from tobiuo._library import library
from tobiuo._needs import Need
from tobiuo._plan import ALIGNMENT, COMPLEX, REAL, transform_of


class PointwisePlan(Owner):
    """out = inverse transform of function(transform of in), on a GPU, in fewer passes than two
    plans need: a convolution, a derivative, a filter.

    shape      points: (x,), (y, x) or (z, y, x)
    source     CUDA C++ that defines the function:
               ``Complex NAME(Complex value, const Index& index, const void* data)``, with
               Real, Complex (x, y, +, -, *, conjugate()) and Index (x, y, z, batch) at hand
    function   its name
    kind       "c2c", or "r2c": the function then sees the half spectrum, and the result is real
    precision, batch, in_place, device, load, store, load_is_input   as of ``Plan``; for "r2c" the
               function at store gets the reals of the result

    Nothing is scaled: a function that changes nothing gives the number of points times the input.
    For "r2c" rows of the result, and in place of the input, are padded to 2 (x // 2 + 1) values.
    Order, lifetime, copies and ``alignment`` are those of a ``Plan``.

    Raises InvalidArgument (with the compiler's first error), DeviceError (no GPU).
    """

    family = "pointwise_plan"
    maker = "create_with_functions"

    def __init__(
        self,
        shape: Sequence[int],
        source: str,
        function: str,
        kind: str = "c2c",
        precision: str = "double",
        *,
        batch: int = 1,
        in_place: bool = False,
        device: Optional[int] = None,
        load: Optional[Text] = None,
        store: Optional[Text] = None,
        load_is_input: bool = False,
    ) -> None:
        points, in_place = shape_of(shape), bool(in_place)
        transform = transform_of(points, kind, "forward", precision, batch, in_place)
        between = (text(source, "source"), text(function, "function"))
        functions = functions_of(load, store, load_is_input, between)
        asked = {"backend": "cuda", "threads": 0, "device": device}
        described = {
            "shape": points, "source": source, "function": function, "kind": kind,
            "precision": precision, "batch": transform.batch, "in_place": in_place,
            "device": device, "load": load, "store": store, "load_is_input": load_is_input,
        }  # fmt: skip
        super().__init__(asked, described, byref(transform), byref(functions))
        padded = points if kind == "c2c" else points[:-1] + (2 * (points[-1] // 2 + 1),)
        first = (int(batch),) if batch != 1 else ()
        self.in_place = in_place
        self._reads = in_place or not load_is_input
        self.dtype = (COMPLEX if kind == "c2c" else REAL)[precision]
        self.input_shape = first + (padded if in_place else points)
        self.output_shape = first + padded
        self.alignment = ALIGNMENT[precision]
        self._read = Need(
            "x", self.input_shape, self.dtype, self.device, in_place, self.alignment
        )
        self._written = Need(
            "out", self.output_shape, self.dtype, self.device, True, self.alignment
        )
        self._read_bytes = bytes_of(self.input_shape, self.dtype)
        self._written_bytes = bytes_of(self.output_shape, self.dtype)
        self._execute = library().tobiuo_pointwise_plan_execute_with_data

    def execute(
        self,
        x: Any,
        out: Any = None,
        data: Any = None,
        stream: Any = None,
        *,
        load_data: Any = None,
        store_data: Any = None,
    ) -> Any:
        """Writes the result to ``out``, of a plan in place to ``x``, and returns that array.

        x, out  arrays of ``input_shape`` and ``output_shape``, of ``dtype``; x is None where
                Plan.execute says so
        data    an array in the GPU's memory, or its address: what the function receives
        stream, load_data, store_data  as of ``Plan.execute``

        Raises TypeError, ValueError, DeviceError as ``Plan.execute`` does.
        """
        if out is None and not self.in_place:
            raise ValueError("out is missing: pass an array of output_shape, or plan in place")
        read = self._read.find(x)[0] if self._reads else None
        out = x if out is None else out
        written, current = self._written.find(out)
        given = data_of(load_data, store_data, self.device, data)
        handle = current if stream is None else _arrays.stream_handle(stream)
        self._call(
            self._execute,
            read, self._read_bytes, written, self._written_bytes, byref(given), handle,
        )  # fmt: skip
        return out

    def describe(self) -> str:
        """The transform in words."""
        return f"a function between a transform of {self.input_shape} and its inverse"

    def _found_backend(self, handle: c_void_p) -> str:
        return "cuda"
