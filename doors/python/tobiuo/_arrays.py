# SPDX-License-Identifier: BSD-3-Clause
# What an array is to the library: an address, a shape, a type and the memory that holds it.
from __future__ import annotations

import contextlib
import ctypes
import functools
import sys
from typing import Any, ContextManager, Dict, NamedTuple, Sequence, Tuple

import numpy as np

from tobiuo import _cuda, _dlpack

HOST = -1  # the device of arrays in host memory

ITEM_BYTES = {"float32": 4, "float64": 8, "complex64": 8, "complex128": 16}


_type_names: Dict[Any, str] = {}  # of types of all modules, as they were met


class View(NamedTuple):
    """An array as the library sees it; it does not keep the array alive."""

    address: int
    shape: Tuple[int, ...]
    dtype: str  # a key of ITEM_BYTES, or another name, which the library does not take
    contiguous: bool  # the last axis is the fastest, and there are no gaps
    writable: bool
    device: int  # HOST, or the number of a CUDA device
    stream: int  # the caller's stream for work on the array, 0 in host memory


def type_name(dtype: Any) -> str:
    """The name of a type of numpy, CuPy, PyTorch or JAX: "float64". Numbers in the byte order of
    other machines have names of their own, such as ">f8"."""
    name = _type_names.get(dtype)
    if name is None:
        name = _type_names[dtype] = str(dtype).rpartition(".")[2]  # "torch.float64"
    return name


def is_extended(array: Any) -> bool:
    """Whether an array of numpy has more than double precision."""
    dtype = getattr(array, "dtype", None)
    return isinstance(dtype, np.dtype) and dtype.char in "gG"


def bytes_of(shape: Sequence[int], dtype: str) -> int:
    """The bytes of an array without gaps."""
    total = ITEM_BYTES[dtype]
    for count in shape:
        total *= count
    return total


def view(array: Any) -> View:
    """The view of an array of numpy, CuPy, PyTorch or JAX, or of any object that has
    ``__cuda_array_interface__`` or ``__dlpack__``. Raises TypeError for anything else."""
    if isinstance(array, np.ndarray):
        return numpy_view(array)
    look = _LOOKS.get(type(array).__module__.partition(".")[0])
    if look is not None:
        return look(array)
    if hasattr(array, "__cuda_array_interface__"):
        return _interface_view(array)
    if hasattr(array, "__dlpack__"):
        return _dlpack_view(array)
    raise TypeError(
        f"{type(array).__name__} is no array: pass one of numpy, CuPy, PyTorch or JAX, or an "
        "object with __cuda_array_interface__ or __dlpack__"
    )


def address_of(array: np.ndarray) -> int:
    """The address of the first value of an array that is contiguous, writable, not empty and of a
    type that the library takes: four times as fast as ``array.ctypes.data``."""
    return ctypes.addressof(ctypes.c_char.from_buffer(array))


def numpy_view(array: np.ndarray) -> View:
    flags = array.flags
    quick = flags.carray and array.size and array.dtype.kind in "fc"
    return View(
        address_of(array) if quick else array.ctypes.data,
        array.shape,
        type_name(array.dtype),
        flags.c_contiguous and flags.aligned,
        flags.writeable,
        HOST,
        0,
    )


def cupy_view(array: Any) -> View:
    device = array.data.device_id
    return View(
        array.data.ptr,
        array.shape,
        type_name(array.dtype),
        array.flags.c_contiguous,
        True,
        device,
        stream_of_cupy(device),
    )


def is_of_cupy(array: Any) -> bool:
    """Whether it is CuPy's own array, not an object derived from it."""
    kind = type(array)
    return kind.__name__ == "ndarray" and kind.__module__.partition(".")[0] == "cupy"


def is_of_jax(array: Any) -> bool:
    return type(array).__module__.partition(".")[0] in ("jax", "jaxlib")


def stream_of_cupy(device: int) -> int:
    """CuPy's current stream of a device in this thread."""
    return int(sys.modules["cupy"].cuda.get_current_stream(device).ptr)


def torch_view(tensor: Any) -> View:
    torch = sys.modules["torch"]
    if tensor.requires_grad and torch.is_grad_enabled():
        raise TypeError(
            "the tensor requires gradients, which the functions of tobiuo.fft and "
            "tobiuo.poisson.solve have, but not a Plan, a Solver or out=: call those, or pass "
            "tensor.detach()"
        )
    kind = tensor.device.type
    if kind not in ("cpu", "cuda"):
        raise TypeError(
            f"the tensor is on device {tensor.device}, which tobiuo cannot reach: copy it to "
            "'cuda' or 'cpu'"
        )
    on_gpu = kind == "cuda"
    return View(
        tensor.data_ptr(),
        tuple(tensor.shape),
        type_name(tensor.dtype),
        tensor.is_contiguous() and not tensor.is_conj() and not tensor.is_neg(),
        True,
        tensor.device.index if on_gpu else HOST,
        _stream_of_torch(torch, tensor.device.index) if on_gpu else 0,
    )


def _stream_of_torch(torch: Any, device: int) -> int:
    """PyTorch's current stream of a device, without the object around it where PyTorch offers the
    call that its own compiler makes."""
    quick = getattr(torch._C, "_cuda_getCurrentRawStream", None)
    return int(quick(device) if quick else torch.cuda.current_stream(device).cuda_stream)


def jax_view(array: Any) -> View:
    jax = sys.modules["jax"]
    if isinstance(array, jax.core.Tracer):
        raise TypeError(
            "JAX traces the array, which the functions of tobiuo.fft and tobiuo.poisson.solve take, "
            "but not a Plan, a Solver or out=: call those, or go through jax.pure_callback"
        )
    devices = list(array.devices())
    if len(devices) != 1:
        raise TypeError(
            f"the JAX array is divided among {len(devices)} devices: gather it on one with "
            "jax.device_put"
        )
    array.block_until_ready()  # JAX works on streams of its own
    on_gpu = devices[0].platform in ("gpu", "cuda")
    if not on_gpu and devices[0].platform != "cpu":
        raise TypeError(f"the JAX array is on a {devices[0].platform}: copy it to a GPU or the CPU")
    return View(
        array.unsafe_buffer_pointer(),
        array.shape,
        type_name(array.dtype),
        True,
        False,
        getattr(devices[0], "local_hardware_id", devices[0].id) if on_gpu else HOST,
        0,
    )


_LOOKS = {"cupy": cupy_view, "torch": torch_view, "jax": jax_view, "jaxlib": jax_view}


@functools.lru_cache(maxsize=64)
def _type_of(word: str) -> Tuple[str, int]:
    """Name and bytes of a type that ``__cuda_array_interface__`` calls, for instance, "<f8"."""
    dtype = np.dtype(word)
    return type_name(dtype), dtype.itemsize


def _interface_view(array: Any) -> View:
    interface = array.__cuda_array_interface__
    address, read_only = interface["data"]
    shape = tuple(interface["shape"])
    dtype, item_bytes = _type_of(interface["typestr"])
    strides = interface.get("strides")
    return View(
        address,
        shape,
        dtype,
        strides is None or _gapless(shape, strides, item_bytes),
        not read_only,
        _cuda.device_of(address) if address else 0,
        interface.get("stream") or 0,
    )


def _dlpack_view(array: Any) -> View:
    kind, device = array.__dlpack_device__()
    if kind not in (_dlpack.CPU, _dlpack.CUDA, _dlpack.CUDA_HOST, _dlpack.CUDA_MANAGED):
        raise TypeError(
            f"the array is on a device of DLPack's kind {kind}, which tobiuo cannot reach: copy it "
            "to a CUDA device or to the host"
        )
    on_gpu = kind in (_dlpack.CUDA, _dlpack.CUDA_MANAGED)
    tensor = _dlpack.read(array, on_gpu)
    shape, strides = tensor.shape, tensor.strides
    return View(
        tensor.address,
        shape,
        tensor.dtype,
        strides is None or _gapless(shape, strides, 1),
        tensor.writable,
        device if on_gpu else HOST,
        0,
    )


def _gapless(shape: Tuple[int, ...], strides: Tuple[int, ...], step: int) -> bool:
    for count, stride in zip(reversed(shape), reversed(strides)):
        if count != 1 and stride != step:
            return False
        step *= count
    return True


def owns_each_element(array: Any) -> bool:
    """Whether no two elements of an array of numpy, CuPy or PyTorch may lie at one place, as those
    of ``broadcast_to`` and of sliding windows do: then it may be overwritten step by step. Layouts
    that are entangled without sharing places count as shared."""
    if 0 in array.shape:
        return True
    in_elements = callable(getattr(array, "stride", None))
    step = 1 if in_elements else array.dtype.itemsize
    strides = array.stride() if in_elements else array.strides
    reached = 0  # what the axes of smaller strides span
    for stride, count in sorted((abs(s), n) for s, n in zip(strides, array.shape) if n > 1):
        if stride < reached + step:
            return False
        reached += stride * (count - 1)
    return True


def on_device_of(view: View) -> ContextManager[object]:
    """Makes the device of an array current inside a ``with``, for what is allocated there."""
    return contextlib.nullcontext() if view.device == HOST else _cuda.on_device(view.device)


def stream_handle(stream: Any) -> int:
    """The ``cudaStream_t`` of a number, or of a stream of CuPy, PyTorch, Numba or cuda.core."""
    for name in ("cuda_stream", "ptr"):
        if hasattr(stream, name):
            return int(getattr(stream, name))
    if hasattr(stream, "__cuda_stream__"):
        protocol = stream.__cuda_stream__
        return int((protocol() if callable(protocol) else protocol)[1])
    handle = getattr(stream, "handle", stream)
    if isinstance(handle, ctypes.c_void_p):
        return handle.value or 0
    return int(handle)
