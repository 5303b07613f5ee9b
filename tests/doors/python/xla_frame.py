# SPDX-License-Identifier: BSD-3-Clause
# Calls a handler of XLA's foreign functions by a call frame that is made by hand, in place of XLA.
import ctypes
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_int64, c_size_t, c_uint32, c_void_p

import numpy as np

TYPES = {"float32": 11, "float64": 12, "complex64": 15, "complex128": 18, "int64": 5, "int32": 4}


class Extension(Structure):
    _fields_ = [("size", c_size_t), ("type", c_int), ("next", c_void_p)]


class Version(Structure):
    _fields_ = [("size", c_size_t), ("extension", c_void_p), ("major", c_int), ("minor", c_int)]


class Buffer(Structure):
    _fields_ = [
        ("size", c_size_t), ("extension", c_void_p), ("type", c_int), ("data", c_void_p),
        ("rank", c_int64), ("lengths", POINTER(c_int64)),
    ]  # fmt: skip


class Text(Structure):
    _fields_ = [("text", c_char_p), ("length", c_size_t)]


class Scalar(Structure):
    _fields_ = [("type", c_int), ("value", c_void_p)]


class Values(Structure):
    """XLA_FFI_Args and XLA_FFI_Rets."""

    _fields_ = [
        ("size", c_size_t), ("extension", c_void_p), ("count", c_int64), ("types", POINTER(c_int)),
        ("values", POINTER(c_void_p)),
    ]  # fmt: skip


class Attributes(Structure):
    _fields_ = [
        ("size", c_size_t), ("extension", c_void_p), ("count", c_int64), ("types", POINTER(c_int)),
        ("names", POINTER(POINTER(Text))), ("values", POINTER(c_void_p)),
    ]  # fmt: skip


class ErrorCreate(Structure):
    _fields_ = [
        ("size", c_size_t), ("extension", c_void_p), ("message", c_char_p), ("code", c_int)
    ]  # fmt: skip


class StreamGet(Structure):
    _fields_ = [
        ("size", c_size_t), ("extension", c_void_p), ("context", c_void_p), ("stream", c_void_p)
    ]  # fmt: skip


CREATE = ctypes.CFUNCTYPE(c_void_p, POINTER(ErrorCreate))
STREAM = ctypes.CFUNCTYPE(c_void_p, POINTER(StreamGet))


class Api(Structure):
    _fields_ = [
        ("size", c_size_t), ("extension", c_void_p), ("version", Version), ("internal", c_void_p),
        ("error_create", CREATE), ("error_message", c_void_p), ("error_destroy", c_void_p),
        ("handler_register", c_void_p), ("stream_get", STREAM),
    ]  # fmt: skip


class Metadata(Structure):
    _fields_ = [
        ("size", c_size_t), ("version", Version), ("traits", c_uint32), ("state_type", c_int64)
    ]  # fmt: skip


class MetadataExtension(Structure):
    _fields_ = [("base", Extension), ("metadata", POINTER(Metadata))]


class Frame(Structure):
    _fields_ = [
        ("size", c_size_t), ("extension", c_void_p), ("api", POINTER(Api)), ("context", c_void_p),
        ("stage", c_int), ("arguments", Values), ("results", Values), ("attributes", Attributes),
    ]  # fmt: skip


def _values(pointers):
    count = len(pointers)
    types = (c_int * count)(*[1] * count)
    return Values(
        ctypes.sizeof(Values), None, count, types,
        (c_void_p * count)(*[ctypes.addressof(one) for one in pointers]),
    )  # fmt: skip


def _buffer(array):
    lengths = (c_int64 * array.ndim)(*array.shape)
    return Buffer(
        ctypes.sizeof(Buffer), None, TYPES[array.dtype.name], array.ctypes.data, array.ndim, lengths
    )


def _handler(function):
    function.restype = c_void_p
    function.argtypes = [POINTER(Frame)]
    return function


def call(function, arguments, results, attributes, stream=None, address_of=None):
    """Calls a handler on arrays; returns its error's sentence, or None."""
    said = []

    def create(given):
        said.append(given.contents.message.decode())
        return 1

    def give_stream(given):
        given.contents.stream = stream
        return None

    api = Api(size=ctypes.sizeof(Api), error_create=CREATE(create), stream_get=STREAM(give_stream))
    given = [_buffer(array) for array in arguments]
    made = [_buffer(array) for array in results]
    numbers = {name: np.array(value) for name, value in sorted(attributes.items())}
    scalars = [Scalar(TYPES[v.dtype.name], v.ctypes.data) for v in numbers.values()]
    names = [Text(name.encode(), len(name)) for name in numbers]
    count = len(numbers)
    frame = Frame(
        size=ctypes.sizeof(Frame), api=ctypes.pointer(api), stage=3, arguments=_values(given),
        results=_values(made),
        attributes=Attributes(
            ctypes.sizeof(Attributes), None, count, (c_int * count)(*[3] * count),
            (POINTER(Text) * count)(*[ctypes.pointer(one) for one in names]),
            (c_void_p * count)(*[ctypes.addressof(one) for one in scalars]),
        ),
    )  # fmt: skip
    error = _handler(function)(byref(frame))
    assert bool(error) == bool(said)
    return said[0] if said else None


def metadata(function, minor=None, is_old=False):
    """What a handler answers to XLA's question for its version: (major, minor), its traits, and the
    type of its state, -1 if it left that alone."""
    size = Metadata.state_type.offset if is_old else ctypes.sizeof(Metadata)
    asked = Metadata(size=size, traits=99, state_type=-1)
    extension = MetadataExtension(
        Extension(ctypes.sizeof(MetadataExtension), 1, None), ctypes.pointer(asked)
    )
    frame = Frame(size=ctypes.sizeof(Frame), extension=ctypes.addressof(extension))
    if minor is not None:
        api = Api(size=ctypes.sizeof(Api), version=Version(minor=minor))
        frame.api = ctypes.pointer(api)
    assert not _handler(function)(byref(frame))
    return (asked.version.major, asked.version.minor), asked.traits, asked.state_type
