# SPDX-License-Identifier: BSD-3-Clause
# Reads what a DLPack capsule says about an array.
from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
from typing import Any, Dict, NamedTuple, Optional, Tuple

CPU, CUDA, CUDA_HOST, CUDA_MANAGED = 1, 2, 3, 13  # DLDeviceType
_FLOAT, _COMPLEX = 2, 5  # DLDataTypeCode
_LEGACY_STREAM = 1  # the default stream, as DLPack numbers it
_VERSION = (1, 0)  # the first in which an array can say that it is read-only
_READ_ONLY = 1  # DLPACK_FLAG_BITMASK_READ_ONLY


class _Tensor(ctypes.Structure):
    """DLTensor, with which a DLManagedTensor begins."""

    _fields_ = [
        ("data", c_void_p),
        ("device_type", c_int32),
        ("device_id", c_int32),
        ("ndim", c_int32),
        ("code", c_uint8),
        ("bits", c_uint8),
        ("lanes", c_uint16),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("byte_offset", c_uint64),
    ]


class _Versioned(ctypes.Structure):
    """DLManagedTensorVersioned, of DLPack 1.0 and later."""

    _fields_ = [
        ("major", c_uint32),
        ("minor", c_uint32),
        ("manager_ctx", c_void_p),
        ("deleter", c_void_p),
        ("flags", c_uint64),
        ("tensor", _Tensor),
    ]


class Described(NamedTuple):
    address: int
    shape: Tuple[int, ...]
    strides: Optional[Tuple[int, ...]]  # in elements
    dtype: str
    writable: bool


_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = c_void_p
_pointer_of.argtypes = [ctypes.py_object, c_char_p]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.argtypes = [ctypes.py_object, c_char_p]


def read(array: Any, on_gpu: bool) -> Described:
    """What the array exports. A GPU's array is ready for work on the default stream. The capsule is
    given back unused, so that the array itself must be kept."""
    capsule = _exported(array, {"stream": _LEGACY_STREAM} if on_gpu else {})
    writable = True
    if _is_valid(capsule, b"dltensor_versioned"):
        pointer = _pointer_of(capsule, b"dltensor_versioned")
        versioned = ctypes.cast(pointer, POINTER(_Versioned)).contents
        tensor, writable = versioned.tensor, not versioned.flags & _READ_ONLY
    else:
        tensor = ctypes.cast(_pointer_of(capsule, b"dltensor"), POINTER(_Tensor)).contents
    count = tensor.ndim
    return Described(
        (tensor.data or 0) + tensor.byte_offset,
        tuple(tensor.shape[:count]),
        tuple(tensor.strides[:count]) if tensor.strides else None,
        _type_name(tensor.code, tensor.bits, tensor.lanes),
        writable,
    )


def _exported(array: Any, options: Dict[str, Any]) -> Any:
    """The capsule. Raises ValueError for an array that is not exported."""
    try:
        try:
            return array.__dlpack__(**options, max_version=_VERSION)
        except TypeError:  # older than DLPack 1.0
            return array.__dlpack__(**options)
    except BufferError as error:  # numpy's, for one, of read-only arrays by the old protocol
        raise ValueError(
            f"the array is not exported by DLPack ({error}): pass an array of numpy, CuPy, PyTorch "
            "or JAX, or a copy"
        ) from None


def _type_name(code: int, bits: int, lanes: int) -> str:
    words = {_FLOAT: "float", _COMPLEX: "complex"}
    name = f"{words.get(code, f'DLPack type {code} of ')}{bits}"
    return name if lanes == 1 else f"{name}x{lanes}"
