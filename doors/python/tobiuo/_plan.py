# A transform that is planned once and executed many times.
from __future__ import annotations

from ctypes import byref
from typing import Any, Callable, Optional, Sequence, Tuple

from tobiuo import _arrays
from tobiuo._arrays import View, bytes_of
from tobiuo._families import adopted
from tobiuo._handles import Owner
from tobiuo._library import DIRECTIONS, KINDS, PRECISIONS, Transform, check, library, number

REAL = {"single": "float32", "double": "float64"}
COMPLEX = {"single": "complex64", "double": "complex128"}


def transform_of(
    shape: Sequence[int], kind: str, direction: str, precision: str, batch: int, in_place: bool
) -> Transform:
    """The structure of the C interface for arrays of a shape (z, y, x)."""
    shape = [int(count) for count in shape]
    if not 1 <= len(shape) <= 3:
        raise ValueError(f"a plan has 1 to 3 axes, but the shape is {tuple(shape)}: use batch")
    transform = Transform()
    transform.extents[:] = shape[::-1] + [1] * (3 - len(shape))
    transform.batch = int(batch)
    transform.kind = number(kind, KINDS, "kind")
    transform.direction = number(direction, DIRECTIONS, "direction")
    transform.precision = number(precision, PRECISIONS, "precision")
    transform.placement = int(in_place)
    return transform


def expect(view: View, shape: Tuple[int, ...], dtype: str, owner: Owner, name: str) -> None:
    """Raises TypeError or ValueError unless an array is as the library needs it."""
    if view.dtype != dtype:
        raise TypeError(f"{name} is {view.dtype}, but {dtype} is needed: convert it")
    if tuple(view.shape) != shape:
        raise ValueError(f"{name} has the shape {tuple(view.shape)}, but {shape} is needed")
    if not view.contiguous:
        raise ValueError(
            f"{name} is not contiguous, its last axis the fastest: copy it (ascontiguousarray)"
        )
    if view.device != owner.device:
        where = "host memory" if view.device == _arrays.HOST else f"CUDA device {view.device}"
        raise ValueError(f"{name} is in {where}, but this needs {owner.place()}: copy it there")


def expect_writable(view: View, name: str) -> None:
    """Raises ValueError if an array that is written is read-only."""
    if not view.writable:
        raise ValueError(f"{name} is read-only, or an array of JAX: pass one that may be written")


def expect_one_array(x: Any, view: View, out: Any) -> None:
    """Raises ValueError unless a plan in place may write ``x``, whose view is given."""
    if out is not None and out is not x:
        raise ValueError("the plan is in place: leave out away, or make a plan out of place")
    expect_writable(view, "x")


def result_array(
    x: Any, read: View, out: Any, shape: Tuple[int, ...], dtype: str, owner: Owner
) -> Tuple[Any, View, Callable[[View], None]]:
    """What a call writes: ``out``, or a new array beside ``x``, whose view is ``read``. Returns the
    array, its view, and what is called with ``read`` when the work is enqueued. Raises as
    ``expect`` does."""
    if out is None:
        x, family = adopted(x)
        with _arrays.on_device_of(read):
            out = family.empty(shape, dtype, x)
        return out, family.view(out), family.finish
    written = _arrays.view(out)
    expect(written, shape, dtype, owner, "out")
    expect_writable(written, "out")
    return out, written, lambda _: None


class Plan(Owner):
    """A discrete Fourier transform over all axes of ``shape``, planned once, executed many times.

    shape      points of the real side, or of both sides of c2c: (x,), (y, x) or (z, y, x)
    kind       "c2c", "r2c" or "c2r"
    direction  "forward" or "inverse", of c2c; r2c is forward and c2r inverse anyway
    precision  "single" or "double"
    batch      arrays that follow each other; with more than one, arrays have a first axis for it
    in_place   ``execute`` takes one array; the rows of the real side of r2c and c2r are then padded
               to 2 (x // 2 + 1) values
    backend    "cpu" or "cuda"; None is a GPU where this machine can, else the CPU
    threads    on the CPU; 0 stands for as many as the size is worth
    device     the number of a CUDA device; None is the current one

    Nothing is scaled: inverse after forward gives the number of points times the input. On a GPU
    ``execute`` enqueues and returns, without allocating or waiting, and so may be captured in a
    CUDA graph; arrays and plan must live until that work is done, a plan in a graph as long as the
    graph. A plan on a GPU serves one execution at a time: make one for each stream.

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
    ) -> None:
        transform = transform_of(shape, kind, direction, precision, batch, in_place)
        asked = {"backend": backend, "threads": threads, "device": device}
        super().__init__(asked, byref(transform))
        real, modes = tuple(int(n) for n in shape), tuple(int(n) for n in shape)
        if kind != "c2c":
            modes = modes[:-1] + (modes[-1] // 2 + 1,)
            real = real[:-1] + (2 * modes[-1],) if in_place else real
        first = (int(batch),) if batch != 1 else ()
        real_side = (first + real, REAL[precision])
        complex_side = (first + modes, COMPLEX[precision])
        self.kind, self.in_place = kind, in_place
        #: shape and dtype of what ``execute`` reads, and of what it writes
        self.input_shape, self.input_dtype = real_side if kind == "r2c" else complex_side
        self.output_shape, self.output_dtype = real_side if kind == "c2r" else complex_side
        self._execute = library().tobiuo_plan_execute

    def execute(self, x: Any, out: Any = None, stream: Any = None) -> Any:
        """Transforms ``x`` and returns the result, which is ``out``, or a new array, or, of a plan
        in place, ``x`` itself. A plan c2r may overwrite ``x``.

        x       an array of ``input_shape`` and ``input_dtype``, contiguous, where the plan is
        out     an array of ``output_shape`` and ``output_dtype`` that does not overlap ``x``
        stream  a stream of CuPy, PyTorch or Numba, or a number; None is the current stream of the
                module of ``x``, or that of its ``__cuda_array_interface__``

        Raises TypeError (wrong type, arrays of JAX in place), ValueError (wrong shape, not
        contiguous, read-only, on another device), DeviceError.
        """
        read = _arrays.view(x)
        expect(read, self.input_shape, self.input_dtype, self, "x")
        handle = _arrays.stream_for(read, stream)
        if self.in_place:
            expect_one_array(x, read, out)
            self._enqueue(read, read, handle)  # both sides have as many bytes, in different shapes
            return x
        out, written, finish = result_array(
            x, read, out, self.output_shape, self.output_dtype, self
        )
        self._enqueue(read, written, handle)
        finish(read)
        return out

    def _enqueue(self, read: View, written: View, stream: int) -> None:
        with self._turn():
            check(
                self._execute(
                    self._handle,
                    read.address,
                    bytes_of(read),
                    written.address,
                    bytes_of(written),
                    stream,
                )
            )

    def __call__(self, x: Any, out: Any = None, stream: Any = None) -> Any:
        return self.execute(x, out, stream)

    def __repr__(self) -> str:
        return f"<tobiuo.fft.Plan {self.describe()}>"
