# Reads what a DLPack capsule says about an array.
from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p
from typing import Any, NamedTuple, Optional, Tuple

CPU, CUDA, CUDA_HOST, CUDA_MANAGED = 1, 2, 3, 13  # DLDeviceType
_FLOAT, _COMPLEX = 2, 5  # DLDataTypeCode
_LEGACY_STREAM = 1  # the default stream, as DLPack numbers it


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


class Described(NamedTuple):
    address: int
    shape: Tuple[int, ...]
    strides: Optional[Tuple[int, ...]]  # in elements
    dtype: str


_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = c_void_p
_pointer_of.argtypes = [ctypes.py_object, c_char_p]


def read(array: Any, on_gpu: bool) -> Described:
    """What the array exports. A GPU's array is ready for work on the default stream. The capsule is
    given back unused, so that the array itself must be kept."""
    capsule = array.__dlpack__(stream=_LEGACY_STREAM) if on_gpu else array.__dlpack__()
    tensor = ctypes.cast(_pointer_of(capsule, b"dltensor"), POINTER(_Tensor)).contents
    count = tensor.ndim
    return Described(
        (tensor.data or 0) + tensor.byte_offset,
        tuple(tensor.shape[:count]),
        tuple(tensor.strides[:count]) if tensor.strides else None,
        _type_name(tensor.code, tensor.bits, tensor.lanes),
    )


def _type_name(code: int, bits: int, lanes: int) -> str:
    words = {_FLOAT: "float", _COMPLEX: "complex"}
    name = f"{words.get(code, f'DLPack type {code} of ')}{bits}"
    return name if lanes == 1 else f"{name}x{lanes}"
