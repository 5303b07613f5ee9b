# SPDX-License-Identifier: BSD-3-Clause
# Reusable plans on the CPU, and arrays of other modules by the protocols.
import gc
import weakref

import numpy as np
import pytest
from tolerance import fft_error

import tobiuo
from tobiuo import fft


def test_a_plan_transforms_many_arrays_into_given_ones(rng):
    plan = fft.Plan((6, 10), "r2c", precision="single", batch=3, backend="cpu", threads=1)
    out = np.empty(plan.output_shape, plan.output_dtype)
    assert plan.input_shape == (3, 6, 10) and plan.output_shape == (3, 6, 6)
    for _ in range(3):
        x = rng.standard_normal(plan.input_shape).astype(plan.input_dtype)
        assert plan.execute(x, out) is out
        assert fft_error(out, np.fft.rfftn(x, axes=(1, 2))) <= 1
    assert fft_error(plan(x), out) <= 1


def test_a_plan_is_not_scaled(rng):
    x = rng.standard_normal((4, 5, 6))
    there = fft.Plan(x.shape, "r2c", backend="cpu")
    back = fft.Plan(x.shape, "c2r", backend="cpu")
    assert fft_error(back(there(x)), x.size * x) <= 1


def test_a_complex_plan_in_place(rng):
    x = rng.standard_normal((4, 6)) + 0j
    expected = np.fft.fftn(x)
    plan = fft.Plan(x.shape, in_place=True, backend="cpu")
    assert plan.execute(x) is x and fft_error(x, expected) <= 1
    back = fft.Plan(x.shape, direction="inverse", in_place=True, backend="cpu")
    assert fft_error(back.execute(x), x.size * np.fft.ifftn(expected)) <= 1


def test_a_real_plan_in_place_has_padded_rows(rng):
    plan = fft.Plan((4, 7), "r2c", in_place=True, backend="cpu")
    assert plan.input_shape == (4, 8)
    padded = np.zeros(plan.input_shape)
    padded[:, :7] = rng.standard_normal((4, 7))
    expected = np.fft.rfftn(padded[:, :7])
    assert fft_error(plan.execute(padded).view(complex), expected) <= 1


def test_a_plan_says_what_it_is():
    plan = fft.Plan((10, 12), "r2c", backend="cpu")
    assert "r2c 12x10 double" in plan.describe() and plan.describe() in repr(plan)
    assert plan.backend == "cpu"
    assert tobiuo.library_version().count(".") == 2


def test_a_plan_goes_with_its_last_reference():
    plan = fft.Plan((10,), backend="cpu")
    gone = weakref.ref(plan)
    del plan
    gc.collect()
    assert gone() is None


class Exported:
    """An array of an unknown module, which shows DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


@pytest.mark.parametrize("dtype", ("float32", "complex128"))
def test_arrays_that_show_dlpack_are_read_where_they_are(rng, dtype):
    x = rng.standard_normal((4, 6)).astype(dtype)
    assert fft_error(fft.fftn(Exported(x)), np.fft.fftn(x)) <= 1
    kind = "r2c" if dtype == "float32" else "c2c"
    precision = "single" if dtype == "float32" else "double"
    plan = fft.Plan(x.shape, kind, precision=precision, backend="cpu")
    out = np.empty(plan.output_shape, plan.output_dtype)
    plan.execute(Exported(x), Exported(out))
    expected = np.fft.rfftn(x) if kind == "r2c" else np.fft.fftn(x)
    assert fft_error(out, expected) <= 1


def test_dlpack_shows_gaps_and_types(rng):
    plan = fft.Plan((6, 4), backend="cpu")
    x = rng.standard_normal((4, 6)) + 0j
    with pytest.raises(ValueError, match="x is not contiguous"):
        plan.execute(Exported(x.T))
    with pytest.raises(TypeError, match="x is float64"):
        plan.execute(Exported(np.ones((6, 4))))
    with pytest.raises(TypeError, match="DLPack type 0"):
        plan.execute(Exported(np.ones((6, 4), dtype="int32")))


class Elsewhere(Exported):
    def __dlpack_device__(self):
        return (4, 0)  # an OpenCL device


def test_devices_that_cannot_be_reached_are_refused():
    with pytest.raises(TypeError, match="device of DLPack's kind 4"):
        fft.fft(Elsewhere(np.ones(4)))


def test_streams_of_several_kinds_are_understood():
    from tobiuo._arrays import stream_handle

    class Named:
        def __init__(self, **names):
            self.__dict__.update(names)

    class Protocol:
        def __cuda_stream__(self):
            return (0, 9)

    assert stream_handle(5) == 5
    assert stream_handle(Named(ptr=6)) == 6
    assert stream_handle(Named(cuda_stream=7)) == 7
    assert stream_handle(Named(handle=8)) == 8
    assert stream_handle(Protocol()) == 9
