# SPDX-License-Identifier: BSD-3-Clause
# The quick look at arrays of a plan takes what the whole look takes, and nothing else.
import sys
import types

import numpy as np
import pytest

from tobiuo import fft
from tobiuo._arrays import HOST
from tobiuo._needs import Need


class Derived(np.ndarray):
    pass


def unaligned(shape):
    room = np.zeros(8 * int(np.prod(shape)) + 1, "uint8")
    return room[1:].view("float64").reshape(shape)


def test_arrays_of_numpy_are_found_where_they_are(rng):
    need = Need("x", (3, 4), "float64", HOST)
    x = rng.standard_normal((3, 4))
    read_only = x.copy()
    read_only.flags.writeable = False
    with_metadata = np.zeros((3, 4), np.dtype("float64", metadata={"unit": "m"}))
    for array in (x, x.view(Derived), read_only, with_metadata, x.reshape(4, 3).reshape(3, 4)):
        assert need.find(array) == (array.ctypes.data, 0)
    whole = rng.standard_normal((5, 4))
    assert need.find(whole[1:4]) == (whole.ctypes.data + 32, 0)


@pytest.mark.parametrize("array, words", (
    (np.zeros((3, 4), "float32"), "x is float32"),
    (np.zeros((3, 4), "complex128"), "x is complex128"),
    (np.zeros((3, 4), ">f8"), "x is >f8"),
    (np.zeros((3, 4), "datetime64[s]"), "x is datetime64"),
    (np.zeros((4, 3)), "x has the shape"),
    (np.zeros((3, 4, 1)), "x has the shape"),
    (np.zeros((0, 4)), "x has the shape"),
    (np.zeros((4, 3)).T, "x is not contiguous"),
    (np.zeros((3, 8))[:, ::2], "x is not contiguous"),
    (unaligned((3, 4)), "x is not contiguous"),
))  # fmt: skip
def test_other_arrays_of_numpy_are_refused(array, words):
    with pytest.raises((TypeError, ValueError), match=words):
        Need("x", (3, 4), "float64", HOST).find(array)


def test_what_is_written_may_not_be_read_only(rng):
    x = rng.standard_normal((3, 4))
    need = Need("out", (3, 4), "float64", HOST, is_written=True)
    assert need.find(x)[0] == x.ctypes.data
    x.flags.writeable = False
    with pytest.raises(ValueError, match="out is read-only"):
        need.find(x)


class Pointed:
    """Looks like an array of CuPy on a device."""

    def __init__(self, shape, dtype="float64", device=0, contiguous=True):
        self.data = types.SimpleNamespace(ptr=4096, device_id=device)
        self.shape, self.dtype = shape, np.dtype(dtype)
        self.flags = types.SimpleNamespace(c_contiguous=contiguous)


@pytest.fixture
def cupy(monkeypatch):
    module = types.ModuleType("cupy")
    module.ndarray = type("ndarray", (Pointed,), {"__module__": "cupy"})
    module.cuda = types.SimpleNamespace(
        get_current_stream=lambda device: types.SimpleNamespace(ptr=70 + device)
    )
    monkeypatch.setitem(sys.modules, "cupy", module)
    return module


def test_arrays_of_cupy_are_looked_at_each_time(cupy):
    need = Need("x", (3, 4), "float64", 1)
    for _ in range(3):  # the whole look, and then the quick one
        assert need.find(cupy.ndarray((3, 4), device=1)) == (4096, 71)
        for refused, words in (
            (cupy.ndarray((3, 4), device=0), "x is in CUDA device 0, but this needs the memory of"),
            (cupy.ndarray((3, 4), "float32", 1), "x is float32"),
            (cupy.ndarray((4, 3), device=1), "x has the shape"),
            (cupy.ndarray((3, 4), device=1, contiguous=False), "x is not contiguous"),
            (np.zeros((3, 4)), "x is in host memory"),
        ):
            with pytest.raises((TypeError, ValueError), match=words):
                need.find(refused)


def test_an_array_that_changes_is_looked_at_again(rng):
    plan = fft.Plan((4, 4), backend="cpu")
    x = rng.standard_normal((4, 4)) + 0j
    plan.execute(x)
    x.shape = (2, 8)
    with pytest.raises(ValueError, match="x has the shape"):
        plan.execute(x)
